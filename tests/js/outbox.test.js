// console/round/outbox.js: a result that was typed reaches the server once, whatever happens on the way.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { KeptTexts, serve, setUpPage, until } from "./page.js";

setUpPage();
const { Outbox } = await import("../../displays/web/static/js/console/round/outbox.js");

let server = null;
afterEach(() => server?.stop());

async function begin(answer, store = new KeptTexts()) {
  server = await serve(answer);
  const outbox = new Outbox({ api: `${server.origin}/api/t/open`, round: 3, store, onChange: () => {} });
  return { outbox, store };
}

const stateOf = (outbox, board) => outbox.of(board).map(({ state }) => state);

test("a result is sent to its board, and no longer kept once it is written", async () => {
  const { outbox, store } = await begin(() => ({}));
  outbox.add(12, "1-0");
  assert.equal(Object.keys(store).length, 1);
  await until(() => stateOf(outbox, 12)[0] === "saved");
  const [{ method, url, body }] = server.asked;
  assert.deepEqual([method, url, body], ["POST", "/api/t/open/rounds/3/boards/12/result", { result: "1-0" }]);
  assert.deepEqual(Object.keys(store), []);
  assert.deepEqual(outbox.unsent(), []);
});

test("a postponed game is a command of its own", async () => {
  const { outbox } = await begin(() => ({}));
  outbox.add(2, "postponed");
  await until(() => stateOf(outbox, 2)[0] === "saved");
  assert.equal(server.asked[0].url, "/api/t/open/commands");
  assert.deepEqual(server.asked[0].body, { do: "postpone-game", round: 3, board: 2 });
});

test("after a server that could not answer the same key is asked again, alone and until it answers", async () => {
  let failures = 2;
  const { outbox } = await begin(() => ({ status: failures-- > 0 ? 503 : 200 }));
  outbox.add(1, "1-0");
  await until(() => outbox.of(1)[0].tries === 1 && outbox.of(1)[0].state === "waiting");
  outbox.add(2, "0-1");
  outbox.hurry();
  await until(() => outbox.unsent().length === 0);
  const keys = server.asked
    .filter(({ url }) => url.includes("boards/1/"))
    .map(({ headers }) => headers["idempotency-key"]);
  assert.ok(keys.length >= 2);
  assert.equal(new Set(keys).size, 1);
});

test("what another page left on its way is sent by the next one under its old key", async () => {
  const store = new KeptTexts();
  const first = await begin(() => new Promise(() => {}), store);
  const entry = first.outbox.add(7, "0-1");
  await until(() => server.asked.length === 1);
  const there = first.outbox.api;
  const kept = new Outbox({ api: there, round: 3, store, onChange: () => {} });
  assert.deepEqual(
    kept.entries.map(({ key, state }) => [key, state]),
    [[entry.key, "waiting"]],
  );
  assert.deepEqual(new Outbox({ api: there, round: 4, store, onChange: () => {} }).entries, []);
});

test("another result that stands is a conflict, what the server refuses is kept with its words", async () => {
  const { outbox } = await begin(({ url }) =>
    url.includes("boards/1/")
      ? { status: 409, body: { code: "result-differs", detail: "Another result stands." } }
      : { status: 409, body: { code: "round-closed", detail: "The round is closed.", facts: { round: 3 } } },
  );
  outbox.add(1, "1-0");
  outbox.add(2, "1-0");
  await until(() => outbox.unsent().length === 0);
  assert.deepEqual([...stateOf(outbox, 1), ...stateOf(outbox, 2)], ["conflict", "refused"]);
  const [refused] = outbox.of(2);
  assert.deepEqual([refused.message, refused.facts], ["The round is closed.", { round: 3 }]);
});

test("typed again before it was sent, only the last result is; of one board never two are on their way", async () => {
  const release = [];
  const { outbox } = await begin(() => new Promise((answer) => release.push(() => answer({}))));
  outbox.add(5, "1-0");
  await until(() => server.asked.length === 1);
  outbox.add(5, "0-1");
  outbox.add(5, "1/2-1/2");
  assert.deepEqual(stateOf(outbox, 5), ["sending", "waiting"]);
  release[0]();
  await until(() => server.asked.length === 2);
  release[1]();
  await until(() => outbox.unsent().length === 0);
  assert.deepEqual(
    server.asked.map(({ body }) => body.result),
    ["1-0", "1/2-1/2"],
  );
});

test("at most four are on their way at a time", async () => {
  const release = [];
  const { outbox } = await begin(() => new Promise((answer) => release.push(() => answer({}))));
  for (let board = 1; board <= 6; board += 1) outbox.add(board, "1-0");
  await until(() => server.asked.length === 4);
  assert.equal(outbox.entries.filter(({ state }) => state === "sending").length, 4);
  while (outbox.unsent().length > 0) {
    release.splice(0).forEach((answer) => answer());
    await new Promise((wake) => setTimeout(wake, 5));
  }
  assert.equal(server.asked.length, 6);
});

test("what was typed before by this browser, or stood when it was typed, is named as what is replaced", async () => {
  let version = 20;
  const { outbox } = await begin(() => ({ body: { records: [{ version: (version += 1), event: { old: "1-0" } }] } }));
  outbox.add(12, "1-0");
  outbox.add(12, "0-1"); // before the first is answered
  await until(() => outbox.unsent().length === 0);
  outbox.add(3, "1/2", { since: 17, result: "1-0" });
  await until(() => outbox.unsent().length === 0);
  assert.deepEqual(
    server.asked.map(({ body }) => body),
    [{ result: "1-0" }, { result: "0-1", replaces: 21 }, { result: "1/2", replaces: 17 }],
  );
  assert.equal(outbox.of(3)[0].old, "1-0");
});
