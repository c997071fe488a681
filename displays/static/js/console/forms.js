// Forms that keep what was typed: over a refused submit, a lost connection, a closed tab. Errors stand at their field.

import { word } from "../words.js";

// -- errors -----------------------------------------------------------------------------------------------------------

export function clearErrors(form) {
  for (const node of form.querySelectorAll("[aria-invalid]")) node.removeAttribute("aria-invalid");
  for (const node of form.querySelectorAll(".field-error")) node.textContent = "";
  for (const node of form.querySelectorAll(".form-problem")) node.remove();
}

// Shows a Problem at the field that it names, or above the form. `fieldOf` finds the field of codes that name none.
export function showProblem(form, problem, fieldOf = () => "", { takesFocus = true } = {}) {
  if (problem.status === undefined) {
    console.warn(problem); // the line is down; should it be something else, this tells
    return showAbove(form, word("no-connection"));
  }
  const control = controlOf(form, problem.facts?.field) ?? controlOf(form, fieldOf(problem));
  if (control === null) return showAbove(form, problem.message);
  showAt(control, problem.message);
  for (let parent = control.closest("details"); parent !== null; parent = parent.parentElement.closest("details"))
    parent.open = true;
  if (takesFocus) control.focus();
  return control;
}

export function showAt(control, message) {
  control.setAttribute("aria-invalid", "true");
  const place = control.closest(".field")?.querySelector(".field-error");
  if (place) place.textContent = message;
  control.addEventListener("input", () => clearAt(control), { once: true }); // it was said of what stood there
}

function clearAt(control) {
  control.removeAttribute("aria-invalid");
  const place = control.closest(".field")?.querySelector(".field-error");
  if (place) place.textContent = "";
}

function showAbove(form, message) {
  const box = document.createElement("div");
  box.className = "notice bad form-problem";
  box.setAttribute("role", "alert");
  box.append(Object.assign(document.createElement("span"), { textContent: message }));
  form.prepend(box);
  box.scrollIntoView({ block: "center" });
  return box;
}

// "rules.rounds", "details.name", "players.0.rating": by the whole name, else by its end.
function controlOf(form, dotted) {
  if (!dotted) return null;
  const parts = String(dotted).split(".");
  for (let start = 0; start < parts.length; start += 1) {
    const control = form.querySelector(`[name="${CSS.escape(parts.slice(start).join("."))}"]`);
    if (control !== null) return control;
  }
  return null;
}

// -- what was typed ---------------------------------------------------------------------------------------------------

export function typed(form) {
  const found = {};
  for (const control of form.elements) {
    if (!control.name || control.type === "file") continue;
    found[control.name] = control.type === "checkbox" ? control.checked : control.value;
  }
  return found;
}

export function fill(form, values) {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name);
    if (control === null || control instanceof RadioNodeList) continue;
    if (control.type === "checkbox") control.checked = Boolean(value);
    else control.value = value;
  }
}

// keep("new", save, restore): `save()` gives what to keep, `restore(kept)` puts it back after a reload.
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

// Runs `send` once at a time with the button held; a problem is shown at its field. True when it went through.
export async function submit(form, send, fieldOf) {
  if (form.dataset.busy) return false;
  form.dataset.busy = "1";
  const button = form.querySelector("button[type=submit], button:not([type])");
  if (button) button.setAttribute("aria-disabled", "true");
  clearErrors(form);
  try {
    await send();
    return true;
  } catch (problem) {
    showProblem(form, problem, fieldOf);
    return false;
  } finally {
    delete form.dataset.busy;
    if (button) button.removeAttribute("aria-disabled");
  }
}
