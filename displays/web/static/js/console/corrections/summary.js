// What a correction would do, in three lines: an answer of /consequences as a list.

import { element } from "../../dom.js";
import { word } from "../../words.js";

export function summary(told) {
  return element("ul", { class: "summary" }, ...lines(told).map((text) => element("li", {}, text)));
}

function lines(told) {
  const moved = told.lines.filter((line) => line.before.place !== line.after.place);
  const different = told.rounds.filter((round) => round.verdict !== "same");
  return [
    moved.length === 0 ? word("no-places-change") : word("places-change", { count: moved.length }),
    told.prizes.length === 0 ? word("no-prizes-change") : word("prizes-change", { count: told.prizes.length }),
    different.length === 0
      ? word("no-rounds-differ")
      : word("rounds-differ", { rounds: different.map((round) => round.round).join(", ") }),
  ];
}
