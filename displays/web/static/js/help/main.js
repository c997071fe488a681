// The handbook: what is found follows what is typed; "/" leads to the search, arrow keys through what was found.

import { byId } from "../dom.js";
import { searchWhileTyping } from "../help_search.js";

const field = /** @type {HTMLInputElement} */ (byId("q"));
const found = byId("found");
const links = () => /** @type {NodeListOf<HTMLAnchorElement>} */ (found.querySelectorAll("a"));

searchWhileTyping(field, found);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.select();
    field.focus();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    move(event);
  }
});

// From the field to what was found, and back.
/** @param {KeyboardEvent} event */
function move(event) {
  const stops = [field, ...links()];
  const here = stops.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  const next = stops[here + (event.key === "ArrowDown" ? 1 : -1)];
  if (here < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
