// What each sight shows: the topics that it needs, and its table from their states.
//   table(states, scene, room) → {title, side, legend, minWidth, heads, rows, range, nothing} or null while there is nothing yet
//   nothing: what is said in place of a table without rows
//   room: how many letters the glass is wide

import { categoryWords } from "../categories.js";
import { given } from "../words.js";
import { breadth, figure, named, nameCell, score } from "./figures.js";
import { NARROW } from "./table.js";
import { clockTime, outcomeWord, resultMark, say } from "./tongue.js";

const facts = given("facts");
const CROWD = 40; // lines; with more, every page counts
const FORFEITS = { "forfeit-win": "+", "forfeit-loss": "-" };
const NEW_FOR = 5 * 60_000; // milliseconds in which a result is news

const cell = (text, kind = "") => ({ text, class: kind });
const head = cell;

// -- pairings by board ------------------------------------------------------------------------------------------------

function boards(states, scene, room, now) {
  const state = states.get("boards");
  if (state === undefined || state.round === 0) return null;
  const wanted = state.boards.filter(({ board }) => within(board, scene));
  const waiting = wanted.filter(({ result }) => result === "pending").length;
  const postponed = wanted.filter(({ result }) => result === "postponed").length;
  const isWide = room >= 44 && wanted.length <= CROWD; // a large field is shown in two columns instead
  const side = (player, kind) => nameCell(named(player), ` ${kind}`);
  const rows = wanted.map((line) => ({
    key: `${state.round}/${line.board}`,
    class: line.result === "pending" ? "waiting" : "done",
    cells: [
      cell(line.board, "number board"),
      side(line.white.player, "white"),
      ...(isWide ? [cell(score(line.white.score, state.per_point), "number quiet")] : []),
      cell(resultMark(line.result), line.result === "postponed" ? "result word" : "result"),
      ...(isWide ? [cell(score(line.black.score, state.per_point), "number quiet")] : []),
      side(line.black.player, "black"),
    ],
  }));
  const points = isWide ? [head(say("pts"), "number")] : [];
  return {
    key: `boards/${state.round}`,
    title: say("pairings-of", { round: state.round }),
    nothing: "no-such-boards",
    side: wanted.length === 0 ? "" : waiting > 0 ? begins(states.get("clock")?.clock, state.round, now) ?? say("in-progress", { count: waiting }) : postponed > 0 ? say("games-postponed", { count: postponed }) : say("all-in"),
    minWidth: isWide ? 36 : 27,
    heads: [head(say("board-short"), "number board"), head(say("white"), "name side white"), ...points, head("", "result"), ...points, head(say("black"), "name side black")],
    rows: [...rows, ...state.sitouts.filter(() => !scene.first_board).map((out) => idle(out, isWide))],
    range: rangeOf((row) => row.cells[0].text),
  };
}

// Before its clock has started nobody plays.
function begins(clock, round, now) {
  return clock?.round === round && Date.parse(clock.starts) > now ? say("begins-at", { time: clockTime(new Date(clock.starts)) }) : null;
}

function idle(out, isWide) {
  const filler = isWide ? [cell("")] : [];
  return {
    key: `idle/${out.player.number}`,
    class: "idle",
    cells: [cell("–", "number board"), nameCell(named(out.player)), ...filler, cell("", "result"), ...filler, nameCell(outcomeWord(out.outcome), " quiet")],
  };
}

function within(board, scene) {
  return (!scene.first_board || board >= scene.first_board) && (!scene.last_board || board <= scene.last_board);
}

function rangeOf(label) {
  return (rows) => {
    const texts = rows.map(label).filter((text) => text !== "–");
    return [...new Set([texts.at(0), texts.at(-1)])].join(" – ");
  };
}

// -- find your board --------------------------------------------------------------------------------------------------

