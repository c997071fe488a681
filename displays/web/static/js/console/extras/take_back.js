// A game outside the rounds that was recorded by mistake is taken back, with a reason.

import { write } from "../../api.js";
import { closest } from "../../dom.js";
import { word } from "../../words.js";
import { tellNext, tellProblem } from "../page/notices.js";
import { askReason } from "../page/question.js";

/** @param {string} api */
export function setUpTakingBack(api) {
  document.addEventListener("click", (event) => {
    const button = closest(event, "[data-take-back]");
    if (button !== null) takeBack(api, button.dataset);
  });
}

/**
 * @param {string} api
 * @param {DOMStringMap} game
 */
async function takeBack(api, { takeBack: game, white = "", black = "", mark = "" }) {
  const reason = await askReason(word("game-take-back-why", { white, black, result: mark }));
  if (reason === null) return;
  try {
    await write("POST", `${api}/commands`, { do: "take-back-extra-game", game: Number(game), reason });
    tellNext(word("game-taken-back"));
    location.reload();
  } catch (problem) {
    tellProblem(problem);
  }
}
