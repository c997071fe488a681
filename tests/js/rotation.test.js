// screen/rotation.js: which scene and page a screen shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Rotation } from "../../displays/web/static/js/screen/rotation.js";

const [BOARDS, STANDINGS, CLOCK] = [{ view: "boards" }, { view: "standings", seconds: 20 }, { view: "clock" }];
const round = (phase, ...results) => ({ round: 4, phase, boards: results.map((result) => ({ result })) });

function rotation({ boards = undefined, scenes = [STANDINGS, BOARDS, CLOCK], ...more } = {}) {
  return new Rotation({ scenes, ...more }, { isPairing: (view) => view === "boards", boards: () => boards });
}

test("scenes take turns, and after the last comes the first", () => {
  const turns = rotation();
  turns.begin(CLOCK);
  assert.equal(turns.sceneBy(1), STANDINGS);
  assert.equal(turns.sceneBy(-1), BOARDS);
  turns.begin(STANDINGS);
  assert.equal(turns.sceneBy(-1), CLOCK);
});

test("a new round of which nobody has finished holds the screen on its pairings", () => {
  assert.deepEqual(rotation({ boards: round("published", "pending", "pending") }).scenes(), [BOARDS]);
  assert.deepEqual(rotation({ boards: round("published", "pending", "1-0") }).scenes().length, 3);
  assert.deepEqual(rotation({ boards: round("closed", "pending") }).scenes().length, 3);
  assert.deepEqual(rotation({ boards: round("published") }).scenes().length, 3);
});

test("a steady screen, or one without pairings, is not held", () => {
  const boards = round("published", "pending");
  assert.equal(rotation({ boards, is_steady: true }).scenes().length, 3);
  assert.equal(rotation({ boards, is_steady: true }).pairingScene(), undefined);
  assert.deepEqual(rotation({ boards, scenes: [CLOCK] }).scenes(), [CLOCK]);
  assert.equal(rotation({ scenes: [CLOCK] }).pairingScene(), undefined);
  assert.equal(rotation().pairingScene(), BOARDS);
});

test("what is no longer to be shown gives way to the first scene; what is stays", () => {
  const turns = rotation();
  assert.deepEqual(turns.replacement(), { scene: STANDINGS });
  turns.begin(CLOCK);
  assert.equal(turns.replacement(), null);
  turns.setting = { scenes: [BOARDS] };
  assert.deepEqual(turns.replacement(), { scene: BOARDS });
  turns.begin(undefined);
  turns.setting = null;
  assert.equal(turns.replacement(), null);
});

test("pages turn within their scene", () => {
  const turns = rotation();
  turns.begin(STANDINGS);
  turns.setPages(2);
  assert.ok(!turns.turnPage(-1));
  assert.ok(turns.turnPage(1));
  assert.ok(!turns.turnPage(1));
  assert.equal(turns.page, 1);
  turns.setPages(1); // fewer on a larger glass
  assert.equal(turns.page, 0);
});

test("the first page stands longer, unless it comes around again", () => {
  const turns = rotation();
  turns.begin(STANDINGS);
  assert.equal(turns.seconds, 30);
  turns.isFirstOfScene = false;
  assert.equal(turns.seconds, 20);
  turns.begin(CLOCK);
  turns.setPages(2);
  turns.turnPage(1);
  assert.equal(turns.seconds, 12);
});
