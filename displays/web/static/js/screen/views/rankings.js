// Standings and ladder.

import { categoryWords } from "../../categories.js";
import { pageData } from "../../words.js";
import { figure } from "../format.js";
import { resultMark, say } from "../languages.js";
import { NARROW } from "../table.js";
import {
  categoryCells,
  cell,
  column,
  roundWords,
  CROWD,
  firstThatFit,
  head,
  openGames,
  placeCell,
  rangeOf,
  rankedName,
} from "./cells.js";

const facts = pageData("facts");

export function standings(states, scene, room) {
  const state = states.get(standingsTopic(scene));
  if (state === undefined) return null;
  const lines = first(state.lines, scene);
  const all = [...ladderColumns(state, lines), ...scoreColumns(state, lines)];
  const isNarrow = room < NARROW;
  const shown = isNarrow ? firstThatFit(all, room - BEFORE_NAME - NAME) : all.slice(0, most(lines, room));
  const columns = [...shown, ...categoryCells(lines, room)];
  const least = isNarrow ? { name: BEFORE_NAME + NAME, figure: 0 } : { name: 19, figure: 3.7 };
  const moved = movements(states.get("ranks"));
  const own = state.columns.findIndex(({ code }) => code === facts.score);
  const rows = lines.map((line, number) => ({
    key: line.player.number,
    mark: own < 0 ? undefined : line.values[own].exact, // of who has a result: the others' places change all the time
    class: line.is_withdrawn ? "gone" : "",
    cells: [
      placeCell(line.place, line.ladder?.is_unranked),
      arrow(moved.get(line.player.number) ?? 0),
      rankedName(line),
      ...columns.map(({ cells }) => cells[number]),
    ],
  }));
  return {
    key: `standings/${state.period ?? 0}/${state.category}`,
    nothing: state.category ? "nobody-in-category" : undefined,
    title: titleOf("standings", state),
    side: roundWords(state, scene),
    legends: openGames(lines),
    note: [tellSettled(state), tellExpelled(state), ...tellChampions(state)].filter((text) => text !== "").join(" · "),
    minWidth: least.name + columns.reduce((sum, { width }) => sum + Math.max(least.figure, width), 0),
    heads: [head("", "number place"), head("", "move"), head(say("name"), "name"), ...columns.map((one) => one.head)],
    rows,
    range: rangeOf((row) => row.cells[0].text),
  };
}

// What decided where all criteria left a tie: games of a play-off, and which places a lot or a decision gave.
function tellSettled({ lines, play_offs: games = [] }) {
  const played = games.map(({ white, black, result }) =>
    say("play-off-line", { white: white.name, black: black.name, result: resultMark(result) }),
  );
  const ways = [...new Set(lines.map(({ settled_by: by }) => by))].filter((by) => by !== "");
  const told = ways.map((way) => {
    const places = lines.filter(({ settled_by: by }) => by === way).map(({ place }) => place);
    return say(`settled-${way}`, { places: places.join(", ") });
  });
  return [...played, ...told].join(" · ");
}

// Who has no place any more.
function tellExpelled({ expelled = [] }) {
  if (expelled.length === 0) return "";
  return `${say("expelled-title")}: ${expelled.map(({ name }) => name).join(", ")}`;
}

// The score and the tie-breaks, in the order by which places are decided; on a ladder they decide nothing.
function scoreColumns(state, lines) {
  const score = state.is_ladder ? { text: say("game-points"), kind: "quiet" } : { text: say("pts"), kind: "points" };
  return state.columns.map(({ code }, index) => {
    const { text, kind } = code === facts.score ? score : { text: code, kind: "quiet" };
    const cells = lines.map((line) => cell(figure(line.values[index], say), `number figure ${kind}`));
    return column(text, "number figure", cells);
  });
}

// What places go by where there is a ladder. Who is not on it yet has none.
function ladderColumns(state, lines) {
  if (!state.is_ladder) return [];
  const figures = (name, kind) =>
    lines.map((line) => cell(line.ladder ? figure(line.ladder[name], say) : "", `number figure ${kind}`));
  return [
    column(say("total"), "number figure total", figures("total", "total points")),
    column(say("value"), "number figure", figures("value", "quiet")),
  ];
}

