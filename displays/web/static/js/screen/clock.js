// The round clock: large on a page of its own, small beside every other page.

import { element } from "../dom.js";
import { parseMoment } from "../moments.js";
import { say } from "./languages.js";

const MINUTE = 60_000;

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
 * @param {number} now
 */
export function clockPage(clock, now) {
  const read = readClock(clock, now);
  if (read === null)
    return element("div", { class: "large" }, element("p", { class: "words nothing" }, say("no-clock")));
  const digits = element("p", { class: "digits" }, read.text);
  digits.style.setProperty("--letters", String(read.text.length)); // as large as fits beside each other
  return element(
    "div",
    { class: `large clock ${read.kind}` },
    element("p", { class: "words" }, say(`clock-${read.kind}`, { round: clock?.round })),
    digits,
  );
}
