// Somebody who is typed and there already: pointed out at once, with the other's name and number.

import { element } from "../../dom.js";
import { word } from "../../words.js";
import { numberShown } from "../page/typed_numbers.js";

const BODIES = ["fide", "knsb", "kndb", "fmjd"];

// "Smit, Ánna" and "Anna SMIT" are the same letters, as in ledger/acts/namesakes.py.
/** @param {string} text */
function lettersOf(text) {
  const plain = text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(" ");
}

// What is to be said of it; "": nobody is like that.
/**
 * @param {{name: string, ids: Record<string, string>}} typed
 * @param {Record<string, any>[]} people as the page has them; a number of a federation is `ids.fide` …
 */
function doubleOf({ name, ids }, people) {
  for (const body of BODIES) {
    const given = plainNumber(ids[body]);
    const same = given && people.find((player) => plainNumber(player[`ids.${body}`]) === given);
    if (same)
      return word("typed-same-number", { body: body.toUpperCase(), name: same.name, number: numberShown(same.number) });
  }
  const letters = lettersOf(name);
  const alike = letters && people.find((player) => lettersOf(player.name) === letters);
  return alike ? word("typed-same-name", { name: alike.name, number: numberShown(alike.number) }) : "";
}

/** @param {string | undefined} text */
function plainNumber(text) {
  return (text ?? "").replace(/\s/g, "").replace(/^0+/, "");
}

// `others()`: who it may not be; for a player who is changed all but that one.
/**
 * @param {HTMLFormElement} form
 * @param {() => Record<string, any>[]} others
 */
export function pointOutDoubles(form, others) {
  const place = element("p", { class: "typed-double", role: "status" });
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
  const name = field("name");
  if (name === null) return;
  name.closest(".fields")?.after(place);
  const look = () => {
    const ids = Object.fromEntries(BODIES.map((body) => [body, field(`ids.${body}`)?.value ?? ""]));
    const said = doubleOf({ name: name.value, ids }, others());
    if (place.textContent !== said) place.textContent = said; // said once, not with every letter
  };
  form.addEventListener("input", look);
  form.addEventListener("reset", () => setTimeout(look));
  form.addEventListener("submit", () => setTimeout(() => (place.textContent = "")));
}
