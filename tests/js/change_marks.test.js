// screen/change_marks.js: what has changed is marked for a while.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ChangeMarks } from "../../displays/web/static/js/screen/change_marks.js";

const row = (key, text, more = {}) => ({ key, cells: [{ text }], ...more });
const view = (...rows) => ({ key: "boards/1", rows });
const marked = (marks, shown, now) =>
  marks
    .on(shown, now)
    .rows.filter((one) => (one.class ?? "").includes("fresh"))
    .map(({ key }) => key);

test("rows that changed, and new ones, are marked for 25 seconds", () => {
  const marks = new ChangeMarks();
  marks.note(view(row(1, "a"), row(2, "b")), 0);
  const later = view(row(1, "a"), row(2, "c"), row(3, "d"));
  marks.note(later, 1000);
  assert.deepEqual(marked(marks, later, 1000), [2, 3]);
  assert.deepEqual(marked(marks, later, 25_999), [2, 3]);
  assert.deepEqual(marked(marks, later, 26_000), []);
});

test("nothing is marked that is seen for the first time, or only in another language", () => {
  const marks = new ChangeMarks();
  marks.note(view(row(1, "White")), 0);
  marks.forgetTexts();
  const dutch = view(row(1, "Wit"));
  marks.note(dutch, 1);
  assert.deepEqual(marked(marks, dutch, 2), []);
});

test("an arrow tells of other rows, and a row's own mark of itself alone", () => {
  const marks = new ChangeMarks();
  const arrow = (text) => ({ key: 1, cells: [{ text: "Ann" }, { text, class: "move up" }] });
  marks.note(view(arrow("▲1"), row(2, "place 3", { mark: "2½" })), 0);
  const later = view(arrow("▲4"), row(2, "place 5", { mark: "2½", class: "gone" }));
  marks.note(later, 1);
  assert.deepEqual(marked(marks, later, 2), []);
  const scored = view(arrow("▲4"), row(2, "place 5", { mark: "3½", class: "gone" }));
  marks.note(scored, 3);
  assert.deepEqual(marked(marks, scored, 4), [2]);
  assert.equal(marks.on(scored, 4).rows[1].class, "gone fresh");
});
