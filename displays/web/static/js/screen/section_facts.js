// What differs from section to section on a common screen of a festival: its name, its points, its game. A screen of a
// tournament has no sections, and one of everything.

import { pageData } from "../words.js";

const facts = pageData("facts");
let shown = facts;

/** @param {Scene | undefined} scene */
export function factsOf(scene) {
  return facts.sections?.[scene?.section ?? ""] ?? facts;
}

// From now on texts are those of this scene's section.
/** @param {Scene | undefined} scene */
export function useFactsOf(scene) {
  shown = factsOf(scene);
}

export const shownFacts = () => shown;

/** @param {string} section */
export function nameOfSection(section) {
  return facts.sections?.[section]?.tournament ?? section;
}

/** @param {Scene} scene */
export function isSectionKnown({ section }) {
  return !section || facts.sections?.[section] !== undefined;
}