// From A to Z as the server has it: one order in the hall, whatever language a screen speaks.
function names(states, scene, room) {
  const state = states.get("names");
  if (state === undefined || state.round === 0) return null;
  const everybody = state.lines.filter(({ board, outcome }) => board !== null || outcome !== null); // of this round
  const isWide = room >= NARROW && everybody.length <= 2 * CROWD;
  const isNarrow = room < NARROW; // a glass that stands upright: the name is what people look for
  const said = ({ colour, outcome }) => (colour ? say(isNarrow ? colour : `you-play-${colour}`) : outcomeWord(outcome));
  const colourClass = isNarrow ? "colour brief" : "colour";
  const freeClass = isNarrow ? "free wrapped" : "free"; // "half-point bye" is longer than a colour
  const rows = everybody.map((seat) => ({
    key: `${state.round}/${seat.player.number}`,
    start: seat.start,
    cells: [
      nameCell(named(seat.player), " self"),
      cell(seat.board ?? "–", "number board"),
      cell(said(seat), `${colourClass} side ${seat.colour ?? freeClass}`),
      ...(isWide ? [nameCell(seat.opponent ? named(seat.opponent) : "", " quiet")] : []),
    ],
  }));
  return {
    key: `names/${state.round}`,
    title: say("find-your-board", { round: state.round }),
    side: "",
    minWidth: isWide ? 36 : 24,
    heads: [head(say("name"), "name self"), head(say("board-short"), "number board"), head(say("colour"), colourClass), ...(isWide ? [head(say("opponent"), "name")] : [])],
    rows,
    range: rangeOf((row) => row.start),
  };
}

// -- results as they come in ------------------------------------------------------------------------------------------

const ABOUT_GAMES = new Set(["result-entered", "result-corrected", "game-postponed"]);

function results(states, scene, _room, now) {
  const state = states.get("ticker");
  if (state === undefined) return null;
  const told = state.items.filter((item) => ABOUT_GAMES.has(item.code) && within(item.facts.board, scene));
  const drivenOut = scene.first_board ? older(told, states.get("boards"), scene) : [];
  const current = Math.max(...[...told, ...drivenOut].map(({ facts: { round } }) => round));
  const items = [...newestOfEach(told, current), ...drivenOut];
  const where = ({ round, board }) => (round === current ? board : `${say("round-short", { round })} ${board}`);
  const marked = ({ code, facts: { result } }) => `${resultMark(result ?? "postponed")}${code === "result-corrected" ? " ✱" : ""}`;
  const board = column(say("board-short"), "number board", items.map((item) => cell(where(item.facts), "number board")));
  const mark = column("", "result", items.map((item) => cell(marked(item), "result")));
  const rows = items.map((item, index) => {
    const [white, black] = item.players;
    const isNew = item.at !== null && now - Date.parse(item.at) < NEW_FOR;
    return {
      key: item.version,
      class: isNew ? "news" : "",
      cells: [cell(item.at === null ? "" : clockTime(new Date(item.at)), "number quiet"), board.cells[index], nameCell(named(white), " white"), mark.cells[index], nameCell(named(black), " black")],
    };
  });
  return {
    key: "results",
    title: items.length > 0 ? say("results-of", { round: current }) : say("results"),
    side: items.some(({ code }) => code === "result-corrected") ? `✱ ${say("corrected")}` : "",
    minWidth: 34,
    heads: [head(say("time"), "number"), board.head, head(say("white"), "name"), mark.head, head(say("black"), "name")],
    rows,
    range: () => "",
  };
}

// Results of these boards that the news of all others have driven out: they stand all the same, whenever they came in.
function older(told, boards, scene) {
  const known = new Set(told.filter(({ facts: { round } }) => round === boards?.round).map(({ facts: { board } }) => board));
  const standing = (boards?.boards ?? []).filter(({ board, result }) => within(board, scene) && result !== "pending" && !known.has(board));
  return standing.map(({ board, result, white, black }) => ({
    version: `board/${board}`,
    code: "result-entered",
    at: null,
    players: [white.player, black.player],
    facts: { round: boards.round, board, result },
  }));
}

// Of a board only what stands; of earlier rounds only what was corrected since: that is news, their results were.
function newestOfEach(items, current) {
  const told = new Set();
  return items.filter(({ code, facts: { round, board } }) => {
    const isNews = !told.has(`${round}/${board}`) && (round === current || code === "result-corrected");
    told.add(`${round}/${board}`);
    return isNews;
  });
}

// -- standings and ladder ---------------------------------------------------------------------------------------------

