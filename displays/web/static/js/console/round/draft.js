// Changing a pairing by hand: the grid of seats, the audit's verdict after every change, the engine's pairing beside
// it, and a reason before anything is written. Changes that are not written yet survive a reload.

import { read, write } from "../../api.js";
import { byId, element } from "../../dom.js";
import { word } from "../../words.js";
import { SeatGrid } from "./seat_grid.js";
import { askReason } from "../page/question.js";
import { watchWork } from "../page/work_bar.js";
import {
  asRequest,
  compareBoards,
  setOutcome,
  halfEmptyBoards,
  isSame,
  moveBoard,
  seatingOf,
  sendOut,
  swap,
  turnColours,
} from "./seating.js";
import { address, desk, nameOf, onRound, round } from "./store.js";
import { Checker, verdictLines } from "./verdict.js";
import { showWhy } from "./why_dialog.js";
import { runExclusively } from "./exclusive.js";

export class Draft {
  constructor(place, { isEditable }) {
    this.place = place;
    this.name = `roundlog/${desk.api}/${round().round}/seating`;
    this.isNew = round().phase === "open";
    this.engine = null;
    this.verdict = { breaches: [], refusal: null };
    this.history = [];
    this.verdictPlace = element("div", { "aria-live": "polite", id: "verdict" });
    this.warning = element("div", { role: "alert", id: "overtaken" });
    this.engineSays = element("div", { "aria-live": "polite" });
    this.keys = element("p", { class: "entry-keys" }, ...keyLegend());
    this.compare = button(word("compare"), "", () => this.askEngine());
    this.undoing = button(word("undo"), "", () => this.undo());
    this.reset = button(word("drop-changes"), "danger", () => this.start());
    this.saving = button(word("save-changes"), "primary", () => this.save());
    this.saving.id = "save-changes";
    this.grid = this.lay(element("div", { id: "seats" }));
    this.grid.isEditable = isEditable;
    this.checker = new Checker((verdict) => this.hear(verdict));
    this.begin();
    onRound(() => this.heardOfChange());
  }

  // The verdict comes and goes below the seats: above them it would move them under somebody's hand.
  lay(seats) {
    const back = round().phase === "published" ? button(word("back-to-results"), "", () => this.leave()) : null;
    const tools = element("div", { class: "toolbar" }, back, this.compare, this.undoing, this.reset, this.saving);
    this.place.replaceChildren(this.warning, tools, this.keys, seats, this.verdictPlace, this.engineSays);
    this.place.hidden = false;
    return new SeatGrid(seats, {
      swap: (one, other) => this.change(swap(this.seating, one, other)),
      turn: (row) => this.change(turnColours(this.seating, row)),
      move: (row, by) => this.change(moveBoard(this.seating, row, by)),
      out: (place) => this.change(sendOut(this.seating, place)),
      count: (idle, outcome) => this.change(setOutcome(this.seating, idle, outcome)),
      undo: () => this.undo(),
      why: (player) => showWhy(player),
    });
  }

  // What was moved and not recorded waits for the way back.
  leave() {
    this.place.hidden = true;
    document.body.classList.remove("changing");
    byId("change-by-hand").focus();
  }

  // -- what stands, and what was moved

  begin() {
    this.warning.replaceChildren();
    this.version = round().version;
    this.standing = this.isNew ? unseatedPlayers() : seatingOf(round().boards, round().sitouts);
    this.seating = this.kept() ?? this.standing;
    this.onChange();
  }

  kept() {
    const kept = JSON.parse(sessionStorage.getItem(this.name) ?? "null");
    return kept !== null && isSame(kept.from, this.standing) ? kept.seating : null;
  }

  start() {
    this.history = [];
    this.seating = this.standing;
    this.onChange();
  }

  get isDirty() {
    return !isSame(this.seating, this.standing);
  }

  change(seating) {
    if (isSame(seating, this.seating)) return;
    this.history.push(this.seating);
    this.seating = seating;
    this.onChange();
  }

  undo() {
    const before = this.history.pop();
    if (before === undefined) return;
    this.seating = before;
    this.onChange();
  }

  onChange() {
    if (this.isDirty) sessionStorage.setItem(this.name, JSON.stringify({ from: this.standing, seating: this.seating }));
    else sessionStorage.removeItem(this.name);
    this.show();
    const empty = halfEmptyBoards(this.seating);
    this.checker.forget();
    if (empty.length > 0)
      this.hear({
        breaches: [],
        refusal: { sentence: word("half-empty", { count: empty.length, boards: empty.join(", ") }) },
      });
    else if (this.grid.isEditable) this.checker.check(asRequest(this.seating));
  }

