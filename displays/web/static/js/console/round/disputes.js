// Two people entered different results for one board: both see it here, and somebody decides. Nothing is overwritten.
// One of them is open, the others a line each.

import { write } from "../../api.js";
import { asSeen } from "../page/conflict.js";
import { arrange } from "../page/morph.js";
import { summary } from "../corrections/summary.js";
import { element } from "../../dom.js";
import { word } from "../../words.js";
import { correctionOf } from "./board_dialog.js";
import { askReason } from "../page/question.js";
import { boardOf, desk, nameOf, onRound, refresh, round } from "./store.js";
import { time } from "./result_sheet.js";
import { runExclusively } from "./exclusive.js";

export class Disputes {
  constructor({ outbox }) {
    this.outbox = outbox;
    this.place = document.getElementById("disputes");
    this.known = round().disputes; // as the server told them: those of everybody
    this.nodes = new Map(); // by key: what each was made of, and the node
    this.opened = undefined; // the key of the one that is open; undefined: the first, null: somebody has folded it
    this.asked = new Set(JSON.parse(localStorage.getItem(this.name) ?? "[]"));
    onRound(() => {
      this.hear(round().disputes);
      this.settle();
    });
  }

  get name() {
    return `roundlog/${desk.api}/${round().round}/asked`;
  }

  // What is no longer told of was settled by somebody, here or elsewhere.
  hear(disputes) {
    const before = this.known;
    this.known = disputes;
    const still = new Set(this.known.map((dispute) => dispute.board));
    for (const { board } of before) if (!still.has(board)) this.forget(board);
    this.show();
  }

  // What this browser tried stands now: there is nothing left to decide.
  settle() {
    const agreed = this.outbox.entries.filter(
      (entry) => entry.state === "conflict" && boardOf(entry.board)?.result === entry.result,
    );
    for (const entry of agreed) this.outbox.drop(entry);
    this.show();
  }

  // Those that everybody is told of: they keep the round from being closed.
  boards() {
    return [...new Set(this.known.map((dispute) => dispute.board))].sort((one, other) => one - other);
  }

  // One a board: what everybody is told, else what this browser was told alone.
  all() {
    const own = desk.isPast ? [] : this.outbox.entries.filter((entry) => entry.state === "conflict");
    const heard = new Set(this.known.map((dispute) => dispute.board));
    const mine = own.filter((entry) => !heard.has(entry.board)).map((entry) => this.fromEntry(entry));
    return [...this.known, ...mine].filter((dispute) => boardOf(dispute.board) !== undefined);
  }

  fromEntry(entry) {
    const board = boardOf(entry.board);
    const at = new Date(entry.typed).toISOString();
    return {
      board: entry.board,
      stands: board.result,
      by: board.by,
      at: board.at,
      tried: entry.result,
      who: desk.me,
      tried_at: at,
    };
  }

  // One that did not change stays the node that it was, so that nobody is taken from where they are in it.
  show() {
    const all = this.all();
    const before = this.nodes;
    this.nodes = new Map(all.map((dispute) => [keyOf(dispute), this.make(dispute, before.get(keyOf(dispute)))]));
    if (this.opened !== null && !this.nodes.has(this.opened)) this.opened = this.nodes.keys().next().value;
    for (const [key, { node }] of this.nodes) node.open = key === this.opened;
    this.put(Array.from(this.nodes.values(), ({ node }) => node));
  }

  put(nodes) {
    const stood = [...this.place.children];
    if (nodes.length === stood.length && nodes.every((node, index) => node === stood[index])) return;
    const focused = document.activeElement;
    const wasHere = this.place.contains(focused);
    arrange(this.place, nodes);
    if (wasHere && !focused?.isConnected) this.next()?.focus();
  }

  // Where somebody goes on who has settled one.
  next() {
    return this.place.querySelector("summary") ?? document.getElementById("entry-line");
  }

  make(dispute, before) {
    const { white, black } = boardOf(dispute.board);
    const isAsked = !desk.isPast && this.asked.has(dispute.board);
    const signature = JSON.stringify([dispute, nameOf(white), nameOf(black), isAsked]);
    return before?.signature === signature ? before : { signature, node: this.folding(dispute, isAsked) };
  }

  folding(dispute, isAsked) {
    const node = this.node(dispute, isAsked);
    node.addEventListener("toggle", () => {
      if (node.open) this.opened = keyOf(dispute);
      else if (this.opened === keyOf(dispute)) this.opened = null;
    });
    return node;
  }

  node(dispute, isAsked) {
    const board = boardOf(dispute.board);
    const marks = { stands: desk.marks[dispute.stands], tried: desk.marks[dispute.tried] };
    const facts = {
      ...marks,
      board: dispute.board,
      by: dispute.by || "?",
      since: time(dispute.at),
      who: dispute.who || "?",
      at: time(dispute.tried_at),
    };
    return element(
      "details",
      { class: "dispute", name: "dispute", dataset: { board: dispute.board } },
      element(
        "summary",
        {},
        element("h2", {}, word("dispute-title", facts)),
        element("span", { class: "in-a-line" }, keepTogether(word("dispute-line", facts))),
      ),
      element("p", { class: "big-pair" }, `${nameOf(board.white)} – ${nameOf(board.black)}`),
      element(
        "ul",
        {},
        element("li", {}, word("dispute-stands", facts)),
        element("li", {}, word("dispute-tried", facts)),
      ),
      isAsked ? element("p", { class: "asked" }, word("dispute-asked")) : null,
      desk.isPast ? null : element("div", { class: "actions" }, ...this.choices(dispute, marks, isAsked)),
    );
  }