// With a crowd on a wide glass there are two tables beside each other.
const most = (lines, room) => (lines.length > CROWD ? 2 : Math.max(1, Math.floor((Math.min(room, 60) - 20) / 4)));

// The top of the table, with everybody who shares its last place.
function first(lines, { top }) {
  return top && lines.length > top ? lines.filter(({ place }) => place <= lines[top - 1].place) : lines;
}

// Of which part it is: a period of the season, a category.
function titleOf(view, state) {
  const period = (state.periods ?? []).find(({ number }) => number === state.period)?.name;
  const category = state.category ? categoryWords(state.category, say) : "";
  return [say(view), period, category].filter(Boolean).join(" · ");
}

// Who won the periods that are over.
function tellChampions({ periods = [] }) {
  const over = periods.filter(({ champions = [] }) => champions.length > 0);
  return over.map(({ name, champions }) =>
    say(champions.length > 1 ? "champions" : "champion", {
      period: name,
      players: champions.map((one) => one.name).join(", "),
    }),
  );
}

export const standingsTopic = (scene) => topicOf("standings", scene);

function topicOf(view, { period, category }) {
  const parts = [period ? `period=${period}` : "", category ? encodeURIComponent(category) : ""];
  const part = parts.filter((text) => text !== "").join(";");
  return part ? `${view}:${part}` : view;
}

// Places gained by the last round that counts.
function movements(ranks) {
  const found = new Map();
  for (const line of ranks?.lines ?? []) {
    if (line.places.length > 1) found.set(line.player.number, line.places.at(-2) - line.places.at(-1));
  }
  return found;
}

function arrow(gained) {
  if (gained === 0) return cell("", "move");
  return gained > 0 ? cell(`▲${gained}`, "move up") : cell(`▼${-gained}`, "move down");
}

const NAME = 14; // letters that a name of standings or ladder has at least
const BEFORE_NAME = 4.6; // letters for place and arrow
const MOVE = 0.75; // and of an arrow

// The name has what the figures leave. On a glass that stands upright the value goes first, then the round's points.
export function ladder(states, scene, room) {
  const state = states.get(ladderTopic(scene));
  if (state === undefined) return null;
  const lines = first(state.lines, scene);
  const isNarrow = room < NARROW;
  const place = column(
    "",
    "number place",
    lines.map((line) => placeCell(line.place, line.is_unranked)),
  );
  const move = column(
    "",
    "move",
    lines.map((line) => arrow(line.movement)),
    MOVE,
  );
  const value = column(
    say("value"),
    "number figure",
    lines.map((line) => cell(figure(line.value, say), "number figure quiet")),
  );
  const points = column(
    say("this-round"),
    "number figure",
    lines.map((line) => cell(figure(line.points, say), "number figure quiet")),
  );
  const total = column(
    say("total"),
    "number figure total",
    lines.map((line) => cell(figure(line.total, say), "number figure total points")),
  );
  const isTight = isNarrow && room - place.width - move.width - points.width - total.width < NAME;
  const figures = [...(isNarrow ? [] : [value]), ...(isTight ? [] : [points]), total, ...categoryCells(lines, room)];
  const rows = lines.map((line, index) => ({
    key: line.player.number,
    class: line.is_withdrawn ? "gone" : "",
    cells: [place.cells[index], move.cells[index], rankedName(line), ...figures.map(({ cells }) => cells[index])],
  }));
  return {
    key: `ladder/${state.period ?? 0}/${state.category}`,
    nothing: state.category ? "nobody-in-category" : undefined,
    title: titleOf("ladder", state),
    side: roundWords(state, scene),
    legends: openGames(lines),
    note: tellChampions(state).join(" · "),
    minWidth: 27.5,
    heads: [place.head, move.head, head(say("name"), "name"), ...figures.map((one) => one.head)],
    rows,
    range: rangeOf((row) => row.cells[0].text),
  };
}

export const ladderTopic = (scene) => topicOf("ladder", scene);