function standings(states, scene, room) {
  const state = states.get(standingsTopic(scene));
  if (state === undefined) return null;
  const lines = first(state.lines, scene);
  const all = state.columns.map(({ code }, index) => {
    const kind = code === facts.score ? "number figure points" : "number figure quiet";
    return column(code === facts.score ? say("pts") : code, "number figure", lines.map((line) => cell(figure(line.values[index], say), kind)));
  });
  const columns = room < NARROW ? foremost(all, room - BEFORE_NAME - NAME) : all.slice(0, most(lines, room));
  const moved = movements(states.get("ranks"));
  const own = state.columns.findIndex(({ code }) => code === facts.score);
  const rows = lines.map((line, number) => ({
    key: line.player.number,
    mark: own < 0 ? undefined : line.values[own].exact, // of who has a result: the others' places change all the time
    class: line.is_withdrawn ? "gone" : "",
    cells: [cell(line.place, "number place"), arrow(moved.get(line.player.number) ?? 0), rankedName(line), ...columns.map(({ cells }) => cells[number])],
  }));
  return {
    key: `standings/${state.category}`,
    nothing: state.category ? "nobody-in-category" : undefined,
    title: state.category ? `${say("standings")} · ${categoryWords(state.category, say)}` : say("standings"),
    side: counted(state, scene),
    legend: lines.some(({ has_open_game: isOpen }) => isOpen) ? say("open-game") : "",
    minWidth: 19 + columns.reduce((sum, { width }) => sum + Math.max(3.7, width), 0),
    heads: [head("", "number place"), head("", "move"), head(say("name"), "name"), ...columns.map((one) => one.head)],
    rows,
    range: rangeOf((row) => row.cells[0].text),
  };
}

// With a crowd on a wide glass there are two tables beside each other.
const most = (lines, room) => (lines.length > CROWD ? 2 : Math.max(1, Math.floor((Math.min(room, 60) - 20) / 4)));

// Of a past moment nothing is live.
function counted({ round, is_official: isOfficial }, { version, isReplay }) {
  if (round === 0) return "";
  return say(isOfficial ? "after-round" : version || isReplay ? "then-during-round" : "during-round", { round });
}

// With a ring behind the name of who still plays (screen.css): no text, or everybody's line would seem to have changed.
const rankedName = (line) => nameCell(named(line.player), line.has_open_game ? " open-game" : "");

// The top of the table, with everybody who shares its last place.
function first(lines, { top }) {
  return top && lines.length > top ? lines.filter(({ place }) => place <= lines[top - 1].place) : lines;
}

const standingsTopic = (scene) => (scene.category ? `standings:${encodeURIComponent(scene.category)}` : "standings");

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
const HEAD = 0.62; // the size of a head
const MOVE = 0.75; // and of an arrow

// The name has what the figures leave. On a glass that stands upright the value goes first, then the round's points.
function ladder(states, scene, room) {
  const state = states.get(ladderTopic(scene));
  if (state === undefined) return null;
  const lines = first(state.lines, scene);
  const isNarrow = room < NARROW;
  const place = column("", "number place", lines.map((line) => cell(line.place, "number place")));
  const move = column("", "move", lines.map((line) => arrow(line.movement)), MOVE);
  const value = column(say("value"), "number figure", lines.map((line) => cell(figure(line.value, say), "number figure quiet")));
  const points = column(say("this-round"), "number figure", lines.map((line) => cell(figure(line.points, say), "number figure quiet")));
  const total = column(say("total"), "number figure total", lines.map((line) => cell(figure(line.total, say), "number figure total points")));
  const isTight = isNarrow && room - place.width - move.width - points.width - total.width < NAME;
  const figures = [...(isNarrow ? [] : [value]), ...(isTight ? [] : [points]), total];
  const rows = lines.map((line, index) => ({
    key: line.player.number,
    class: line.is_withdrawn ? "gone" : "",
    cells: [place.cells[index], move.cells[index], rankedName(line), ...figures.map(({ cells }) => cells[index])],
  }));
  return {
    key: `ladder/${state.category}`,
    nothing: state.category ? "nobody-in-category" : undefined,
    title: state.category ? `${say("ladder")} · ${categoryWords(state.category, say)}` : say("ladder"),
    side: counted(state, scene),
    legend: lines.some(({ has_open_game: isOpen }) => isOpen) ? say("open-game") : "",
    minWidth: 27.5,
    heads: [place.head, move.head, head(say("name"), "name"), ...figures.map((one) => one.head)],
    rows,
    range: rangeOf((row) => row.cells[0].text),
  };
}

