// schedule.js, console/setup/schedule_rows.js: what comes next by the clock of the venue, what is filled in and moved.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setUpPage } from "./page.js";

setUpPage({ blocks: { words: {} } });
const { findBreak, findNext, findRound, sayStart } = await import("../../displays/web/static/js/schedule.js");
const { findMoves, readTimes } = await import("../../displays/web/static/js/console/setup/schedule_rows.js");

const LUNCH = {
  starts: "2026-05-01T12:00",
  ends: "2026-05-01T13:00",
  text: "Lunch",
  at: "2026-05-01T09:00Z",
  until: "2026-05-01T10:00Z",
};
const FIRST = { starts: "2026-05-01T10:00", round: 1, at: "2026-05-01T07:00Z" };
const SECOND = { starts: "2026-05-01T14:00", round: 2, at: "2026-05-01T11:00Z" };
const THIRD = { starts: "2026-05-03", round: 3 };
const schedule = { zone: "Europe/Tallinn", notice: 0, lines: [FIRST, LUNCH, SECOND, THIRD] };
const at = (text) => Date.parse(text);

test("the next round is the first that has not begun; a day alone lasts until its end", () => {
  assert.equal(findNext(schedule, at("2026-05-01T06:59Z")), FIRST);
  assert.equal(findNext(schedule, at("2026-05-01T07:00Z")), SECOND);
  assert.equal(findNext(schedule, at("2026-05-03T20:00Z")), THIRD);
  assert.equal(findNext(schedule, at("2026-05-04T00:00Z")), null);
  assert.equal(findNext(undefined, 0), null);
  assert.equal(findNext({ ...schedule, lines: [{ starts: "2026-05-01T14:00", round: 1 }] }, 0), null);
  assert.equal(findRound(schedule, 2), SECOND);
  assert.equal(findRound(schedule, 0), null);
});

test("a break is on until its end", () => {
  assert.equal(findBreak(schedule, at("2026-05-01T08:59Z")), null);
  assert.equal(findBreak(schedule, at("2026-05-01T09:00Z")), LUNCH);
  assert.equal(findBreak(schedule, at("2026-05-01T10:00Z")), null);
});

test("today is said without its day, by the calendar of the venue", () => {
  const say = (key, { day = "", time = "" }) => `${key} ${day} ${time}`;
  assert.equal(sayStart(SECOND, at("2026-04-30T21:00Z"), "en", say), "round-at  14:00");
  assert.match(sayStart(SECOND, at("2026-04-30T20:59Z"), "en", say), /^round-on Fri,? 1 May 14:00$/);
  assert.match(sayStart(THIRD, at("2026-05-03T10:00Z"), "en", say), /^round-that-day Sun,? 3 May/);
});

test("times of a day are read as people write them", () => {
  assert.deepEqual(readTimes("15:00, 9.30"), ["09:30", "15:00"]);
  for (const typed of ["", "25:00", "10:60", "ten", "10:00, ten"]) assert.equal(readTimes(typed), null, typed);
});

test("rounds that move are told apart from a schedule that is set anew", () => {
  const stood = [FIRST, SECOND, { starts: "2026-05-02T10:00", round: 3 }];
  const week = stood.map((line) => ({ ...line, starts: line.starts.replace("05-0", "05-1") }));
  assert.deepEqual(
    findMoves(stood, week).map(({ round }) => round),
    [3, 2, 1],
  );
  assert.deepEqual(
    findMoves(week, stood).map(({ round }) => round),
    [1, 2, 3],
  );
  assert.deepEqual(findMoves(stood, stood), []);
  assert.equal(findMoves(stood, stood.slice(1)), null);
  assert.equal(findMoves(stood, [...stood, LUNCH]), null);
  assert.equal(findMoves([...stood, LUNCH], [...stood, { ...LUNCH, text: "Tea" }]), null);
});
