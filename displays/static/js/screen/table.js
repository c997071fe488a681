// A table that fills the glass: measured, cut into pages and columns, changed without a flash.
//
// A view is {key, minWidth, heads: [{text, class, width}], rows: [{key, cells: [{text, class}], class}]}; minWidth in letters (em).

import { element } from "../dom.js";
import { breadth } from "./figures.js";

const SCALES = [1.7, 1.45, 1.2, 1]; // a short table is written larger, as long as it is one page
export const NARROW = 36; // em: on a glass that stands upright names need the room that larger letters would take
const ORDINARY = 16; // em: a name that is longer is an exception,
const WRAPPED = 10; // and stands on two lines of this width
const GAP = 2; // em between columns
const MOVING = 900; // milliseconds
const SIZES = ["long", "longer"]; // how names are written that do not fit, on one line
const LONG = 0.84; // the first of them, as in screen.css
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
    const { clientHeight, clientWidth } = this.stage;
    const isTooNarrow = clientWidth < (NARROW * em) / scale && !hasRoomForNames(sample, view, em);
    sample.remove();
    const rows = fixed.rows || Math.max(1, Math.floor((clientHeight - headHeight - 1) / lineHeight));
    const room = Math.max(1, Math.floor((clientWidth + GAP * em) / ((view.minWidth + GAP) * em)));
    const columns = Math.max(1, Math.min(fixed.columns || room, Math.ceil(view.rows.length / rows)));
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

  // Names that do not fit are written smaller: all of a list in one size. An exceptionally long one does not make the
  // others small: it stands on two lines of the same row, and only then is cut.
  #shrinkNames() {
    const names = [...this.stage.querySelectorAll("td.name")].map((cell) => ({ cell, kind: cell.className }));
    const isTooLarge = ({ cell }) => cell.scrollWidth > cell.clientWidth || cell.offsetHeight > this.lineHeight + 1;
    const write = (some, size) => {
      for (const { cell, kind } of some) cell.className = `${kind} ${size}`;
    };
    let left = names.filter(isTooLarge); // all are measured before any is changed
    for (const size of SIZES) {
      if (!left.some(({ cell }) => breadth(cell.textContent) <= ORDINARY)) break;
      write(names, size);
      left = left.filter(isTooLarge);
    }
    for (const size of [...SIZES, ...SMALLER]) {
      write(left, size);
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

function hasRoomForNames(sample, view, em) {
  return [...sample.tHead.rows[0].cells].every((cell, index) => {
    if (!cell.classList.contains("name")) return true;
    const widths = view.rows.map((row) => breadth(String(row.cells[index].text)));
    const longest = Math.max(...widths.map((width) => (width <= ORDINARY ? width : WRAPPED)));
    return (longest + 0.5) * LONG * em <= cell.clientWidth;
  });
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
