// Short messages at the edge of the page: what was done, what went wrong. A good one goes by itself, one by which
// something can be undone later. A bad one stays until its cause is gone, if that can be told, or somebody closes it.
// Escape takes the newest away.

import { NEEDS_CONFIRMATION, onAnswer } from "../../api.js";
import { byId, element } from "../../dom.js";
import { word } from "../../words.js";

const SHOWN = 6000;
const SHOWN_WITH_UNDO = 20000;

// `undo`: done by a button of the notice; `cause`: of a bad one, by which `causeGone` takes it away. It is told once.
/**
 * @param {string} text
 * @param {{bad?: boolean, undo?: (() => void) | null, cause?: string}} options
 */
export function tell(text, { bad = false, undo = null, cause = "" } = {}) {
  if (cause) causeGone(cause);
  const close = element("button", { type: "button", class: "icon", "aria-label": word("close-notice") }, "×");
  const notice = element(
    "div",
    { class: bad ? "notice bad" : "notice", dataset: { cause } },
    element("span", {}, text),
    undo && undoButton(),
    close,
  );
  close.addEventListener("click", () => notice.remove());
  byId("notices").append(notice);
  keepOffFocus();
  if (!bad) removeLater(notice, undo === null ? SHOWN : SHOWN_WITH_UNDO);
  return notice;

  function undoButton() {
    const once = () => {
      notice.remove();
      undo?.();
    };
    return element("button", { type: "button", onclick: once }, word("undo"));
  }
}

/** @param {string} cause */
export function causeGone(cause) {
  for (const notice of document.querySelectorAll(`#notices [data-cause="${cause}"]`)) notice.remove();
}

// Not while somebody is in it, by pointer or by keyboard.
/**
 * @param {HTMLElement} notice
 * @param {number} shown
 */
function removeLater(notice, shown) {
  setTimeout(() => {
    if (notice.matches(":hover, :focus-within")) removeLater(notice, SHOWN);
    else notice.remove();
  }, shown);
}

// At the bottom, or at the top while the control that somebody is at would lie below them.
function keepOffFocus() {
  const place = byId("notices");
  const at = document.activeElement;
  if (place.contains(at)) return; // it stays under the finger that presses a button in it
  place.classList.remove("on-top");
  if (at === null || at === document.body) return;
  const [ours, theirs] = [place.getBoundingClientRect(), at.getBoundingClientRect()];
  const isApart = theirs.bottom < ours.top || theirs.top > ours.bottom || theirs.right < ours.left;
  place.classList.toggle("on-top", !isApart && theirs.height < innerHeight / 2);
}

// Whatever else Escape does where somebody is. An open dialog closes first.
function closeNewest(/** @type {KeyboardEvent} */ { key }) {
  if (key !== "Escape" || document.querySelector("dialog[open]") !== null) return;
  document.querySelector("#notices .notice:last-child")?.remove();
}
document.addEventListener("keydown", closeNewest, { capture: true });
document.addEventListener("focusin", keepOffFocus);
onAnswer(() => causeGone("connection"));

// What a failed request says to a person.
/** @param {any} problem */
export function tellProblem(problem) {
  if (problem.code === NEEDS_CONFIRMATION) return tell(word("not-confirmed")); // somebody said no
  const isUnanswered = problem.status === undefined;
  if (!isUnanswered) return tell(problem.message, { bad: true });
  return tell(word("no-connection"), { bad: true, cause: "connection" });
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
