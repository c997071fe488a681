// Lists that were registered as a whole: taken back with one press, while no round is paired.

import { write } from "../../api.js";
import { closest } from "../../dom.js";
import { word } from "../../words.js";
import { tell, tellProblem } from "../page/notices.js";

/** @typedef {{base: string, list: number}} Registered the tournament's address in the API, the list's number there */

// What a list became: one list, or of a list of a whole event one in each section.
/**
 * @param {string} base
 * @param {{list?: number, sections?: {section: string, list: number}[]}} answer
 * @returns {Registered[]}
 */
export function listsOf(base, { list = 0, sections = [] }) {
  const ofSections = sections.map((one) => ({ base: `/api/t/${encodeURIComponent(one.section)}`, list: one.list }));
  return [{ base, list }, ...ofSections].filter((one) => one.list > 0);
}

/**
 * @param {Registered[]} lists
 * @param {() => void} reload
 */
export async function takeBackLists(lists, reload) {
  try {
    let count = 0;
    for (const { base, list } of lists) {
      const { records } = await write("DELETE", `${base}/lists/${list}`, {});
      count += records[0].event.players.length;
    }
    tell(word("list-is-back", { count }));
  } catch (problem) {
    tellProblem(problem);
  }
  reload();
}

/**
 * @param {HTMLElement} place
 * @param {string} base
 * @param {() => void} reload
 */
export function setUpRegisteredLists(place, base, reload) {
  place.addEventListener("click", (event) => {
    const button = closest(event, "[data-list]");
    if (button !== null) takeBackLists([{ base, list: Number(button.dataset.list) }], reload);
  });
}
