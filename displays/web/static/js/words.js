// What the server put into the page: blocks of JSON by their id, and the words of the reader's language.

/** @typedef {Record<string, any>} Facts */

/**
 * @param {string} id
 * @returns {any} null if the page has no such block
 */
export function pageData(id) {
  const block = document.getElementById(id);
  return block === null ? null : JSON.parse(block.textContent);
}

const texts = pageData("words") ?? {};

// word("saved-at", {time: "14:03"}): the text with its facts filled in. A key that is missing shows itself.
/**
 * @param {string} key
 * @param {Facts} facts
 * @returns {string}
 */
export function word(key, facts = {}) {
  return key in texts ? fillPattern(texts[key], facts) : key;
}

// {count:game|games} is the word that goes with the number, as in displays/words/plurals.py.
/**
 * @param {string} pattern
 * @param {Facts} facts
 * @param {string} language
 */
export function fillPattern(pattern, facts, language = document.documentElement.lang) {
  return pattern.replace(/\{(\w+)(?::([^{}]*\|[^{}]*))?\}/g, (_, name, forms) => {
    if (forms !== undefined) return chooseForm(forms.split("|"), String(facts[name]), language);
    return name in facts ? String(facts[name]) : "…";
  });
}

// The order in which CLDR names the forms: a text has those that its language knows, and the last serves for the rest.
/** @type {Intl.LDMLPluralRule[]} */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];
/** @type {Map<string, {rule: Intl.PluralRules, known: Intl.LDMLPluralRule[]}>} */
const rules = new Map();

/**
 * @param {string[]} forms
 * @param {string} number as it is written
 * @param {string} language
 */
function chooseForm(forms, number, language) {
  const digits = number
    .replace(/^[+\-–]/, "")
    .replace("½", ".5")
    .replace(",", ".");
  if (digits === "" || Number.isNaN(Number(digits))) return forms[forms.length - 1];
  const { rule, known } = pluralRule(language);
  return forms[Math.min(known.indexOf(rule.select(Number(digits))), forms.length - 1)];
}

/** @param {string} language */
function pluralRule(language) {
  const found = rules.get(language);
  if (found !== undefined) return found;
  const rule = new Intl.PluralRules([language || "en", "en"]);
  const { pluralCategories } = rule.resolvedOptions();
  const made = { rule, known: CATEGORIES.filter((category) => pluralCategories.includes(category)) };
  rules.set(language, made);
  return made;
}
