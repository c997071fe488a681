// Fields that choose among what stands: a round, a board, a player, a result. Each keeps its choice when others change.

import { element } from "../../dom.js";
import { word } from "../../words.js";
import { numberShown } from "../page/typed_numbers.js";
import { nameOf } from "./comparison.js";
import { field } from "./standing_facts.js";

export function labelledField(id, text, control, hint = "") {
  control.id = id;
  control.setAttribute("aria-describedby", `${id}-error`);
  return element(
    "div",
    { class: "field" },
    element("label", { for: id }, text),
    control,
    hint ? element("p", { class: "hint" }, hint) : null,
    element("p", { class: "field-error", id: `${id}-error` }),
  );
}

export function select(options, chosen = "") {
  const nodes = options.map(([value, text]) =>
    element("option", { value, selected: String(value) === String(chosen) }, text),
  );
  return element("select", {}, ...nodes);
}

export function rounds(chosen) {
  const last = field.rounds.at(-1)?.round ?? "";
  return select(
    field.rounds.map(({ round }) => [round, word("round-n", { round })]),
    chosen || last,
  );
}

export function boardsOf(round, chosen) {
  const boards = roundOf(round)?.boards ?? [];
  const line = ({ board, white, black, result }) =>
    `${board}: ${nameOf(white)} – ${nameOf(black)}  ${field.marks[result]}`;
  return select(
    boards.map((board) => [board.board, line(board)]),
    chosen,
  );
}

export function playersAll(chosen) {
  return select(
    field.by_name.map((number) => [number, `${nameOf(number)} (${numberShown(number)})`]),
    chosen,
  );
}

export function idleIn(round, chosen) {
  const idle = roundOf(round)?.sitouts ?? [];
  return select(
    idle.map(({ player, outcome }) => [player, `${nameOf(player)}: ${field.outcomes[outcome] ?? outcome}`]),
    chosen,
  );
}

export function results(without, chosen, { mayBeNone = false } = {}) {
  const others = field.results.filter(({ value }) => value !== without).map(({ value, mark }) => [value, mark]);
  return select(mayBeNone ? [["", "–"], ...others] : others, chosen);
}

export function roundOf(number) {
  return field.rounds.find(({ round }) => round === Number(number));
}

export function boardOf(round, board) {
  return roundOf(round)?.boards.find((one) => one.board === Number(board));
}
