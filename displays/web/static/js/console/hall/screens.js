// The screens of the hall: how each is doing, and what each shows. A change is an event, so it outlives every restart.

import { Problem, write } from "../../api.js";
import { byId, controlById, element } from "../../dom.js";
import { follow } from "../../live.js";
import { pageData, word } from "../../words.js";
import { tell, tellProblem } from "../page/notices.js";
import { onDesk } from "../page/desk.js";
import { clearErrors, showProblem } from "../page/forms.js";
import { asSeen, changedMeanwhile, overwrite, pageAgain } from "../page/conflict.js";
import { afterPress } from "../page/after_press.js";
import { onCards, scenesWords, showCards } from "./screen_cards.js";

let hall = pageData("hall");
let version = Number(document.documentElement.dataset.version); // of what `hall` says
let filled = { name: "", version, was: undefined }; // what the form was filled from
let health = hall.isPast ? null : { screens: [], audience: 0 }; // of the past nobody knows who was connected
const form = document.getElementById("form");
const NUMBERS = {
  boards: ["first_board", "last_board", "round", "version"],
  results: ["first_board", "last_board", "version"],
  names: ["round", "version"],
  standings: ["top", "period", "round", "version"],
  ladder: ["top", "period", "round", "version"],
  "ladder-table": ["round", "version"],
  crosstable: ["round", "version"],
  "starting-list": ["version"],
  announcement: ["announcement"],
  clock: [],
  image: [],
  film: [],
};
const ALWAYS = ["seconds", "rows", "columns"];

// -- how they are doing -----------------------------------------------------------------------------------------------

function list() {
  showCards(byId("screens"), { hall, health, mayControl: form !== null });
  byId("none").hidden = byId("screens").childElementCount > 0;
  const audience = health === null ? "" : word("audience", { count: health.audience });
  if (byId("audience").textContent !== audience) byId("audience").textContent = audience;
}

function button(key, act) {
  const node = element("button", { type: "button" }, word(key));
  node.addEventListener("click", act);
  return node;
}

// -- the form ---------------------------------------------------------------------------------------------------------

function edit(name) {
  const setting = hall.screens[name] ?? { name, scenes: [{ view: "boards" }] };
  lay(setting);
  byId("form-title").textContent = word("change-of", { name });
  byId("setting").scrollIntoView({ block: "start" });
  byId("title").focus();
}

function lay(setting) {
  clearErrors(form);
  filled = { name: setting.name ?? "", version, was: hall.screens[setting.name] };
  controlById("name").value = setting.name ?? "";
  controlById("title").value = setting.title ?? "";
  byId("theme").replaceChildren(
    ...hall.themes.map((theme) =>
      element("option", { value: theme, selected: theme === (setting.theme ?? "dark") }, word(`theme-${theme}`)),
    ),
  );
  controlById("is_overlay").checked = setting.is_overlay ?? false;
  controlById("is_steady").checked = setting.is_steady ?? false;
  byId("languages").replaceChildren(
    ...hall.languages.map(([code, name]) => tick(`language-${code}`, name, (setting.languages ?? []).includes(code))),
  );
  byId("scenes").replaceChildren(...(setting.scenes ?? [{ view: "boards" }]).map(sceneFields));
}

function tick(id, text, checked) {
  return element("label", { class: "check" }, element("input", { type: "checkbox", id, checked }), ` ${text}`);
}

let made = 0;
function sceneFields(scene) {
  made += 1;
  const id = made;
  const item = element("li", { class: "scene", "data-scene": id });
  const sights = [...new Set([...hall.sights, scene.view])]; // one of other rules too: it is not changed unseen
  const view = element(
    "select",
    { id: `view-${id}`, "data-field": "view", "aria-describedby": `view-${id}-error` },
    ...sights.map((sight) =>
      element("option", { value: sight, selected: sight === scene.view }, word(`view-${sight}`)),
    ),
  );
  const extra = element("div", { class: "fields" });
  const refill = () => extra.replaceChildren(...fieldsOf(view.value, scene, id));
  view.addEventListener("change", refill);
  refill();
  item.append(
    element(
      "div",
      { class: "field" },
      element("label", { for: `view-${id}` }, word("view")),
      view,
      element("p", { class: "field-error", id: `view-${id}-error` }),
    ),
    extra,
    element(
      "div",
      { class: "toolbar" },
      button("earlier", () => item.previousElementSibling?.before(item)),
      button("later", () => item.nextElementSibling?.after(item)),
      button("drop-scene", () => item.remove()),
    ),
  );
  return item;
}

