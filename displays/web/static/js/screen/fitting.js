// How a table fits a glass: rows, columns and pages, and names on two lines. Pure: it is told what was measured.

const TALLEST = 1.6; // so many times its height a row may have, where there is room below
export const BORDER = 1; // pixel by which a row may be higher than it is told
const GAP = 2; // em between columns

/**
 * @typedef {{width: number, height: number, lineHeight: number, em: number}} Glass in pixels, without the heads
 * @typedef {{rows?: number, columns?: number}} Wish 0: as many as fit; a wish is met as far as all can be read
 */

/**
 * @param {number} count of rows
 * @param {number} minWidth of a column of the page, in em
 * @param {Glass} glass
 * @param {Wish} wish
 */
export function countPages(count, minWidth, { width, height, lineHeight, em }, wish) {
  const high = Math.max(1, Math.floor(height / lineHeight));
  const wide = Math.max(1, Math.floor((width + GAP * em) / ((minWidth + GAP) * em)));
  const rows = Math.min(wish.rows || high, high);
  const columns = Math.max(1, Math.min(wish.columns || wide, wide, Math.ceil(count / rows)));
  return { rows, columns, pages: Math.max(1, Math.ceil(count / (rows * columns))) };
}

// A table for each of the wished columns, and how many of them stand beside each other in a room of so many em: fewer
// than wished if none could be read otherwise.
/**
 * @param {number} wished
 * @param {number} room
 * @param {(room: number) => View | null} tableFor
 */
export function layBeside(wished, room, tableFor) {
  for (let columns = wished; columns > 1; columns -= 1) {
    const each = (room - GAP * (columns - 1)) / columns;
    const view = tableFor(each);
    if (view !== null && view.minWidth <= each) return { columns, view };
  }
  return { columns: Math.min(wished, 1), view: tableFor(room) };
}

// What of a wish this page does not do, though there are lines enough for it; null: nothing.
/**
 * @param {number} count
 * @param {{rows: number, columns: number, pages: number}} layout
 * @param {Wish} wish
 */
export function findUnmet(count, { rows, columns, pages }, wish) {
  const hasFewerRows = (wish.rows ?? 0) > rows && count > rows;
  const hasFewerColumns = (wish.columns ?? 0) > columns && pages > 1;
  if (!hasFewerRows && !hasFewerColumns) return null;
  return { rows: hasFewerRows ? rows : 0, columns: hasFewerColumns ? columns : 0 };
}

// The same pages filled evenly: none has only a line or two, and rows are as high as there is room for.
/**
 * @param {number} count
 * @param {{rows: number, columns: number, pages: number, height: number, lineHeight: number}} layout
 * @param {Wish} wish
 */
export function spreadRows(count, { rows, columns, pages, height, lineHeight }, wish) {
  const even = Math.max(1, wish.rows ? Math.min(rows, count) : Math.ceil(count / (columns * pages)));
  return { rows: even, rowHeight: Math.floor(Math.min(height / even - BORDER, TALLEST * lineHeight)) };
}

// Whether its words, as many as fit on the first line and the others on the second, are no wider than the room.
/**
 * @param {string} name
 * @param {number} room
 * @param {(text: string) => number} breadth
 */
export function isOnTwoLines(name, room, breadth) {
  const words = name.split(" ");
  const count = words.findLastIndex((_, index) => breadth(words.slice(0, index + 1).join(" ")) <= room) + 1;
  return count > 0 && breadth(words.slice(count).join(" ")) <= room;
}
