// Ratings that differ from the rating lists: taken over together before round 1, later one by one with a reason.

import { write } from "../api.js";
import { closest } from "../dom.js";
import { pageData, word } from "../words.js";
import { submit } from "./page/forms.js";
import { tellNext, tellProblem } from "./page/notices.js";
import { ask } from "./page/question.js";

const checked = pageData("checked");
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("differences"));

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = [...form.querySelectorAll("[data-take]")].filter(
    (box) => box instanceof HTMLInputElement && box.checked,
  );
  const changes = chosen.map((box) => checked.changes[/** @type {HTMLElement} */ (box).dataset.take ?? ""]);
  const send = () => write("POST", `${checked.api}/ratings`, { changes, source: checked.month });
  if (await submit(form, send, () => "")) again(word("check-taken", { count: changes.length }));
});

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-correct]");
  if (button === null) return;
  const number = button.dataset.correct;
  const reason = word("check-reason", { month: checked.month });
  const said = await ask(button.getAttribute("aria-label"), { reason: "needed", typed: reason });
  if (said === null) return;
  const { rating, ratings } = checked.changes[number].new;
  const player = { ...checked.players[number], rating };
  const command = { do: "correct-player", player, ratings: ratings ?? [], reason: said.reason };
  await record(`${checked.api}/commands`, command, word("check-taken", { count: 1 }));
});

document.getElementById("take-back")?.addEventListener("click", () => {
  record(`${checked.api}/commands`, checked.undoing, word("check-taken-back"));
});

/**
 * @param {string} address
 * @param {any} body
 * @param {string} told
 */
async function record(address, body, told) {
  try {
    await write("POST", address, body, { expected: checked.version });
  } catch (problem) {
    tellProblem(problem);
    return;
  }
  again(told);
}

/** @param {string} told */
function again(told) {
  tellNext(told);
  location.reload();
}
