// Values as people read them: words and plurals, categories, moments, scores, points, the clock, sorted and compared.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setUpPage } from "./page.js";

const cases = JSON.parse(readFileSync(new URL("moments.json", import.meta.url), "utf8"));
const facts = { language: "en", words: { en: { "title-film": "Film" } }, marks: {}, outcomes: {} };
setUpPage({ blocks: { words: { saved: "{count} {count:game|games} saved at {time}" }, facts } });
const from = (name) => import(`../../displays/web/static/js/${name}.js`);
const { fillPattern, pageData, word } = await from("words");
const { categoryWords } = await from("categories");
const { endOf } = await from("announcement_end");
const { momentOf, formatTime } = await from("moments");
const { score } = await from("screen/format");
const { readClock } = await from("screen/clock");
const { tableOf, textsOf } = await from("console/setup/point_table");
const { isSame } = await from("console/page/conflict");
const { numberOf } = await from("console/players/player_form");
const { plain } = await from("console/page/filter_rows");

test("a word has its facts, and the form that goes with its number", () => {
  assert.equal(word("saved", { count: 1, time: "9:30" }), "1 game saved at 9:30");
  assert.equal(word("saved", { count: 2 }), "2 games saved at …");
  assert.equal(word("no-such-word"), "no-such-word");
  assert.equal(pageData("nothing"), null);
});

test("a language with more forms has them, in the order of CLDR", () => {
  const games = (count) => fillPattern("{count:partia|partie|partii}", { count }, "pl");
  assert.deepEqual([1, 2, 5, 22, "12"].map(games), ["partia", "partie", "partii", "partie", "partii"]);
  assert.equal(fillPattern("{n:game|games}", { n: "½" }, "en"), "games");
});

test("a category in people's words", () => {
  const say = (key, { value } = {}) => ({ "category-women": "women", "category-born": `born ${value}` })[key] ?? key;
  assert.equal(categoryWords("sex=w;age=U12", say), "women, U12");
  assert.equal(categoryWords("born = 2010-2012", say), "born 2010-2012");
  assert.equal(categoryWords("", say), "");
});

test("only a moment with its zone ends an announcement, as the server has it", () => {
  for (const [text, at] of Object.entries(cases.moments)) assert.equal(endOf(text), at, text);
  for (const text of cases.none) assert.equal(endOf(text), Infinity, text);
});

test("a clock with words in place of its times is none", () => {
  const ends = "2026-05-01T14:00:00Z";
  const now = Date.UTC(2026, 4, 1, 13);
  assert.equal(readClock({ round: 5, starts: "2026-05-01T10:00:00Z", ends }, now).kind, "plenty");
  for (const starts of ["after round 5", "2026-05-01", "2026-05-01T10:00", ""]) {
    assert.equal(readClock({ round: 5, starts, ends }, now), null, starts);
    assert.equal(readClock({ round: 5, starts: "2026-05-01T10:00:00Z", ends: starts }, now), null, starts);
  }
});

test("a moment is formatTime on a 24-hour clock; the day stands before it unless it is today", () => {
  const at = new Date(2026, 4, 1, 21, 5);
  assert.equal(formatTime(at, { timeStyle: "short" }, "en"), "21:05");
  assert.equal(momentOf(at, new Date(2026, 4, 1, 23), "short", "en"), "21:05");
  assert.equal(momentOf(at, new Date(2026, 4, 2, 1), "short", "en"), "01/05/2026, 21:05");
  assert.ok(!formatTime(at, { dateStyle: "short" }, "nl").includes("-")); // it would be broken after its day
});

test("a score in whole points and fractions", () => {
  assert.deepEqual(
    [score(5, 2), score(4, 2), score(1, 2), score(-1, 2), score(-5, 2), score(4, 6), score(2, 7)],
    ["2½", "2", "½", "-½", "-2½", "⅔", "2/7"],
  );
});

test("the round clock says how long, and how little is left", () => {
  const clock = { starts: "2026-05-01T10:00:00Z", ends: "2026-05-01T12:00:00Z" };
  const at = (hours, minutes, seconds = 0) => readClock(clock, Date.UTC(2026, 4, 1, hours, minutes, seconds));
  assert.deepEqual(at(9, 59, 30), { text: "0:30", kind: "before" });
  assert.deepEqual(at(10, 30), { text: "1:30:00", kind: "plenty" });
  assert.equal(at(11, 45).kind, "little");
  assert.equal(at(11, 55).kind, "last");
  assert.deepEqual(at(12, 0), { text: "0:00", kind: "over" });
  assert.equal(readClock(null, 0), null);
});

test("points as people write them become whole units, and the same texts again", () => {
  const usual = {
    win: "1",
    draw: "½",
    loss: "0",
    forfeit_win: "1",
    forfeit_loss: "0",
    pairing_bye: "1",
    full_bye: "1",
  };
  const texts = { ...usual, half_bye: "0,5", zero_bye: "0", absent: "1/3", absent_unnotified: "0", team_duty: "0" };
  const { table, wrong } = tableOf(texts);
  assert.deepEqual(wrong, []);
  assert.deepEqual([table.per_point, table.win, table.draw, table.half_bye, table.absent], [6, 6, 3, 3, 2]);
  const none = { advantage_draw: "", disadvantage_draw: "" }; // Delft counting was not agreed on
  assert.deepEqual(textsOf(table), { ...texts, half_bye: "½", ...none });
  assert.deepEqual(tableOf({ ...texts, draw: "half", loss: "" }), { table: null, wrong: ["draw", "loss"] });
  const delft = { ...texts, win: "2", draw: "1", advantage_draw: "1½", disadvantage_draw: "½" };
  assert.deepEqual(
    ["advantage_draw", "disadvantage_draw", "per_point"].map((name) => tableOf(delft).table[name]),
    [9, 3, 6],
  );
});

test("two values are the same whatever the order of their fields, and without is as good as empty", () => {
  assert.ok(isSame({ a: 1, b: [{ c: "", d: 2 }] }, { b: [{ d: 2 }], a: 1 }));
  assert.ok(isSame(null, undefined));
  assert.ok(!isSame({ a: [1, 2] }, { a: [2, 1] }));
  assert.ok(!isSame({ a: 0 }, {}));
});

test("what is no number goes to the server as it was typed", () => {
  assert.deepEqual([numberOf(" 12 "), numberOf(""), numberOf("12a"), numberOf("-1")], [12, null, "12a", "-1"]);
});

test("a search minds neither accents nor capitals", () => {
  assert.equal(plain("Müller-Ångström"), "muller-angstrom");
});
