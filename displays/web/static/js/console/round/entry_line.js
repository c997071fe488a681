// The entry line: board and result from the keyboard, a hundred times without the mouse. What will be recorded stands
// in large type before Enter; a slip is typed again, and nothing that was typed is lost.

import { byId, closest, element } from "../../dom.js";
import { word } from "../../words.js";
import { boardOf, desk, nameOf, round } from "./store.js";
import { nextOpen, understand } from "./parse_entry.js";

const TYPED_ANYWHERE = /^[0-9=+½]$/;
const MODE = "roundlog/entry-mode";

export class Entry {
  // `take(board, result)`: what becomes of an entry; `undo()`: takes the last one back; `open()`: the boards that still
  // lack one; `isBlind()`: whoever types again is not told what stands.
  constructor({ take, open, isBlind, onBoard, undo }) {
    this.undo = undo;
    this.take = take;
    this.isBlind = isBlind;
    this.open = open;
    this.onBoard = onBoard;
    this.chosen = null;
    this.last = 0;
    this.mode = localStorage.getItem(MODE) ?? "board";
    this.line = document.getElementById("entry-line");
    this.error = document.getElementById("entry-error");
    this.now = document.getElementById("entry-now");
    this.said = document.getElementById("entry-last");
    this.listen();
    this.showKeys();
    this.show();
    if (!isTouched()) this.line.focus();
  }

  listen() {
    this.line.addEventListener("input", () => this.onInput());
    this.line.addEventListener("keydown", (event) => this.onKey(event));
    byId("entry-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter();
      byId("entry").scrollIntoView({ block: "nearest" }); // the answer is seen
    });
    for (const choice of document.querySelectorAll("[name=mode]")) {
      choice.checked = choice.value === this.mode;
      choice.addEventListener("change", () => this.setMode(choice.value));
    }
    document.addEventListener("keydown", (event) => this.catchKey(event));
  }

  setMode(mode) {
    this.mode = mode;
    localStorage.setItem(MODE, mode);
    this.chosen = null;
    this.show();
    this.line.focus();
  }

  // Somebody types a number while nothing is focused: it is meant for the line.
  catchKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!TYPED_ANYWHERE.test(event.key) || document.querySelector("dialog[open]") !== null) return;
    if (closest(event, "input, select, textarea, [role=grid]") !== null) return;
    this.line.focus();
  }

  onKey(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      if (this.line.value === "" && this.chosen === null) this.line.blur();
      this.clear();
    } else if (event.key === "u" && this.line.value === "" && this.chosen === null && isPlain(event)) {
      event.preventDefault();
      this.undo();
    } else if (event.key === "Backspace" && this.line.value === "" && this.chosen !== null) {
      event.preventDefault();
      this.line.value = String(this.chosen);
      this.chosen = null;
      this.show();
    }
  }

  clear() {
    this.line.value = "";
    this.chosen = null;
    this.onInput();
  }

  // With another way of entering: from the first board on.
  startOver() {
    this.last = 0;
    this.clear();
    this.line.focus();
  }

  proposedBoard() {
    return nextOpen(this.last, this.open());
  }

  understood() {
    const boards = new Set(Array.from({ length: round().board_count }, (_, place) => place + 1));
    const found = understand(this.line.value, { keys: desk.keys, boards, mode: this.mode, chosen: this.chosen });
    const board = found.board ?? (found.problem === null ? this.proposedBoard() : null);
    return { ...found, board };
  }

  enter() {
    const { board, result, problem, facts } = this.understood();
    if (problem !== null) return this.complain(problem, facts);
    if (board === null) return this.complain(allEntered().replace("entry-", ""));
    if (!isMine(board)) return this.complain("not-your-board", { board });
    if (result === null) return this.choose(board);
    this.last = board;
    this.take(board, result);
    this.clear();
    return undefined;
  }

  // Enter without a result takes the board; in board order it passes on to the next one.
  choose(board) {
    if (this.mode === "order" && this.line.value.trim() === "" && this.chosen === null) this.last = board;
    else this.chosen = board;
    this.line.value = "";
    this.onInput();
  }

  complain(problem, facts = {}) {
    this.error.textContent = word(`entry-${problem}`, facts);
    this.line.setAttribute("aria-invalid", "true");
    this.line.focus();
    this.line.select();
  }

  say(...parts) {
    this.said.replaceChildren(...parts);
  }

  onInput() {
    this.error.textContent = "";
    this.line.removeAttribute("aria-invalid");
    this.show();
  }

  // What the line means right now, in large type. A complaint stays until somebody types.
  show() {
    const { board, result, problem } = this.understood();
    const isOffered = board !== null && isMine(board);
    if (isOffered) this.now.replaceChildren(...this.picture(board, result));
    else this.now.replaceChildren(element("p", { class: "quiet" }, this.noBoard(board, problem)));
    byId("entry-hint").textContent = this.hint(board);
    this.onBoard(isOffered ? board : null);
  }

  noBoard(board, problem) {
    if (board !== null) return word("entry-not-your-board", { board });
    return word(problem === null ? allEntered() : "entry-no-board");
  }

  picture(number, result) {
    const board = boardOf(number);
    const stands = board.result === "pending" || this.isBlind() ? null : board.result;
    const isChanged = result !== null && stands !== null && result !== stands;
    const isProposed = this.chosen === null && this.line.value.trim() === "";
    return [
      element("span", { class: isProposed ? "big-board proposed" : "big-board" }, number),
      element("span", { class: "big-name" }, nameOf(board.white)),
      element(
        "span",
        { class: result === null ? "big-result quiet" : "big-result" },
        isChanged ? element("small", { class: "quiet" }, `${desk.marks[stands]} → `) : null,
        desk.marks[result ?? stands] ?? "–",
      ),
      element("span", { class: "big-name" }, nameOf(board.black)),
    ];
  }

  hint(board) {
    if (isTouched()) return word("hint-touch");
    if (this.mode === "order") return word("hint-order");
    return this.chosen === null ? word("hint-board") : word("hint-result", { board });
  }

  showKeys() {
    const keys = desk.buttons.flatMap(([result, key]) => [
      ...[key, ...otherDigits(result, key)].flatMap((one) => [element("kbd", { class: "key" }, one), " "]),
      `${desk.marks[result]} `,
    ]);
    byId("entry-keys").replaceChildren(...keys);
  }
}

function isPlain(event) {
  return !event.ctrlKey && !event.altKey && !event.metaKey;
}

// With one hand on the number pad: 5 is a draw.
function otherDigits(result, key) {
  return Object.keys(desk.keys).filter((one) => one !== key && /^\d$/.test(one) && desk.keys[one] === result);
}

// A phone or tablet: boards are tapped there.
function isTouched() {
  return matchMedia("(pointer: coarse)").matches;
}

function isMine(board) {
  return desk.boards.includes(board);
}

// Somebody with a part of the boards is told of that part.
function allEntered() {
  if (round().boards.some(({ result }) => result === "postponed")) return "entry-others-entered";
  return desk.hasPart ? "entry-yours-entered" : "entry-all-entered";
}
