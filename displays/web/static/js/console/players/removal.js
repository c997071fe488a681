// Entries that were a mistake: one from its form, or several that are ticked in the table. Undone by registering again.

import { write } from "../../api.js";
import { byId, closest } from "../../dom.js";
import { word } from "../../words.js";
import { tell, tellProblem } from "../page/notices.js";
import { ask } from "../page/question.js";
import { asRegistration } from "./player_form.js";

/**
 * @param {string} base of the API
 * @param {() => any[]} people
 * @param {() => void} reload
 */
export function setUpRemoval(base, people, reload) {
  const place = byId("players");
  place.addEventListener("change", (event) => closest(event, "[data-choose]") && countChosen());
  place.addEventListener("click", (event) => {
    if (closest(event, "#remove-chosen") !== null) remove(chosenNumbers());
  });

  /** @param {number[]} numbers */
  async function remove(numbers) {
    const gone = people().filter(({ number }) => numbers.includes(number));
    const names = gone.map(({ name, number }) => `${name} (${number})`).join(", ");
    const answer = await ask(word("remove-question", { count: gone.length }), {
      details: [names, word("remove-consequence")],
      act: word("remove-entries", { count: gone.length }),
      danger: true,
      reason: byId("remove-chosen").dataset.begun === undefined ? "none" : "needed",
    });
    if (answer === null) return false;
    try {
      await write("DELETE", `${base}/players`, { players: numbers, ...answer });
    } catch (problem) {
      tellProblem(problem);
      return false;
    }
    byId("added").textContent = ""; // who was registered last may be gone
    tell(word("entries-removed", { count: gone.length, names }), { undo: () => restore(gone, names) });
    reload();
    return true;
  }

  /**
   * @param {any[]} gone
   * @param {string} names
   */
  async function restore(gone, names) {
    try {
      await write("POST", `${base}/players`, { players: gone.map(asRegistration) });
      tell(word("entries-restored", { names }));
    } catch (problem) {
      tellProblem(problem);
    }
    reload();
  }

  return { remove, countChosen };
}

/** @returns {number[]} */
function chosenNumbers() {
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-choose]:checked"));
  return [...boxes].map((box) => Number(box.dataset.choose));
}

function countChosen() {
  const button = document.getElementById("remove-chosen");
  if (button === null) return;
  const count = chosenNumbers().length;
  button.hidden = count === 0;
  button.textContent = word("remove-entries", { count });
}
