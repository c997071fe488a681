// Asks for the reason of what is about to be recorded. Unless it is optional it cannot be left empty; Escape and
// "cancel" record nothing.

import { element } from "../../dom.js";
import { word } from "../../words.js";

let number = 0;

// await askReason(title, {details, act: "Correct", danger: true}) → the reason, or null
// ``typed``: what the reason was before; ``after``: a promise until which nothing can be confirmed
/**
 * @param {string} title
 * @param {{details?: (Node | string)[], act?: string, danger?: boolean, typed?: string, isOptional?: boolean,
 *   after?: Promise<any> | null}} options
 * @returns {Promise<string | null>}
 */
export function askReason(
  title,
  { details = [], act = word("confirm"), danger = false, typed = "", isOptional = false, after = null } = {},
) {
  const id = `reason-${(number += 1)}`;
  const error = element("p", { class: "field-error", id: `${id}-error`, role: "alert" });
  const input = element("input", {
    id,
    type: "text",
    maxlength: 500,
    value: typed,
    autocomplete: "off",
    "aria-describedby": error.id,
  });
  const confirm = element("button", { class: danger ? "danger" : "primary" }, act);
  const cancel = element("button", { type: "button" }, word("cancel"));
  confirm.disabled = after !== null;
  after?.then(() => (confirm.disabled = false));
  const form = element(
    "form",
    { method: "dialog", novalidate: true },
    element("h2", { id: `${id}-title` }, title),
    ...details.map((line) => (line instanceof Node ? line : element("p", {}, line))),
    element(
      "div",
      { class: "field" },
      element("label", { for: id }, word(isOptional ? "reason-optional" : "reason")),
      input,
      error,
    ),
    element("div", { class: "actions" }, confirm, cancel),
  );
  const dialog = element("dialog", { class: "ask", "aria-labelledby": `${id}-title` }, form);
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
  return new Promise((answer) => {
    const end = (reason) => {
      remove(dialog, before);
      answer(reason);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const reason = input.value.trim();
      if (reason !== "" || isOptional) return end(reason);
      error.textContent = word("reason-needed");
      input.setAttribute("aria-invalid", "true");
      input.focus();
    });
    cancel.addEventListener("click", () => end(null));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      end(null);
    });
  });
}

function remove(dialog, focused) {
  dialog.close();
  dialog.remove();
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
}
