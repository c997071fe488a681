// console/round/store.js: the round as the server last told it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { serve, setUpPage } from "./page.js";

const board = (number, result) => ({ board: number, white: 1, black: 2, result });
const state = (version, result = "pending") => ({
  round: 3,
  version,
  people: { 1: { name: "Carlsen", title: "GM" }, 2: { name: "Niemand", title: "" } },
  boards: [board(1, result)],
});

let answers = [];
const server = await serve(async () => ({ body: await answers.shift() }));
after(() => server.stop());
setUpPage({ origin: server.origin, blocks: { desk: { api: "/api/t/open" }, round: state(10) } });
const store = await import("../../displays/web/static/js/console/round/store.js");

const told = [];
store.onRound((now, before) => told.push([before.version, now.version]));

test("a page begins with the round that it brought along", () => {
  assert.equal(store.round().version, 10);
  assert.equal(store.boardOf(1).result, "pending");
  assert.equal(store.boardOf(2), undefined);
  assert.deepEqual([store.nameOf(1), store.nameOf(2)], ["GM Carlsen", "Niemand"]);
});

test("read again it is the newer round, and whoever listens hears of both", async () => {
  answers = [state(11, "1-0")];
  await store.refresh();
  assert.equal(server.asked.at(-1).url, "/console/open/rounds/3/state");
  assert.equal(store.boardOf(1).result, "1-0");
  assert.deepEqual(told.at(-1), [10, 11]);
});

test("an answer that is older than what is known is not taken", async () => {
  answers = [state(5)];
  await store.refresh();
  assert.equal(store.round().version, 11);
  assert.equal(told.length, 1);
});

test("asked while it reads, it reads once more and never twice at the same time", async () => {
  let release = null;
  answers = [new Promise((answer) => (release = answer)), state(13)];
  const before = server.asked.length;
  const first = store.refresh();
  assert.equal(store.refresh(), first);
  store.refresh();
  release(state(12));
  await first;
  assert.equal(server.asked.length, before + 2);
  assert.equal(store.round().version, 13);
});
