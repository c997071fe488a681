// The intermediate round: results are typed board by board, looked at in the standings, then recorded together.

import { isWriting, write } from "../../api.js";
import { byId } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { onDesk } from "../page/desk.js";
import { showProblem, submit } from "../page/forms.js";
import { tellNext, tellProblem } from "../page/notices.js";
import { askReason } from "../page/question.js";
import { showPlaceChanges } from "./place_changes.js";
import { setUpTakingBack } from "./take_back.js";
import { typedResult } from "./typed_result.js";

const { api, boards, keys, preview, announcement } = pageData("games");
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("between"));

/** @param {any} board */
const inputOf = (board) => /** @type {HTMLInputElement} */ (form?.elements.namedItem(`board-${board.board}`));

// [{board, result}] of all that is typed and new; null if something typed is no result.
function typed() {
  const found = [];
  let isWrong = false;
  for (const board of boards) {
    const result = typedResult(inputOf(board), keys);
    if (result === null) isWrong = true;
    else if (result !== "" && result !== board.result) found.push({ board, result });
  }
  return isWrong ? null : found;
}

/**
 * @param {any} board
 * @param {string} result
 * @param {string} reason
 */
function commandOf(board, result, reason) {
  if (board.game > 0) return { do: "correct-extra-game", game: board.game, result, reason };
  return {
    do: "record-extra-game",
    purpose: "intermediate",
    white: board.white,
    black: board.black,
    result,
  };
}

async function look() {
  const changed = typed();
  const place = byId("place-changes");
  if (changed === null || changed.length === 0) return place.replaceChildren();
  const commands = changed.map(({ board, result }) => commandOf(board, result, "?"));
  try {
    await showPlaceChanges(preview, commands, place);
  } catch (problem) {
    if (form !== null) showProblem(form, problem, () => "", { takesFocus: false });
  }
}

/** @param {HTMLInputElement} input */
function isInvalid(input) {
  return input.getAttribute("aria-invalid") === "true";
}

// Why a game that is recorded has another result; null: it keeps the one that it has.
/** @param {any} board */
function reasonOf(board) {
  const { defaultValue: old, value: now } = inputOf(board);
  return askReason(
    word("result-correct", {
      white: board.white_name,
      black: board.black_name,
      old,
      new: now,
    }),
  );
}

// All reasons are asked for before anything is recorded. What is recorded when another is refused is not sent again.
/** @param {HTMLFormElement} from */
async function record(from) {
  const changed = typed();
  if (changed === null) return boards.map(inputOf).find(isInvalid)?.focus();
  const reasons = [];
  for (const { board } of changed) {
    const reason = board.game > 0 ? await reasonOf(board) : "";
    if (reason === null) return;
    reasons.push(reason);
  }
  let sent = "";
  const send = async () => {
    for (const [place, { board, result }] of changed.entries()) {
      sent = `board-${board.board}`;
      await write("POST", `${api}/commands`, commandOf(board, result, reasons[place]));
      board.result = result;
    }
  };
  if (!(await submit(from, send, () => sent))) return;
  if (changed.length > 0) tellNext(word("results-recorded"));
  location.reload();
}

form?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const inputs = boards.map(inputOf);
  const next = inputs[inputs.indexOf(event.target) + 1] ?? byId("record");
  next.focus();
});
form?.addEventListener("change", look);
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  record(/** @type {HTMLFormElement} */ (event.target));
});
const byHand = /** @type {HTMLFormElement | null} */ (document.getElementById("by-hand"));
byHand?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [white, black, result] = ["white", "black", "result"].map(
    (name) => /** @type {HTMLInputElement} */ (byHand.elements.namedItem(name)),
  );
  const typedIn = typedResult(result, keys);
  if (!typedIn) return result.focus();
  const board = {
    white: Number(white.value),
    black: Number(black.value),
    game: 0,
  };
  const send = () => write("POST", `${api}/commands`, commandOf(board, typedIn, ""));
  if (!(await submit(byHand, send, () => "black"))) return;
  tellNext(word("results-recorded"));
  location.reload();
});

const tellHall = document.getElementById("tell-hall");
tellHall?.addEventListener("click", async () => {
  try {
    await write("POST", `${api}/announcements`, { text: announcement });
    tellNext(word("announced-done"));
    location.reload();
  } catch (problem) {
    tellProblem(problem);
  }
});

setUpTakingBack(api);
const first = boards.find((/** @type {any} */ board) => board.result === "");
if (first !== undefined && form !== null) inputOf(first)?.focus();

// Somebody else has recorded a game, and nothing is typed here: the page shows it.
onDesk((state, frame) => {
  const isTyped = boards.some((/** @type {any} */ board) => inputOf(board)?.value !== inputOf(board)?.defaultValue);
  const isBusy = isWriting() || document.querySelector("dialog[open]") !== null;
  if (frame.version > Number(document.documentElement.dataset.version) && !isTyped && !isBusy) location.reload();
});
