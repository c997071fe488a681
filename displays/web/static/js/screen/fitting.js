// How a table fits a glass: rows, columns and pages, and names on two lines. Pure: it is told what was measured.

const TALLEST = 1.6; // so many times its height a row may have, where there is room below
export const BORDER = 1; // pixel by which a row may be higher than it is told
const GAP = 2; // em between columns

/**
 * @typedef {{width: number, height: number, lineHeight: number, em: number}} Glass in pixels, without the heads
 * @typedef {{rows?: number, columns?: number}} Fixed 0: as many as fit
 */

/**
 * @param {number} count of rows
 * @param {number} minWidth of a column of the page, in em
 * @param {Glass} glass
 * @param {Fixed} fixed
 */
export function countPages(count, minWidth, { width, height, lineHeight, em }, fixed) {
  const rows = fixed.rows || Math.max(1, Math.floor(height / lineHeight));
  const room = Math.max(1, Math.floor((width + GAP * em) / ((minWidth + GAP) * em)));
  const columns = Math.max(1, Math.min(fixed.columns || room, Math.ceil(count / rows)));
  return { rows, columns, pages: Math.max(1, Math.ceil(count / (rows * columns))) };
}

// The same pages filled evenly: none has only a line or two, and rows are as high as there is room for.
/**
 * @param {number} count
 * @param {{rows: number, columns: number, pages: number, height: number, lineHeight: number}} layout
 * @param {Fixed} fixed
 */
export function spreadRows(count, { rows, columns, pages, height, lineHeight }, fixed) {
  const even = fixed.rows ? rows : Math.max(1, Math.ceil(count / (columns * pages)));
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
