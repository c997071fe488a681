// Results as they come in.

import { nameOf, nameCell } from "../format.js";
import { clockTime, resultMark, say } from "../languages.js";
import { cell, column, head, isWithin } from "./cells.js";

const NEW_FOR = 5 * 60_000; // milliseconds in which a result is news

const ABOUT_GAMES = new Set(["result-entered", "result-retyped", "result-corrected", "game-postponed"]);

export function results(states, scene, _room, now) {
  const state = states.get("ticker");
  if (state === undefined) return null;
  const told = state.items.filter((item) => ABOUT_GAMES.has(item.code) && isWithin(item.facts.board, scene));
  const drivenOut = scene.first_board ? older(told, states.get("boards"), scene) : [];
  const current = Math.max(...[...told, ...drivenOut].map(({ facts: { round } }) => round));
  const items = [...newestOfEach(told, current), ...drivenOut];
  const where = ({ round, board }) => (round === current ? board : `${say("round-short", { round })} ${board}`);
  const marked = ({ code, facts: { result } }) =>
    `${resultMark(result ?? "postponed")}${code === "result-corrected" ? " ✱" : ""}`;
  const board = column(
    say("board-short"),
    "number board",
    items.map((item) => cell(where(item.facts), "number board")),
  );
  const mark = column(
    "",
    "result",
    items.map((item) => cell(marked(item), "result")),
  );
  const rows = items.map((item, index) => {
    const [white, black] = item.players;
    const isNew = item.at !== null && now - Date.parse(item.at) < NEW_FOR;
    return {
      key: item.version,
      class: isNew ? "news" : "",
      cells: [
        cell(item.at === null ? "" : clockTime(new Date(item.at)), "number quiet"),
        board.cells[index],
        nameCell(nameOf(white), " white"),
        mark.cells[index],
        nameCell(nameOf(black), " black"),
      ],
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
  const known = new Set(
    told.filter(({ facts: { round } }) => round === boards?.round).map(({ facts: { board } }) => board),
  );
  const standing = (boards?.boards ?? []).filter(
    ({ board, result }) => isWithin(board, scene) && result !== "pending" && !known.has(board),
  );
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
