// What if: other results, another order of tie-breaks, another option. Compared with what is, never written.

import { write } from "../../api.js";
import { byId, controlById, element } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { boardOf, boardsOf, labelledField, results, rounds } from "./fields.js";
import { comparison, nameOf } from "./comparison.js";
import { chosenOptions, drawOptions } from "../setup/options.js";
import { isSame } from "../page/conflict.js";
import { watchWork } from "../page/work_bar.js";

const field = pageData("field");
const form = document.getElementById("what-if");
const value = (id) => document.getElementById(id)?.value ?? "";
let games = []; // {round, board, result}
const system = pageData("system"); // with its options in the reader's words; null: none that is known
const optionsPlace = document.getElementById("options");

// -- other results ----------------------------------------------------------------------------------------------------

function lay() {
  const round = value("round") || field.rounds.at(-1)?.round;
  const board = boardOf(round, value("board") || 1);
  document
    .getElementById("fields")
    .replaceChildren(
      labelledField("round", word("round"), rounds(round)),
      labelledField("board", word("board"), boardsOf(round, board?.board)),
      labelledField("result", word("other-result"), results(board?.result, value("result"), { mayBeNone: true })),
    );
}

function list() {
  byId("no-games").hidden = games.length > 0;
  byId("games").replaceChildren(...games.map(line));
}

function line(game) {
  const board = boardOf(game.round, game.board);
  const drop = element("button", { type: "button", class: "quiet" }, word("drop"));
  drop.addEventListener("click", () => {
    games = games.filter((one) => one !== game);
    list();
  });
  const facts = {
    ...game,
    white: nameOf(board.white),
    black: nameOf(board.black),
    stands: field.marks[board.result],
    result: field.marks[game.result],
  };
  return element("li", {}, word("other-result-line", facts), " ", drop);
}

// Nothing is chosen at first, and again when it has been added.
function add() {
  if (value("result") === "") {
    byId("result").focus();
    return;
  }
  const game = { round: Number(value("round")), board: Number(value("board")), result: value("result") };
  games = [...games.filter((one) => one.round !== game.round || one.board !== game.board), game];
  controlById("result").value = "";
  list();
}

function corrections() {
  return games.map(({ round, board, result }) => {
    const stands = boardOf(round, board).result;
    const isOpen = stands === "pending" || stands === "postponed";
    const game = { round, board, result };
    return isOpen ? { do: "enter-result", ...game } : { do: "correct-result", ...game, reason: "?" };
  });
}

// -- other rules ------------------------------------------------------------------------------------------------------

// Null: as they are.
function rules() {
  const tiebreaks = value("tiebreaks")
    .split(/[\s,;]+/)
    .filter((code) => code !== "");
  const options = system === null ? (field.rules.options ?? {}) : chosenOptions(optionsPlace, system);
  const stands = { ...field.rules, tiebreaks: field.rules.tiebreaks ?? [], options: field.rules.options ?? {} };
  const wanted = { ...field.rules, tiebreaks, options };
  return isSame(wanted, stands) ? null : wanted;
}

// -- compare ----------------------------------------------------------------------------------------------------------

async function compare(event) {
  event.preventDefault();
  if (value("result") !== "") add(); // who has chosen it means it
  for (const node of document.querySelectorAll(".field-error")) node.textContent = "";
  const content = document.getElementById("comparison-content");
  byId("comparison").hidden = false;
  content.setAttribute("aria-busy", "true");
  content.replaceChildren(element("p", {}, word("working-it-out")));
  const body = { corrections: corrections(), prizes: Number(value("prizes")) || 3 };
  const others = rules();
  if (others !== null) body.rules = others;
  try {
    content.replaceChildren(...comparison(await watchWork(write("POST", `${field.api}/consequences`, body))));
    byId("comparison").scrollIntoView({ block: "start" });
  } catch (problem) {
    byId("comparison").hidden = true;
    const isTieBreak = String(problem.code).includes("tiebreak");
    const at = document.getElementById(isTieBreak ? "tiebreaks-error" : "what-if-error");
    at.textContent = problem.status === undefined ? word("not-sent") : problem.message;
  } finally {
    content.removeAttribute("aria-busy");
  }
}

function begin() {
  games = [];
  byId("comparison").hidden = true;
  setTimeout(() => {
    controlById("tiebreaks").value = (field.rules.tiebreaks ?? []).join(" ");
    lay();
    list();
    if (system !== null) drawOptions(optionsPlace, system, field.rules.options ?? {});
  });
}

if (form !== null) {
  form.addEventListener("submit", compare);
  form.addEventListener("reset", begin);
  byId("add").addEventListener("click", add);
  byId("fields").addEventListener("change", (event) => {
    const { id } = /** @type {HTMLElement} */ (event.target);
    if (id === "result") return;
    lay();
    document.getElementById(id)?.focus();
  });
  begin();
}
