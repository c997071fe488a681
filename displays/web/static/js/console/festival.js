// The page of a festival: sections come and go, the schedule is written, players are moved from section to section.

import { Problem, write } from "../api.js";
import { byId, closest } from "../dom.js";
import { follow } from "../live.js";
import { pageData, word } from "../words.js";
import { afterPress } from "./page/after_press.js";
import { overwrite, pageAgain } from "./page/conflict.js";
import { onDesk } from "./page/desk.js";
import { filterRows } from "./page/filter_rows.js";
import { submit } from "./page/forms.js";
import { renewChildren } from "./page/morph.js";
import { orNamesake } from "./page/namesake.js";
import { tell, tellProblem } from "./page/notices.js";
import { ask } from "./page/question.js";
import { onRefresh, refresh } from "./page/refresh_parts.js";
import { setUpImport } from "./players/import_list.js";

const { stream } = document.documentElement.dataset;
const base = `/api/f/${encodeURIComponent(stream)}`;
const reload = () => refresh("festival-sections", "add-form", "festival-people");
const fieldOf = ({ code }) => (/section/.test(code) ? "section" : "");

// "2026-05-01 14:00 1@open", "2026-05-01 12:00-13:00 Lunch", "2026-05-01 Rest day" (displays/words/schedule_text.py).
const LINE = /^(\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?)(?:[-–]((?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d))?\s+(.*)$/;

function readLine(text) {
  const [, starts, until, what] = LINE.exec(text.trim()) ?? [null, "", undefined, text.trim()];
  const when = { starts: starts.replace(" ", "T"), ...(until && { ends: endOf(starts, until.replace(" ", "T")) }) };
  const round = /^(\d{1,4})(?:@(\S+))?$/.exec(what);
  return round ? { ...when, round: Number(round[1]), section: round[2] ?? "" } : { ...when, text: what };
}

const endOf = (starts, until) => (until.includes("T") ? until : `${starts.slice(0, 10)}T${until}`);
const isTime = (text) => /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(text) && !Number.isNaN(Date.parse(text));

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
  const typed = form.elements.namedItem("schedule").value.split("\n");
  const lines = typed.map((text, at) => ({ text: text.trim(), line: at + 1 })).filter(({ text }) => text !== "");
  const schedule = lines.map(({ text }) => readLine(text));
  const wrong = lines.map(({ text, line }, at) => ({
    of: `schedule.${at}.starts`,
    field: "schedule",
    message: word("schedule-line-without-time", { line, text }),
  }));
  const own = wrong.filter((_, at) => !isTime(schedule[at].starts));
  const zone = form.elements.namedItem("zone").value.trim();
  const notice = Number(form.elements.namedItem("notice").value);
  const send = () => write("PUT", `${base}/schedule`, { schedule, zone, notice });
  if (await submit(form, send, () => "schedule", own)) tell(word("schedule-is-saved"));
}

// What the form was filled from; fields that it has not stay as they are.
let filled = {
  version: Number(document.documentElement.dataset.version),
  was: pageData("details"),
};

async function saveDetails(form) {
  const field = (name) => form.elements.namedItem(name);
  const texts = ["name", "place", "starts", "ends", "arbiter"].map((name) => [name, field(name).value.trim()]);
  const wanted = {
    ...filled.was,
    ...Object.fromEntries(texts),
    is_private: field("is_private").checked,
  };
  /** @type {any} */
  let answer = null;
  const send = async () => {
    answer = await overwrite({
      ...filled,
      mine: wanted,
      again: async () => {
        const page = await pageAgain();
        return { version: page.version, value: page.data("details") };
      },
      send: (expected) => write("PUT", `${base}/details`, { details: wanted }, { expected }),
      label: (name) => field(name)?.closest(".field").querySelector("label").textContent.trim() ?? name,
    });
  };
  if (!(await submit(form, send))) return;
  if (answer === null) {
    location.reload(); // what somebody else wrote is kept, and shown
    return;
  }
  filled = { version: answer.version, was: wanted };
  byId("festival-name").textContent = wanted.name;
  tell(word("details-saved"));
}

const FORMS = {
  "add-form": addSection,
  "details-form": saveDetails,
  "schedule-form": saveSchedule,
};
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
  movePlayer(chosen.dataset, chosen.value, chosen.selectedOptions[0].textContent);
  chosen.value = ""; // until it is confirmed nobody has moved
});

// Who leaves a section in which a round is paired leaves it with a reason.
async function movePlayer({ move, from, name, begun }, to, section) {
  const answer = await ask(word("move-question", { name, section }), {
    details: [word("move-consequence")],
    act: word("move"),
    reason: begun === undefined ? "none" : "needed",
  });
  if (answer === null) return;
  const asked = {
    player: Number(move),
    from_section: from,
    to_section: to,
    ...answer,
  };
  const send = (said) => write("POST", `${base}/moves`, { ...asked, ...said });
  await act("player-is-moved", () => orNamesake(send, "move-all-the-same"));
}

onRefresh(findRows());
if (document.getElementById("import") !== null) setUpImport(base, reload);
onDesk((state, frame) => {
  if (frame.version > Number(document.documentElement.dataset.version)) reload();
});

// What is paired and played in the sections, every few seconds at most. The list of thousands of players is left alone.
const EVERY = 3000; // milliseconds
let timer = 0;
let isFirst = true; // what the page itself shows

async function renewSections() {
  timer = 0;
  try {
    const answer = await fetch("?part=sections", {
      headers: { accept: "text/html" },
    });
    if (!answer.ok)
      throw new Problem(answer.status, {
        detail: word("not-refreshed", { status: answer.status }),
      });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    afterPress(() => renewChildren(byId("festival-sections"), fresh.getElementById("festival-sections")));
  } catch (problem) {
    tellProblem(problem);
  }
}

function takeNames() {
  if (!isFirst && timer === 0) timer = setTimeout(renewSections, EVERY);
  isFirst = false;
}

if (!document.body.classList.contains("in-the-past")) follow(stream, ["names"], takeNames, { moves: false });
