// console/round/seating.js: a pairing that is changed by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asRequest,
  compareBoards,
  setOutcome,
  halfEmptyBoards,
  isSame,
  moveBoard,
  playerAt,
  seatingOf,
  sendOut,
  swap,
  turnColours,
} from "../../displays/web/static/js/console/round/seating.js";

const BOARDS = [
  { white: 1, black: 2 },
  { white: 3, black: 4 },
];
const ROUND = seatingOf(BOARDS, [{ player: 5, outcome: "pairing-bye" }]);
const at = (row, side) => ({ row, side });

test("a place is a seat of a board or a line of the list", () => {
  assert.equal(playerAt(ROUND, at(1, 0)), 3);
  assert.equal(playerAt(ROUND, { idle: 0 }), 5);
  assert.equal(playerAt(ROUND, at(9, 0)), null);
  assert.equal(playerAt(ROUND, { idle: 9 }), null);
});

test("two players are exchanged, and the seating before stays as it was", () => {
  const before = JSON.stringify(ROUND);
  assert.deepEqual(swap(ROUND, at(0, 0), at(1, 1)).boards, [
    [4, 2],
    [3, 1],
  ]);
  assert.equal(JSON.stringify(ROUND), before);
});

test("who takes the place of somebody without a game hands over the seat, and what the round counts as stays", () => {
  const next = swap(ROUND, at(0, 1), { idle: 0 });
  assert.deepEqual(next, {
    boards: [
      [1, 5],
      [3, 4],
    ],
    idle: [{ player: 2, outcome: "pairing-bye" }],
  });
});

test("colours are turned on one board", () => {
  assert.deepEqual(turnColours(ROUND, 1).boards, [
    [1, 2],
    [4, 3],
  ]);
});

test("sent out, a player goes to the end of the list; there is one pairing bye", () => {
  const next = sendOut(ROUND, at(0, 0));
  assert.deepEqual(next.idle, [
    { player: 5, outcome: "pairing-bye" },
    { player: 1, outcome: "zero-bye" },
  ]);
  assert.deepEqual(halfEmptyBoards(next), [1]);
  assert.deepEqual(sendOut(seatingOf(BOARDS, []), at(0, 0)).idle, [{ player: 1, outcome: "pairing-bye" }]);
  assert.equal(sendOut(ROUND, { idle: 0 }), ROUND);
});

test("a board that nobody sits at is gone", () => {
  const next = sendOut(sendOut(ROUND, at(0, 0)), at(0, 1));
  assert.deepEqual(next.boards, [[3, 4]]);
  assert.deepEqual(halfEmptyBoards(next), []);
});

test("a player is put on a new board", () => {
  assert.deepEqual(swap(ROUND, { idle: 0 }, at(2, 1)), {
    boards: [
      [1, 2],
      [3, 4],
      [null, 5],
    ],
    idle: [],
  });
});

test("two empty places change nothing", () => {
  assert.equal(swap(ROUND, at(2, 0), { idle: 1 }), ROUND);
});

test("a board is moved up or down, within the list", () => {
  assert.deepEqual(moveBoard(ROUND, 0, 1).boards, [
    [3, 4],
    [1, 2],
  ]);
  assert.equal(moveBoard(ROUND, 0, -1), ROUND);
  assert.equal(moveBoard(ROUND, 1, 1), ROUND);
});

test("the request names boards and those without a game whose round counts as something", () => {
  const open = { ...ROUND, idle: [...ROUND.idle, { player: 6, outcome: "" }] };
  assert.deepEqual(asRequest(open), { boards: BOARDS, sitouts: [{ player: 5, outcome: "pairing-bye" }] });
  assert.deepEqual(asRequest(setOutcome(open, 1, "half-bye")).sitouts[1], { player: 6, outcome: "half-bye" });
});

test("beside the engine's pairing a board is the same, has other colours, or other opponents", () => {
  const engine = [
    { white: 1, black: 2 },
    { white: 4, black: 3 },
  ];
  assert.deepEqual(compareBoards(ROUND, engine), ["same", "colours"]);
  assert.deepEqual(compareBoards(swap(ROUND, at(0, 0), at(1, 0)), engine), ["other", "other"]);
  assert.ok(isSame(ROUND, seatingOf(BOARDS, [{ player: 5, outcome: "pairing-bye" }])));
  assert.ok(!isSame(ROUND, turnColours(ROUND, 0)));
});