  choices(dispute, marks, isAsked) {
    const keep = button(word("keep", { result: marks.stands }), "keep", () => this.keep(dispute));
    const ask = button(word("ask-the-board"), "ask-board", () => this.ask(dispute.board));
    const correct = button(word("correct-to", { result: marks.tried }), "correct", () => this.correct(dispute));
    const look = element(
      "a",
      { class: "button", href: correctionOf(dispute.board, dispute.tried) },
      word("see-consequences"),
    );
    return [
      ...(maySettle(dispute) ? [keep] : []),
      ...(desk.mayDirect ? [correct, look] : []),
      ...(isAsked ? [] : [ask]),
    ];
  }

  // For everybody: by an arbiter, or by whoever typed the other result and takes it back. (What only this browser was
  // told has no number: then there is nothing that others would have to hear.)
  keep(dispute) {
    return runExclusively(`keep-${keyOf(dispute)}`, async () => {
      if (dispute.number !== undefined) await this.dismiss(dispute.number);
      this.forget(dispute.board);
      return {};
    });
  }

  async dismiss(number) {
    try {
      await write("DELETE", `${desk.api}/disputes/${number}`);
    } catch (problem) {
      if (problem.code !== "no-such-dispute") throw problem; // somebody else was faster
    }
    this.known = this.known.filter((dispute) => dispute.number !== number);
  }

  async correct(dispute) {
    if (await correctBoard(dispute.board, dispute.tried)) this.forget(dispute.board);
  }

  ask(board) {
    this.asked.add(board);
    this.keepAsked();
    this.show();
  }

  forget(board) {
    this.asked.delete(board);
    this.keepAsked();
    for (const entry of this.outbox.of(board)) if (entry.state === "conflict") this.outbox.drop(entry);
    this.show();
  }

  keepAsked() {
    localStorage.setItem(this.name, JSON.stringify([...this.asked]));
  }
}

// With a reason, after its consequences were seen, or not at all. If the board itself is another by then, it is asked
// again: with what stands now, and the reason as it was typed.
export async function correctBoard(board, result) {
  let typed = "";
  for (let isAgain = false; ; isAgain = true) {
    const seen = { version: round().version, game: boardOf(board) };
    const facts = { board, stands: desk.marks[seen.game.result], result: desk.marks[result] };
    const shown = consequences(board, result);
    const overtaken = isAgain
      ? [element("p", { class: "overtaken", role: "alert" }, word("board-overtaken", facts))]
      : [];
    const more = element("p", {}, element("a", { href: correctionOf(board, result) }, word("see-consequences")));
    const details = [...overtaken, shown.node, more];
    const reason = await askReason(word("correct-title", facts), {
      details,
      act: word("correct-now"),
      typed,
      after: shown.settled,
    });
    if (reason === null) return false;
    typed = reason;
    let isOvertaken = false;
    const isDone = await runExclusively(`correct-${board}`, async () => {
      const answer = await correctAsSeen(board, { result, reason }, seen);
      isOvertaken = answer === null;
      return answer ?? {};
    });
    if (!isOvertaken) return isDone;
    if (boardOf(board) === undefined) return false; // the round was taken back
    if (boardOf(board).result === result) return true; // somebody else has corrected it already
  }
}

// What it would do, in short, as soon as it is worked out. (Should that fail it says so, and does not stand in the
// way.)
function consequences(board, result) {
  const node = element(
    "div",
    { class: "consequences", role: "status" },
    element("p", { class: "quiet" }, word("working-it-out")),
  );
  const correction = { do: "correct-result", round: round().round, board, result, reason: "?" };
  const settled = write("POST", `${desk.api}/consequences`, { corrections: [correction] }, { retries: 0 }).then(
    (told) => node.replaceChildren(summary(told)),
    (problem) =>
      node.replaceChildren(
        element("p", { class: "field-error" }, problem.status === undefined ? word("no-connection") : problem.message),
      ),
  );
  return { node, settled };
}

// Only as long as the board is as it was seen; null: it is not.
function correctAsSeen(board, correction, { version, game }) {
  const address = `${desk.api}/rounds/${round().round}/boards/${board}/correction`;
  const again = async () => {
    await refresh();
    return { version: round().version, value: gameFacts(boardOf(board)) };
  };
  return asSeen({
    version,
    was: gameFacts(game),
    again,
    send: (expected) => write("POST", address, correction, { expected }),
  });
}

function gameFacts(game) {
  return game && [game.white, game.black, game.result, game.at];
}

// A result stays in one piece where the line has to be broken.
function keepTogether(text) {
  return text.replace(/(?<=\S)–(?=\S)/g, "\u2060–\u2060");
}

// What only this browser was told has no number.
function keyOf({ number, board }) {
  return number ?? `own-${board}`;
}

// As the server allows it.
function maySettle({ number, board, who }) {
  return desk.mayDirect || number === undefined || (who === desk.me && desk.boards.includes(board));
}

function button(text, name, act) {
  return element("button", { type: "button", class: name, onclick: act }, text);
}
