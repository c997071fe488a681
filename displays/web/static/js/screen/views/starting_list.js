// Starting list: everybody in the start order, or a category, with rating and federation.

import { categoryWords } from "../../categories.js";
import { say } from "../languages.js";
import { NARROW } from "../table.js";
import { categoryCells, cell, column, head, rangeOf, rankedName } from "./cells.js";

export const startingListTopic = (scene) =>
  scene.category ? `starting-list:${encodeURIComponent(scene.category)}` : "starting-list";

export function startingList(states, scene, room) {
  const state = states.get(startingListTopic(scene));
  if (state === undefined) return null;
  const { lines, category } = state;
  const texts = (read, kind) => lines.map(({ player }) => cell(read(player) ?? "", kind));
  const rating = column(
    "",
    "number figure",
    texts((player) => player.rating, "number figure"),
  );
  const federation = column(
    "",
    "figure quiet",
    texts((player) => player.federation, "figure quiet"),
  );
  const hasFederations = room >= NARROW && lines.some(({ player }) => player.federation);
  const more = [rating, ...(hasFederations ? [federation] : []), ...categoryCells(lines, room)];
  return {
    key: `starting-list/${category}`,
    nothing: category ? "nobody-in-category" : "nobody-yet",
    title: category ? `${say("starting-list")} · ${categoryWords(category, say)}` : say("starting-list"),
    side: say("count-players", { count: lines.length }),
    minWidth: 18 + more.reduce((sum, { width }) => sum + width, 0),
    heads: [head("", "number place"), head(say("name"), "name"), ...more.map((one) => one.head)],
    rows: lines.map((line, index) => ({
      key: line.player.number,
      cells: [cell(line.place, "number place"), rankedName(line), ...more.map(({ cells }) => cells[index])],
    })),
    range: rangeOf((row) => row.cells[0].text),
  };
}
