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

// {count:game|games} is the word that goes with the number, as in displays/words/language.py.
export function filled(pattern, facts) {
  return pattern.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (_, name, one, others) => {
    if (others !== undefined) return String(facts[name]) === "1" ? one : others;
    return name in facts ? String(facts[name]) : "…";
  });
}