// A column that is as wide as what stands in it.
function column(text, kind, cells, size = 1) {
  const widest = Math.max(breadth(text) * HEAD, ...[...new Set(cells.map((one) => String(one.text)))].map((one) => breadth(one) * size));
  const width = Math.max(1.2, widest + 0.9 * size); // with its padding
  return { head: { ...head(text, kind), width: width / HEAD }, cells, width };
}

const ladderTopic = (scene) => (scene.category ? `ladder:${encodeURIComponent(scene.category)}` : "ladder");

// -- cross table ------------------------------------------------------------------------------------------------------

function crosstable(states, scene, room) {
  const state = states.get("crosstable");
  if (state === undefined) return null;
  const count = state.is_square ? state.lines.length : state.round;
  const all = Array.from({ length: count }, (_, index) => {
    const text = state.is_square ? String(index + 1) : say("round-short", { round: index + 1 });
    return column(text, "cross", state.lines.map((line) => cell(state.is_square ? met(line, index, state) : round(line.cells[index], state), "cross")));
  });
  const total = column(say("pts"), "number figure", state.lines.map((line) => cell(score(line.score, state.per_point), "number figure points")));
  const longest = Math.max(0, ...state.lines.map(({ player }) => breadth(named(player))));
  const least = Math.min(room < NARROW ? 13 : 20, longest + 3.5); // upright a name stands on two lines rather than drive the rounds out
  const shown = newest(all, room - least - total.width);
  const rows = state.lines.map((line, number) => ({
    key: line.player.number,
    mark: line.score, // the others' lines change all the time
    class: line.is_withdrawn ? "gone" : "",
    cells: [cell(line.line, "number place"), rankedName(line), ...shown.map(({ cells }) => cells[number]), total.cells[number]],
  }));
  return {
    key: "crosstable",
    title: say("crosstable"),
    side: counted(state, scene),
    legend: state.lines.some(({ has_open_game: isOpen }) => isOpen) ? say("open-game") : "",
    minWidth: least + total.width + shown.reduce((sum, { width }) => sum + width, 0),
    heads: [head("", "number place"), head(say("name"), "name"), ...shown.map((one) => one.head), total.head],
    rows,
    range: rangeOf((row) => row.cells[0].text),
  };
}

// As many of the first columns as there is room for; one at least.
function foremost(columns, room) {
  let [count, left] = [0, room];
  while (count < columns.length && left >= columns[count].width) left -= columns[count++].width;
  return columns.slice(0, Math.max(1, count));
}

// As many of the last columns as there is room for; one at least.
function newest(columns, room) {
  let [first, left] = [columns.length, room];
  while (first > 0 && left >= columns[first - 1].width) left -= columns[--first].width;
  return columns.slice(Math.min(first, columns.length - 1));
}

function round(found, state) {
  if (found === undefined) return "";
  const points = brought(found, state);
  if (found.opponent === null) return `(${points})`;
  const colour = found.colour === null || found.outcome in FORFEITS ? "" : say(`${found.colour}-letter`);
  return `${found.opponent}${colour}${points}`;
}

// What does not count is in brackets.
function brought(found, state) {
  const isToCome = found.outcome === "pending" || found.outcome === "postponed";
  const mark = isToCome ? "·" : FORFEITS[found.outcome] ?? score(found.points, state.per_point);
  return found.counts ? mark : `(${mark})`;
}

function met(line, index, state) {
  if (index === line.line - 1) return "×";
  return (line.meetings[index] ?? []).map((number) => brought(line.cells[number - 1], state)).join(" ");
}

// -- all of them ------------------------------------------------------------------------------------------------------

export const TABLES = {
  boards: { topics: () => ["boards"], table: boards, isPairing: true },
  names: { topics: () => ["names"], table: names, isPairing: true },
  results: { topics: (scene) => (scene.first_board ? ["ticker", "boards"] : ["ticker"]), table: results },
  standings: { topics: (scene) => [standingsTopic(scene), "ranks"], table: standings },
  ladder: { topics: (scene) => [ladderTopic(scene)], table: ladder },
  crosstable: { topics: () => ["crosstable"], table: crosstable },
};
