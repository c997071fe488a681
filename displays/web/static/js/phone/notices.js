// What a member is told by mail: the address, and of what; where the server sends mails.

import { write } from "../api.js";
import { element } from "../dom.js";
import { pageData, word } from "../words.js";

const facts = pageData("facts");
const KINDS = ["pairing", "evening", "correction"];
let problem = "";
let isBusy = false;
let isOpen = false;

/**
 * @param {MemberView} member
 * @param {(writing: Promise<unknown>) => Promise<void>} afterWrite
 * @param {() => void} paint
 * @returns {HTMLElement[]}
 */
export function notices({ notices: known }, afterWrite, paint) {
  if (known === null) return [];
  const own = `/api/t/${encodeURIComponent(facts.stream)}/members/${facts.player}/notices`;

  /** @param {() => Promise<unknown>} writing */
  async function send(writing) {
    if (isBusy) return;
    isBusy = true;
    problem = "";
    try {
      await afterWrite(writing());
    } catch (error) {
      problem = word("not-sent", { problem: error instanceof Error ? error.message : String(error) });
    }
    isBusy = false;
    paint();
  }

  /** @param {SubmitEvent} event */
  function give(event) {
    event.preventDefault();
    const fields = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const body = { address: String(fields.get("address")).trim(), kinds: fields.getAll("kind") };
    send(() => write("PUT", own, body));
  }

  /** @param {EventTarget | null} details */
  function noteOpen(details) {
    isOpen = details instanceof HTMLDetailsElement && details.open;
  }

  const key = known.is_confirmed ? "mail-is-on" : known.address ? "mail-to-confirm" : "mail-none";
  const state = word(key, { address: known.address });
  const stop = element(
    "button",
    { type: "button", class: "plain", onclick: () => send(() => write("DELETE", own, undefined)) },
    word("mail-remove"),
  );
  return [
    element(
      "details",
      { id: "mail", open: isOpen, ontoggle: (/** @type {Event} */ event) => noteOpen(event.currentTarget) },
      element("summary", {}, word("mail-title")),
      element("p", { class: "quiet", role: "status" }, state),
      ...(problem ? [element("p", { class: "past", role: "alert" }, problem)] : []),
      form(known, give),
      ...(known.address ? [stop] : []),
    ),
  ];
}

/**
 * @param {MemberNotices} known
 * @param {(event: SubmitEvent) => void} give
 */
function form({ address, kinds }, give) {
  const ticks = KINDS.map((kind) =>
    element(
      "label",
      { class: "tick" },
      element("input", { type: "checkbox", name: "kind", value: kind, checked: !address || kinds.includes(kind) }),
      ` ${word(`mail-kind-${kind}`)}`,
    ),
  );
  const box = { id: "mail-address", name: "address", type: "email", required: "", autocomplete: "email" };
  return element(
    "form",
    { onsubmit: give },
    element("label", { for: "mail-address" }, word("mail-address")),
    element("input", { ...box, value: address }),
    ...ticks,
    element("button", {}, word("mail-save")),
  );
}
