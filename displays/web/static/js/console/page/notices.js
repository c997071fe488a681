// Short messages above the page: what was done, what went wrong. A good one goes by itself; a bad one stays, and so
// does one by which something can be undone.

import { byId, element } from "../../dom.js";
import { word } from "../../words.js";

const SHOWN = 6000;

// `undo`: done by a button of the notice
/**
 * @param {string} text
 * @param {{bad?: boolean, undo?: (() => void) | null}} options
 */
export function tell(text, { bad = false, undo = null } = {}) {
  const close = element("button", { type: "button", class: "icon", "aria-label": word("close-notice") }, "×");
  const notice = element(
    "div",
    { class: bad ? "notice bad" : "notice" },
    element("span", {}, text),
    undo && undoButton(),
    close,
  );
  close.addEventListener("click", () => notice.remove());
  byId("notices").append(notice);
  if (!bad && undo === null) setTimeout(() => notice.remove(), SHOWN);
  return notice;

  function undoButton() {
    const once = () => {
      notice.remove();
      undo?.();
    };
    return element("button", { type: "button", onclick: once }, word("undo"));
  }
}

// What a failed request says to a person.
/** @param {any} problem */
export function tellProblem(problem) {
  return tell(problem.status === undefined ? word("no-connection") : problem.message, { bad: true });
}

// A message that has to survive the next page: told there.
/** @param {string} text */
export function tellNext(text) {
  sessionStorage.setItem("told", text);
}

export function tellKept() {
  const text = sessionStorage.getItem("told");
  sessionStorage.removeItem("told");
  if (text !== null) tell(text);
}
