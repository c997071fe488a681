// What a ladder adds to the card of a player: value and total, and what every round pays, so that it adds up.

import { element } from "../dom.js";
import { figure, score } from "../screen/format.js";
import { word } from "../words.js";

/** @param {LadderStanding} ladder */
export function ladderStanding({ is_corrected: hasEndCorrection, value, total }) {
  if (value === null || total === null) return [];
  return [
    element("p", { class: "value" }, word("value"), " ", element("b", {}, figure(value, word))),
    element("p", { class: "total" }, word("keizer-total"), " ", element("b", {}, figure(total, word))),
    ...(hasEndCorrection ? [element("p", { class: "quiet" }, word("end-correction-made"))] : []),
  ];
}

export const ladderHeads = () => [element("th", { scope: "col", class: "number" }, word("counted"))];

// The value that was counted and how much of it: "½ × 44"; of the own value that is said, for nobody would guess it.
/** @param {WorkingLine | undefined} line */
export function ladderRound(line) {
  if (line === undefined) return element("td", { class: "number" });
  const { fraction, now, of_own_value: isOwn, is_fixed: isFixed } = line;
  if (isFixed) return element("td", { class: "number" }, element("small", {}, word("fixed-points")));
  if (isOwn && fraction === "0") return element("td", { class: "number" }, element("small", {}, word("pays-nothing")));
  const [parts, of = "1"] = fraction.split("/");
  const counted = `${fraction === "1" ? "" : `${score(Number(parts), Number(of))} × `}${figure(now, word)}`;
  const whose = isOwn ? [element("br"), element("small", {}, word("of-own-value"))] : [];
  return element("td", { class: "number" }, counted, ...whose);
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
