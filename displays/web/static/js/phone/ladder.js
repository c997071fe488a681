// What a ladder adds to the card of a player: value and total, and what every round pays, so that it adds up.

import { element } from "../dom.js";
import { figure, score } from "../screen/format.js";
import { word } from "../words.js";

/** @param {LadderStanding} ladder */
export function ladderStanding({ is_corrected: hasEndCorrection, value, total, games, absences, periods }) {
  if (value === null || total === null || games === null || absences === null) return [];
  const { won, drawn, lost } = games;
  const told = [word("ladder-games-told", { won, drawn, lost, played: won + drawn + lost })];
  if (absences.left !== null) told.push(word("ladder-absences-left-told", absences));
  else if (absences.used > 0) told.push(word("ladder-absences-told", absences));
  for (const { name: period, place, total: paid, is_champion: isChampion } of periods)
    told.push(word(isChampion ? "own-championship" : "own-period", { period, place, total: figure(paid, word) }));
  return [
    element("p", { class: "value" }, word("value"), " ", element("b", {}, figure(value, word))),
    element("p", { class: "total" }, word("keizer-total"), " ", element("b", {}, figure(total, word))),
    ...(hasEndCorrection ? [element("p", { class: "quiet" }, word("end-correction-made"))] : []),
    ...told.map((text) => element("p", { class: "quiet" }, text)),
  ];
}

export const ladderHeads = () => [element("th", { scope: "col", class: "number" }, word("counted"))];

// The value that was counted and how much of it: "½ × 44"; of the own value that is said, for nobody would guess it.
// Below it what the value was on the evening, and what was rounded; where nothing is paid, why.
/**
 * @param {WorkingLine | undefined} line
 * @param {string} told how the round ended, as it stands beside this
 */
export function ladderRound(line, told) {
  if (line === undefined) return element("td", { class: "number" });
  const { fraction, now, then, of_own_value: isOwn, is_fixed: isFixed, points, unrounded, because } = line;
  if (points.exact === "0") {
    const why = word(`ladder-why-${because}`);
    return element("td", { class: "number" }, element("small", {}, why === told ? "" : why));
  }
  if (isFixed) return element("td", { class: "number" }, element("small", {}, word("fixed-points")));
  const [parts, of = "1"] = fraction.split("/");
  const counted = `${fraction === "1" ? "" : `${score(Number(parts), Number(of))} × `}${figure(now, word)}`;
  const notes = [
    ...(isOwn ? [word("of-own-value")] : []),
    ...(then !== null && then.exact !== now.exact ? [word("value-was", { value: figure(then, word) })] : []),
    ...(unrounded === null ? [] : [word("rounded-from", { exact: figure(unrounded, word) })]),
  ];
  const lines = notes.flatMap((note) => [element("br"), element("small", {}, note)]);
  return element("td", { class: "number" }, counted, ...lines);
}

// Below the rounds: what else the total consists of.
/** @param {LadderStanding} ladder */
export function ladderSum({ own_value: own, given, total }) {
  if (own === null || total === null) return [];
  return [
    ...given.map(({ round, points }) => row("given", round, word("by-decision"), points)),
    row("own", "", word("own-value"), own),
    row("sum", "", word("keizer-total"), total),
  ];
}

/**
 * @param {string} kind
 * @param {string | number} round
 * @param {string} text
 * @param {Amount} amount
 */
function row(kind, round, text, amount) {
  return element(
    "tr",
    { class: kind },
    element("td", { class: "number" }, round),
    element("td", {}),
    element("td", { colspan: 2 }, text),
    element("td", { class: "number" }, figure(amount, word)),
    element("td", {}),
  );
}
