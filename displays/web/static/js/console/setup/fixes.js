// What would mend a refused set-up, as buttons at the field that it was refused at.

import { element } from "../../dom.js";
import { word } from "../../words.js";
import { textOf } from "./options.js";
import { control, fieldOf, setPoints, system } from "./setup_form.js";

// `told`: [{code, facts}]. A refusal may name a field and a value that mend it (`fix`); an option can go back to usual.
export function offerFixes(told) {
  for (const problem of told) {
    const at = control(problem.facts.field ?? fieldOf(problem));
    const place = at?.closest?.(".field");
    if (!place || at.disabled) continue;
    const buttons = [namedFix(problem.facts.fix), usualValue(at)].filter((one) => one !== null);
    if (buttons.length > 0) place.append(element("p", { class: "fixes" }, buttons));
  }
}

function namedFix(fix) {
  const target = fix && control(fix[0]);
  if (!target || control("points").disabled) return null;
  const [name, value] = fix;
  const label = target.closest(".field").querySelector("label").textContent.trim();
  return button(word("fix-set", { field: label, value }), () => {
    if (name.startsWith("points.")) setPoints(name, String(value));
    else change(target, String(value));
  });
}

// Of an option that differs from the system's own.
function usualValue(at) {
  const option = system().options.find(({ name }) => at.name === `options.${name}`);
  if (option === undefined) return null;
  return button(word("fix-usual", { value: textOf(option, option.default) }), () => {
    if (at.type === "checkbox") at.checked = option.default;
    change(at, Array.isArray(option.default) ? option.default.join(", ") : String(option.default));
  });
}

function button(text, act) {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}

function change(at, value) {
  at.value = value;
  at.focus();
  at.dispatchEvent(new Event("input", { bubbles: true }));
}