  show() {
    const marks = this.engine === null ? [] : compareBoards(this.seating, this.engine.boards);
    const broken = this.verdict.breaches.filter(({ is_wish: isWish }) => !isWish);
    const breached = new Set(broken.map(({ board }) => board));
    this.grid.show(this.seating, { marks, breached });
    const isEditable = this.grid.isEditable;
    this.compare.hidden = !desk.hasEngine;
    this.undoing.hidden = this.reset.hidden = this.keys.hidden = !isEditable;
    this.saving.hidden = !isEditable;
    this.undoing.disabled = this.history.length === 0;
    this.reset.disabled = !this.isDirty;
    this.saving.disabled = !this.isDirty || this.verdict.refusal !== null;
    if (this.engine !== null) this.showEngine(marks);
  }

  hear(verdict) {
    this.verdict = verdict;
    this.verdictPlace.replaceChildren(...verdictLines(verdict));
    this.show();
  }

  // Somebody else changed the round meanwhile: what was moved here stays until it is dropped.
  heardOfChange() {
    this.grid.describeAgain();
    const standing = this.isNew ? unseatedPlayers() : seatingOf(round().boards, round().sitouts);
    if (isSame(standing, this.standing)) {
      this.version = round().version;
      return;
    }
    if (!this.isDirty) {
      this.begin();
      return;
    }
    this.standing = standing;
    const take = button(word("take-theirs"), "", () => this.begin());
    this.warning.replaceChildren(
      element("div", { class: "notice bad" }, element("p", {}, word("changed-by-others")), take),
    );
    sessionStorage.removeItem(this.name);
  }

  // -- the engine's pairing

  async askEngine() {
    this.compare.disabled = true;
    try {
      this.engine = await watchWork(read(`${address}${round().round}/engine`));
      this.show();
    } catch (problem) {
      this.engineSays.replaceChildren(
        element("p", { class: "field-error" }, problem.status === undefined ? word("no-connection") : problem.message),
      );
    }
    this.compare.disabled = false;
  }

  showEngine(marks) {
    const differing = marks.filter((mark) => mark !== "same").length;
    const pairs = new Set(this.seating.boards.map(([white, black]) => `${white}-${black}`));
    const others = this.engine.boards.filter(({ white, black }) => !pairs.has(`${white}-${black}`));
    const list = others.map(({ white, black }) => element("li", {}, `${nameOf(white)} – ${nameOf(black)}`));
    this.engineSays.replaceChildren(
      element(
        "p",
        { id: "engine-says" },
        differing === 0 ? word("engine-same") : word("engine-differs", { boards: differing }),
      ),
      element("ul", {}, ...list),
    );
  }

  // -- written

  async save() {
    if (this.isNew) {
      await this.write("POST", asRequest(this.seating));
      return;
    }
    const rule = round().phase === "published" && desk.stands ? [desk.stands] : [];
    const details = [...rule, ...this.verdict.breaches.map(({ sentence }) => sentence)];
    const reason = await askReason(word("save-title", { round: round().round }), {
      details,
      act: word("save-changes"),
    });
    if (reason !== null) await this.write("PUT", { ...asRequest(this.seating), reason });
  }

  async write(method, body) {
    const path = `${desk.api}/rounds/${round().round}/boards`;
    const isDone = await runExclusively("save-changes", async () => {
      const answer = await write(method, path, body, { expected: this.version });
      this.standing = this.seating;
      sessionStorage.removeItem(this.name);
      return answer;
    });
    if (isDone && round().phase === "published") location.reload();
    else if (isDone) this.start();
  }
}

function unseatedPlayers() {
  const outcomes = new Map(round().sitouts.map(({ player, outcome }) => [player, outcome]));
  const idle = Object.values(round().people).map(({ number }) => ({
    player: number,
    outcome: outcomes.get(number) ?? "",
  }));
  return { boards: [], idle };
}

function keyLegend() {
  const keys = [
    ["↑ ↓ ← →", "key-move"],
    ["Enter", "key-pick"],
    ["c", "key-turn"],
    ["o", "key-out"],
    ["Alt ↑↓", "key-board"],
    ["u", "key-undo"],
    ["w", "key-why"],
  ];
  return keys.flatMap(([key, meaning]) => [element("kbd", { class: "key" }, key), ` ${word(meaning)} `]);
}

function button(text, kind, act) {
  return element("button", { type: "button", class: kind || null, onclick: act }, text);
}