function fieldsOf(view, scene, id) {
  const isThere = (name) => !hall.withoutFields.includes(name);
  const texts = ["standings", "ladder", "ladder-table", "starting-list"].includes(view)
    ? ["category"]
    : view === "image"
      ? ["image"]
      : [];
  const numbers = [...(NUMBERS[view] ?? []), ...ALWAYS];
  const sections = hasSection(view, scene) ? [sectionField(scene, id)] : [];
  const steps = view === "film" ? [stepField(scene, id)] : [];
  return [
    ...sections,
    ...texts.filter(isThere).map((name) => input(name, "text", scene, id)),
    ...numbers.filter(isThere).map((name) => input(name, "number", scene, id)),
    ...steps,
  ];
}

function input(name, type, scene, id) {
  const control = element("input", {
    id: `${name}-${id}`,
    type,
    "data-field": name,
    value: scene[name] || "",
    autocomplete: "off",
    min: type === "number" ? "0" : null,
    list: name === "image" ? "images" : null,
  });
  control.setAttribute("aria-describedby", `${name}-${id}-error`);
  const error = element("p", { class: "field-error", id: `${name}-${id}-error` });
  return element(
    "div",
    { class: "field" },
    element("label", { for: `${name}-${id}` }, word(`field-${name}`)),
    control,
    error,
  );
}

// Of a scene that names one too: it is not lost unseen.
function hasSection(view, scene) {
  return (hall.sections.length > 0 || scene.section) && !hall.withoutSection.includes(view);
}

function sectionField(scene, id) {
  const sections = new Map([["", word("all-sections")], ...hall.sections]);
  if (scene.section && !sections.has(scene.section)) sections.set(scene.section, scene.section); // it is gone
  const control = element(
    "select",
    { id: `section-${id}`, "data-field": "section", "aria-describedby": `section-${id}-error` },
    ...[...sections].map(([stream, name]) =>
      element("option", { value: stream, selected: stream === (scene.section ?? "") }, name),
    ),
  );
  return element(
    "div",
    { class: "field" },
    element("label", { for: `section-${id}` }, word("field-section")),
    control,
    element("p", { class: "field-error", id: `section-${id}-error` }),
  );
}

function stepField(scene, id) {
  const control = element(
    "select",
    { id: `step-${id}`, "data-field": "step" },
    ...hall.steps.map((step) =>
      element("option", { value: step, selected: step === (scene.step ?? "round") }, word(`step-${step}`)),
    ),
  );
  return element("div", { class: "field" }, element("label", { for: `step-${id}` }, word("field-step")), control);
}

function readSetting() {
  const scenes = [...byId("scenes").children].map((item) => {
    const found = {};
    for (const control of item.querySelectorAll("[data-field]")) {
      const value = control.type === "number" ? Number(control.value || 0) : control.value.trim();
      if (value !== "" && value !== 0) found[control.dataset.field] = value;
    }
    return found;
  });
  return {
    name: controlById("name").value.trim(),
    title: controlById("title").value.trim(),
    scenes,
    theme: controlById("theme").value,
    languages: hall.languages.map(([code]) => code).filter((code) => controlById(`language-${code}`).checked),
    is_overlay: controlById("is_overlay").checked,
    is_steady: controlById("is_steady").checked,
  };
}

async function save(event) {
  event.preventDefault();
  clearErrors(form);
  nameScenes();
  try {
    const screen = readSetting();
    if (screen.name !== filled.name && screen.name in hall.screens) throw takeHall(screen.name);
    const answer = await replace(screen);
    await reload();
    if (answer !== null) tell(word("shown", { name: screen.name }));
    if (answer === null) edit(screen.name);
    else filled = { name: screen.name, version, was: hall.screens[screen.name] };
  } catch (problem) {
    showProblem(form, problem, ({ code }) => (code.includes("name") ? "name" : ""));
  }
}

