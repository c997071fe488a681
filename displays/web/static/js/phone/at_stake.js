// What the game that is being played pays, by each way in which it can end: asked for when there is one.

import { element } from "../dom.js";
import { figure } from "../screen/format.js";
import { servers } from "../servers.js";
import { pageData, word } from "../words.js";
import { repaint } from "./repaint_changes.js";

const facts = pageData("facts");
let shown = ""; // of which version

/**
 * @param {Element} box
 * @param {number} version of the card: whatever changes it may change what is at stake
 */
export async function showStakes(box, version) {
  if (shown === `${version}`) return;
  shown = `${version}`;
  try {
    const answer = await fetch(servers.addressOf(`/p/${encodeURIComponent(facts.stream)}/${facts.player}/stakes`));
    const found = answer.ok ? await answer.json() : null;
    if (shown === `${version}`) repaint(box, found === null ? [] : stakesOf(found));
  } catch {
    shown = ""; // no line just now
  }
}

/** @param {Stakes} found */
function stakesOf({ stakes, value, is_certain: isCertain }) {
  const list = stakes.map(({ outcome, points }) => `${facts.outcomes[outcome]} ${figure(points, word)}`).join(" · ");
  return [
    element("p", { class: "stakes" }, word(value === null ? "at-stake" : "at-stake-ladder", { list })),
    ...(value === null
      ? []
      : [
          element(
            "p",
            { class: "quiet" },
            word(isCertain ? "stakes-certain" : "stakes-open", { value: figure(value, word) }),
          ),
        ]),
  ];
}
