// The cross table.

import { breadth, nameOf, score } from "../format.js";
import { say } from "../languages.js";
import { NARROW } from "../table.js";
import { cell, column, roundWords, head, lastThatFit, openGames, rangeOf, rankedName } from "./cells.js";

const FORFEITS = { "forfeit-win": "+", "forfeit-loss": "-" };

export function crosstable(states, scene, room) {
  const state = states.get("crosstable");
  if (state === undefined) return null;
  const count = state.is_square ? state.lines.length : state.round;
  const all = Array.from({ length: count }, (_, index) => {
    const text = state.is_square ? String(index + 1) : say("round-short", { round: index + 1 });
    return column(
      text,
      "cross",
      state.lines.map((line) =>
        cell(state.is_square ? meetingWords(line, index, state) : roundCell(line.cells[index], state), "cross"),
      ),
    );
  });
  // On a ladder the points of the games decide nothing, and are called what they are.
  const { text, kind } = state.is_ladder ? { text: "game-points", kind: "quiet" } : { text: "pts", kind: "points" };
  const total = column(
    say(text),
    "number figure",
    state.lines.map((line) => cell(score(line.score, state.per_point), `number figure ${kind}`)),
  );
  const longest = Math.max(0, ...state.lines.map(({ player }) => breadth(nameOf(player))));
  // Upright a name stands on two lines rather than drive the rounds out.
  const least = Math.min(room < NARROW ? 13 : 20, longest + 3.5);
  const shown = lastThatFit(all, room - least - total.width);
  const rows = state.lines.map((line, number) => ({
    key: line.player.number,
    mark: line.score, // the others' lines change all the time
    class: line.is_withdrawn ? "gone" : "",
    cells: [
      cell(line.line, "number place"),
      rankedName(line),
      ...shown.map(({ cells }) => cells[number]),
      total.cells[number],
    ],
  }));
  return {
    key: "crosstable",
    title: say("crosstable"),
    side: roundWords(state, scene),
    legends: openGames(state.lines),
    minWidth: least + total.width + shown.reduce((sum, { width }) => sum + width, 0),
    heads: [head("", "number place"), head(say("name"), "name"), ...shown.map((one) => one.head), total.head],
    rows,
    range: rangeOf((row) => row.cells[0].text),
  };
}

function roundCell(found, state) {
  if (found === undefined) return "";
  const points = pointsWords(found, state);
  if (found.opponent === null) return `(${points})`;
  const colour = found.colour === null || found.outcome in FORFEITS ? "" : say(`${found.colour}-letter`);
  return `${found.opponent}${colour}${points}`;
}

// What does not count is in brackets.
function pointsWords(found, state) {
  const isToCome = found.outcome === "pending" || found.outcome === "postponed";
  const mark = isToCome ? "·" : (FORFEITS[found.outcome] ?? score(found.points, state.per_point));
  return found.counts ? mark : `(${mark})`;
}

function meetingWords(line, index, state) {
  if (index === line.line - 1) return "×";
  return (line.meetings[index] ?? []).map((number) => pointsWords(line.cells[number - 1], state)).join(" ");
}
