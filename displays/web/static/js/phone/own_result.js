// The result of a member's own game: reported with one press, confirmed by the opponent with one.

import { write } from "../api.js";
import { element } from "../dom.js";
import { momentOf } from "../moments.js";
import { pageData, word } from "../words.js";

const facts = pageData("facts");
/** @type {Record<string, string>} */
const SAID = { win: "report-win", draw: "report-draw", loss: "report-loss" };
let isChanging = false; // somebody wants to say another result
let problem = "";
let isBusy = false;

/**
 * @param {MemberView} member
 * @param {(writing: Promise<unknown>) => Promise<void>} afterWrite
 * @param {() => void} paint
 * @returns {HTMLElement[]}
 */
export function ownResult({ game }, afterWrite, paint) {
  if (game === null || (game.choices.length === 0 && game.report !== "disputed")) return [];
  const told = { outcome: facts.outcomes[game.outcome], time: game.at ? momentOf(game.at, Date.now(), "short") : "" };
  const isAgreed = game.report === "to-confirm" || game.report === "settled";
  const buttons = isAgreed || game.report === "own" ? (isChanging ? choices(game) : [changing(game)]) : choices(game);

  /** @param {MemberGame} own */
  function choices(own) {
    return own.choices.map(({ outcome, result }) =>
      button(outcome in SAID ? word(SAID[outcome]) : facts.outcomes[outcome], () => send(result)),
    );
  }

  /** @param {MemberGame} own */
  function changing({ report }) {
    return button(
      word(report === "own" ? "report-change" : "report-other"),
      async () => {
        isChanging = true;
        paint();
      },
      "plain",
    );
  }

  /** @param {string} result */
  async function send(result) {
    if (isBusy || game === null) return;
    isBusy = true;
    problem = "";
    const address = `/api/t/${encodeURIComponent(facts.stream)}/players/${facts.player}/report`;
    try {
      await afterWrite(write("POST", address, { round: game.round, result }));
      isChanging = false;
    } catch (error) {
      problem = word("not-sent", { problem: error instanceof Error ? error.message : String(error) });
    }
    isBusy = false;
    paint();
  }

  const yes = game.report === "to-confirm" && !isChanging ? [button(word("report-yes"), () => send(game.result))] : [];
  return [
    element("h3", {}, word("your-result")),
    element("p", { class: `report report-${game.report}`, role: "status" }, word(`report-${game.report}`, told)),
    ...(problem ? [element("p", { class: "past", role: "alert" }, problem)] : []),
    element("div", { class: "row choices" }, ...yes, ...(game.choices.length > 0 ? buttons : [])),
  ];
}

/**
 * @param {string} text
 * @param {() => Promise<void>} act
 */
function button(text, act, kind = "") {
  return element("button", { type: "button", class: kind || null, onclick: act }, text);
}
