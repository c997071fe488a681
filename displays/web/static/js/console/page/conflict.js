// Writes only over what somebody saw (optimistic concurrency). If only something else moved on meanwhile, it is sent
// once more; if the thing itself did, a form is shown beside what stands and the person chooses (`overwrite`), and a
// button does nothing but say so (`asSeen`).

import { Problem } from "../../api.js";
import { element } from "../../dom.js";
import { word } from "../../words.js";

const ATTEMPTS = 20; // a hall in which results come in all the time

// await asSeen({version, was, again, send}) → the answer, or null: it is no longer what the person saw
//   again(): {version, value} as it stands now; send(version): writes
/** @param {Overwriting} action */
export function asSeen({ version, was, again, send }) {
  return sendAsSeen({ version, was, again, send, isStillWanted: () => false });
}

// isStillWanted(value): whether to write over what the person did not see
/** @param {Overwriting & {isStillWanted: (value: any) => boolean | Promise<boolean>}} action */
async function sendAsSeen({ version, was, again, send, isStillWanted }) {
  let [expected, known] = [version, was];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(expected);
    } catch (problem) {
      const isConflict = problem instanceof Problem && problem.code === "version-conflict";
      if (!isConflict || attempt === ATTEMPTS) throw problem;
    }
    const stands = await again();
    if (!isSame(known, stands.value) && !(await isStillWanted(stands.value))) return null;
    [expected, known] = [stands.version, stands.value];
  }
}

// What a form shows as a problem, with everything that was typed still in it.
export function changedMeanwhile() {
  return new Problem(409, { code: "changed-meanwhile", detail: word("changed-look-again") });
}

// await overwrite({version, was, mine, again, send, label}) → the answer, or null: what stands is kept
//   version, was: what the form was filled from; mine: what it says now, by the same fields
//   again(): {version, value} as it stands now; send(version): writes mine
//   label(field): what people call it; show(field, value): its words, undefined: those that any value has
/**
 * @param {Overwriting & {mine: any, label: (field: string) => string, show?: Show}} form
 */
export function overwrite({ version, was, mine, again, send, label, show = () => undefined }) {
  const isStillWanted = (/** @type {any} */ value) => isMineWanted(differences(value, mine, label, show));
  return sendAsSeen({ version, was, again, send, isStillWanted });
}

// The page as the server makes it now: its version, and what it gives to its scripts.
export async function pageAgain() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) throw new Problem(answer.status, { detail: word("not-refreshed", { status: answer.status }) });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const version = Number(fresh.documentElement.dataset.version);
  return {
    version,
    document: fresh,
    data: (/** @type {string} */ id) => JSON.parse(fresh.getElementById(id).textContent),
  };
}

/**
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function isSame(one, other) {
  return JSON.stringify(sortFields(one)) === JSON.stringify(sortFields(other));
}

// Whatever the order of its fields, and whether what is empty is there or not.
/**
 * @param {any} value
 * @returns {any}
 */
function sortFields(value) {
  if (Array.isArray(value)) return value.map(sortFields);
  if (value === null || typeof value !== "object") return isEmpty(value) ? "" : value;
  const filled = Object.entries(value).filter(([, part]) => !isEmpty(part));
  return Object.fromEntries(filled.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, sortFields(part)]));
}

/** @param {any} value */
function isEmpty(value) {
  return value === null || value === undefined || value === "";
}

/**
 * @param {any} stands
 * @param {any} mine
 * @param {(field: string) => string} label
 * @param {Show} show
 */
function differences(stands, mine, label, show) {
  const fields = Object.keys(mine).filter((field) => !isSame(stands?.[field], mine[field]));
  const words = (/** @type {string} */ field, /** @type {any} */ value) => show(field, value) ?? textOf(value);
  return fields.map((field) => [label(field), words(field, stands?.[field]), words(field, mine[field])]);
}

/**
 * @param {any} value
 * @returns {string}
 */
function textOf(value) {
  if (typeof value === "boolean") return word(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map(textOf).join(", ") || "–";
  if (value !== null && typeof value === "object") {
    return (
      Object.entries(value)
        .filter(([, part]) => !isEmpty(part))
        .map(([key, part]) => `${key}: ${textOf(part)}`)
        .join(", ") || "–"
    );
  }
  return isEmpty(value) ? "–" : String(value);
}

// Escape keeps what stands: nothing is written by mistake.
/**
 * @param {string[][]} lines
 * @returns {Promise<boolean>}
 */
function isMineWanted(lines) {
  const keep = element("button", { type: "button", class: "keep-theirs" }, word("keep-theirs"));
  const write = element("button", { type: "button", class: "danger write-mine" }, word("write-mine"));
  const heads = ["changed-field", "changed-theirs", "changed-mine"].map((key) =>
    element("th", { scope: "col" }, word(key)),
  );
  const rows = lines.map(([name, ...values]) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...values.map((text) => element("td", {}, text))),
  );
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  const dialog = element(
    "dialog",
    { class: "overwriting", "aria-labelledby": "overwriting-title" },
    element("h2", { id: "overwriting-title" }, word("changed-meanwhile")),
    element("p", {}, word("changed-meanwhile-about")),
    element("div", { class: "grid", tabindex: "0" }, table),
    element("div", { class: "actions" }, keep, write),
  );
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  keep.focus();
  return new Promise((answer) => {
    const end = (/** @type {boolean} */ isMine) => {
      dialog.close();
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      answer(isMine);
    };
    keep.addEventListener("click", () => end(false));
    write.addEventListener("click", () => end(true));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      end(false);
    });
  });
}
