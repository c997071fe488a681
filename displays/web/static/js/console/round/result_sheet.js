// The boards of the round with their results: what stands, what is on its way, who entered it, what was corrected.

import { write } from "../../api.js";
import { element } from "../../dom.js";
import { formatTime } from "../../moments.js";
import { word } from "../../words.js";
import { plain } from "../page/filter_rows.js";
import { renewNode } from "../page/morph.js";
import { runExclusively } from "./exclusive.js";
import { desk, nameOf, person, round } from "./store.js";

const MARKS = { waiting: "…", sending: "…", saved: "✓", conflict: "≠", refused: "⚠" };

export class Sheet {
  constructor(table, { outbox, second, onBoard }) {
    this.table = table;
    this.outbox = outbox;
    this.second = second;
    this.onBoard = onBoard;
    this.rows = new Map();
    this.missingOnly = false;
    this.wanted = ""; // a board or a name that somebody looks for
    this.now = null; // the board that is being typed
    const heads = ["board", "white", "result", "black", "state"].map((name) =>
      element(
        "th",
        { scope: "col", role: "columnheader", class: name === "result" ? "result" : null },
        word(`head-${name}`),
      ),
    );
    // The roles are told, for on a phone a row is laid out as a grid.
    table.setAttribute("role", "table");
    this.body = element("tbody", { role: "rowgroup" });
    table.replaceChildren(element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, ...heads)), this.body);
    this.empty = element("p", { class: "quiet", hidden: true }, word("none-missing"));
    table.after(this.empty);
  }

  show() {
    for (const board of round().boards) this.showBoard(board);
    const isEmpty = this.body.querySelector("tr:not([hidden])") === null;
    this.empty.hidden = !isEmpty || (!this.missingOnly && this.wanted === "");
    this.empty.textContent = word(this.wanted === "" ? "none-missing" : "no-board-found");
  }

  showBoard(board) {
    const seen = this.shownResult(board);
    // Their scores too: a correction of an earlier round changes them.
    const people = [person(board.white), person(board.black)];
    const signature = JSON.stringify([
      board,
      people,
      seen,
      isDisputed(board),
      this.second.of(board.board),
      board.board === this.now,
    ]);
    const old = this.rows.get(board.board);
    const row = old?.row ?? this.row(board, seen);
    if (old === undefined) this.body.append(row);
    else if (old.signature !== signature) renewNode(row, this.row(board, seen));
    this.rows.set(board.board, { signature, row });
    row.hidden = (this.missingOnly && !isOpen(seen)) || !isWanted(board, this.wanted);
  }

  // What the row shows: the newest entry of this browser for as long as it is not settled, else what stands.
  shownResult(board) {
    const entry = this.outbox.of(board.board).at(-1);
    if (entry === undefined) return { result: board.result, state: "", message: "" };
    if (entry.state === "saved" && board.result !== "pending")
      return { result: board.result, state: "saved", message: "" };
    const isOwn = entry.state !== "conflict" && entry.state !== "refused";
    return { result: isOwn ? entry.result : board.result, state: entry.state, message: entry.message };
  }

  row(board, seen) {
    const isNow = board.board === this.now;
    const open = element("button", { type: "button", class: "row-open", title: word("open-board") }, board.board);
    open.addEventListener("click", () => this.onBoard(board.board));
    const cell = (kind, ...children) => element("td", { role: "cell", class: kind }, ...children);
    return element(
      "tr",
      {
        role: "row",
        class: [isOpen(seen) ? "open" : "", isNow ? "now" : "", seen.state].join(" ").trim() || null,
        dataset: { board: board.board },
      },
      cell("number", open),
      cell(null, seat(board.white)),
      cell("result", desk.marks[seen.result], board.corrected ? correctedLink(board.corrected) : null),
      cell(null, seat(board.black)),
      cell("state", ...this.state(board, seen)),
    );
  }

  state(board, seen) {
    const parts = [];
    if (seen.state !== "" && seen.state !== "saved") {
      parts.push(element("span", { class: `mark ${seen.state}` }, `${MARKS[seen.state]} ${sentWords(seen)}`));
      if (seen.state === "refused") parts.push(this.forgetButton(board.board));
    } else if (board.reported !== null && !isDisputed(board)) {
      parts.push(...reportOf(board));
    } else if (board.by !== "") {
      if (isDisputed(board)) parts.push(disputedMark());
      const isSaved = seen.state === "saved" && board.result !== "pending" && !isDisputed(board);
      const saved = isSaved ? `${MARKS.saved} ` : "";
      parts.push(element("span", { class: "by" }, `${saved}${board.by} ${time(board.at)}`));
    } else if (isDisputed(board)) {
      parts.push(disputedMark());
    } else if (seen.state === "saved") {
      parts.push(element("span", { class: "mark saved" }, `${MARKS.saved} ${word("sent-saved")}`));
    }
    const typed = this.second.of(board.board);
    if (typed !== null) parts.push(secondMark(typed, board));
    return parts;
  }

  // What the server refused is not typed again by itself: somebody reads why, and lets it go.
  forgetButton(board) {
    const forget = () =>
      this.outbox
        .of(board)
        .filter((entry) => entry.state === "refused")
        .forEach((entry) => this.outbox.drop(entry));
    return element("button", { type: "button", class: "forget", onclick: forget }, word("second-forget"));
  }

  mark(board) {
    const before = this.now;
    if (before === board) return;
    this.now = board;
    for (const one of round().boards) if (one.board === before || one.board === board) this.showBoard(one);
    const row = this.rows.get(board)?.row;
    if (row !== undefined && !row.hidden && isLineFixed()) row.scrollIntoView({ block: "nearest" });
  }
}

