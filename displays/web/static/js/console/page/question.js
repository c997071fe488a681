// A question before something is recorded, with its consequences, and where one is needed the reason.

import { element } from "../../dom.js";
import { word } from "../../words.js";

let number = 0;

// await ask(title, {details: ["What follows from it."], act: "Remove", danger: true}) → {reason: ""}, or null for no.
/**
 * @param {string} title
 * @param {{details?: (string | Node)[], act?: string, danger?: boolean, needsReason?: boolean}} options
 * @returns {Promise<{reason: string} | null>}
 */
export function ask(title, { details = [], act = word("confirm"), danger = false, needsReason = false } = {}) {
  const id = `question-${(number += 1)}`;
  const field = needsReason ? reasonField(id) : null;
  const cancel = element("button", { type: "button" }, word("cancel"));
  const form = element(
    "form",
    { method: "dialog", novalidate: true },
    element("h2", { id: `${id}-title` }, title),
    details.map((line) => (line instanceof Node ? line : element("p", {}, line))),
    field?.node,
    element("div", { class: "actions" }, element("button", { class: danger ? "danger" : "primary" }, act), cancel),
  );
  const dialog = element("dialog", { class: "ask", "aria-labelledby": `${id}-title` }, form);
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  (field?.input ?? cancel).focus();
  return new Promise((answer) => {
    /** @param {{reason: string} | null} given */
    const end = (given) => {
      dialog.close();
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      answer(given);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const reason = field === null ? "" : field.read();
      if (reason !== null) end({ reason });
    });
    cancel.addEventListener("click", () => end(null));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      end(null);
    });
  });
}

// `read()`: what is typed; null, and told at the field, while nothing is.
/** @param {string} id */
function reasonField(id) {
  const error = element("p", {
    class: "field-error",
    id: `${id}-error`,
    role: "alert",
  });
  const described = {
    "aria-describedby": error.id,
    autocomplete: "off",
    maxlength: 500,
  };
  const input = element("input", { id, type: "text", ...described });
  const node = element("div", { class: "field" }, element("label", { for: id }, word("reason")), input, error);
  const read = () => {
    const reason = input.value.trim();
    if (reason !== "") return reason;
    error.textContent = word("reason-needed");
    input.setAttribute("aria-invalid", "true");
    input.focus();
    return null;
  };
  return { node, input, read };
}
