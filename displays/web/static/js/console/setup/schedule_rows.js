// Rows of the schedule's form: one for each round, and one for whatever else is on it. Lines ↔ what stands in them.

import { element } from "../../dom.js";
import { word } from "../../words.js";

const A_DAY = "2026-05-01".length;

// Every round has its row, also if it is not on the schedule yet.
/**
 * @param {HTMLElement} place
 * @param {ScheduleTime[]} lines
 * @param {number} rounds
 */
export function drawRows(place, lines, rounds) {
  const known = new Map(lines.map((line) => [line.round, line]));
  const ofRounds = Array.from({ length: rounds }, (_, at) => known.get(at + 1) ?? { round: at + 1, starts: "" });
  const others = lines.filter(({ round }) => !round);
  place.replaceChildren(...[...ofRounds, ...others].map(drawRow));
}

/** @param {ScheduleTime} line */
export function drawRow(line) {
  const { round = 0, starts, ends = "", text = "" } = line;
  const name = round ? word("round", { round }) : word("other");
  const row = element("div", {
    class: "field schedule-row",
    role: "group",
    "aria-label": name,
    dataset: { round },
  });
  const what = round
    ? element("span", { class: "label what" }, name)
    : labelled("text", "text", text, name, word("other"), { maxlength: 500 });
  row.append(
    what,
    labelled("date", "day", starts.slice(0, A_DAY), name, word("day")),
    labelled("time", "time", starts.slice(A_DAY + 1), name, word("starts")),
    labelled("time", "until", ends.slice(-5), name, word("ends")),
    ...(round ? [] : [removeButton(row)]),
    element("p", { class: "field-error" }),
  );
  Object.assign(row.dataset, { starts, ends });
  return row;
}

/**
 * @param {string} type
 * @param {string} part
 * @param {string} value
 * @param {string} row what it is called
 * @param {string} label
 * @param {Record<string, any>} more
 */
function labelled(type, part, value, row, label, more = {}) {
  const control = element("input", { type, value, "aria-label": `${row}: ${label}`, dataset: { part }, ...more });
  return element("label", { class: part === "text" ? "what" : part }, element("small", {}, label), control);
}

/** @param {HTMLElement} row */
function removeButton(row) {
  const remove = element("button", { type: "button", class: "icon", "aria-label": word("remove-line") }, "×");
  remove.addEventListener("click", () => row.remove());
  return remove;
}

// A control that the row is known to have.
/**
 * @param {HTMLElement} row
 * @param {string} part
 */
const partOf = (row, part) => /** @type {HTMLInputElement} */ (row.querySelector(`[data-part=${part}]`));

// What is typed, in order; a row of a round without a day is not on the schedule. Each control gets the name by which
// the server speaks of it.
/** @param {HTMLElement} place */
export function readRows(place) {
  /** @type {ScheduleTime[]} */
  const lines = [];
  for (const row of /** @type {HTMLElement[]} */ ([...place.children])) {
    const [day, time, until] = ["day", "time", "until"].map((part) => partOf(row, part));
    const round = Number(row.dataset.round);
    const named = [day, until, ...(round ? [] : [partOf(row, "text")])];
    for (const control of named) control.removeAttribute("name");
    const text = round ? "" : partOf(row, "text").value.trim();
    if (day.value === "" && time.value === "" && text === "") continue;
    const at = `schedule.${lines.length}`;
    day.name = `${at}.starts`;
    until.name = `${at}.ends`;
    if (!round) partOf(row, "text").name = `${at}.text`;
    const starts = time.value === "" ? day.value : `${day.value}T${time.value}`;
    const ends = endOf(row, starts, until.value);
    lines.push({
      starts,
      ...(round ? { round } : { text }),
      ...(ends && { ends }),
    });
  }
  return lines;
}

// The form knows the time alone: it is of the same day, or past midnight. What nobody has touched stays as it was.
/**
 * @param {HTMLElement} row
 * @param {string} starts
 * @param {string} until
 */
