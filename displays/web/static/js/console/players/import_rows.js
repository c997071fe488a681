// The lines of a list before they are registered: their numbers, whether they are wanted, what is to be said of them.

import { byId, controlById, element } from "../../dom.js";
import { word } from "../../words.js";

const AT_FIRST = 200; // lines drawn; more take a moment, which only those wait who ask for them

// Line → {css, text}: what is wrong with it, or whose name it has.
function notesOf({ problems, suspected }) {
  const notes = new Map();
  const add = (line, css, text) => {
    const before = notes.get(line);
    notes.set(line, { css, text: before ? `${before.text} ${text}` : text });
  };
  for (const { line, other, other_line, player } of suspected) {
    const isRegistered = other_line === null || other_line === undefined;
    const text = isRegistered
      ? word("row-namesake", { other, player })
      : word("row-namesake-line", { other, line: other_line });
    add(line, "row-alike", text);
  }
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

// `heads`: the cells above the columns of the list; those that stand there already stay. `choose(line, isWanted)`
export function drawRows(seen, heads, choose, most = AT_FIRST) {
  const table = document.querySelector("#import-columns");
  const notes = notesOf(seen);
  const isMarked = notes.size > 0;
  const only = controlById("import-noted");
  only.closest("label").hidden = !isMarked;
  if (!isMarked) only.checked = false;
  const wanted = only.checked ? seen.lines.filter(({ line }) => notes.has(line)) : seen.lines;
  const focused = document.activeElement?.getAttribute("data-line");
  table.tBodies[0].replaceChildren(
    ...wanted.slice(0, most).map((line) => drawRow(line, notes.get(line.line), isMarked, heads, choose)),
  );
  if (focused) table.querySelector(`[data-line="${focused}"]`)?.focus();
  if (!table.tHead.contains(heads[0])) {
    const first = ["line", "row-wanted", "row-marked"].map((title) => element("th", { scope: "col" }, word(title)));
    table.tHead.replaceChildren(element("tr", {}, first, heads));
  }
  table.tHead.rows[0].cells[2].hidden = !isMarked;
  const all = byId("import-all");
  all.hidden = wanted.length <= most;
  all.textContent = word("import-all", { count: wanted.length });
  all.onclick = () => {
    drawRows(seen, heads, choose, wanted.length);
    table.parentElement.focus();
  };
  only.onchange = () => drawRows(seen, heads, choose, most);
}

function drawRow({ line, cells, is_wanted, may_be_wanted }, note, isMarked, heads, choose) {
  const box = element("input", {
    type: "checkbox",
    checked: is_wanted,
    disabled: !may_be_wanted,
    autocomplete: "off",
    "data-line": line,
    "aria-label": word("row-wanted-line", { line }),
  });
  box.addEventListener("change", () => choose(line, box.checked));
  return element(
    "tr",
    { class: [note?.css, is_wanted ? null : "row-out"].filter(Boolean).join(" ") || null },
    element("th", { scope: "row" }, String(line)),
    element("td", { class: "choose" }, element("label", {}, box)),
    isMarked ? element("td", { class: "row-mark" }, note?.text ?? "") : null,
    heads.map((_, place) => element("td", {}, cells[place] ?? "")),
  );
}
