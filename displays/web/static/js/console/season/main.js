// Periods of the season: made, changed and removed.

import { write } from "../../api.js";
import { byId, closest, controlById } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { onDesk } from "../page/desk.js";
import { fill, formValues, submit } from "../page/forms.js";
import { tell, tellProblem } from "../page/notices.js";
import { ask } from "../page/question.js";
import { refresh } from "../page/refresh_parts.js";

/** @typedef {{number: number, name: string, from_round: number}} Period */

const { api, stream: previous } = pageData("season-facts");
/** @returns {Period[]} */
const periods = () => pageData("season-facts").periods;
const reload = () => refresh("periods");
let changed = 0; // the number of the period that is in the form; 0: a new one

/** @param {HTMLFormElement} form */
async function save(form) {
  const { name, from_round: first } = /** @type {Record<string, any>} */ (formValues(form));
  const body = { name, from_round: Number(first) };
  const [method, address] = changed ? ["PUT", `${api}/periods/${changed}`] : ["POST", `${api}/periods`];
  const isSaved = await submit(
    form,
    () => write(method, address, body),
    ({ facts }) => (facts?.field === "name" ? "name" : "from_round"),
  );
  if (!isSaved) return;
  tell(word("period-saved", { name: name.trim() }));
  form.reset();
  await reload();
}

/** @param {number} number */
function change(number) {
  const period = periods().find((one) => one.number === number);
  if (period === undefined) return;
  changed = number;
  const form = /** @type {HTMLFormElement} */ (byId("period-form"));
  fill(form, { name: period.name, from_round: String(period.from_round) });
  byId("period-title").textContent = word("change-period", { name: period.name });
  byId("period-cancel").hidden = false;
  controlById("period-name").focus();
}

/** @param {HTMLElement} button */
async function remove({ dataset }) {
  const title = word("remove-period", { name: dataset.name });
  if (!(await ask(title, { act: word("remove"), danger: true }))) return;
  try {
    await write("DELETE", `${api}/periods/${dataset.remove}`, {});
  } catch (problem) {
    tellProblem(problem);
  }
  await reload();
}

// -- the next season --------------------------------------------------------------------------------------------------

/** @returns {HTMLInputElement[]} */
const ticks = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=member]"))];

// Whoever has not left and has played so many games is ticked; one tick more or less is somebody's own.
/** @param {string} least */
function tickBy(least) {
  const games = Number(least) || 0;
  for (const tick of ticks()) tick.checked = tick.dataset.goesOn === "1" && Number(tick.dataset.games) >= games;
}

/** @param {HTMLFormElement} form */
async function openNext(form) {
  const typed = /** @type {Record<string, any>} */ (formValues(form));
  const players = ticks().filter(({ checked }) => checked);
  const choices = {
    name: typed.name,
    starts: typed.starts,
    rounds: Number(typed.rounds),
    order: typed.order,
    players: players.map(({ value }) => Number(value)),
    colours: typed.colours ?? false,
    meetings: typed.meetings ?? false,
    periods: typed.periods ?? false,
  };
  /** @type {{id: string} | undefined} */
  let opened;
  const isOpened = await submit(
    form,
    async () => {
      opened = await write("POST", "/api/next-season", { previous, id: typed.short_name.trim(), choices });
    },
    ({ code }) =>
      code === "nobody-to-register" ? "least_games" : code === "bad-number-of-rounds" ? "rounds" : "short_name",
  );
  if (isOpened && opened) location.assign(`/console/${encodeURIComponent(opened.id)}`);
}

document.getElementById("next-least_games")?.addEventListener("input", (event) => {
  tickBy(/** @type {HTMLInputElement} */ (event.target).value);
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id !== "period-form" && form.id !== "next-form") return;
  event.preventDefault();
  (form.id === "next-form" ? openNext : save)(form);
});
document.getElementById("period-form")?.addEventListener("reset", () => {
  changed = 0;
  const title = byId("period-title");
  title.textContent = title.dataset.new ?? "";
  byId("period-cancel").hidden = true;
});
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (closest(event, "[data-change], [data-remove]"));
  if (button?.dataset.change) change(Number(button.dataset.change));
  else if (button?.dataset.remove) remove(button);
});
onDesk((state, frame) => {
  if (frame.version > Number(document.documentElement.dataset.version)) reload();
});
