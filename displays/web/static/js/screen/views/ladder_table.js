// The figures of the ladder: the value used, what each round pays, the total, the value that follows from the place.

import { categoryWords } from "../../categories.js";
import { breadth, figure, nameOf } from "../format.js";
import { ladderWord, outcomeWord, say } from "../languages.js";
import { NARROW } from "../table.js";
import { cell, column, head, lastThatFit, placeCell, rangeOf, rankedName, roundWords } from "./cells.js";

export function ladderTable(states, scene, room) {
  const state = states.get(ladderTableTopic(scene));
  if (state === undefined) return null;
  const { lines } = state;
  const figures = (kind, of) => lines.map((line) => cell(of(line), `number figure ${kind}`));
  const used = column(
    ladderWord("value-used"),
    "number figure",
    figures("quiet", (line) => figure(line.value_used, say)),
  );
  const rounds = (lines[0]?.rounds ?? []).map(({ round }, index) =>
    column(
      say("round-short", { round }),
      "number figure",
      figures("", ({ rounds: paid }) => points(paid[index])),
    ),
  );
  const total = column(
    say("total"),
    "number figure total",
    figures("total points", (line) => figure(line.total, say)),
  );
  const next = column(
    ladderWord("next-value"),
    "number figure",
    figures("quiet", (line) => figure(line.next_value, say)),
  );
  const longest = Math.max(0, ...lines.map(({ player }) => breadth(nameOf(player))));
  const least = Math.min(room < NARROW ? 13 : 20, longest + 3.5); // upright a name stands on two lines
  const around = room < NARROW ? [total] : [used, total, next];
  const shown = lastThatFit(rounds, room - least - around.reduce((sum, { width }) => sum + width, 0));
  const columns = room < NARROW ? [...shown, total] : [used, ...shown, total, next];
  return {
    key: `ladder-table/${state.category}`,
    nothing: state.category ? "nobody-in-category" : undefined,
    title: state.category ? `${ladderWord("title")} · ${categoryWords(state.category, say)}` : ladderWord("title"),
    side: roundWords(state, scene),
    note: legend(lines, lines[0]?.rounds.length - shown.length),
    minWidth: least + columns.reduce((sum, { width }) => sum + width, 0),
    heads: [head("", "number place"), head(say("name"), "name"), ...columns.map((one) => one.head)],
    rows: lines.map((line, index) => ({
      key: line.player.number,
      mark: line.total.exact,
      class: line.is_withdrawn ? "gone" : "",
      cells: [placeCell(line.place, line.is_unranked), rankedName(line), ...columns.map(({ cells }) => cells[index])],
    })),
    range: rangeOf((row) => row.cells[0].text),
  };
}

// A letter says what a round counts as that was no win and no draw.
const markOf = ({ because, outcome }) => ladderWord(`mark-${because || outcome}`);

const meaningOf = ({ because, outcome }) => (because ? ladderWord(`why-${because}`) : outcomeWord(outcome));

function points(line) {
  return `${figure(line.points, say)} ${markOf(line)}`.trim();
}

function legend(lines, hidden) {
  const shown = lines.flatMap(({ rounds }) => rounds.slice(hidden));
  const told = shown.map((line) => [markOf(line), meaningOf(line)]);
  const meanings = new Map(told.filter(([mark]) => mark !== ""));
  return [...meanings].map(([mark, meaning]) => `${mark}: ${meaning}`).join(" · ");
}

export const ladderTableTopic = (scene) =>
  scene.category ? `ladder-table:${encodeURIComponent(scene.category)}` : "ladder-table";
