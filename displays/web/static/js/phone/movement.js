// Why a place on the ladder changed: what was valued anew between the last two ladders, what is new, who passed whom.

import { element } from "../dom.js";
import { figure, nameOf } from "../screen/format.js";
import { servers } from "../servers.js";
import { pageData, word } from "../words.js";

const facts = pageData("facts");

/** @param {Element} box */
export async function showMovement(box) {
  box.replaceChildren(element("p", { class: "quiet" }, word("working-it-out")));
  try {
    const query = new URLSearchParams(facts.moment);
    const address = `/p/${encodeURIComponent(facts.stream)}/${facts.player}/movement?${query}`;
    const answer = await fetch(servers.addressOf(address));
    const found = await answer.json();
    box.replaceChildren(
      ...(!answer.ok || found === null ? [element("p", {}, found?.detail ?? word("movement-none"))] : told(found)),
    );
  } catch {
    box.replaceChildren(element("p", { class: "quiet" }, word("no-line")));
  }
}

/** @param {LadderMovement} found */
function told(found) {
  const { total, total_was: before, change, own_value_change: own, given_change: given } = found;
  const places = { round: found.round, was: found.was, place: found.place };
  const sums = { total: figure(total, word), before: figure(before, word), change: figure(change, word) };
  const rows = [
    ...found.lines.map(({ round, opponent, outcome, before: was, after, change: by }) =>
      row(String(round), opponent === null ? facts.outcomes[outcome] : nameOf(opponent), was, after, by),
    ),
    ...(own.exact === "0" ? [] : [row("", word("own-value"), null, null, own)]),
    ...(given.exact === "0" ? [] : [row("", word("by-decision"), null, null, given)]),
  ];
  const heads = ["round-short", "opponent", "movement-counted", "movement-change"];
  return [
    element("p", {}, word("movement-places", places)),
    element("p", {}, word("movement-total", sums)),
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...heads.map((key) => element("th", { scope: "col" }, word(key))))),
      element("tbody", {}, ...rows),
    ),
    ...people("passed-by", found.passed_by),
    ...people("passed", found.passed),
  ];
}

/**
 * @param {string} round
 * @param {string} what
 * @param {Amount | null} before
 * @param {Amount | null} after
 * @param {Amount} change
 */
function row(round, what, before, after, change) {
  const [was, now] = [before, after].map((amount) => (amount === null ? "" : figure(amount, word)));
  const counted = after === null ? "" : before === null ? word("movement-new", { now }) : `${was} → ${now}`;
  return element(
    "tr",
    {},
    element("td", { class: "number" }, round),
    element("td", {}, what),
    element("td", {}, counted),
    element("td", { class: "number" }, figure(change, word)),
  );
}

/**
 * @param {string} key
 * @param {Person[]} persons
 */
function people(key, persons) {
  return persons.length > 0 ? [element("p", {}, word(key, { names: persons.map(nameOf).join(" · ") }))] : [];
}
