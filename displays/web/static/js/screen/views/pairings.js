// Pairings of a round: by board, and by name ("find your board").

import { figures } from "../../chess_pieces.js";
import { parseMoment } from "../../moments.js";
import { figure, nameOf, nameCell, score } from "../format.js";
import { findRound, sayStart } from "../../schedule.js";
import { clockTime, language, outcomeWord, resultMark, say } from "../languages.js";
import { nameOfSection, shownFacts } from "../section_facts.js";
import { NARROW } from "../table.js";
import { cell, CROWD, head, rangeOf, isWithin, ringLegend } from "./cells.js";

export function boards(states, scene, room, now) {
  const state = states.get("boards");
  if (state === undefined || state.round === 0) return null;
  const wanted = state.boards.filter(({ board }) => isWithin(board, scene));
  const waiting = wanted.filter(({ result }) => result === "pending").length;
  const postponed = wanted.filter(({ result }) => result === "postponed").length;
  const isWide = room >= 44 && wanted.length <= CROWD; // a large field is shown in two columns instead
  const before = standings(states.get("paired-ladder"), state);
  const hasFigures = isWide && before !== null;
  const side = (one, kind) => nameCell(nameOf(one.player), ` ${kind}${isStillPlaying(one) ? " open-game" : ""}`);
  const rows = wanted.map((line) => ({
    key: `${state.round}/${line.board}`,
    class: line.result === "pending" ? "waiting" : "done",
    cells: [
      cell(line.board, "number board"),
      side(line.white, "white"),
      ...(hasFigures ? [cell(before(line.white), "number quiet")] : []),
      cell(resultMark(line.result), resultClass(line)),
      ...(hasFigures ? [cell(before(line.black), "number quiet")] : []),
      side(line.black, "black"),
    ],
  }));
  const points = hasFigures ? [head(say(shownFacts().isLadder ? "place-and-value" : "pts"), "number")] : [];
  return {
    key: `boards/${state.round}`,
    title: `${say("pairings-of", { round: state.round })}${startPosition(state.position)}`,
    nothing: "no-such-boards",
    side:
      wanted.length === 0
        ? ""
        : waiting > 0
          ? (begins(states.get("clock")?.clock, states.get("schedule"), state.round, now) ??
            say("in-progress", { count: waiting }))
          : postponed > 0
            ? say("games-postponed", { count: postponed })
            : say("all-in"),
    legends: [
      ...(wanted.some(({ is_corrected: isCorrected }) => isCorrected) ? [{ text: `✱ ${say("corrected")}` }] : []),
      ...ringLegend(
        wanted.some(({ white, black }) => isStillPlaying(white) || isStillPlaying(black)),
        say("earlier-game"),
      ),
    ],
    minWidth: isWide ? 36 : 27,
    heads: [
      head(say("board-short"), "number board"),
      head(say("white"), "name side white"),
      ...points,
      head("", "result"),
      ...points,
      head(say("black"), "name side black"),
    ],
    rows: [...rows, ...state.sitouts.filter(() => !scene.first_board).map((out) => idle(out, hasFigures))],
    range: rangeOf((row) => row.cells[0].text),
  };
}

// Of Chess960, once it is drawn: large, for whoever sets up the pieces.
function startPosition(position) {
  return position ? ` · ${position.number} ${figures(position.pieces)}` : "";
}

// A star behind a result that was corrected (screen.css): no text, it takes no room.
function resultClass({ result, is_corrected: isCorrected }) {
  return ["result", ...(result === "postponed" ? ["word"] : []), ...(isCorrected ? ["corrected"] : [])].join(" ");
}

// A game of an earlier round is not over: the score beside the name is without it.
function isStillPlaying({ pairing_score: asDraw }) {
  return asDraw !== undefined;
}

// What stands beside a name: the score before the round; on a ladder the place and the value by which the round was
// paired, and nothing (null) while those are of another round.
function standings(paired, state) {
  if (!shownFacts().isLadder) return ({ score: units }) => score(units, state.per_point);
  if (paired?.round !== state.round) return null;
  const places = new Map(paired.lines.map((line) => [line.player, line]));
  return ({ player }) => {
    const found = places.get(player.number);
    return found === undefined ? "" : `${found.place} · ${figure(found.value, say)}`;
  };
}

// Before its clock has started nobody plays; nor, where there is none, before the time of the schedule.
function begins(clock, schedule, round, now) {
  const starts = clock?.round === round ? parseMoment(clock.starts) : null;
  if (starts !== null) return starts > now ? say("begins-at", { time: clockTime(new Date(starts)) }) : null;
  const line = findRound(schedule, round);
  return line?.at && Date.parse(line.at) > now ? sayStart(line, now, language(), say) : null;
}

function idle(out, hasFigures) {
  const filler = hasFigures ? [cell("")] : [];
  return {
    key: `idle/${out.player.number}`,
    class: "idle",
    cells: [
      cell("–", "number board"),
      nameCell(nameOf(out.player)),
      ...filler,
      cell("", "result"),
      ...filler,
      nameCell(outcomeWord(out.outcome), " quiet"),
    ],
  };
}

// From A to Z as the server has it: one order in the hall, whatever language a screen speaks.
export function names(states, scene, room) {
  const state = states.get("names");
  if (state?.view === "festival-names") return namesOfSections(state, room);
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
      nameCell(nameOf(seat.player), " self"),
      cell(seat.board ?? "–", "number board"),
      cell(said(seat), `${colourClass} side ${seat.colour ?? freeClass}`),
      ...(isWide ? [nameCell(seat.opponent ? nameOf(seat.opponent) : "", " quiet")] : []),
    ],
  }));
  return {
    key: `names/${state.round}`,
    title: say("find-your-board", { round: state.round }),
    side: "",
    minWidth: isWide ? 36 : 24,
    heads: [
      head(say("name"), "name self"),
      head(say("board-short"), "number board"),
      head(say("colour"), colourClass),
      ...(isWide ? [head(say("opponent"), "name")] : []),
    ],
    rows,
    range: rangeOf((row) => row.start),
  };
}

// Of all sections in one list: everybody looks for a name, and finds where to go.
function namesOfSections(state, room) {
  if (state.lines.length === 0) return null;
  const isWide = room >= NARROW && state.lines.length <= 2 * CROWD;
  const said = ({ colour, outcome }) => (colour ? say(isWide ? `you-play-${colour}` : colour) : outcomeWord(outcome));
  const rows = state.lines.map(({ section, round, line }) => ({
    key: `${section}/${round}/${line.player.number}`,
    start: line.start,
    cells: [
      nameCell(nameOf(line.player), " self"),
      nameCell(state.sections?.[section] ?? nameOfSection(section), " quiet"),
      cell(line.board ?? "–", "number board"),
      cell(said(line), `colour ${isWide ? "" : "brief "}side ${line.colour ?? "free"}`),
      ...(isWide ? [nameCell(line.opponent ? nameOf(line.opponent) : "", " quiet")] : []),
    ],
  }));
  return {
    key: "festival-names",
    title: say("find-your-board-in-all"),
    side: "",
    minWidth: isWide ? 44 : 32,
    heads: [
      head(say("name"), "name self"),
      head(say("section"), "name"),
      head(say("board-short"), "number board"),
      head(say("colour"), isWide ? "colour" : "colour brief"),
      ...(isWide ? [head(say("opponent"), "name")] : []),
    ],
    rows,
    range: rangeOf((row) => row.start),
  };
}
