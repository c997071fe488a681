// The schedule on the page of the settings: filled in, edited, saved. Rounds whose time was known are moved with a
// reason, which everybody reads or the arbiters alone.

import { write } from "../../api.js";
import { controlById, element } from "../../dom.js";
import { sayStart } from "../../schedule.js";
import { pageData, word } from "../../words.js";
import { asSeen, changedMeanwhile, pageAgain } from "../page/conflict.js";
import { clearErrors, showAt, submit } from "../page/forms.js";
import { tell } from "../page/notices.js";
import { ask } from "../page/question.js";
import { setUpEvenings } from "./evening_form.js";
import { setUpNotice } from "./notice_form.js";
import { drawRow, drawRows, fillRows, findMoves, readDays, readRows, readTimes } from "./schedule_rows.js";

const { api, version } = document.documentElement.dataset;
const place = document.getElementById("schedule-rows");

let stands = pageData("schedule-facts"); // what the form was filled from
let seen = Number(version);

export function setUpSchedule() {
  if (place === null) return;
  drawRows(place, stands.lines, stands.rounds);
  setUpNotice(place);
  setUpEvenings(takeAnew);
  const [filling, form] = ["schedule-fill", "schedule-form"].map(
    (id) => /** @type {HTMLFormElement} */ (document.getElementById(id)),
  );
  filling.addEventListener("submit", (event) => {
    event.preventDefault();
    fillIn(filling);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save(form);
  });
  document.getElementById("schedule-add").addEventListener("click", () => {
    const row = drawRow({ starts: "", text: "" });
    place.append(row);
    row.querySelector("input").focus();
  });
}

/** @param {HTMLFormElement} form */
function fillIn(form) {
  clearErrors(form);
  const [first, typed, every, left] = ["schedule-first", "schedule-times", "schedule-every", "schedule-skip"].map(
    controlById,
  );
  const times = readTimes(typed.value);
  const days = Number(every.value);
  const skip = readDays(left.value);
  const isDay = first.value !== "" && !first.validity.badInput;
  if (!isDay) showAt(first, word("day-needed"));
  if (times === null) showAt(typed, word("times-hint"));
  if (!Number.isInteger(days) || days < 1 || days > 366) showAt(every, word("every-needed"));
  if (skip === null) showAt(left, word("skip-hint"));
  const wrong = /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid]"));
  if (wrong === null && times !== null && skip !== null)
    fillRows(place, { first: first.value, times, every: days, skip });
  else wrong?.focus();
}

// The server says of a round that it is in the wrong order.
/** @param {{code: string, facts: Record<string, any>}} told */
function fieldOf({ facts }) {
  const row = facts.round && place.querySelector(`[data-round="${Number(facts.round)}"] [data-part=day]`);
  return row?.name ?? "";
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const lines = readRows(place);
  const notice = Number(controlById("schedule-notice").value);
  const zone = controlById("schedule-zone").value.trim();
  const moves = zone === stands.zone && notice === stands.notice ? findMoves(stands.lines, lines) : null;
  const isMove = moves !== null && moves.length > 0 && moves.every(({ round = 0 }) => round > stands.over);
  const reasons = isMove ? await askReasons(moves) : {};
  if (reasons === null) return;
  const send = () => (isMove ? moveAll(moves, reasons) : setAll({ schedule: lines, zone, notice }));
  if (!(await submit(form, send, fieldOf))) return;
  tell(word("is-saved"));
}

/** @param {ScheduleTime[]} moves */
async function askReasons(moves) {
  const isPrivate = element("input", { type: "checkbox" });
  const language = document.documentElement.lang;
  const told = moves.map((line) => sayStart(line, 0, language, word)).join("; ");
  const answer = await ask(word("round-moves", { count: moves.length }), {
    details: [
      word("move-about", { rounds: told }),
      element("label", { class: "check" }, isPrivate, ` ${word("reason-private")}`),
    ],
    act: word("move"),
    reason: "needed",
  });
  if (answer === null) return null;
  return isPrivate.checked ? { reason: answer.reason } : { public_reason: answer.reason };
}

/**
 * @param {ScheduleTime[]} moves
 * @param {Record<string, string>} reasons
 */
async function moveAll(moves, reasons) {
  try {
    for (const { round, starts, ends = "" } of moves)
      await write("PUT", `${api}/rounds/${round}/start`, {
        starts,
        ends,
        ...reasons,
      });
  } finally {
    await takeStanding();
  }
}

// Only over what was seen: what another arbiter has set meanwhile is not lost unseen.
/** @param {object} schedule */
async function setAll(schedule) {
  const answer = await asSeen({
    version: seen,
    was: stands,
    again: async () => {
      const page = await pageAgain();
      return { version: page.version, value: page.data("schedule-facts") };
    },
    send: (expected) => write("PUT", `${api}/schedule`, schedule, { expected }),
  });
  if (answer === null) throw changedMeanwhile();
  await takeStanding();
}

async function takeStanding() {
  const page = await pageAgain();
  [stands, seen] = [page.data("schedule-facts"), page.version];
  const [shown, fresh] = [document, page.document].map((one) => one.getElementById("evenings"));
  if (shown !== null && fresh !== null) shown.replaceChildren(...fresh.childNodes);
}

// An evening was cancelled, moved or reinstated: the rows follow.
async function takeAnew() {
  await takeStanding();
  drawRows(place, stands.lines, stands.rounds);
}
