// console/round/exclusive.js: one write at a time, and no press is lost.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { KeptTexts, serve, setUpPage } from "./page.js";

const server = await serve(() => ({ body: { round: 3, version: 1, people: {}, boards: [] } }));
after(() => server.stop());
const blocks = {
  desk: { api: "/api/t/open" },
  round: { round: 3, version: 1 },
  words: { "press-not-taken": "too late" },
};
setUpPage({ origin: server.origin, blocks });
globalThis.sessionStorage = new KeptTexts();
const classes = new Set();
document.body = { classList: { add: (name) => classes.add(name), remove: (name) => classes.delete(name) } };
document.querySelectorAll = () => [];
const { isWorking, runExclusively, tellOnNextPage } =
  await import("../../displays/web/static/js/console/round/exclusive.js");

// An act that lasts until it is let go, and says when it begins.
function act() {
  const one = { count: 0 };
  const held = new Promise((release) => (one.release = () => release({})));
  one.asking = () => {
    one.count += 1;
    return held;
  };
  return one;
}

const moment = () => new Promise((wake) => setTimeout(wake, 20));

test("a press during another act waits its turn, and is done after it", async () => {
  const [keep, close] = [act(), act()];
  const first = runExclusively("keep-1", keep.asking);
  const second = runExclusively("close-round", close.asking);
  await moment();
  assert.deepEqual([keep.count, close.count, isWorking()], [1, 0, true]);
  keep.release();
  assert.equal(await first, true);
  close.release();
  assert.equal(await second, true);
  assert.deepEqual([close.count, isWorking(), classes.size], [1, false, 0]);
});

test("the same pressed twice is done once", async () => {
  const one = act();
  const first = runExclusively("close-round", one.asking);
  assert.equal(await runExclusively("close-round", one.asking), false);
  one.release();
  await first;
  assert.equal(one.count, 1);
});

test("what waits when the page gives way is not done, and the next page says so", async () => {
  const [publish, save] = [act(), act()];
  const first = runExclusively("publish", publish.asking);
  const second = runExclusively("save-changes", save.asking);
  await moment();
  tellOnNextPage();
  publish.release();
  await first;
  assert.deepEqual([await second, save.count], [false, 0]);
  assert.equal(sessionStorage.getItem("told"), "too late");
});
