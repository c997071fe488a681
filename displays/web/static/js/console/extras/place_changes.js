// What a game or a settlement would change in the standings, before it is recorded.

import { read } from "../../api.js";
import { element } from "../../dom.js";
import { word } from "../../words.js";

/** @type {WeakMap<Element, number>} */
const asked = new WeakMap(); // how often for a place: only the last answer is shown

// `commands`: what would be recorded. The answer is shown in `place`; a refusal is thrown for the form to show.
/**
 * @param {string} address
 * @param {any[]} commands
 * @param {Element} place
 */
export async function showPlaceChanges(address, commands, place) {
  const question = new URLSearchParams({
    question: JSON.stringify({ commands }),
  });
  const turn = (asked.get(place) ?? 0) + 1;
  asked.set(place, turn);
  const changes = await read(`${address}${address.includes("?") ? "&" : "?"}${question}`);
  if (turn !== asked.get(place)) return;
  place.replaceChildren(element("h3", {}, word("preview-title")), content(changes));
}

/** @param {any[]} changes */
function content(changes) {
  if (changes.length === 0) return element("p", { class: "quiet" }, word("preview-nothing"));
  const heads = ["preview-place", "preview-name", "preview-points"].map((key) =>
    element("th", { scope: "col", class: key === "preview-name" ? null : "number" }, word(key)),
  );
  const rows = changes.map((line) =>
    element(
      "tr",
      {},
      element("td", { class: "number" }, arrow(line.before, line.after)),
      element("td", {}, line.name, line.notes ? element("small", {}, ` ${line.notes}`) : null),
      element("td", { class: "number" }, arrow(line.score_before, line.score_after)),
    ),
  );
  const table = element("table", {}, element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows));
  return element("div", { class: "grid", tabindex: "0" }, table);
}

/**
 * @param {any} before
 * @param {any} after
 */
function arrow(before, after) {
  return before === after ? String(after) : `${before} → ${after}`;
}
