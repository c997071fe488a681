// A question before something is recorded, with its consequences and, where one is wanted, the reason. Escape and
// "cancel" record nothing.

import { element } from "../../dom.js";
import { word } from "../../words.js";

let number = 0;

/**
 * @typedef {object} Asking
 * @property {(Node | string)[]} [details] what follows from it
 * @property {string} [act] what the button says
 * @property {boolean} [danger]
 * @property {"none" | "optional" | "needed"} [reason] needed: it cannot be left empty
 * @property {string} [typed] the reason as it was typed before
 * @property {Promise<any> | null} [after] until then nothing can be confirmed
 * @property {() => boolean} [check] whether what is typed among the details can be recorded; it tells what is wrong
 */

// await ask(title, {details: ["What follows from it."], act: "Remove", danger: true}) → {reason: ""}, or null for no.
/**
 * @param {string} title
 * @param {Asking} asking
 * @returns {Promise<{reason: string} | null>}
 */
export function ask(title, asking = {}) {
  const { details = [], act = word("confirm"), danger = false, after = null, check = () => true } = asking;
  const id = `question-${(number += 1)}`;
  const field = reasonField(id, asking);
  const confirm = element("button", { class: danger ? "danger" : "primary" }, act);
  const cancel = element("button", { type: "button" }, word("cancel"));
  confirm.disabled = after !== null;
  after?.then(() => (confirm.disabled = false));
  const form = element(
    "form",
    { method: "dialog", novalidate: true },
    element("h2", { id: `${id}-title` }, title),
    details.map((line) => (line instanceof Node ? line : element("p", {}, line))),
    field?.node,
    element("div", { class: "actions" }, confirm, cancel),
  );
  const dialog = element("dialog", { class: "ask", "aria-labelledby": `${id}-title` }, form);
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  (form.querySelector("input:not([type]), input[type=text]") ?? cancel).focus();
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
      if (!check()) return;
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

// The reason alone, which is needed unless `asking` says otherwise; null for no.
/**
 * @param {string} title
 * @param {Asking} asking
 */
export async function askReason(title, asking = {}) {
  const answer = await ask(title, { reason: "needed", ...asking });
  return answer === null ? null : answer.reason;
}

// Null where no reason is wanted. `read()`: what is typed; null, and told at the field, while it is needed and missing.
/**
 * @param {string} id
 * @param {Asking} asking
 */
function reasonField(id, { reason: kind = "none", typed = "" }) {
  if (kind === "none") return null;
  const error = element("p", { class: "field-error", id: `${id}-error`, role: "alert" });
  const input = element("input", {
    id,
    type: "text",
    maxlength: 500,
    value: typed,
    autocomplete: "off",
    "aria-describedby": error.id,
  });
  const label = element("label", { for: id }, word(kind === "optional" ? "reason-optional" : "reason"));
  const read = () => {
    const reason = input.value.trim();
    if (reason !== "" || kind === "optional") return reason;
    error.textContent = word("reason-needed");
    input.setAttribute("aria-invalid", "true");
    input.focus();
    return null;
  };
  return { node: element("div", { class: "field" }, label, input, error), read };
}
