// screen/fitting.js: rows, columns and pages of a table on a glass.

import assert from "node:assert/strict";
import { test } from "node:test";
import { countPages, isOnTwoLines, spreadRows } from "../../displays/web/static/js/screen/fitting.js";

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

test("rows and columns that the setting names are kept", () => {
  assert.deepEqual(countPages(100, 10, GLASS, { rows: 5, columns: 2 }), { rows: 5, columns: 2, pages: 10 });
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
