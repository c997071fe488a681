// Until when absences are announced, as people say it: so many days before the evening, at a time. It is kept as
// minutes before the first round (ledger/evenings.py: find_deadline).

import { controlById } from "../../dom.js";
import { formatTime } from "../../moments.js";
import { word } from "../../words.js";

const DAY = 24 * 60;

/** @param {HTMLElement} place of the rows of the schedule */
export function setUpNotice(place) {
  const [minutes, days, time] = ["schedule-notice", "notice-days", "notice-time"].map(controlById);
  const follow = () => {
    const begins = firstTime(place);
    if (begins === null || time.value === "") return;
    const before = Number(days.value) * DAY + begins - readTime(time.value);
    if (before > 0) minutes.value = String(before);
    say(place, Number(minutes.value));
  };
  const show = () => {
    const begins = firstTime(place);
    const before = Number(minutes.value);
    if (begins === null || !before) return say(place, 0);
    const at = begins - before;
    days.value = String(Math.min(Math.max(0, -Math.floor(at / DAY)), 7));
    time.value = writeTime(((at % DAY) + DAY) % DAY);
    return say(place, before);
  };
  for (const control of [days, time]) control.addEventListener("change", follow);
  minutes.addEventListener("change", show);
  place.addEventListener("change", () => say(place, Number(minutes.value)));
  show();
}

// Of the first evening as an example: "Fri 2 Oct: until Thu 1 Oct 20:00".
/**
 * @param {HTMLElement} place
 * @param {number} minutes
 */
function say(place, minutes) {
  const [first] = beginnings(place);
  const said = document.getElementById("notice-said");
  if (said === null) return;
  if (first === undefined || !minutes) {
    said.textContent = "";
    return;
  }
  const until = new Date(Date.parse(`${first}Z`) - minutes * 60_000).toISOString().slice(0, 16);
  said.textContent = word("notice-said", { day: write(`${first}Z`), until: write(`${until}Z`, true) });
}

/**
 * @param {string} at
 * @param {boolean} isTimed
 */
function write(at, isTimed = false) {
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" };
  /** @type {Intl.DateTimeFormatOptions} */
  const clock = isTimed ? { hour: "2-digit", minute: "2-digit" } : {};
  return formatTime(at, { ...parts, ...clock }, document.documentElement.lang);
}

// "2026-10-02T19:30" of every row of a round, in order.
/** @param {HTMLElement} place */
function beginnings(place) {
  const rows = /** @type {HTMLElement[]} */ ([...place.children]).filter(({ dataset }) => Number(dataset.round));
  return rows.flatMap((row) => {
    const [day, time] = ["day", "time"].map(
      (part) => /** @type {HTMLInputElement} */ (row.querySelector(`[data-part=${part}]`)).value,
    );
    return day === "" || time === "" ? [] : [`${day}T${time}`];
  });
}

/** @param {HTMLElement} place */
function firstTime(place) {
  const [first] = beginnings(place);
  return first === undefined ? null : readTime(first.slice(-5));
}

/** @param {string} text */
const readTime = (text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** @param {number} minutes */
const writeTime = (minutes) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
