// The words of a screen. With several languages they take turns, a page each.

import { formatTime } from "../moments.js";
import { fillPattern, pageData } from "../words.js";
import { shownFacts } from "./section_facts.js";

const facts = pageData("facts");
let languages = [facts.language];
let turn = 0;

/** @param {string[] | undefined} wanted */
export function setLanguages(wanted) {
  const known = (wanted ?? []).filter((code) => code in facts.words);
  languages = known.length > 0 ? known : [facts.language];
  turn %= languages.length;
}

export function nextLanguage() {
  turn = (turn + 1) % languages.length;
  document.documentElement.lang = language();
}

export function language() {
  return languages[turn];
}

// say("round-of", {round: 3})
/**
 * @param {string} key
 * @param {Record<string, any>} filling
 * @returns {string}
 */
export function say(key, filling = {}) {
  return fillPattern(facts.words[language()][key] ?? key, filling, language());
}

export const resultMark = (/** @type {string} */ result) => shownFacts().marks[language()][result] ?? result;
export const outcomeWord = (/** @type {string} */ outcome) => shownFacts().outcomes[language()][outcome] ?? outcome;

// Of a tournament with a ladder; a letter that there is none of is nothing.
export const ladderWord = (/** @type {string} */ key) => shownFacts().ladder[language()]?.[key] ?? "";

/** @param {Date} date */
export function clockTime(date) {
  return formatTime(date, { timeStyle: "short" }, language());
}