// What one of the two reported stands, and somebody at the desk may say that it is right before the other does.
function reportOf(board) {
  const facts = { name: nameOf(board.reported), time: time(board.at) };
  const address = `${desk.api}/rounds/${round().round}/boards/${board.board}/confirmation`;
  const confirm = () => runExclusively(`confirm-report ${board.board}`, () => write("POST", address));
  const button = element(
    "button",
    { type: "button", class: "confirm-report", onclick: confirm },
    word("report-confirm"),
  );
  return [
    element("span", { class: "mark reported" }, `? ${word("reported-by", facts)}`),
    ...(desk.mayEnter && !desk.isPast ? [button] : []),
  ];
}

// By the number of the board, or by the beginning of any word of a name.
function isWanted({ board, white, black }, wanted) {
  const text = plain(wanted.trim());
  if (/^\d*$/.test(text)) return text === "" || String(board).startsWith(text);
  return [white, black].some((player) => ` ${plain(nameOf(player))}`.includes(` ${text}`));
}

// On a small glass the line scrolls with the page: going to the row would take it from who types there.
function isLineFixed() {
  return getComputedStyle(document.querySelector(".station")).position === "sticky";
}

// Another result stands: who entered it is told above, with what can be done about it.
export function sentWords({ state, message, old = "" }) {
  if (state === "saved" && old !== "") return word("sent-changed", { old: desk.marks[old] });
  if (state === "conflict") return word("sent-conflict");
  const isKept = state === "waiting" || state === "sending";
  if (message) return isKept ? `${message} ${word("sent-again")}` : message;
  return word(`sent-${isKept ? "waiting" : state}`);
}

export function isOpen(seen) {
  return seen.result === "pending" || seen.state === "refused";
}

// Somebody typed another result than the one that stands, and nobody has settled it yet.
function isDisputed({ board }) {
  return round().disputes.some((dispute) => dispute.board === board);
}

function disputedMark() {
  return element("span", { class: "mark conflict" }, `${MARKS.conflict} ${word("disputed")}`);
}

function seat(number) {
  const { score } = person(number);
  return [element("span", { class: "name" }, nameOf(number)), "\u00a0", element("small", {}, score)];
}

function correctedLink(address) {
  return element("a", { class: "corrected", href: address, title: word("corrected-title") }, word("corrected"));
}

function secondMark(typed, board) {
  const isSame = typed === board.result;
  const text = isSame ? `✓✓ ${word("second-same")}` : `≠ ${word("second-typed", { result: desk.marks[typed] })}`;
  return element("span", { class: isSame ? "mark twice" : "mark conflict" }, text);
}

export const time = (at) => (at ? formatTime(at, { timeStyle: "short" }) : "");