function endOf({ dataset: { starts: stood, ends = "" } }, starts, until) {
  if (until === "") return "";
  if (starts === stood && until === ends.slice(-5)) return ends;
  const [day, time] = starts.split("T");
  if (time === undefined || until > time) return `${day}T${until}`;
  const next = new Date(`${day}T12:00Z`);
  if (Number.isNaN(next.getTime())) return `${day}T${until}`;
  next.setUTCDate(next.getUTCDate() + 1);
  return `${next.toISOString().slice(0, A_DAY)}T${until}`;
}

// Round 1 on that day at the first of these times, the others after it, so many days on when the times of a day are
// used up; nothing on the days that are left out (ledger/schedule.py: fill_rounds).
/**
 * @param {HTMLElement} place
 * @param {{first: string, times: string[], every: number, skip: string[]}} plan
 */
export function fillRows(place, { first, times, every, skip }) {
  const rows = [...place.children].filter((row) => Number(/** @type {HTMLElement} */ (row).dataset.round));
  const day = new Date(`${first}T12:00Z`);
  for (const [at, row] of /** @type {[number, HTMLElement][]} */ ([...rows.entries()])) {
    if (at > 0 && at % times.length === 0) day.setUTCDate(day.getUTCDate() + every);
    while (skip.includes(dayOf(day))) day.setUTCDate(day.getUTCDate() + every);
    partOf(row, "day").value = dayOf(day);
    partOf(row, "time").value = times[at % times.length];
    partOf(row, "until").value = "";
  }
}

/** @param {Date} day */
const dayOf = (day) => day.toISOString().slice(0, A_DAY);

// "2026-12-25, 1.1.2027" → ["2026-12-25", "2027-01-01"]; null where one is no day.
/** @param {string} typed */
export function readDays(typed) {
  const parts = typed.split(/[,;\s]+/).filter((text) => text !== "");
  const found = parts.flatMap((text) => {
    const [, year, month, day] = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text) ?? [];
    const [, first, second, last] = /^(\d\d?)[./-](\d\d?)[./-](\d{4})$/.exec(text) ?? [];
    const [y, m, d] = year === undefined ? [last, second, first] : [year, month, day];
    if (y === undefined) return [];
    const written = `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
    const read = new Date(`${written}T12:00Z`);
    return !Number.isNaN(read.getTime()) && dayOf(read) === written ? [written] : [];
  });
  return found.length < parts.length ? null : found;
}

// "10:00, 15.00" → ["10:00", "15:00"]; null where one is no time of the day.
/** @param {string} typed */
export function readTimes(typed) {
  const times = typed.split(/[,;\s]+/).filter((text) => text !== "");
  const found = times.flatMap((text) => {
    const [, hours, minutes] = /^(\d{1,2})[:.h](\d\d)$/.exec(text) ?? [];
    return Number(hours) < 24 && Number(minutes) < 60 ? [`${hours.padStart(2, "0")}:${minutes}`] : [];
  });
  return found.length === 0 || found.length < times.length ? null : found.sort();
}

// The rounds whose time has stood and is another now; null where something else is changed as well, so that all of the
// schedule is set anew.
/**
 * @param {ScheduleTime[]} stood
 * @param {ScheduleTime[]} lines
 */
export function findMoves(stood, lines) {
  const key = (/** @type {ScheduleTime} */ { starts, ends = "", round = 0, text = "" }) =>
    `${starts}/${ends}/${round}/${text}`;
  const before = new Map(stood.map((line) => [line.round || key(line), line]));
  const after = new Map(lines.map((line) => [line.round || key(line), line]));
  if (before.size !== after.size || [...after.keys()].some((one) => !before.has(one))) return null;
  const moved = lines.flatMap((line) => {
    const was = line.round ? before.get(line.round) : undefined;
    return was === undefined || key(was) === key(line) ? [] : [{ line, isLater: line.starts > was.starts }];
  });
  const [later, earlier] = [true, false].map((wanted) => moved.filter(({ isLater }) => isLater === wanted));
  return [...later.reverse(), ...earlier].map(({ line }) => line); // so that none of them overtakes another
}
