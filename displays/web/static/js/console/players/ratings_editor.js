// The ratings of a player that are known, as rows of a form: whose, of which games, the value, its list, since when.

import { element } from "../../dom.js";
import { word } from "../../words.js";

const KINDS = ["", "standard", "rapid", "blitz"];
const SOURCES = ["fide", "own", "national"]; // that have a word; the code of a federation is its own

/**
 * @typedef {object} Rating
 * @property {string} source
 * @property {string} kind
 * @property {number | string | null} value
 * @property {string} month
 * @property {boolean} is_by_hand
 * @property {number | string | null} from_round
 * @property {boolean} is_chosen
 */

/** @param {HTMLFormElement} form */
export function setUpRatings(form) {
  form.querySelector(".add-rating").addEventListener("click", () => addRow(form, emptyRating(), true));
}

// `counts`: which of them, and why, as the server says it.
/**
 * @param {HTMLFormElement} form
 * @param {Rating[]} ratings
 */
export function showRatings(form, ratings, counts = "") {
  rowsOf(form).replaceChildren();
  for (const rating of ratings) addRow(form, rating, false);
  form.querySelector(".known-ratings .counting").textContent = counts;
}

// The one that counts instead of the one by the rule; -1: none is chosen.
/**
 * @param {HTMLFormElement} form
 * @param {number} place
 */
export function chooseRating(form, place) {
  for (const [at, row] of [...rowsOf(form).children].entries())
    row.querySelector('[data-part="is_chosen"]').checked = at === place;
}

// Rows in which nothing is typed are none.
/**
 * @param {HTMLFormElement} form
 * @returns {Rating[]}
 */
export function ratingsOf(form) {
  return [...rowsOf(form).children].map(readRow).filter(({ source, value }) => source !== "" || value !== null);
}

/** @returns {Rating} */
function emptyRating() {
  return { source: "", kind: "", value: null, month: "", is_by_hand: true, from_round: 1, is_chosen: false };
}

/** @param {HTMLFormElement} form */
function rowsOf(form) {
  return form.querySelector(".rating-rows");
}

/**
 * @param {HTMLFormElement} form
 * @param {Rating} rating
 * @param {boolean} takesFocus
 */
function addRow(form, rating, takesFocus) {
  const kinds = KINDS.map((kind) => element("option", { value: kind }, word(`rating-kind-${kind}`)));
  const source = input("source", sourceWord(rating.source), { list: "rating-sources" });
  const kind = element("select", { "data-part": "kind" }, kinds);
  kind.value = rating.kind;
  const chosen = element("input", { type: "checkbox", "data-part": "is_chosen", autocomplete: "off" });
  chosen.checked = rating.is_chosen;
  const row = element(
    "div",
    { class: "rating-row", "data-by-hand": String(rating.is_by_hand) },
    labelled("rating-source", source),
    labelled("rating-kind", kind),
    labelled("rating-value", input("value", rating.value ?? "", { inputmode: "numeric", size: 5 })),
    labelled("rating-month", input("month", rating.month, { placeholder: "2026-11", size: 7 })),
    labelled("rating-since", input("from_round", rating.from_round ?? 1, { inputmode: "numeric", size: 3 })),
    labelled("rating-choose", chosen),
    element(
      "button",
      { type: "button", class: "icon", "aria-label": word("rating-remove"), onclick: () => row.remove() },
      "×",
    ),
  );
  rowsOf(form).append(row);
  if (takesFocus) source.focus();
}

/**
 * @param {string} part
 * @param {string | number} value
 * @param {Record<string, any>} attributes
 */
function input(part, value, attributes) {
  return element("input", { "data-part": part, value: String(value), autocomplete: "off", ...attributes });
}

/**
 * @param {string} key
 * @param {HTMLElement} control
 */
function labelled(key, control) {
  return element("label", {}, element("span", {}, word(key)), control);
}

/** @param {string} source */
function sourceWord(source) {
  return SOURCES.includes(source) ? word(`rating-source-${source}`) : source;
}

/** @param {string} typed */
function sourceOf(typed) {
  const text = typed.trim();
  const known = SOURCES.find((source) =>
    [source, word(`rating-source-${source}`).toLowerCase()].includes(text.toLowerCase()),
  );
  if (known !== undefined) return known;
  return text.length === 3 ? text.toUpperCase() : text;
}

/**
 * @param {any} row
 * @returns {Rating}
 */
function readRow(row) {
  /** @param {string} part */
  const read = (part) => row.querySelector(`[data-part="${part}"]`).value.trim();
  return {
    source: sourceOf(read("source")),
    kind: read("kind"),
    value: numberOrTyped(read("value")),
    month: read("month"),
    is_by_hand: row.dataset.byHand === "true",
    from_round: numberOrTyped(read("from_round")) ?? 1,
    is_chosen: row.querySelector('[data-part="is_chosen"]').checked,
  };
}

// What cannot be a number goes as it was typed: the answer says so.
/** @param {string} text */
function numberOrTyped(text) {
  if (text === "") return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
