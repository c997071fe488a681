// Categories: made, changed and removed. What the form asks for becomes the conditions that the API takes.

import { write } from "../../api.js";
import { byId, closest, controlById } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { onDesk } from "../page/desk.js";
import { fill, formValues, showAt, submit } from "../page/forms.js";
import { tell, tellProblem } from "../page/notices.js";
import { ask } from "../page/question.js";
import { refresh } from "../page/refresh_parts.js";
import { numberShown, playerOf } from "../page/typed_numbers.js";

/** @typedef {{number: number, name: string, conditions?: string, players?: number[], is_public?: boolean}} Category */

const { api } = pageData("category-facts");
/** @returns {Category[]} */
const categories = () => pageData("category-facts").categories;
const reload = () => refresh("categories");
const PLAIN = ["sex", "age", "club", "federation"]; // conditions with a field of their own
let changed = 0; // the number of the category that is in the form; 0: a new one

/** @param {Record<string, any>} typed */
function conditionsOf(typed) {
  const found = PLAIN.filter((kind) => typed[kind].trim()).map((kind) => `${kind}=${typed[kind].trim()}`);
  const [from, to] = [typed.rating_from.trim(), typed.rating_to.trim()];
  if (from || to) found.push(`rating=${from}-${to}`);
  return [...found, ...typed.others.split(";")]
    .map((one) => one.trim())
    .filter(Boolean)
    .join(";");
}

// The other way round, for the form.
/** @param {Category} category */
function typedOf({ name, conditions = "", players = [], is_public: isPublic = false }) {
  /** @type {Record<string, string | boolean>} */
  const typed = {
    name,
    players: players.map(numberShown).join(" "),
    is_public: isPublic,
    others: "",
    rating_from: "",
    rating_to: "",
  };
  for (const kind of PLAIN) typed[kind] = "";
  const others = [];
  for (const condition of conditions.split(";").filter(Boolean)) {
    const [kind, value] = [condition.split("=")[0].trim(), condition.split("=").slice(1).join("=").trim()];
    const span = kind === "rating" ? /^(\d*)-(\d*)$/.exec(value) : null;
    if (span !== null) [typed.rating_from, typed.rating_to] = [span[1], span[2]];
    else if (PLAIN.includes(kind) && isOffered(kind, value)) typed[kind] = value;
    else others.push(condition);
  }
  return { ...typed, others: others.join(";") };
}

// Of a choice only what is in it.
/** @param {string} kind @param {string} value */
function isOffered(kind, value) {
  const control = controlById(`category-${kind}`);
  return !(control instanceof HTMLSelectElement) || [...control.options].some((one) => one.value === value);
}

/** @param {string} text */
function numbersOf(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  return parts.every((part) => /^\d{1,5}$/.test(part)) ? parts.map((part) => Number(playerOf(Number(part)))) : null;
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const typed = /** @type {Record<string, any>} */ (formValues(form));
  const players = numbersOf(typed.players);
  if (players === null) return showAt(controlById("category-players"), word("players-wrong"));
  const body = { name: typed.name, conditions: conditionsOf(typed), players, is_public: typed.is_public };
  const [method, address] = changed ? ["PUT", `${api}/categories/${changed}`] : ["POST", `${api}/categories`];
  const isSaved = await submit(
    form,
    () => write(method, address, body),
    ({ code, facts }) =>
      code === "no-such-player"
        ? "players"
        : facts?.field === "name"
          ? "name"
          : code === "category-of-nobody"
            ? "sex"
            : "others",
  );
  if (!isSaved) return;
  tell(word("saved", { name: typed.name.trim() }));
  form.reset();
  await reload();
}

// One after the other; those that were made stay when one is refused.
/** @param {HTMLFormElement} form */
async function makeGroups(form) {
  const chosen = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=group]:checked"));
  const isPublic = /** @type {HTMLInputElement} */ (controlById("groups-public")).checked;
  const isMade = await submit(form, async () => {
    for (const { value, dataset } of chosen)
      await write("POST", `${api}/categories`, { name: dataset.name, conditions: `age=${value}`, is_public: isPublic });
  });
  if (isMade && chosen.length > 0) {
    tell(word("made", { count: chosen.length }));
    form.reset(); // those that are left would stand where the ticks are
  }
  await reload();
}

/** @param {number} number */
function change(number) {
  const category = categories().find((one) => one.number === number);
  if (category === undefined) return;
  changed = number;
  fill(/** @type {HTMLFormElement} */ (byId("category-form")), typedOf(category));
  byId("category-title").textContent = word("change-of", { name: category.name });
  byId("category-cancel").hidden = false;
  controlById("category-name").focus();
}

/** @param {HTMLElement} button */
async function remove({ dataset }) {
  const title = word("remove-of", { name: dataset.name });
  if (!(await ask(title, { act: word("remove"), danger: true }))) return;
  try {
    await write("DELETE", `${api}/categories/${dataset.remove}`, {});
  } catch (problem) {
    tellProblem(problem);
  }
  await reload();
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id !== "category-form" && form.id !== "groups-form") return;
  event.preventDefault();
  (form.id === "groups-form" ? makeGroups : save)(form);
});
document.getElementById("category-form")?.addEventListener("reset", () => {
  changed = 0;
  const title = byId("category-title");
  title.textContent = title.dataset.new ?? "";
  byId("category-cancel").hidden = true;
});
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (closest(event, "[data-change], [data-remove]"));
  if (button?.dataset.change) change(Number(button.dataset.change));
  else if (button?.dataset.remove) remove(button);
});
onDesk((state, frame) => {
  if (frame.version > Number(document.documentElement.dataset.version)) reload();
});
