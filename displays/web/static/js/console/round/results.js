// A published or closed round: the sheet, the entry line, what is on its way, the second pass, the conflicts.

import { byId, element } from "../../dom.js";
import { word } from "../../words.js";
import { onConnection, onDesk } from "../page/desk.js";
import { tell } from "../page/notices.js";
import { onKey } from "../page/shortcuts.js";
import { showButtons } from "./board_dialog.js";
import { Disputes, correctBoard } from "./disputes.js";
import { Entry } from "./entry_line.js";
import { Outbox } from "./outbox.js";
import { SecondPass } from "./second_pass.js";
import { Sheet, isOpen, sentWords } from "./result_sheet.js";
import { setUpUndo } from "./undo_entry.js";
import { whyButton } from "./why_dialog.js";
import { desk, nameOf, boardOf, isOwn, onRound, refresh, round } from "./store.js";

export function results() {
  const page = new Results();
  page.show();
  page.openAsked();
  return page;
}

class Results {
  constructor() {
    this.outbox = new Outbox({ api: desk.api, round: round().round, onChange: () => this.onChange() });
    this.second = new SecondPass({
      onChange: () => this.onChange(),
      correct: (board, result) => this.correct(board, result),
      enter: (board, result) => this.send(board, result),
    });
    this.sheet = new Sheet(document.getElementById("sheet"), {
      outbox: this.outbox,
      second: this.second,
      onBoard: (board) => showButtons(board, { take: (...entry) => this.take(...entry), isSecond: this.second.isOn }),
    });
    this.disputes = new Disputes({ outbox: this.outbox });
    this.sheet.show();
    const mayType = document.getElementById("entry-line") !== null;
    this.undoing = mayType ? setUpUndo(this.outbox, (board, result) => this.send(board, result)) : null;
    this.entry = mayType ? this.makeEntry() : null;
    this.tools();
    onRound(() => this.show());
    if (!desk.isPast) this.listen();
    this.outbox.send();
    for (const place of document.querySelectorAll("[data-why]")) place.append(whyButton(Number(place.dataset.why)));
  }

  // From the code on a slip: ?board=12
  openAsked() {
    const board = Number(new URL(location.href).searchParams.get("board"));
    if (boardOf(board) !== undefined) this.sheet.onBoard(board);
    else if (board > 0 && board <= round().board_count) tell(word("entry-not-your-board", { board }), { bad: true });
  }

  makeEntry() {
    return new Entry({
      take: (board, result) => this.take(board, result),
      open: () => this.open(),
      isBlind: () => this.second.isOn,
      onBoard: (board) => this.sheet.mark(board),
      undo: () => this.undoing?.undo(),
    });
  }

  listen() {
    onDesk((state) => {
      if (state.version > round().version) refresh();
    });
    onConnection((isLive) => isLive && this.outbox.hurry());
    addEventListener("beforeunload", (event) => this.outbox.unsent().length > 0 && event.preventDefault());
  }

  tools() {
    const missing = document.getElementById("missing-only");
    missing.addEventListener("change", () => {
      this.sheet.missingOnly = missing.checked;
      this.sheet.show();
      this.entry?.line.focus();
    });
    document.getElementById("find-board")?.addEventListener("input", ({ target }) => {
      this.sheet.wanted = target.value;
      this.sheet.show();
    });
    const second = document.getElementById("second-pass");
    second?.addEventListener("change", () => {
      if (second.checked) this.second.start();
      else this.second.stop();
      this.entry?.startOver();
    });
    if (second) second.checked = this.second.isOn;
    onKey("m", word("missing-only"), () => missing.click());
    onKey("d", word("to-disputes"), () => document.querySelector("#disputes summary")?.focus());
    if (this.entry !== null) onKey("e", word("entry"), () => this.entry?.line.focus());
  }

  // The boards that wait for somebody to type them.
  open() {
    const mine = new Set(desk.boards);
    if (this.second.isOn) return this.second.open().filter((board) => mine.has(board));
    const open = round().boards.filter((board) => isOpen(this.sheet.shownResult(board)));
    return open.map((board) => board.board).filter((board) => mine.has(board));
  }

  take(board, result) {
    if (this.second.isOn) {
      this.second.take(board, result);
      this.say(board, result, boardOf(board).result === result ? word("second-same") : word("second-other"));
    } else {
      this.send(board, result);
    }
  }

  send(board, result) {
    this.outbox.add(board, result, boardOf(board));
    this.said = { board, result };
    this.onChange();
  }

  async correct(board, result) {
    if (isOwn(board)) this.send(board.board, result);
    else await correctBoard(board.board, result);
    this.entry?.line.focus();
  }

  say(board, result, state) {
    const { white, black } = boardOf(board);
    const line = `${board}  ${nameOf(white)} ${desk.marks[result]} ${nameOf(black)}`;
    this.entry?.say(element("b", {}, line), ` ${state}`);
  }

  onChange() {
    if (this.said !== undefined) this.sayState(this.said);
    this.show();
  }

  sayState({ board, result }) {
    const entry = this.outbox.of(board).at(-1);
    if (entry !== undefined) this.say(board, result, `${entry.state === "saved" ? "✓ " : ""}${sentWords(entry)}`);
  }

  show() {
    if (this.sheet === undefined || this.disputes === undefined) return;
    this.sheet.show();
    this.second.show();
    this.disputes.show();
    this.count();
    this.entry?.show();
    this.undoing?.show();
  }

  count() {
    const boards = round().boards.length;
    const open = round().boards.filter((board) => isOpen(this.sheet.shownResult(board))).length;
    const unsent = this.outbox.unsent().length;
    const postponed = round()
      .boards.map((board) => this.sheet.shownResult(board))
      .filter((seen) => seen.result === "postponed" && !isOpen(seen)).length;
    const parts = [word("entered-of", { entered: boards - open - postponed, boards })];
    if (postponed > 0) parts.push(word("games-postponed", { count: postponed }));
    const unconfirmed = round().boards.filter(({ reported }) => reported !== null).length;
    if (unconfirmed > 0) parts.push(word("reported-count", { count: unconfirmed }));
    if (unsent > 0 && !this.outbox.isOnline) parts.push(word("unsent-offline", { count: unsent }));
    else if (unsent > 0) parts.push(word("unsent", { count: unsent }));
    const count = document.getElementById("count");
    const text = parts.join(" · ");
    if (count.textContent !== text) count.textContent = text;
    count.classList.toggle("offline", unsent > 0 && !this.outbox.isOnline);
    this.mayClose(open, unsent, unconfirmed);
  }

  // A round that cannot be closed yet says beside the button what it waits for.
  // What nobody has confirmed keeps nobody from closing it, and is told.
  mayClose(open, unsent, unconfirmed) {
    const close = document.getElementById("close-round");
    if (close === null) return;
    const waits = [];
    const disputed = this.disputes.boards();
    if (open > 0) waits.push(word("close-waits-missing", { count: open }));
    if (disputed.length > 0)
      waits.push(word("close-waits-disputed", { count: disputed.length, boards: disputed.join(", ") }));
    if (unsent > 0) waits.push(word("close-waits-unsent", { count: unsent }));
    const isReady = waits.length === 0;
    // The next step is seen.
    if (isReady && close.disabled) setTimeout(() => close.scrollIntoView({ block: "nearest" }));
    close.disabled = !isReady;
    close.title = waits.join(" · ");
    byId("close-hint").textContent =
      isReady && unconfirmed > 0 ? word("reported-closing", { count: unconfirmed }) : close.title;
  }
}
