// A table that fills the glass: measured, cut into pages and columns, changed without a flash.
//
// A view is {key, minWidth, heads: [{text, class, width}], rows: [{key, cells: [{text, class}], class}]}; minWidth in letters (em).

import { element } from "../dom.js";

const SCALES = [1.7, 1.45, 1.2, 1]; // a short table is written larger, as long as it is one page
const NARROW = 36; // em: on a glass that stands upright names need the room that larger letters would take
const GAP = 2; // em between columns
const MOVING = 900; // milliseconds
const SIZES = ["long", "longer"]; // how names are written that do not fit, on one line
const SMALLER = ["wrapped", "wrapped smallest", "longest"]; // and one that is too long for that: on two lines, cut
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
      if ((found.pages > 1 || found.isTooNarrow) && scale !== SCALES.at(-1)) continue;
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
    const isTooNarrow = clientWidth < (NARROW * em) / scale && clientWidth < view.minWidth * em;
    return { scale, rows, columns, isTooNarrow, pages: Math.max(1, Math.ceil(view.rows.length / (rows * columns))) };
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

  // Names that do not fit are written smaller: all of a list in one size. Those that are too long even for the smallest
  // do not make the others small: they stand on two lines of the same row, and only then are cut.
  #shrinkNames() {
    const names = [...this.stage.querySelectorAll("td.name")].map((cell) => ({ cell, kind: cell.className }));
    const isTooLarge = ({ cell }) => cell.scrollWidth > cell.clientWidth || cell.offsetHeight > this.lineHeight + 1;
    const write = (some, size) => {
      for (const { cell, kind } of some) cell.className = `${kind} ${size}`.trim();
    };
    let left = names.filter(isTooLarge);
    if (left.length === 0) return;
    let wanted = ""; // the size in which the last of them fits
    for (const size of SIZES) {
      write(left, size);
      const still = left.filter(isTooLarge); // all are measured before any is changed
      if (still.length < left.length) wanted = size;
      left = still;
    }
    const longest = new Set(left);
    write(names.filter((name) => !longest.has(name)), wanted);
    for (const smaller of SMALLER) {
      write(left, smaller);
      left = left.filter(isTooLarge);
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
  const cells = heads.map((head) => {
    const cell = element("th", { scope: "col", class: head.class }, head.text);
    if (head.width) cell.style.width = `${head.width}em`;
    return cell;
  });
  return element("table", {}, element("thead", {}, element("tr", {}, ...cells)), element("tbody"));
}

function newLine(row) {
  return element("tr", {}, ...row.cells.map(() => element("td")));
}

// Only what is other than before is touched.
function fill(line, row) {
  while (line.cells.length < row.cells.length) line.append(element("td"));
  while (line.cells.length > row.cells.length) line.lastElementChild.remove(); // on a narrower glass
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
