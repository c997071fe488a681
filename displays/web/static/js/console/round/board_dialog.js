// One board in large buttons: for fingers, and for what is not typed every day.

import { element } from "../../dom.js";
import { formatTime } from "../../moments.js";
import { word } from "../../words.js";
import { boardOf, desk, nameOf, round } from "./store.js";
import { whyButton } from "./why_dialog.js";

// showButtons(12, {take: (board, result) => …, isSecond}); a board that has its result leads an arbiter to its
// correction, and a helper may say what the slip has: both are then shown to the arbiters.
export function showButtons(number, { take, isSecond }) {
  const board = boardOf(number);
  const isOpen = isSecond || board.result === "pending" || board.result === "postponed";
  const mayEnter = desk.mayEnter && desk.boards.includes(number) && (isOpen || !desk.mayDirect);
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
    ...(mayEnter && !isOpen ? [element("p", {}, word("entered-otherwise"))] : []),
    ...(mayEnter ? [resultButtons((result) => end(() => take(number, result)))] : []),
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

function resultButtons(take) {
  const buttons = desk.buttons.map(([result, key]) => {
    const button = element(
      "button",
      { type: "button", class: "big", dataset: { result } },
      desk.marks[result],
      " ",
      element("kbd", { class: "key" }, key),
    );
    button.addEventListener("click", () => take(result));
    return button;
  });
  return element("div", { class: "result-buttons" }, ...buttons);
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
  if (!desk.mayDirect || board.result === "pending") return told;
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
