// The round clock: large on a page of its own, small beside every other page.

import { element } from "../dom.js";
import { parseMoment } from "../moments.js";
import { findBreak, findNext, findOff, sayOff, sayStart } from "../schedule.js";
import { language, say } from "./languages.js";
import { nameOfSection } from "./section_facts.js";

const MINUTE = 60_000;
const SOON = 12 * 60 * MINUTE; // from then on the time that is left is shown

// Null: there is none, or an old log has words where its times should be.
// {text, kind}: "before" the start, "plenty", "little" (under a quarter), "last" (under five minutes), "over"
/**
 * @param {RoundClock | null | undefined} clock
 * @param {number} now
 */
export function readClock(clock, now) {
  const [starts, ends] = [parseMoment(clock?.starts ?? ""), parseMoment(clock?.ends ?? "")];
  if (starts === null || ends === null) return null;
  if (starts > now) return { text: span(starts - now), kind: "before" };
  const left = ends - now;
  if (left <= 0) return { text: "0:00", kind: "over" };
  return { text: span(left), kind: left > 15 * MINUTE ? "plenty" : left > 5 * MINUTE ? "little" : "last" };
}

/** @param {number} milliseconds */
function span(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/**
 * @param {RoundClock | null | undefined} clock
 * @param {RoundTimes | null | undefined} schedule
 * @param {number} now
 */
export function clockPage(clock, schedule, now) {
  const read = readClock(clock, now);
  if (read === null) return schedulePage(schedule, now);
  const digits = element("p", { class: "digits" }, read.text);
  digits.style.setProperty("--letters", String(read.text.length)); // as large as fits beside each other
  return element(
    "div",
    { class: `large clock ${read.kind}` },
    element("p", { class: "words" }, say(`clock-${read.kind}`, { round: clock?.round })),
    digits,
  );
}

// Without a clock that is set: the break that is on, and when the next round begins, by the schedule.
/**
 * @param {RoundTimes | null | undefined} schedule
 * @param {number} now
 */
function schedulePage(schedule, now) {
  const told = readSchedule(schedule, now);
  if (told === null)
    return element("div", { class: "large" }, element("p", { class: "words nothing" }, say("no-clock")));
  const lines = told.words.map((text) => element("p", { class: "words" }, text));
  if (told.left === "") return element("div", { class: "large" }, lines);
  const digits = element("p", { class: "digits" }, told.left);
  digits.style.setProperty("--letters", String(told.left.length));
  return element("div", { class: "large clock before" }, lines, digits);
}

// Null: nothing is on, and nothing comes. `left`: until the next round begins, if that is today.
/**
 * @param {RoundTimes | null | undefined} schedule
 * @param {number} now
 */
export function readSchedule(schedule, now) {
  const [pause, next] = [findBreak(schedule, now), findNext(schedule, now)];
  const [off] = findOff(schedule, now).filter(({ day }) => next === null || day < next.starts); // what comes first
  if (pause === null && next === null && off === undefined) return null;
  const words = [
    ...(pause === null ? [] : [say("text-until", { text: pause.text, time: pause.ends?.slice(-5) })]),
    ...(off === undefined ? [] : [sayOff(off, language(), say)]),
    ...(next === null ? [] : [sayStart(next, now, language(), say) + sectionOf(next)]),
  ];
  const left = next?.at ? Date.parse(next.at) - now : Infinity;
  return { words, left: left < SOON ? span(left) : "" };
}

/** @param {ScheduleTime} line */
function sectionOf({ section }) {
  return section ? ` · ${nameOfSection(section)}` : "";
}
