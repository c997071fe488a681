// console/round/parse_entry.js: what is typed on the entry line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextOpen, understand } from "../../displays/web/static/js/console/round/parse_entry.js";

const KEYS = { 1: "1-0", 0: "0-1", "=": "1/2-1/2", "+": "+/-" };
const boards = new Set([1, 2, 12]);
const byBoard = (typed, chosen = null) => understand(typed, { keys: KEYS, boards, mode: "board", chosen });
const inOrder = (typed, chosen = null) => understand(typed, { keys: KEYS, boards, mode: "order", chosen });

test("a board and a result, apart or joined", () => {
  for (const typed of ["12 1", "12, 1", " 12.1 ", "12:1"]) {
    assert.deepEqual(byBoard(typed), { problem: null, board: 12, result: "1-0" }, typed);
  }
  assert.deepEqual(byBoard("12="), { problem: null, board: 12, result: "1/2-1/2" });
});

test("a number alone is a board where boards come first, a result where they go in order", () => {
  assert.deepEqual(byBoard("1"), { problem: null, board: 1, result: null });
  assert.deepEqual(inOrder("1"), { problem: null, board: null, result: "1-0" });
  assert.deepEqual(inOrder("12"), { problem: null, board: 12, result: null });
});

test("after a board was taken only its result is typed", () => {
  assert.deepEqual(byBoard("1", 2), { problem: null, board: 2, result: "1-0" });
  assert.deepEqual(byBoard("", 2), { board: 2, result: null, problem: null });
});

test("what is wrong is said with what was typed", () => {
  assert.deepEqual(byBoard("3 1").problem, "no-such-board");
  assert.deepEqual(byBoard("3 1").facts, { board: 3, boards: 3 });
  assert.equal(byBoard("=").problem, "which-board");
  assert.deepEqual(byBoard("12 x"), { board: null, result: null, problem: "not-a-result", facts: { typed: "x" } });
});

test("the next open board is the one after, then from the top again", () => {
  assert.equal(nextOpen(2, [12, 1, 5]), 5);
  assert.equal(nextOpen(12, [12, 1, 5]), 1);
  assert.equal(nextOpen(3, []), null);
});

test("the points of White in Delft counting, and the signs for an advantage", () => {
  const delft = { 4: "1-0", 3: "1/2w", 2: "1/2", 1: "1/2b", 0: "0-1", "3-1": "1/2w", "+=": "1/2w", "<": "1/2b" };
  const typed = (text, mode = "board", chosen = null) =>
    understand(text, { keys: delft, boards: new Set([1, 2, 12]), mode, chosen });
  for (const text of ["12 3", "12 3-1", "12+=", "12 +="])
    assert.deepEqual([typed(text).board, typed(text).result], [12, "1/2w"], text);
  assert.deepEqual([typed("2<").board, typed("2<").result], [2, "1/2b"]);
  assert.equal(typed("3", "order").result, "1/2w");
  assert.equal(typed("1", "board", 12).result, "1/2b");
});
