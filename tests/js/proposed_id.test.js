// node --test tests/js: the id that a name proposes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { proposedIdOf } from "../../displays/web/static/js/console/page/proposed_id.js";

const TODAY = new Date("2026-05-01T12:00:00Z");
const proposed = (name) => proposedIdOf(name, "event", TODAY);

test("letters lose their accents, and what is no letter or digit is a hyphen", () => {
  assert.equal(proposed("Põltsamaa rahvaturniir, 2026!"), "poltsamaa-rahvaturniir-2026");
  assert.equal(proposed("Łódź – Große Straße"), "lodz-grosse-strasse");
  assert.equal(proposed("2026"), "2026");
  assert.equal(proposed(" … "), "");
});

test("a name in another script has an id, too", () => {
  assert.equal(proposed("مهرجان الشطرنج"), "event-2026-05-01");
  assert.equal(proposed("Турнир 2027"), "event-2027");
});

test("a long name is cut, and does not end in a hyphen", () => {
  assert.equal(proposed("x".repeat(200)), "x".repeat(60));
  assert.equal(proposed(`${"x".repeat(59)} y`), "x".repeat(59));
});
