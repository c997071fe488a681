// The lines of a list before they are registered: each with its number, and marked where it is wrong or somebody twice.

import { byId, element } from "../../dom.js";
import { word } from "../../words.js";

const AT_FIRST = 200; // lines drawn; more take a moment, which only those wait who ask for them

// {doubles, alike}: how many lines are somebody who is there already, and how many may be.
export function countTwice({ problems, suspected }) {
  return { doubles: problems.filter(({ code }) => code in DOUBLES).length, alike: suspected.length };
}

const DOUBLES = {
  "csv-player-twice": ({ other_line }) => word("row-twice", { line: other_line }),
  "already-registered": ({ player }) => word("row-registered", { player }),
};

// Line → how it is marked. What is wrong goes before what is only suspected.
function marksOf({ problems, suspected }) {
  const marks = new Map();
  for (const { line, other_line, player } of suspected) {
    const other = other_line ?? null;
    const text =
      other === null ? word("row-perhaps-registered", { player }) : word("row-perhaps-twice", { line: other });
    marks.set(line, { css: "row-alike", text });
  }
  for (const { code, facts } of problems) {
    const double = DOUBLES[code];
    marks.set(
      facts.line,
      double ? { css: "row-double", text: double(facts) } : { css: "row-wrong", text: word("row-wrong") },
    );
  }
  return marks;
}

// `heads`: the cells above the columns of the list; those that stand there already stay.
export function drawRows(seen, heads, most = AT_FIRST) {
  const table = document.querySelector("#import-columns");
  const marks = marksOf(seen);
  const isMarked = marks.size > 0;
  const rows = seen.lines.slice(0, most).map(({ line, cells }) => {
    const mark = marks.get(line);
    return element(
      "tr",
      { class: mark?.css ?? null },
      element("th", { scope: "row" }, String(line)),
      isMarked ? element("td", { class: "row-mark" }, mark?.text ?? "") : null,
      heads.map((_, place) => element("td", {}, cells[place] ?? "")),
    );
  });
  if (!table.tHead.contains(heads[0])) {
    const first = [word("line"), word("row-marked")].map((title) => element("th", { scope: "col" }, title));
    table.tHead.replaceChildren(element("tr", {}, first, heads));
  }
  table.tHead.rows[0].cells[1].hidden = !isMarked;
  table.tBodies[0].replaceChildren(...rows);
  const all = byId("import-all");
  all.hidden = seen.lines.length <= most;
  all.textContent = word("import-all", { count: seen.lines.length });
  all.onclick = () => {
    drawRows(seen, heads, seen.lines.length);
    table.parentElement.focus();
  };
}
