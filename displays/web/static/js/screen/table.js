// A table that fills the glass: measured, cut into pages and columns, changed without a flash.
//
// A view is {key, minWidth, heads: [{text, class, width}], rows: [{key, cells: [{text, class}], class}]}; minWidth in
// letters (em).

import { element } from "../dom.js";
import { BORDER, countPages, findUnmet, isOnTwoLines, spreadRows } from "./fitting.js";
import { breadth } from "./format.js";

const SCALES = [1.7, 1.45, 1.2, 1]; // a short table is written larger, as long as it is one page
export const NARROW = 36; // em: on a glass that stands upright names need the room that larger letters would take
const ORDINARY = 16; // em: a name that is longer is an exception,
const WRAPPED = 10; // and stands on two lines of this width
const LEAST = [10, 7.5]; // em that a name has at least where names stand on two lines: alone in its row, beside another
const PADDING = 0.5; // em of a cell
const MOVING = 900; // milliseconds
const SIZES = ["long", "longer"]; // how names are written that do not fit, on one line
const LONG = 0.84; // the first of them, as in screen.css
const WHOLE = ["wrapped whole long", "wrapped whole longer"]; // a longer one: on two lines of a high row,
const SMALLER = ["wrapped", "wrapped smallest", "longest"]; // of any row, though a word be broken; cut
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

export class Table {
  constructor(stage) {
    this.stage = stage;
    this.lines = new Map(); // key → tr
    this.columns = [];
    this.shown = "";
  }

  // How many pages the view has on this glass. `wish`: rows and columns, 0 for as many as fit.
  measure(view, wish = { rows: 0, columns: 0 }) {
    const found = this.#largest(view, wish) ?? this.#fit(view, wish, SCALES.at(-1), 1);
    return { ...found, ...spreadRows(view.rows.length, found, wish) };
  }

  // The largest letters in which all is on one page. Upright, names stand on two lines for it: there is height to
  // spare.
  #largest(view, wish) {
    for (const scale of SCALES) {
      for (const lines of [1, 2]) {
        const found = this.#fit(view, wish, scale, lines);
        const isAsWished = findUnmet(view.rows.length, found, wish) === null;
        if (found.pages === 1 && !found.isTooNarrow && isAsWished) return found;
      }
    }
    return null;
  }

  #fit(view, wish, scale, lines) {
    this.#write(scale, lines);
    const em = parseFloat(getComputedStyle(this.stage).fontSize);
    const sample = columnTable(view.heads);
    const line = newLine({ cells: view.heads.map(() => ({ text: "Ág" })) });
    sample.tBodies[0].append(line);
    this.stage.replaceChildren(...this.columns, sample);
    const lineHeight = line.getBoundingClientRect().height;
    const headHeight = /** @type {Element} */ (sample.tHead).getBoundingClientRect().height;
    const { clientHeight, clientWidth } = this.stage;
    const isTooNarrow = clientWidth < (NARROW * em) / scale && !hasRoomForNames(sample, view, em, lines);
    sample.remove();
    const height = clientHeight - headHeight - 1;
    const glass = { width: clientWidth, height, lineHeight, em };
    return {
      scale,
      lines,
      height,
      lineHeight,
      isTooNarrow,
      ...countPages(view.rows.length, view.minWidth, glass, wish),
    };
  }

  // How large letters are, on how many lines a name may stand, and how high a row is (as high as that needs, if nobody
  // says).
  #write(scale, lines, rowHeight = null) {
    this.stage.style.setProperty("--scale", String(scale));
    this.stage.dataset.lines = String(lines);
    if (rowHeight === null) this.stage.style.removeProperty("--row");
    else this.stage.style.setProperty("--row", `${rowHeight}px`);
  }

  // One page of it. Rows that were there already move to their new place.
  show(view, layout, page) {
    const { scale, lines: most, rowHeight } = layout;
    this.#write(scale, most, rowHeight);
    this.rowHeight = rowHeight;
    this.isLow = most === 1; // a row for one line
    // Laid out otherwise, nothing moves.
    const name = [view.key, page, layout.rows, layout.columns, scale, most, rowHeight].join("/");
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
    const isTooLarge = ({ cell }) =>
      cell.scrollWidth > cell.clientWidth ||
      cell.offsetHeight > this.rowHeight + BORDER ||
      (this.isLow && isOnThreeLines(cell));
    const write = (some, size) => {
      for (const { cell, kind } of some) cell.className = `${kind} ${size}`;
    };
    let left = names.filter(isTooLarge); // all are measured before any is changed
    for (const size of SIZES) {
      if (!left.some(({ cell }) => breadth(cell.textContent) <= ORDINARY)) break;
      write(names, size);
      left = left.filter(isTooLarge);
    }
    const isForAll = (size) => {
      write(left, size);
      return !left.some(isTooLarge);
    };
    if ([...SIZES, ...WHOLE, SMALLER[0]].some(isForAll)) return; // all the long ones alike
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

function hasRoomForNames(sample, view, em, lines) {
  const cells = [...sample.tHead.rows[0].cells];
  const named = cells
    .map((cell, index) => ({ room: cell.clientWidth / em, index }))
    .filter(({ index }) => cells[index].classList.contains("name"));
  return named.every(({ room, index }) => {
    const names = view.rows.map((row) => String(row.cells[index].text));
    if (lines === 1) return names.every((name) => (needed(name) + PADDING) * LONG <= room);
    return (
      room >= LEAST[named.length - 1] &&
      names.every((name) => breadth(name) > ORDINARY || isOnTwoLines(name, room - PADDING, breadth))
    );
  });
}

const needed = (name) => (breadth(name) <= ORDINARY ? breadth(name) : WRAPPED);

function isOnThreeLines(cell) {
  const text = document.createRange();
  text.selectNodeContents(cell);
  return text.getBoundingClientRect().height > 2.5 * parseFloat(getComputedStyle(cell).fontSize);
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
