// screen/followed_topics.js: a line has room for so many topics, whatever an event has.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listUnmet, topicsToFollow } from "../../displays/web/static/js/screen/followed_topics.js";

const SECTIONS = Array.from({ length: 40 }, (_, number) => `section-${number}`);
const SCENES = ["boards", "standings"].flatMap((view) => SECTIONS.map((section) => ({ view, section })));
const topicsOf = ({ view, section }) =>
  view === "boards" ? [`${section}/boards`] : [`${section}/standings`, `${section}/ranks`];

test("a screen of a small event follows all of it, in whatever order", () => {
  const few = SCENES.filter(({ section }) => section === "section-3");
  const all = ["section-3/boards", "section-3/ranks", "section-3/standings"];
  for (const shown of [undefined, ...few]) assert.deepEqual(topicsToFollow([], few, shown, topicsOf).sort(), all);
});

test("of a large one as much as there is room for, what is shown and what comes next above all", () => {
  const always = ["clock", ...SECTIONS.map((section) => `${section}/boards`)];
  for (const [number, shown] of SCENES.entries()) {
    const followed = topicsToFollow(always, SCENES, shown, topicsOf);
    assert.ok(followed.length <= 64);
    const next = SCENES[(number + 1) % SCENES.length];
    for (const topic of [...always, ...topicsOf(shown), ...topicsOf(next)]) assert.ok(followed.includes(topic), topic);
  }
});

test("a wish that many sections cannot meet is told once, with the least that is shown", () => {
  const wish = { view: "boards", rows: 32 };
  const unmet = SECTIONS.map((section, number) => [
    { ...wish, section },
    { rows: 20 - (number % 3), columns: 0 },
  ]);
  assert.deepEqual(listUnmet(unmet), [
    { view: "boards", wished: { rows: 32, columns: 0 }, shown: { rows: 18, columns: 0 } },
  ]);
});