// As the server names them in what it finds wrong; they may have changed places.
function nameScenes() {
  for (const [index, item] of [...byId("scenes").children].entries())
    for (const control of item.querySelectorAll("[data-field]"))
      control.name = `scenes.${index}.${control.dataset.field}`;
}

// Null when the person keeps what somebody else has chosen for this screen meanwhile.
function replace(screen) {
  return overwrite({
    version: filled.version,
    was: screen.name === filled.name ? spellOut(filled.was) : undefined,
    mine: screen,
    again: async () => {
      const page = await pageAgain();
      return { version: page.version, value: spellOut(page.data("hall").screens[screen.name]) };
    },
    send: (expected) => write("PUT", `${hall.api}/screens`, { screen }, { expected }),
    label: (name) =>
      (controlById(name).labels?.[0] ?? byId(name).closest("fieldset").querySelector("legend")).textContent.trim(),
    show: (name, value) => (name === "scenes" ? scenesWords(value ?? [], hall.sections) : undefined),
  });
}

// A new screen never takes the place of another by its name.
function takeHall(name) {
  return new Problem(409, {
    code: "screen-name-taken",
    detail: word("name-taken", { name }),
    facts: { field: "name" },
  });
}

// With what a setting leaves out because it is usual.
function spellOut(screen) {
  return screen && { title: "", theme: "dark", languages: [], is_overlay: false, is_steady: false, ...screen };
}

async function forget(seat) {
  try {
    await write("DELETE", `${hall.api}/seats/${seat}`);
  } catch (problem) {
    tellProblem(problem);
  }
}

async function remove(name) {
  try {
    const screen = hall.screens[name];
    const send = (expected) =>
      write("DELETE", `${hall.api}/screens/${encodeURIComponent(name)}`, undefined, { expected });
    const removal = await ifAsSeen(name, { version, was: screen, send });
    tell(word("removed", { name }), { undo: () => putBack(screen, removal.version) });
  } catch (problem) {
    tellProblem(problem);
  }
}

// The same setting once more, unless somebody has set a screen of that name since.
async function putBack(screen, removedAt) {
  try {
    const send = (expected) => write("PUT", `${hall.api}/screens`, { screen }, { expected });
    await ifAsSeen(screen.name, { version: removedAt, was: undefined, send });
    tell(word("shown", { name: screen.name }));
  } catch (problem) {
    tellProblem(problem);
  }
}

// What was done, and the screens as they are now.
async function ifAsSeen(name, seen) {
  const again = async () => {
    const page = await pageAgain();
    return { version: page.version, value: page.data("hall").screens[name] };
  };
  const answer = await asSeen({ ...seen, again });
  await reload();
  if (answer === null) throw changedMeanwhile();
  return answer;
}

// -- begin ------------------------------------------------------------------------------------------------------------

async function reload() {
  const page = await pageAgain();
  hall = page.data("hall");
  version = page.version;
  list();
}

if (form !== null) {
  byId("images").replaceChildren(
    ...hall.images.map((name) => element("option", { value: `/images/${encodeURIComponent(name)}` })),
  );
  form.addEventListener("submit", save);
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    byId("form-title").textContent = word("new");
    lay({ scenes: [{ view: "boards" }] });
    byId("name").focus();
  });
  byId("add").addEventListener("click", () => byId("scenes").append(sceneFields({ view: hall.sights[0] })));
  lay({ scenes: [{ view: "boards" }] });
  onCards(byId("screens"), { change: edit, remove, "not-missed": (_, seat) => forget(seat) });
}
list();
if (!hall.isPast) {
  const show = (frame) => {
    health = frame.state;
    afterPress(list);
  };
  follow(document.documentElement.dataset.stream, ["screens"], show, { moves: false });
  onDesk((state) => {
    if (state.entries.some((entry) => entry.what.startsWith("screen-") && entry.version > version))
      reload().catch(tellProblem);
  });
}
