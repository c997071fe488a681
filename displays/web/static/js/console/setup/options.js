// The options of a pairing system as fields. Only what differs from the system's own defaults goes into the rules.

import { element } from "../../dom.js";
import { word } from "../../words.js";

const WIDE = new Set(["virtual_points", "strength_groups"]);

// drawOptions(place, system, {rematch_gap: 5}): the fields of one system, filled; its main ones, the others in groups.
export function drawOptions(place, system, given) {
  const byName = new Map(system.options.map((option) => [option.name, option]));
  const fields = (names) =>
    element(
      "div",
      { class: "fields" },
      names.map((name) => field(byName.get(name), given[name])),
    );
  const group = ({ title, about, options }) =>
    element(
      "details",
      { class: "more-options", open: options.some((name) => name in given) },
      element("summary", {}, title, " ", element("small", { class: "chosen" })),
      ...(about ? [element("p", { class: "hint" }, about)] : []),
      fields(options),
    );
  const head = element("h3", {}, word("options-of", { system: system.name }));
  place.replaceChildren(
    ...(system.options.length ? [head] : []),
    ...(system.main_options.length ? [fields(system.main_options)] : []),
    ...system.option_groups.map(group),
  );
}

// {options} that differ from the defaults.
export function chosenOptions(place, system) {
  const options = {};
  for (const option of system.options) {
    const input = place.querySelector(`[name="options.${option.name}"]`);
    const value = valueOf(option, input);
    const isUsual = JSON.stringify(value) === JSON.stringify(option.default);
    input.closest(".field").classList.toggle("option-changed", !isUsual);
    if (!isUsual) options[option.name] = value;
  }
  for (const group of place.querySelectorAll("details.more-options")) countChosen(group);
  return options;
}

// Beside the heading of a group, which may be closed: how many of its options are not as usual.
function countChosen(group) {
  const count = group.querySelectorAll(".option-changed").length;
  group.querySelector("summary > .chosen").textContent = count ? `● ${word("options-chosen", { count })}` : "";
}

function field(option, given) {
  const id = `o-${option.name}`;
  const value = given === undefined ? option.default : given;
  const about = {
    id,
    name: `options.${option.name}`,
    "aria-describedby": `${id}-hint ${id}-advice ${id}-error`,
    autocomplete: "off",
  };
  const key = element("code", { class: "option-key" }, option.name);
  const tail = [
    element(
      "p",
      { class: "hint", id: `${id}-hint` },
      word("usual", { value: textOf(option, option.default) }),
      ...alsoPossible(option),
      " ",
      key,
    ),
    element("p", { class: "field-advice", id: `${id}-advice` }),
    element("p", { class: "field-error", id: `${id}-error` }),
  ];
  const css = WIDE.has(option.name) ? "field wide" : "field";
  if (option.kind === "yes-or-no") {
    const box = element("input", { ...about, type: "checkbox" });
    box.checked = value;
    return element("div", { class: css }, element("label", { class: "check" }, box, " ", option.label), ...tail);
  }
  return element(
    "div",
    { class: css },
    element("label", { for: id }, option.label),
    control(option, value, about),
    ...tail,
  );
}

// The words that may stand in a field in which one writes: "as absent with notice, nothing".
function alsoPossible(option) {
  if (option.kind === "choice" || option.kind === "yes-or-no") return [];
  const others = option.words.filter(([key]) => key !== String(option.default)).map(([, words]) => words);
  return others.length ? [" ", word("option-or", { words: others.join(", ") })] : [];
}

function control(option, value, about) {
  if (option.kind === "choice") {
    const select = element(
      "select",
      about,
      option.words.map(([word_, words]) => element("option", { value: word_ }, words)),
    );
    select.value = String(value);
    return select;
  }
  const isNumber = option.kind === "number" && option.words.length === 0;
  const input = element("input", { ...about, type: isNumber ? "number" : "text" });
  input.value = Array.isArray(value) ? value.join(", ") : inWords(option, value);
  return input;
}

// A number, or a word in place of one: "unlimited" is shown, and may be typed, in the reader's language.
function inWords(option, value) {
  return option.words.find(([key]) => key === String(value))?.[1] ?? String(value);
}

function outOfWords(option, text) {
  const found = option.words.find((pair) => pair.some((one) => one.toLowerCase() === text.toLowerCase()));
  return found?.[0] ?? text;
}

function valueOf(option, control_) {
  if (option.kind === "yes-or-no") return control_.checked;
  const text = control_.value.trim();
  if (option.kind === "list")
    return text
      .split(/[,;]/)
      .map((part) => part.trim())
      .filter(Boolean);
  const isNumber = option.kind === "number" || typeof option.default === "number";
  if (isNumber && /^-?\d{1,15}$/.test(text)) return Number(text);
  return outOfWords(option, text);
}

// In the reader's words.
export function textOf(option, value) {
  if (typeof value === "boolean") return word(value ? "yes" : "no");
  if (Array.isArray(value)) return value.length ? value.join(", ") : "–";
  return inWords(option, value) || "–";
}
