// screen/fitting.js: rows, columns and pages of a table on a glass.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countPages,
  findUnmet,
  isOnTwoLines,
  layBeside,
  spreadRows,
} from "../../displays/web/static/js/screen/fitting.js";

const GLASS = { width: 1000, height: 400, lineHeight: 40, em: 20 }; // 50 em wide, ten lines high
const FREE = { rows: 0, columns: 0 };

test("what fits into one column has one", () => {
  assert.deepEqual(countPages(10, 20, GLASS, FREE), { rows: 10, columns: 1, pages: 1 });
  assert.deepEqual(countPages(0, 20, GLASS, FREE), { rows: 10, columns: 1, pages: 1 });
});

test("one line more begins a second column, where the glass is wide enough for it and the gap", () => {
  assert.deepEqual(countPages(11, 24, GLASS, FREE), { rows: 10, columns: 2, pages: 1 });
  assert.deepEqual(countPages(11, 25, GLASS, FREE), { rows: 10, columns: 1, pages: 2 });
});

test("a table that is wider than the glass has one column all the same, and a low glass one row", () => {
  assert.deepEqual(countPages(3, 80, { ...GLASS, height: 10 }, FREE), { rows: 1, columns: 1, pages: 3 });
});

test("rows and columns that are wished are kept as far as there is room", () => {
  assert.deepEqual(countPages(100, 10, GLASS, { rows: 5, columns: 2 }), { rows: 5, columns: 2, pages: 10 });
  assert.deepEqual(countPages(100, 10, GLASS, { rows: 32, columns: 9 }), { rows: 10, columns: 4, pages: 3 });
  assert.deepEqual(countPages(100, 40, GLASS, { columns: 2 }), { rows: 10, columns: 1, pages: 10 });
});

test("whatever is wished, the pages have room for every row", () => {
  for (const rows of [0, 1, 9, 32]) {
    for (const columns of [0, 1, 2, 12]) {
      for (const count of [0, 1, 10, 11, 64, 300]) {
        const found = countPages(count, 22, GLASS, { rows, columns });
        const layout = { ...found, ...spreadRows(count, { ...found, height: 400, lineHeight: 40 }, { rows, columns }) };
        const what = JSON.stringify({ rows, columns, count, layout });
        assert.ok(layout.rows * layout.columns * layout.pages >= count, what);
        assert.ok(layout.rows * layout.rowHeight <= 400, what);
        assert.ok(layout.rowHeight >= 39, what); // a line, less the border
      }
    }
  }
});

test("what a glass has no room for is told, what is not needed is not", () => {
  const unmet = (count, wish) => findUnmet(count, countPages(count, 22, GLASS, wish), wish);
  assert.deepEqual(unmet(64, { rows: 32 }), { rows: 10, columns: 0 });
  assert.deepEqual(unmet(64, { rows: 32, columns: 3 }), { rows: 10, columns: 2 });
  assert.deepEqual(unmet(64, { rows: 10, columns: 3 }), { rows: 0, columns: 2 });
  assert.equal(unmet(64, { rows: 10, columns: 2 }), null);
  assert.equal(unmet(64, FREE), null);
  assert.equal(unmet(9, { rows: 32, columns: 3 }), null); // all of them stand in one column
});

test("a table is made for the room that it has beside the others, and columns are given up before it is too narrow", () => {
  const tableFor = (room) => ({ minWidth: room < 30 ? 18 : 40, made: room });
  const found = (wished, room) => {
    const { columns, view } = layBeside(wished, room, tableFor);
    return [columns, view.made];
  };
  assert.deepEqual(found(2, 50), [2, 24]);
  assert.deepEqual(found(3, 50), [2, 24]);
  assert.deepEqual(found(2, 34), [1, 34]);
  assert.deepEqual(found(0, 50), [0, 50]);
  assert.equal(layBeside(2, 50, () => null).view, null); // nothing to show yet
});

test("no page has only a line or two", () => {
  const layout = { ...countPages(11, 40, GLASS, FREE), height: 400, lineHeight: 40 };
  assert.deepEqual([layout.rows, layout.pages], [10, 2]);
  assert.equal(spreadRows(11, layout, FREE).rows, 6);
  assert.equal(spreadRows(11, layout, { rows: 10 }).rows, 10);
});

test("rows grow into the room below, but not without end", () => {
  const layout = (rows) => ({ rows, columns: 1, pages: 1, height: 400, lineHeight: 40 });
  assert.equal(spreadRows(8, layout(10), FREE).rowHeight, 49); // 400 / 8, less the border
  assert.equal(spreadRows(3, layout(10), FREE).rowHeight, 64); // 1.6 lines
});

test("a name stands on two lines if neither is wider than the room", () => {
  const letters = (text) => text.length;
  assert.ok(isOnTwoLines("Jan-Krzysztof Duda", 13, letters));
  assert.ok(!isOnTwoLines("Jan-Krzysztof Duda", 12, letters));
  assert.ok(isOnTwoLines("van den Berg", 8, letters));
  assert.ok(!isOnTwoLines("a bc defghijkl", 6, letters));
});
