// Forms that keep what was typed: over a refused submit, a lost connection, a closed tab. Errors stand at their field.

import { word } from "../../words.js";

/**
 * @typedef {{message: string, code: string, facts: Record<string, any>}} Told
 * @typedef {{of: string, field: string, message: string}} Own
 */

// -- errors -----------------------------------------------------------------------------------------------------------

// `isMeant`: at which controls; those of the others stay.
/**
 * @param {HTMLFormElement} form
 * @param {(control: HTMLInputElement) => boolean} isMeant
 */
export function clearErrors(form, isMeant = () => true) {
  for (const control of form.querySelectorAll("[aria-invalid]")) if (isMeant(control)) clearAt(control);
  for (const node of form.querySelectorAll(".form-problem")) node.remove();
}

// Shows a Problem, with all that it brings along, each at the field that it names or above the form; the first of the
// fields is gone to. `fieldOf` finds the field of codes that name none.
/**
 * @param {HTMLFormElement} form
 * @param {any} problem a Problem, or what fetch throws without a line
 * @param {FieldOf} fieldOf
 */
export function showProblem(form, problem, fieldOf = () => "", { takesFocus = true } = {}) {
  if (problem.status === undefined) {
    console.warn(problem); // the line is down; should it be something else, this tells
    return showAbove(form, word("no-connection"));
  }
  const { message, code = "", facts = {}, problems = [] } = problem;
  /** @type {Told[]} */
  const all = problems.length > 0 ? problems : [{ message, code, facts }];
  const controls = all.map((one) => showOne(form, one, fieldOf)).filter((control) => control !== null);
  if (takesFocus) first(controls)?.focus();
}

/**
 * @param {HTMLFormElement} form
 * @param {Told} told
 * @param {FieldOf} fieldOf
 */
function showOne(form, { message, code, facts }, fieldOf) {
  const control =
    controlOf(form, facts.field) ?? controlOf(form, fieldOf({ code, facts })) ?? within(form, facts.field);
  if (control === null) {
    showAbove(form, message);
    return null;
  }
  showAt(control, message);
  for (let parent = control.closest("details"); parent !== null; parent = parent.parentElement.closest("details"))
    parent.open = true;
  return control;
}

