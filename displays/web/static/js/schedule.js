// When rounds begin, by the clock on the wall of the venue: what comes next, what goes on now, and how it is said.

import { formatTime, parseMoment } from "./moments.js";

const A_DAY = "2026-05-01".length;

// The next round that begins; of a festival of any of its sections.
/**
 * @param {RoundTimes | null | undefined} schedule
 * @param {number} now
 */
export function findNext(schedule, now) {
  const coming = (schedule?.lines ?? []).filter((line) => Boolean(line.round) && isToCome(line, now));
  return coming[0] ?? null;
}

/**
 * @param {RoundTimes | null | undefined} schedule
 * @param {number | undefined} round
 */
export function findRound(schedule, round) {
  return (schedule?.lines ?? []).find((line) => Boolean(round) && line.round === round) ?? null;
}

// Evenings that were announced and are not played, from today on: people look for them in vain. (Where the zone of the
// venue is not known, its day is taken for that of UTC.)
/**
 * @param {RoundTimes | null | undefined} schedule
 * @param {number} now
 */
export function findOff(schedule, now) {
  const [line] = schedule?.lines ?? [];
  const today = line === undefined ? new Date(now).toISOString().slice(0, A_DAY) : venueDay(line, now);
  return (schedule?.off ?? []).filter(({ day }) => day >= today);
}

// "Fri 2 Oct: cancelled (The hall is not free)"
/**
 * @param {EveningOff} off
 * @param {string} language
 * @param {(key: string, facts: Record<string, any>) => string} say
 */
export function sayOff({ day, moved_to = "", reason = "" }, language, say) {
  const [on, to] = [day, moved_to].map((one) => (one === "" ? "" : writeDay(one, language)));
  const why = reason === "" ? "" : ` (${reason.replace(/\.$/, "")})`;
  return say(to === "" ? "off-on" : "off-on-moved", { day: on, to }) + why;
}

// A break, or whatever else goes on and has an end.
/**
 * @param {RoundTimes | null | undefined} schedule
 * @param {number} now
 */
export function findBreak(schedule, now) {
  const isOn = (/** @type {ScheduleTime} */ { round, at, until }) =>
    !round && at && until && Date.parse(at) <= now && now < Date.parse(until);
  return (schedule?.lines ?? []).find(isOn) ?? null;
}

// Of a day whose times are not known: until it is over, somewhere.
/**
 * @param {ScheduleTime} line
 * @param {number} now
 */
export function isToCome({ starts, at = "" }, now) {
  const begins = starts.length === A_DAY ? parseMoment(`${starts}T23:59Z`) : parseMoment(at);
  return begins !== null && begins > now;
}

// "Round 4 at 14:00"; on another day of the venue with that day.
/**
 * @param {ScheduleTime} line
 * @param {number} now
 * @param {string} language
 * @param {(key: string, facts: Record<string, any>) => string} say
 */
export function sayStart(line, now, language, say) {
  const [day, time] = line.starts.split("T");
  if (time !== undefined && day === venueDay(line, now)) return say("round-at", { round: line.round, time });
  const written = writeDay(day, language);
  return say(time === undefined ? "round-that-day" : "round-on", {
    round: line.round,
    day: written,
    time,
  });
}

/**
 * @param {string} day
 * @param {string} language
 */
function writeDay(day, language) {
  return formatTime(`${day}T12:00Z`, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }, language);
}

// What the calendar of the venue says now: its clock differs from UTC as it does when the line begins.
/**
 * @param {ScheduleTime} line
 * @param {number} now
 */
function venueDay({ starts, at = "" }, now) {
  const ahead = at === "" ? 0 : Date.parse(`${starts}Z`) - Date.parse(at);
  return new Date(now + ahead).toISOString().slice(0, A_DAY);
}
