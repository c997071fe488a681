// What if: other results, another order of tie-breaks, another option. Compared with what is, never written.

import { read, write } from "../ask.js";
import { element } from "../dom.js";
import { given, word } from "../words.js";
import { boardOf, boardsOf, labelled, results, rounds } from "./choosing.js";
import { comparison, nameOf } from "./comparison.js";
import { tellProblem } from "./notices.js";

const field = given("field");
const form = document.getElementById("what-if");
const value = (id) => document.getElementById(id)?.value ?? "";
let games = []; // {round, board, result}
let options = []; // of the system: {name, kind, default, choices}

// -- other results ----------------------------------------------------------------------------------------------------

function lay() {
  const round = value("round") || field.rounds.at(-1)?.round;
  const board = boardOf(round, value("board") || 1);
  document.getElementById("fields").replaceChildren(
    labelled("round", word("round"), rounds(round)),
    labelled("board", word("board"), boardsOf(round, board?.board)),
    labelled("result", word("result"), results(board?.result, value("result"))),
  );
}

function list() {
  document.getElementById("no-games").hidden = games.length > 0;
  document.getElementById("games").replaceChildren(...games.map(line));
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

function add() {
  const game = { round: Number(value("round")), board: Number(value("board")), result: value("result") };
  games = [...games.filter((one) => one.round !== game.round || one.board !== game.board), game];
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

async function layOptions() {
  const systems = await read("/api/systems");
  const system = systems.find(({ key }) => key === field.rules.system);
  options = system?.options ?? [];
  document.getElementById("options").replaceChildren(...options.map(option));
}

function option(one) {
  const stands = field.rules.options?.[one.name] ?? one.default;
  const control = one.choices?.length
    ? element("select", {}, ...one.choices.map((text) => element("option", { value: text, selected: text === stands }, text)))
    : element("input", one.is_yes_or_no ? { type: "checkbox" } : { type: "text", value: asText(stands), autocomplete: "off" });
  if (control.type === "checkbox") control.checked = Boolean(stands);
  return labelled(`option-${one.name}`, one.name.replaceAll("_", " "), control, one.sentence ?? "");
}

function asText(stands) {
  return Array.isArray(stands) ? stands.join(", ") : String(stands ?? "");
}

function rules() {
  const tiebreaks = value("tiebreaks").split(/[\s,;]+/).filter((code) => code !== "");
  const chosen = {};
  for (const one of options) {
    const given = optionValue(one);
    if (JSON.stringify(given) !== JSON.stringify(one.default)) chosen[one.name] = given;
  }
  const wanted = { ...field.rules, tiebreaks };
  delete wanted.options;
  if (Object.keys(chosen).length > 0) wanted.options = chosen;
  const standing = { ...field.rules, tiebreaks: field.rules.tiebreaks ?? [] };
  return JSON.stringify(sorted(wanted)) === JSON.stringify(sorted(standing)) ? null : wanted;
}

function optionValue(one) {
  const control = document.getElementById(`option-${one.name}`);
  if (control.type === "checkbox") return control.checked;
  if (Array.isArray(one.default)) return control.value.split(/[,;]+/).map((part) => part.trim()).filter((part) => part !== "");
  if (typeof one.default === "number") return Number(control.value);
  return control.value;
}

function sorted(object) {
  return Object.fromEntries(Object.entries(object).sort(([one], [other]) => one.localeCompare(other)));
}

// -- compare ----------------------------------------------------------------------------------------------------------

async function compare(event) {
  event.preventDefault();
  for (const node of document.querySelectorAll(".field-error")) node.textContent = "";
  const content = document.getElementById("comparison-content");
  document.getElementById("comparison").hidden = false;
  content.setAttribute("aria-busy", "true");
  content.replaceChildren(element("p", {}, word("working-it-out")));
  const body = { corrections: corrections(), prizes: Number(value("prizes")) || 3 };
  const others = rules();
  if (others !== null) body.rules = others;
  try {
    content.replaceChildren(...comparison(await write("POST", `${field.api}/consequences`, body)));
    document.getElementById("comparison").scrollIntoView({ block: "start" });
  } catch (problem) {
    document.getElementById("comparison").hidden = true;
    const isTieBreak = String(problem.code).includes("tiebreak");
    const at = document.getElementById(isTieBreak ? "tiebreaks-error" : "what-if-error");
    at.textContent = problem.status === undefined ? word("not-sent") : problem.message;
  } finally {
    content.removeAttribute("aria-busy");
  }
}

function begin() {
  games = [];
  document.getElementById("comparison").hidden = true;
  setTimeout(() => {
    document.getElementById("tiebreaks").value = (field.rules.tiebreaks ?? []).join(" ");
    lay();
    list();
    layOptions().catch(tellProblem);
  });
}

if (form !== null) {
  form.addEventListener("submit", compare);
  form.addEventListener("reset", begin);
  document.getElementById("add").addEventListener("click", add);
  document.getElementById("fields").addEventListener("change", (event) => {
    if (event.target.id === "result") return;
    const id = event.target.id;
    lay();
    document.getElementById(id)?.focus();
  });
  begin();
}