// As one reads the page. Of a value that stands in a list of its own: the first that can be gone to there.
/** @param {HTMLInputElement[]} controls */
function first(controls) {
  /** @type {(one: Node, other: Node) => boolean} */
  const isBefore = (one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const [found] = [...controls].sort((one, other) => (isBefore(one, other) ? -1 : 1));
  return found?.type === "hidden" ? found.closest(".field").querySelector("[tabindex], button") : found;
}

// Beside what is said there already: of a list two entries may be wrong.
/**
 * @param {Element} control
 * @param {string} message
 */
export function showAt(control, message) {
  const isFirst = control.getAttribute("aria-invalid") !== "true";
  const place = control.closest(".field")?.querySelector(".field-error");
  if (place && isFirst) place.textContent = message;
  else if (place && !place.textContent.includes(message)) place.textContent += ` ${message}`;
  if (!isFirst) return;
  control.setAttribute("aria-invalid", "true");
  control.addEventListener("input", () => clearAt(control), { once: true }); // it was said of what stood there
}

/** @param {Element} control */
export function clearAt(control) {
  control.removeAttribute("aria-invalid");
  const place = control.closest(".field")?.querySelector(".field-error");
  if (place) place.textContent = "";
}

/**
 * @param {HTMLFormElement} form
 * @param {string} message
 */
function showAbove(form, message) {
  const box = document.createElement("div");
  box.className = "notice bad form-problem";
  box.setAttribute("role", "alert");
  box.append(Object.assign(document.createElement("span"), { textContent: message }));
  form.prepend(box);
  box.scrollIntoView({ block: "center" });
  return box;
}

// What the page itself found wrong, `own`: [{of, field, message}], goes to the server as something that is refused in
// any case, so that all else that is wrong comes back with it. Of the field `of` the page's words are then shown, at
// `field`.
/**
 * @param {any} problem a Problem, or what fetch throws without a line
 * @param {Own[]} own
 * @param {FieldOf} fieldOf
 */
export function inOwnWords(problem, own, fieldOf) {
  if (problem.status === undefined || own.length === 0) return problem;
  const { message, code = "", facts = {}, problems = [] } = problem;
  /** @type {Told[]} */
  const told = problems.length > 0 ? problems : [{ message, code, facts }];
  /** @param {Told} one */
  const isOwn = (one) => own.some(({ of }) => of === (one.facts.field ?? fieldOf(one)));
  const mine = own.map(({ field, message: words }) => ({ message: words, code: "", facts: { field } }));
  return Object.assign(new Error(message), {
    status: problem.status,
    problems: [...told.filter((one) => !isOwn(one)), ...mine],
  });
}

// "rules.rounds", "details.name", "players.0.rating": by the whole name, else by its end.
/**
 * @param {HTMLFormElement} form
 * @param {string | undefined} dotted
 */
function controlOf(form, dotted) {
  if (!dotted) return null;
  const parts = String(dotted).split(".");
  for (let start = 0; start < parts.length; start += 1) {
    const control = form.querySelector(`[name="${CSS.escape(parts.slice(start).join("."))}"]`);
    if (control !== null) return control;
  }
  return null;
}

// "fide" where the form says "ids.fide".
/**
 * @param {HTMLFormElement} form
 * @param {string | undefined} name
 */
function within(form, name) {
  return name ? form.querySelector(`[name$=".${CSS.escape(name)}"]`) : null;
}

// -- what was typed ---------------------------------------------------------------------------------------------------

/** @param {HTMLFormElement} form */
export function formValues(form) {
  /** @type {Record<string, string | boolean>} */
  const found = {};
  for (const control of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    if (!control.name || control.type === "file") continue;
    found[control.name] = control.type === "checkbox" ? control.checked : control.value;
  }
  return found;
}

/**
 * @param {HTMLFormElement} form
 * @param {Record<string, any>} values
 */
export function fill(form, values) {
  for (const [name, value] of Object.entries(values)) {
    const control = /** @type {HTMLInputElement | RadioNodeList | null} */ (form.elements.namedItem(name));
    if (control === null || control instanceof RadioNodeList) continue;
    if (control.type === "checkbox") control.checked = Boolean(value);
    else control.value = value;
  }
}

// keep("new", save, restore): `save()` gives what to keep, `restore(kept)` puts it back after a reload.
/**
 * @template Kept
 * @param {string} name
 * @param {() => Kept} save
 * @param {(kept: Kept) => void} restore
 */
export function keep(name, save, restore) {
  const key = `typed:${name}`;
  const kept = sessionStorage.getItem(key);
  if (kept !== null) restore(JSON.parse(kept));
  return {
    wasKept: kept !== null,
    keepNow: () => sessionStorage.setItem(key, JSON.stringify(save())),
    forget: () => sessionStorage.removeItem(key),
  };
}

// Runs `send` once at a time with the button held; a problem is shown at its field, with what the page found itself
// (`own`, see `inOwnWords`). True when it went through.
/**
 * @param {HTMLFormElement} form
 * @param {() => Promise<any>} send
 * @param {FieldOf} fieldOf
 * @param {Own[]} own
 */
export async function submit(form, send, fieldOf = () => "", own = []) {
  if (form.dataset.busy) return false;
  form.dataset.busy = "1";
  const button = form.querySelector("button[type=submit], button:not([type])");
  if (button) button.setAttribute("aria-disabled", "true");
  clearErrors(form);
  try {
    await send();
    return true;
  } catch (problem) {
    showProblem(form, inOwnWords(problem, own, fieldOf), fieldOf);
    return false;
  } finally {
    delete form.dataset.busy;
    if (button) button.removeAttribute("aria-disabled");
  }
}
