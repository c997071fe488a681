// A table that fills the glass: measured, cut into pages and columns, changed without a flash.
//
// A view is {key, minWidth, heads: [{text, class}], rows: [{key, cells: [{text, class}], class}]}; minWidth in letters (em).

import { element } from "../dom.js";

const SCALES = [1.7, 1.45, 1.2, 1]; // a short table is written larger, as long as it is one page
const GAP = 2; // em between columns
const MOVING = 900; // milliseconds
const SMALLER = ["long", "wrapped", "wrapped smallest", "longest"]; // how a name is written that does not fit: on one line, on two, cut
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

export class Table {
  constructor(stage) {
    this.stage = stage;
    this.lines = new Map(); // key → tr
    this.columns = [];
    this.shown = "";
  }

  // How many pages the view has on this glass. `fixed`: rows and columns, 0 for as many as fit.
  measure(view, fixed = { rows: 0, columns: 0 }) {
    for (const scale of SCALES) {
      const found = this.#fit(view, fixed, scale);
      if (found.pages > 1 && scale !== SCALES.at(-1)) continue;
      if (found.pages === 1 && !fixed.rows) found.rows = Math.max(1, Math.ceil(view.rows.length / found.columns)); // as many beside as below
      return found;
    }
    return null;
  }

  #fit(view, fixed, scale) {
    this.stage.style.setProperty("--scale", String(scale));
    const em = parseFloat(getComputedStyle(this.stage).fontSize);
    const sample = columnTable(view.heads);
    const line = newLine({ cells: view.heads.map(() => ({ text: "Ág" })) });
    sample.tBodies[0].append(line);
    this.stage.replaceChildren(...this.columns, sample);
    const lineHeight = line.getBoundingClientRect().height;
    this.lineHeight = lineHeight;
    const headHeight = sample.tHead.getBoundingClientRect().height;
    sample.remove();
    const { clientHeight, clientWidth } = this.stage;
    const rows = fixed.rows || Math.max(1, Math.floor((clientHeight - headHeight - 1) / lineHeight));
    const room = Math.max(1, Math.floor((clientWidth + GAP * em) / ((view.minWidth + GAP) * em)));
    const columns = Math.max(1, Math.min(fixed.columns || room, Math.ceil(view.rows.length / rows)));
    return { scale, rows, columns, pages: Math.max(1, Math.ceil(view.rows.length / (rows * columns))) };
  }

  // One page of it. Rows that were there already move to their new place.
  show(view, layout, page) {
    this.stage.style.setProperty("--scale", String(layout.scale));
    const name = `${view.key}/${page}/${layout.rows}/${layout.columns}/${layout.scale}`; // laid out otherwise, nothing moves
    const isSame = name === this.shown;
    this.shown = name;
    const before = isSame && !isCalm.matches ? this.#places() : new Map();
    const perPage = layout.rows * layout.columns;
    const rows = view.rows.slice(page * perPage, (page + 1) * perPage);
    this.#layColumns(view, layout.columns);
    const kept = new Map();
    this.columns.forEach((column, index) => {
      const part = rows.slice(index * layout.rows, (index + 1) * layout.rows);
      const lines = part.map((row) => this.#line(row, kept));
      column.tBodies[0].replaceChildren(...lines);
    });
    this.lines = kept;
    this.#shrinkNames();
    this.#move(before);
    return rows;
  }

  #layColumns(view, count) {
    const heads = JSON.stringify(view.heads);
    if (this.heads !== heads || this.columns.length !== count || !this.columns[0]?.isConnected) {
      this.heads = heads;
      this.columns = Array.from({ length: count }, () => columnTable(view.heads));
      this.stage.replaceChildren(...this.columns);
    }
    this.stage.style.setProperty("--columns", String(count));
  }

  #line(row, kept) {
    const line = this.lines.get(row.key) ?? newLine(row);
    fill(line, row);
    kept.set(row.key, line);
    return line;
  }

  // A name that does not fit is written smaller, then on two lines of the same row, and only then cut.
  #shrinkNames() {
    let names = [...this.stage.querySelectorAll("td.name")].map((cell) => ({ cell, kind: cell.className }));
    const isTooLarge = ({ cell }) => cell.scrollWidth > cell.clientWidth || cell.offsetHeight > this.lineHeight + 1;
    for (const size of SMALLER) {
      names = names.filter(isTooLarge); // all are measured before any is changed
      for (const { cell, kind } of names) cell.className = `${kind} ${size}`;
    }
  }

  #places() {
    return new Map([...this.lines].map(([key, line]) => [key, line.getBoundingClientRect()]));
  }

  #move(before) {
    for (const [key, line] of this.lines) {
      const old = before.get(key);
      if (old === undefined) continue;
      const now = line.getBoundingClientRect();
      const [x, y] = [old.left - now.left, old.top - now.top];
      if (x === 0 && y === 0) continue;
      const from = { transform: `translate(${x}px, ${y}px)` };
      line.animate([from, { transform: "none" }], { duration: MOVING, easing: "ease-in-out" });
    }
  }
}

function columnTable(heads) {
  const cells = heads.map((head) => element("th", { scope: "col", class: head.class }, head.text));
  return element("table", {}, element("thead", {}, element("tr", {}, ...cells)), element("tbody"));
}

function newLine(row) {
  return element("tr", {}, ...row.cells.map(() => element("td")));
}

// Only what is other than before is touched.
function fill(line, row) {
  while (line.cells.length < row.cells.length) line.append(element("td"));
  row.cells.forEach((cell, index) => {
    const node = line.cells[index];
    const text = String(cell.text ?? "");
    if (node.textContent !== text) node.textContent = text;
    const kind = cell.class ?? "";
    if (node.className !== kind) node.className = kind;
  });
  const kind = row.class ?? "";
  if (line.className !== kind) line.className = kind;
  line.dataset.key = String(row.key);
}
