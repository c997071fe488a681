// The second pass: every result is typed again and compared with what stands. Nothing is written until somebody has
// looked at each difference and said which of the two it is.

import { element } from "../../dom.js";
import { word } from "../../words.js";
import { renewChildren } from "../page/morph.js";
import { boardOf, desk, nameOf, round } from "./store.js";

export class SecondPass {
  constructor({ onChange, correct, enter }) {
    this.name = `roundlog/${desk.api}/${round().round}/second`;
    this.typed = JSON.parse(localStorage.getItem(this.name) ?? "null");
    this.onChange = onChange;
    this.correct = correct;
    this.enter = enter;
    this.panel = document.getElementById("second");
  }

  get isOn() {
    return this.typed !== null;
  }

  of(board) {
    return this.typed?.[board] ?? null;
  }

  start() {
    this.set({});
  }

  stop() {
    this.set(null);
  }

  set(typed) {
    this.typed = typed;
    if (typed === null) localStorage.removeItem(this.name);
    else localStorage.setItem(this.name, JSON.stringify(typed));
    this.onChange();
  }

  take(board, result) {
    this.set({ ...this.typed, [board]: result });
  }

  forget(board) {
    const others = { ...this.typed };
    delete others[board];
    this.set(others);
  }

  // The boards that still have to be typed again.
  open() {
    return round()
      .boards.map((board) => board.board)
      .filter((board) => this.of(board) === null);
  }

  differences() {
    return round().boards.filter((board) => this.of(board.board) !== null && this.of(board.board) !== board.result);
  }

  show() {
    this.panel.hidden = !this.isOn;
    if (!this.isOn) return;
    const boards = round().boards.length;
    const differing = this.differences();
    const verified = boards - this.open().length - differing.length;
    const counted = element(
      "p",
      { class: "count", id: "second-count" },
      word("second-count", { verified, boards, differing: differing.length }),
    );
    const again = element("button", { type: "button" }, word("second-again"));
    again.addEventListener("click", () => this.start());
    const list =
      differing.length > 0
        ? element("ul", { class: "differences" }, ...differing.map((board) => this.line(board)))
        : null;
    const head = element("div", { class: "toolbar" }, element("h2", {}, word("second-pass")), counted, again);
    renewChildren(this.panel, element("div", {}, head, element("p", { class: "hint" }, word("second-hint")), list));
  }

  line(board) {
    const typed = this.of(board.board);
    const isMissing = board.result === "pending";
    const facts = { board: board.board, white: nameOf(board.white), black: nameOf(board.black) };
    const told = isMissing
      ? word("second-missing", { ...facts, typed: desk.marks[typed] })
      : word("second-differs", { ...facts, stands: desk.marks[board.result], typed: desk.marks[typed] });
    const dataset = { stands: board.result, typed }; // by which a button is another one: its act is about them
    const keep = element(
      "button",
      { type: "button", class: "keep", dataset },
      isMissing ? word("second-forget") : word("keep", { result: desk.marks[board.result] }),
    );
    keep.addEventListener("click", () => (isMissing ? this.forget(board.board) : this.take(board.board, board.result)));
    const change = element(
      "button",
      { type: "button", class: "correct", dataset },
      isMissing ? word("enter-it", { result: desk.marks[typed] }) : word("correct-to", { result: desk.marks[typed] }),
    );
    change.addEventListener("click", () =>
      isMissing ? this.enter(board.board, typed) : this.correct(boardOf(board.board), typed),
    );
    const actions = isMissing || desk.mayDirect ? [keep, change] : [keep];
    return element(
      "li",
      { id: `differs-${board.board}`, dataset: { board: board.board } },
      element("p", {}, told),
      element("div", { class: "actions" }, ...actions),
    );
  }
}
