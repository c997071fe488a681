// One board in large buttons: for fingers, and for what is not typed every day.

import { element } from "../../dom.js";
import { formatTime } from "../../moments.js";
import { word } from "../../words.js";
import { boardOf, desk, isOwn, nameOf, round } from "./store.js";
import { whyButton } from "./why_dialog.js";

// showButtons(12, {take: (board, result) => …, isSecond}); who has entered the result puts it right here. Another's
// leads an arbiter to its correction, and a helper may say what the slip has: both are then shown to the arbiters.
export function showButtons(number, { take, isSecond }) {
  const board = boardOf(number);
  const isOpen = isSecond || board.result === "pending" || board.result === "postponed";
  const isMine = !isOpen && isOwn(board);
  const mayEnter = desk.mayEnter && desk.boards.includes(number) && (isOpen || isMine || !desk.mayDirect);
  const close = element("button", { type: "button" }, word("cancel"));
  const dialog = element(
    "dialog",
    { class: "board-buttons", "aria-labelledby": "board-title" },
    element("h2", { id: "board-title" }, word("board-title", { board: number })),
    element(
      "p",
      { class: "big-pair" },
      nameOf(board.white),
      element("b", {}, ` ${desk.marks[board.result]} `),
      nameOf(board.black),
    ),
    ...(isOpen && mayEnter ? [] : standing(board)),
    ...(mayEnter ? entering({ board, isOpen, isMine }, (result) => end(() => take(number, result))) : []),
    element("div", { class: "actions" }, close, whyButton(board.white)),
  );
  const before = document.activeElement;
  const end = (then = () => {}) => {
    dialog.close();
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    then();
  };
  close.addEventListener("click", () => end());
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    end();
  });
  dialog.addEventListener("keydown", (event) => {
    const result = desk.keys[event.key];
    if (mayEnter && result !== undefined) {
      event.preventDefault();
      end(() => take(number, result));
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("button")?.focus();
}

// What one has entered oneself may be another result, or belong to another board.
function entering({ board, isOpen, isMine }, take) {
  // Who has won is told by name: nobody need know which side of the slip is which.
  const [white, black] = [nameOf(board.white), nameOf(board.black)];
  const named = {
    "1-0": white,
    "1/2w": word("advantage-of", { player: white }),
    "1/2": word("draw-of-both"),
    "1/2b": word("advantage-of", { player: black }),
    "0-1": black,
  };
  const nameFor = (result) => (result in named ? [element("span", { class: "winner" }, named[result]), " "] : []);
  const offered = desk.buttons.filter(([result]) => !isMine || result !== "postponed");
  const buttons = offered.map(([result, key]) =>
    resultButton(result, take, desk.marks[result], " ", ...nameFor(result), element("kbd", { class: "key" }, key)),
  );
  const none = isMine ? [resultButton("pending", take, word("no-result-yet"))] : [];
  return [
    isOpen ? null : element("p", {}, word(isMine ? "own-result" : "entered-otherwise")),
    element("div", { class: "result-buttons" }, ...buttons, ...none),
  ];
}

function resultButton(result, take, ...label) {
  const attributes = { type: "button", class: "big", dataset: { result }, onclick: () => take(result) };
  return element("button", attributes, ...label);
}

function standing(board) {
  const told = board.by
    ? [
        element(
          "p",
          { class: "quiet" },
          word("entered-by", {
            who: board.by,
            time: formatTime(board.at, { dateStyle: "short", timeStyle: "medium" }),
          }),
        ),
      ]
    : [];
  if (board.corrected) told.push(element("p", {}, element("a", { href: board.corrected }, word("corrected-title"))));
  if (!desk.mayDirect || board.result === "pending" || isOwn(board)) return told;
  return [
    ...told,
    element("p", {}, element("a", { class: "button", href: correctionOf(board.board) }, word("correct-result"))),
  ];
}

// The page that shows what a correction would do before it is written.
export function correctionOf(board, result = null) {
  const there = new URL(desk.corrections, location.href);
  there.searchParams.set("of", String(round().round));
  there.searchParams.set("board", String(board));
  if (result !== null) there.searchParams.set("result", result);
  return there.href;
}
