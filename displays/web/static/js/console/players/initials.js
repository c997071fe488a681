// A player who asked not to be named in public: initials in place of the name, and back.

import { write } from "../../api.js";
import { byId, closest } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { tell, tellProblem } from "../page/notices.js";
import { refresh } from "../page/refresh_parts.js";

const { stream } = document.documentElement.dataset;
const button = document.getElementById("initials");
let chosen = 0;

document.addEventListener("click", (event) => {
  const edit = closest(event, "[data-edit]");
  if (edit !== null) show(Number(edit.dataset.edit));
});
button?.addEventListener("click", () => change(chosen, stateOf(chosen)));

/** @param {number} number */
function stateOf(number) {
  const { initials, shown } = pageData("initials-data");
  return { initials: initials[number], isShown: shown.includes(number) };
}

/** @param {number} number */
function show(number) {
  if (button === null) return;
  chosen = number;
  const { initials, isShown } = stateOf(number);
  byId("initials-about").textContent = word("initials-about", { initials });
  button.textContent = word(isShown ? "show-name" : "show-initials");
}

/**
 * @param {number} number
 * @param {{isShown: boolean}} state
 */
async function change(number, { isShown }) {
  const name = pageData("people").find((/** @type {any} */ player) => player.number === number).name;
  const address = `/api/t/${encodeURIComponent(stream ?? "")}/players/${number}/initials`;
  try {
    await write(isShown ? "DELETE" : "POST", address, {});
    tell(word(isShown ? "name-shown" : "initials-shown", { name }), {
      undo: () => change(number, { isShown: !isShown }),
    });
  } catch (problem) {
    tellProblem(problem);
  }
  /** @type {HTMLDialogElement} */ (byId("player-dialog")).close();
  refresh("players");
}
