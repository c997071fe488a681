// Cells, columns and side words that the tables of a screen share.

import { breadth, nameOf, nameCell } from "../format.js";
import { say } from "../languages.js";
import { NARROW } from "../table.js";

export const CROWD = 40; // lines; with more, every page counts
const HEAD = 0.62; // the size of a head

export const cell = (text, kind = "") => ({ text, class: kind });
export const head = cell;

// After too few games for the list of a finished season there is none.
export const placeCell = (place, isUnranked) => cell(isUnranked ? "–" : place, "number place");

export function isWithin(board, scene) {
  return (!scene.first_board || board >= scene.first_board) && (!scene.last_board || board <= scene.last_board);
}

export function rangeOf(label) {
  return (rows) => {
    const texts = rows.map(label).filter((text) => text !== "–");
    return [...new Set([texts.at(0), texts.at(-1)])].join(" – ");
  };
}

// A column that is as wide as what stands in it.
export function column(text, kind, cells, size = 1) {
  const widest = Math.max(
    breadth(text) * HEAD,
    ...[...new Set(cells.map((one) => String(one.text)))].map((one) => breadth(one) * size),
  );
  const width = Math.max(1.2, widest + 0.9 * size); // with its padding
  return { head: { ...head(text, kind), width: width / HEAD }, cells, width };
}

// The categories of who is in one; no column where nobody is, or on a glass that stands upright.
export function categoryCells(lines, room) {
  if (room < NARROW || !lines.some(({ player }) => player.categories?.length)) return [];
  const cells = lines.map(({ player }) => cell((player.categories ?? []).join(" · "), "figure quiet category"));
  return [column("", "figure quiet category", cells, 0.7)];
}

// As many of the first columns as there is room for; one at least.
export function firstThatFit(columns, room) {
  let [count, left] = [0, room];
  while (count < columns.length && left >= columns[count].width) left -= columns[count++].width;
  return columns.slice(0, Math.max(1, count));
}

// As many of the last columns as there is room for; one at least.
export function lastThatFit(columns, room) {
  let [first, left] = [columns.length, room];
  while (first > 0 && left >= columns[first - 1].width) left -= columns[--first].width;
  return columns.slice(Math.min(first, columns.length - 1));
}

// Of a past moment nothing is live.
export function roundWords({ round, is_official: isOfficial, is_corrected: hasEndCorrection }, { version, isReplay }) {
  if (round === 0) return "";
  const after = say(isOfficial ? "after-round" : version || isReplay ? "then-during-round" : "during-round", { round });
  return hasEndCorrection ? `${after}, ${say("end-correction-made")}` : after; // of a ladder only
}

// With a ring behind the name of who still plays (screen.css): no text, or everybody's line would seem to have changed.
export const rankedName = (line) => nameCell(nameOf(line.player), line.has_open_game ? " open-game" : "");

export const ringLegend = (isAny, text) => (isAny ? [{ text, class: "open-game" }] : []);

// Of a table with places: games of this round, and of earlier ones, are not over.
export const openGames = (lines) =>
  ringLegend(
    lines.some(({ has_open_game: isOpen }) => isOpen),
    say("open-game"),
  );
