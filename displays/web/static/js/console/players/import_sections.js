// Of a list of a whole event: which section it is that the list calls so.

import { byId, element } from "../../dom.js";
import { word } from "../../words.js";

/**
 * @typedef {object} Seen
 * @property {{called: string, section: string}[]} [sections] none: it is a list of one tournament
 * @property {Record<string, string>} [choices]
 */

/**
 * @param {Seen} seen
 * @param {() => void} again
 */
export function drawSections({ sections = [], choices = {} }, again) {
  byId("import-sections").replaceChildren(
    ...sections.map(({ called, section }, place) => {
      const id = `import-section-${place}`;
      const none = element("option", { value: "" }, word("column-left-out"));
      const names = Object.entries(choices).map(([value, name]) => element("option", { value }, name));
      const select = element("select", { id, "data-called": called, onchange: again }, none, names);
      select.value = section;
      const label = element("label", { for: id }, word("section-called", { called: called || "–" }));
      return element("div", { class: "field" }, label, select);
    }),
  );
}

/** @param {Seen | null} seen */
export function sectionsChosen(seen) {
  if (!seen?.choices) return {};
  const selects = /** @type {HTMLSelectElement[]} */ ([...byId("import-sections").querySelectorAll("select")]);
  return { sections: Object.fromEntries(selects.map((select) => [select.dataset.called, select.value])) };
}
