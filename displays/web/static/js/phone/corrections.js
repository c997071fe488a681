// A round that was corrected: its mark, and below it what it was before, when it was corrected and why. Written out,
// because a touch screen shows no tooltip.

import { element } from "../dom.js";
import { momentOf } from "../moments.js";
import { score } from "../screen/format.js";
import { pageData, word } from "../words.js";

const { outcomes } = pageData("facts");
const BY_POINTS = new Set(["win", "draw", "loss"]);

// As on the pages of the whole tournament; a reader of the screen hears the word.
/** @param {CardLine} line */
export function mark({ is_corrected: isCorrected }) {
  return isCorrected
    ? element(
        "span",
        { class: "corrected", role: "img", title: word("corrected"), "aria-label": word("corrected") },
        " ✎",
      )
    : "";
}

// The lines of a round: none where nothing was corrected.
/**
 * @param {CardLine} line
 * @param {number} perPoint
 */
export function correctionNotes({ corrections, points }, perPoint) {
  return corrections.map((one) =>
    word(one.was || one.colour ? "was" : "was-the-same", {
      was: scoreBefore(one, points, perPoint),
      time: momentOf(one.at, Date.now(), "short"),
      reason: one.reason,
    }),
  );
}

// What is worth as much as before needs a word: a game that turned out to be a forfeit.
/**
 * @param {CorrectionOfRound} correction
 * @param {number} now
 * @param {number} perPoint
 */
function scoreBefore({ was = "", points = 0, colour }, now, perPoint) {
  if (colour) return word(`was-${colour}`);
  return BY_POINTS.has(was) && points !== now ? score(points, perPoint) : outcomes[was];
}
