// Absences of several players at once: a team by its club or category, or whoever is ticked; one press, one sentence
// about what was done, and one press that takes it back.

import { write } from "../../api.js";
import { controlById } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { tell, tellProblem } from "../page/notices.js";
import { isLate, readColumns, whatOf } from "./absence_columns.js";

const MIXED = "mixed"; // the rounds of an evening differ: what each was is not known here

/** @typedef {import("./absence_columns.js").Column} Column */
/** @typedef {{player: number, columns: Column[], outcome: string}} Absence */
/**
 * @typedef {object} Grid
 * @property {string} base
 * @property {Map<string, Record<string, string>>} kinds
 * @property {(player: number, key: string) => string} standing what was announced
 * @property {() => void} again shows it anew
 */

/** @param {Grid} grid */
export function enterTeams(grid) {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("team-form"));
  if (form === null) return;
  tickTeams(form);
  tickCurrent(form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await enter(form, grid);
    } catch (problem) {
      tellProblem(problem);
    }
  });
}

/** @param {HTMLFormElement} form */
function tickTeams(form) {
  const choice = /** @type {HTMLSelectElement | null} */ (document.getElementById("team-tick"));
  /** @type {number[][]} the players of each */
  const teams = pageData("absence-teams");
  choice?.addEventListener("change", () => {
    const players = teams[Number(choice.value)] ?? [];
    for (const box of boxes(form, "player")) box.checked = choice.value !== "" && players.includes(Number(box.value));
  });
}

// The evening at which the page opens.
/** @param {HTMLFormElement} form */
function tickCurrent(form) {
  const current = /** @type {HTMLElement | null} */ (document.querySelector("#absence-table [aria-current]"));
  for (const box of boxes(form, "column")) {
    box.checked = box.value === current?.dataset.key;
    const list = box.closest("div");
    if (box.checked && list !== null) list.scrollTop = box.offsetTop - list.offsetTop;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const boxes = (form, name) => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(`input[name="${name}"]`)]);

/**
 * @param {HTMLFormElement} form
 * @param {Grid} grid
 */
async function enter(form, grid) {
  const chosen = boxes(form, "player").filter((box) => box.checked);
  const keys = new Set(boxes(form, "column").flatMap(({ checked, value }) => (checked ? [value] : [])));
  const columns = readColumns(document).filter(({ key }) => keys.has(key));
  if (chosen.length === 0 || columns.length === 0) {
    tell(word("team-missing"), { bad: true, cause: "team" });
    return;
  }
  const kind = grid.kinds.get(controlById("team-kind").value);
  const outcome = kind?.outcome ?? "";
  const [wanted, before] = [
    chosen.flatMap(({ value }) => changesOf(Number(value), columns, outcome, grid)),
    chosen.flatMap(({ value }) => standingOf(Number(value), columns, outcome, grid)),
  ];
  if (wanted.length === 0) {
    tell(word("team-unchanged"), { cause: "team" });
    return;
  }
  await send(grid, wanted);
  const names = chosen.map((box) => box.parentElement?.textContent?.trim() ?? "").join(", ");
  const when = columns.map(({ said }) => said).join("; ");
  const canUndo = before.every((one) => one.outcome !== MIXED);
  const undo = async () => {
    try {
      await send(grid, before);
      tell(word("team-undone"));
    } catch (problem) {
      tellProblem(problem);
    }
  };
  const done = word("team-done", {
    what: kind?.words ?? "",
    players: names,
    when,
  });
  const late = outcome === grid.kinds.get("a")?.outcome ? columns.filter(isLate) : [];
  const hints = late.map((column) =>
    word("late-team", {
      when: column.said,
      until: column.untilSaid,
      what: kind?.words ?? "",
    }),
  );
  tell([done, ...hints].join(" "), {
    undo: canUndo ? undo : null,
    cause: "team",
  });
}

/**
 * @param {number} player
 * @param {Column[]} columns
 * @param {string} outcome
 * @param {Grid} grid
 * @returns {Absence[]}
 */
function changesOf(player, columns, outcome, { standing }) {
  const changed = columns.filter(({ key }) => standing(player, key) !== outcome);
  return changed.length === 0 ? [] : [{ player, columns: changed, outcome }];
}

// What stood before where it is changed, by what it was.
/**
 * @param {number} player
 * @param {Column[]} columns
 * @param {string} outcome
 * @param {Grid} grid
 * @returns {Absence[]}
 */
function standingOf(player, columns, outcome, { standing }) {
  const changed = columns.filter(({ key }) => standing(player, key) !== outcome);
  const stood = [...new Set(changed.map(({ key }) => standing(player, key)))];
  return stood.map((one) => ({
    player,
    outcome: one,
    columns: changed.filter(({ key }) => standing(player, key) === one),
  }));
}

/**
 * @param {Grid} grid
 * @param {Absence[]} absences
 */
async function send(grid, absences) {
  const asked = absences.map(({ player, columns, outcome }) => ({
    do: outcome === "" ? "cancel-absence" : "announce-absence",
    player,
    ...whatOf(columns),
    ...(outcome === "" ? {} : { outcome }),
  }));
  await write("POST", `${grid.base}/absences`, { absences: asked });
  grid.again();
}
