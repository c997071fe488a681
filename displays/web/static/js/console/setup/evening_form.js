// An evening of the schedule is cancelled, moved to another day, or played after all.

import { write } from "../../api.js";
import { closest, controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { tell, tellProblem } from "../page/notices.js";
import { ask } from "../page/question.js";

const { api } = document.documentElement.dataset;

/** @param {() => Promise<void>} takeAnew shows the schedule as it stands then */
export function setUpEvenings(takeAnew) {
  document.getElementById("evenings")?.addEventListener("click", async (event) => {
    const button = closest(event, "button");
    const { change = "", reinstate = "" } = button?.dataset ?? {};
    if (change === "" && reinstate === "") return;
    try {
      const done = await (reinstate === "" ? changeEvening(change) : reinstateEvening(reinstate));
      if (done === "") return;
      await takeAnew();
      tell(done);
    } catch (problem) {
      tellProblem(problem);
    }
  });
}

/** @param {string} day */
async function reinstateEvening(day) {
  await write("DELETE", `${api}/evenings/${day}/cancellation`, {});
  return word("is-reinstated");
}

/** @param {string} change */
async function changeEvening(change) {
  const choice = controlById("evening-day");
  const day = choice.value;
  const isPrivate = element("input", { type: "checkbox" });
  const drops = element("input", { type: "checkbox" });
  const other = element("input", { type: "date" });
  const isMove = change === "move";
  const answer = await ask(`${word(isMove ? "move-evening" : "cancel-evening")}: ${nameOf(choice, day)}`, {
    details: [
      ...(isMove ? [] : [word("cancel-about")]),
      element("label", { class: "field" }, word(isMove ? "new-day" : "last-day"), " ", other),
      ...(isMove ? [] : [element("label", { class: "check" }, drops, ` ${word("drops-last")}`)]),
      element("label", { class: "check" }, isPrivate, ` ${word("reason-private")}`),
    ],
    act: word(isMove ? "move-evening" : "cancel-evening"),
    reason: "needed",
  });
  if (answer === null) return "";
  const reasons = isPrivate.checked ? { reason: answer.reason } : { public_reason: answer.reason };
  if (isMove) await write("PUT", `${api}/evenings/${day}/day`, { to: other.value, ...reasons });
  else {
    const last = { ...(other.value && { last_day: other.value }), ...(drops.checked && { drops_last: true }) };
    await write("POST", `${api}/evenings/${day}/cancellation`, { ...last, ...reasons });
  }
  return word(isMove ? "is-moved" : "is-cancelled");
}

/**
 * @param {HTMLInputElement} choice
 * @param {string} day
 */
const nameOf = (choice, day) => choice.querySelector(`option[value="${day}"]`)?.textContent ?? day;
