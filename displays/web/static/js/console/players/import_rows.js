// The lines of a list before they are registered: their numbers, whether they are wanted, what is to be said of them.

import { byId, controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { numberShown } from "../page/typed_numbers.js";

// Where there is no room beside the names, a note stands below its line.
const NARROW = matchMedia("(max-width: 40rem)");
const AT_FIRST = 200; // lines drawn; more take a moment, which only those wait who ask for them

// Lines that are somebody who is there already, and could complete what is known of them.
export function mergeableLines({ lines }) {
  return lines.filter(({ may_be_merged }) => may_be_merged).map(({ line }) => line);
}

// Line → {css, text}: what is wrong with it, or whose name it has.
function notesOf({ problems, suspected, looked_up }) {
  const notes = new Map();
  const add = (line, css, text) => {
    const before = notes.get(line);
    notes.set(line, { css, text: before ? `${before.text} ${text}` : text });
  };
  for (const { line, other, other_line, player } of suspected) {
    const isRegistered = other_line === null || other_line === undefined;
    const text = isRegistered
      ? word("row-namesake", { other, player: numberShown(player) })
      : word("row-namesake-line", { other, line: other_line });
    add(line, "row-alike", text);
  }
  for (const { line, name, number, others } of looked_up?.uncertain ?? [])
    add(line, "row-alike", word(others ? "row-uncertain-others" : "row-uncertain", { name, number, others }));
  for (const { code, facts, sentence } of problems)
    add(facts.line, DOUBLES.has(code) ? "row-double" : "row-wrong", sentence);
  return notes;
}

const DOUBLES = new Set(["csv-player-twice", "csv-name-twice", "already-registered", "name-registered"]);

// {doubles, wrong}: lines that are somebody who is there already, and lines with another problem.
export function countNotWanted({ problems }) {
  const linesOf = (isMeant) => new Set(problems.filter(isMeant).map(({ facts }) => facts.line));
  const wrong = linesOf(({ code }) => !DOUBLES.has(code));
  const doubles = [...linesOf(({ code }) => DOUBLES.has(code))].filter((line) => !wrong.has(line));
  return { doubles: doubles.length, wrong: wrong.size };
}

// `heads`: the cells above the columns of the list; those that stand there already stay.
// `acts`: `choose(line, isWanted)`, `merge(line)`
export function drawRows(seen, heads, acts, most = AT_FIRST) {
  const table = document.querySelector("#import-columns");
  const notes = notesOf(seen);
  const isMarked = notes.size > 0 || seen.lines.some(({ is_merged }) => is_merged);
  const only = controlById("import-noted");
  only.closest("label").hidden = !isMarked;
  if (!isMarked) only.checked = false;
  const wanted = only.checked ? seen.lines.filter(({ line, is_merged }) => is_merged || notes.has(line)) : seen.lines;
  const focused = document.activeElement?.getAttribute("data-focus");
  const isBeside = isMarked && !NARROW.matches;
  table.tBodies[0].replaceChildren(
    ...wanted.slice(0, most).flatMap((line) => drawRow(line, notes.get(line.line), isBeside, heads, acts)),
  );
  if (focused) table.querySelector(`[data-focus="${focused}"]`)?.focus();
  if (!table.tHead.contains(heads[0])) {
    const first = ["line", "row-wanted", "row-marked"].map((title) => element("th", { scope: "col" }, word(title)));
    table.tHead.replaceChildren(element("tr", {}, first, heads));
  }
  table.tHead.rows[0].cells[2].hidden = !isBeside;
  const all = byId("import-all");
  all.hidden = wanted.length <= most;
  all.textContent = word("import-all", { count: wanted.length });
  all.onclick = () => {
    drawRows(seen, heads, acts, wanted.length);
    table.parentElement.focus();
  };
  only.onchange = () => drawRows(seen, heads, acts, most);
}

function drawRow({ line, cells, is_wanted, may_be_wanted, is_merged, may_be_merged }, note, isBeside, heads, acts) {
  const box = element("input", {
    type: "checkbox",
    checked: is_wanted,
    disabled: !may_be_wanted,
    autocomplete: "off",
    "data-focus": `wanted-${line}`,
    "aria-label": word("row-wanted-line", { line }),
  });
  box.addEventListener("change", () => acts.choose(line, box.checked));
  const merging = may_be_merged ? mergeButton(line, is_merged, acts) : null;
  const said = [is_merged ? word("row-merged") : (note?.text ?? ""), merging];
  const css = [note?.css, is_wanted ? null : "row-out"].filter(Boolean).join(" ") || null;
  const row = element(
    "tr",
    { class: css },
    element("th", { scope: "row" }, String(line)),
    element("td", { class: "choose" }, element("label", {}, box)),
    isBeside ? element("td", { class: "row-mark" }, said) : null,
    heads.map((_, place) => element("td", {}, cells[place] ?? "")),
  );
  if (isBeside || said.every((part) => !part)) return [row];
  const below = element("td", { class: "row-mark", colspan: heads.length + 2 }, element("div", {}, said));
  return [row, element("tr", { class: css }, below)];
}

function mergeButton(line, isMerged, acts) {
  const label = word("row-merge-line", { line });
  return element(
    "button",
    {
      type: "button",
      "aria-pressed": String(isMerged),
      "aria-label": label,
      "data-focus": `merge-${line}`,
      onclick: () => acts.merge(line),
    },
    word("row-merge"),
  );
}
