// The page of a festival: sections come and go, the schedule is written, players are moved from section to section.

import { write } from "../api.js";
import { byId, closest } from "../dom.js";
import { follow } from "../live.js";
import { word } from "../words.js";
import { onDesk } from "./page/desk.js";
import { filterRows } from "./page/filter_rows.js";
import { submit } from "./page/forms.js";
import { tell, tellProblem } from "./page/notices.js";
import { onRefresh, refresh } from "./page/refresh_parts.js";

const { stream } = document.documentElement.dataset;
const base = `/api/f/${encodeURIComponent(stream)}`;
const reload = () => refresh("festival-sections", "add-form", "festival-people");
const fieldOf = ({ code }) => (/section/.test(code) ? "section" : "");

// "2026-05-01 14:00 1@open", "2026-05-01 13:30 Opening": what cannot be a time is told by the answer.
function readLine(text) {
  const [, starts, what] = /^(\S+[T ]\S+)\s+(.*)$/.exec(text.trim()) ?? [null, text.trim(), ""];
  const round = /^(\d{1,4})(?:@(\S+))?$/.exec(what);
  const when = starts.replace(" ", "T");
  return round ? { starts: when, round: Number(round[1]), section: round[2] ?? "" } : { starts: when, text: what };
}

async function act(told, send) {
  try {
    await send();
    tell(word(told));
    await reload();
  } catch (problem) {
    tellProblem(problem);
  }
}

async function addSection(form) {
  const section = form.elements.namedItem("section").value;
  if (!(await submit(form, () => write("POST", `${base}/sections`, { section }), fieldOf))) return;
  tell(word("section-is-added"));
  await reload();
}

async function saveSchedule(form) {
  const lines = form.elements
    .namedItem("schedule")
    .value.split("\n")
    .filter((line) => line.trim() !== "");
  const send = () => write("PUT", `${base}/schedule`, { schedule: lines.map(readLine) });
  if (await submit(form, send, () => "schedule")) tell(word("schedule-is-saved"));
}

const FORMS = { "add-form": addSection, "schedule-form": saveSchedule };
document.addEventListener("submit", (event) => {
  const form = /** @type {any} */ (event.target);
  if (!(form.id in FORMS)) return;
  event.preventDefault();
  FORMS[form.id](form);
});

function findRows() {
  const rows = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#festival-people tbody tr")]);
  return filterRows(/** @type {any} */ (byId("search")), rows);
}

document.addEventListener("click", (event) => {
  const button = closest(event, "[data-remove]");
  if (button === null) return;
  act("section-is-removed", () => write("DELETE", `${base}/sections/${encodeURIComponent(button.dataset.remove)}`, {}));
});
document.addEventListener("change", (event) => {
  const chosen = /** @type {any} */ (closest(event, "[data-move]"));
  if (chosen === null || chosen.value === "") return;
  const { move, from } = chosen.dataset;
  const asked = { player: Number(move), from_section: from, to_section: chosen.value };
  act("player-is-moved", () => write("POST", `${base}/moves`, asked)).then(() => {
    chosen.value = "";
  });
});

onRefresh(findRows());
onDesk(reload);
follow(stream, ["names"], reload); // what is paired and played in the sections
