// What the server put into the page: blocks of JSON by their id, and the words of the reader's language.

export function given(id) {
  const block = document.getElementById(id);
  return block === null ? null : JSON.parse(block.textContent);
}

const texts = given("words") ?? {};

// word("saved-at", {time: "14:03"}): the text with its facts filled in. A key that is missing shows itself.
export function word(key, facts = {}) {
  return key in texts ? filled(texts[key], facts) : key;
}

// {count:game|games} is the word that goes with the number, as in displays/words/plurals.py.
export function filled(pattern, facts, language = document.documentElement.lang) {
  return pattern.replace(/\{(\w+)(?::([^{}]*\|[^{}]*))?\}/g, (_, name, forms) => {
    if (forms !== undefined) return chooseForm(forms.split("|"), String(facts[name]), language);
    return name in facts ? String(facts[name]) : "…";
  });
}

// The order in which CLDR names the forms: a text has those that its language knows, and the last serves for the rest.
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];
const rules = new Map();

function chooseForm(forms, number, language) {
  const digits = number.replace(/^[+\-–]/, "").replace("½", ".5").replace(",", ".");
  if (digits === "" || Number.isNaN(Number(digits))) return forms.at(-1);
  const { rule, known } = pluralRule(language);
  return forms[Math.min(known.indexOf(rule.select(Number(digits))), forms.length - 1)];
}

function pluralRule(language) {
  if (!rules.has(language)) {
    const rule = new Intl.PluralRules([language || "en", "en"]);
    const { pluralCategories } = rule.resolvedOptions();
    rules.set(language, { rule, known: CATEGORIES.filter((category) => pluralCategories.includes(category)) });
  }
  return rules.get(language);
}
