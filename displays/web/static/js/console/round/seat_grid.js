// The seats of a round as a grid that is worked with the keyboard, the mouse or a finger: pick somebody up, put them
// down on another seat, and the two change places. It shows and reports; what a change means is the draft's business.
//
// Keys: arrows, Home, End, Page Up and Down move; Enter or Space picks up and puts down; Escape lets go.

import { closest, element } from "../../dom.js";
import { word } from "../../words.js";
import { renewChildren } from "../page/morph.js";
import { numberShown } from "../page/typed_numbers.js";
import { desk, nameOf, person } from "./store.js";
import { playerAt } from "./seating.js";

const PAGE = 10;
const MOVES = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-PAGE, 0],
  PageDown: [PAGE, 0],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
};

export class SeatGrid {
  // on: {swap(one, other), turn(row), move(row, by), out(place), count(idle, outcome), undo(), why(player)}
  constructor(place, on) {
    this.on = on;
    this.cursor = [0, 0];
    this.picked = null;
    this.isEditable = true;
    /** @type {any[][]} */
    this.places = []; // those that the cursor goes to, by line
    this.isPressed = this.isDragged = false; // a seat, and not let go of yet
    /** @type {[Seating, {marks?: string[], breached?: Set<number>}] | null} */
    this.later = null; // what is to be shown then
    /** @type {Seating} */
    this.seating = { boards: [], idle: [] };
    this.said = element("p", { class: "unseen", role: "status", "aria-live": "assertive" });
    this.table = element("table", { class: "seats", role: "grid", "aria-label": word("seats") });
    place.replaceChildren(element("div", { class: "grid" }, this.table), this.said);
    this.table.addEventListener("keydown", (event) => this.onKey(event));
    for (const kind of ["dragstart", "dragover", "dragleave", "drop", "dragend", "click"]) {
      this.table.addEventListener(kind, (event) => this[kind](event));
    }
    this.table.addEventListener("pointerdown", (event) => this.press(event));
    this.table.addEventListener("contextmenu", () => this.release());
    for (const kind of ["pointerup", "pointercancel", "blur"])
      window.addEventListener(kind, () => setTimeout(() => this.isDragged || this.release()));
  }

  press(event) {
    this.isPressed = event.isPrimary && event.button === 0 && this.placeOf(event) !== null;
  }

  release() {
    this.isPressed = this.isDragged = false;
    const later = this.later;
    this.later = null;
    if (later !== null) this.show(...later);
  }

  // A seat that is replaced between press and release takes the click with it: so what comes in between waits.
  /**
   * @param {Seating} seating
   * @param {{marks?: string[], breached?: Set<number>}} about
   */
  show(seating, { marks = [], breached = new Set() } = {}) {
    this.later = this.isPressed ? [seating, { marks, breached }] : null;
    const shown = JSON.stringify([seating, marks, [...breached], this.isEditable]);
    if (this.isPressed || shown === this.shown) return;
    this.shown = shown;
    if (this.picked !== null && playerAt(this.seating, this.picked) !== playerAt(seating, this.picked))
      this.picked = null;
    this.seating = seating;
    this.places = [];
    const hadFocus = this.table.contains(document.activeElement);
    const boards = seating.boards.map((seats, row) => this.boardRow(seats, row, marks[row], breached.has(row + 1)));
    const added = this.isEditable ? [this.boardRow([null, null], seating.boards.length, undefined, false)] : [];
    const idle = seating.idle.map((out, index) => this.idleRow(out, index));
    const end = this.isEditable ? [this.idleRow(null, seating.idle.length)] : [];
    this.table.replaceChildren(
      head(["board", "white", "black", "compare"]),
      element("tbody", {}, ...boards, ...added),
      element(
        "tbody",
        {},
        tableRow(element("th", { colspan: 4, scope: "rowgroup" }, word("without-game"))),
        ...idle,
        ...end,
      ),
    );
    this.settle(hadFocus);
  }

  // Scores before the round change by a correction of an earlier one; the seats stay, with what is picked up or chosen.
  describeAgain() {
    for (const cell of this.table.querySelectorAll(".seat:not(.vacant)")) {
      const { player } = cell.dataset;
      if (person(player) !== undefined) renewChildren(cell, element("td", {}, ...describeSeat(player)));
    }
  }

  boardRow(seats, index, mark, isBreached) {
    const places = [0, 1].map((side) => ({ row: index, side }));
    this.places.push(places);
    const isNew = index === this.seating.boards.length;
    const number = isNew ? "+" : String(index + 1);
    return tableRow(
      element("td", { class: "number" }, number),
      ...places.map((place) => this.seat(seats[place.side], place)),
      element(
        "td",
        { class: "compare" },
        isNew ? null : this.turnButton(index),
        isBreached ? breachMark() : null,
        compareMark(mark),
      ),
    );
  }

  idleRow(out, index) {
    const place = { idle: index };
    this.places.push([place]);
    const choices = out === null || !this.isEditable ? null : this.outcomeChoice(out, index);
    const text = out !== null && !this.isEditable ? desk.sittingOut[out.outcome] : null;
    return tableRow(
      element("td", {}),
      this.seat(out?.player ?? null, place),
      element("td", { colspan: 2 }, choices, text),
    );
  }

  seat(player, place) {
    const isPicked = this.picked !== null && JSON.stringify(this.picked) === JSON.stringify(place);
    const cell = element("td", {
      role: "gridcell",
      class: `seat${player === null ? " vacant" : ""}${isPicked ? " picked" : ""}`,
      tabindex: "-1",
      draggable: player !== null && this.isEditable ? "true" : null,
      "aria-selected": isPicked ? "true" : null,
      dataset: { place: JSON.stringify(place), player: player ?? "" },
    });
    if (player === null)
      cell.append(element("span", { class: "quiet" }, word(place.idle === undefined ? "empty-seat" : "empty-idle")));
    else cell.append(...describeSeat(player));
    return cell;
  }

  outcomeChoice(out, index) {
    const options = Object.entries(desk.sittingOut).map(([value, text]) =>
      element("option", { value, selected: value === out.outcome }, text),
    );
    if (out.outcome === "") options.unshift(element("option", { value: "", selected: true }, word("not-seated")));
    const choice = element("select", { "aria-label": word("counts-as", { player: nameOf(out.player) }) }, ...options);
    choice.addEventListener("change", () => this.on.count(index, choice.value));
    return choice;
  }

  turnButton(index) {
    const button = element(
      "button",
      { type: "button", class: "icon turn", tabindex: "-1", title: `${word("turn-colours")} (c)` },
      "⇄",
      element("span", { class: "unseen" }, word("turn-colours")),
    );
    button.addEventListener("click", () => this.on.turn(index));
    return this.isEditable ? button : null;
  }

  // -- the cursor

  settle(hadFocus) {
    const [line, column] = this.cursor;
    const at = Math.max(0, Math.min(line, this.places.length - 1));
    this.cursor = [at, Math.min(column, this.places[at].length - 1)];
    for (const cell of this.table.querySelectorAll(".seat")) cell.tabIndex = -1;
    const cell = this.cell();
    cell.tabIndex = 0;
    if (hadFocus) cell.focus();
  }

  cell(place = this.here()) {
    const text = JSON.stringify(place);
    return [...this.table.querySelectorAll(".seat")].find((cell) => cell.dataset.place === text);
  }

  here() {
    const [line, column] = this.cursor;
    return this.places[line][column];
  }

  go(down, right) {
    const [line, column] = this.cursor;
    const at = Math.max(0, Math.min(line + down, this.places.length - 1));
    this.cursor = [at, Math.max(0, Math.min(column + right, this.places[at].length - 1))];
    this.settle(true);
  }

  onKey(event) {
    this.release(); // what is done by key is done to what is shown
    if (!(event.target instanceof HTMLElement) || !event.target.classList.contains("seat")) return;
    const act = this.action(event);
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  action(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return key === "z" ? this.on.undo : undefined;
    if (MOVES[key] !== undefined) return this.moveAction(MOVES[key], event.altKey);
    const player = playerAt(this.seating, this.here());
    if (key === "w" && player !== null) return () => this.on.why(player);
    return this.isEditable ? this.editAction(key) : undefined;
  }

  // With Alt the board itself is moved.
  moveAction(move, isWithBoard) {
    const at = this.here().row;
    if (isWithBoard && at !== undefined && this.isEditable) {
      return () => {
        this.on.move(at, move[0]);
        this.go(...move);
      };
    }
    return () => this.go(...move.map((by) => (Number.isFinite(by) ? by : Math.sign(by) * this.places.length)));
  }

  editAction(key) {
    const at = this.here().row;
    if (key === "Enter" || key === " ") return () => this.pick(this.here());
    if (key === "Escape" && this.picked !== null) return () => this.letGo();
    if (key === "c" && at !== undefined) return () => this.on.turn(at);
    if ((key === "o" || key === "Delete") && at !== undefined) return () => this.on.out(this.here());
    return key === "u" ? this.on.undo : undefined;
  }

  // -- picking up and putting down

  pick(place) {
    if (this.picked === null) {
      const player = playerAt(this.seating, place);
      if (player === null) return;
      this.picked = place;
      this.say(word("picked-up", { player: nameOf(player) }));
      this.cell(place)?.classList.add("picked");
      return;
    }
    const from = this.picked;
    this.letGo();
    if (JSON.stringify(from) !== JSON.stringify(place)) this.on.swap(from, place);
  }

  letGo() {
    this.picked = null;
    for (const cell of this.table.querySelectorAll(".picked")) cell.classList.remove("picked");
  }

  say(text) {
    this.said.textContent = text;
  }

  placeOf(event) {
    const cell = closest(event, ".seat");
    return cell === null ? null : { cell, place: JSON.parse(cell.dataset.place) };
  }

  // What waited is shown now. Perhaps somebody else sits there since: nobody is moved whom the hand was not on.
  isStillThere({ cell, place }) {
    this.release();
    return this.cell(place)?.dataset.player === cell.dataset.player;
  }

  click(event) {
    const found = this.placeOf(event);
    if (found === null || !this.isStillThere(found)) return;
    this.cursor = this.lineOf(found.place);
    this.settle(true);
    if (this.isEditable) this.pick(found.place);
  }

  lineOf(place) {
    const text = JSON.stringify(place);
    const line = this.places.findIndex((places) => places.some((one) => JSON.stringify(one) === text));
    return [line, this.places[line].findIndex((one) => JSON.stringify(one) === text)];
  }

  dragstart(event) {
    const found = this.placeOf(event);
    if (found === null || found.cell.dataset.player === "") return;
    this.isDragged = true;
    this.picked = found.place;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", found.cell.textContent);
    found.cell.classList.add("picked");
  }

  dragover(event) {
    const found = this.placeOf(event);
    if (found === null || this.picked === null) return;
    event.preventDefault();
    found.cell.classList.add("over");
  }

  dragleave(event) {
    this.placeOf(event)?.cell.classList.remove("over");
  }

  drop(event) {
    const found = this.placeOf(event);
    if (found === null || this.picked === null) return;
    event.preventDefault();
    found.cell.classList.remove("over");
    if (!this.isStillThere(found) || this.picked === null) {
      this.letGo();
      return;
    }
    this.cursor = this.lineOf(found.place);
    this.pick(found.place);
  }

  dragend() {
    this.release();
    this.letGo();
  }
}

function describeSeat(player) {
  const { rating, score, colours } = person(player);
  const facts = [`${numberShown(player)}`, rating, score, colours].filter((fact) => fact).join(" · ");
  return [element("span", { class: "name" }, nameOf(player)), " ", element("small", {}, facts)];
}

function breachMark() {
  return element("span", { class: "mark conflict" }, `⚠ ${word("breach")} `);
}

function compareMark(mark) {
  if (mark === undefined || mark === "same") return null;
  return element(
    "span",
    { class: `mark differs-${mark}` },
    `${mark === "colours" ? "⇄" : "≠"} ${word(`differs-${mark}`)} `,
  );
}

function head(names) {
  return element("thead", {}, tableRow(...names.map((name) => element("th", { scope: "col" }, word(`head-${name}`)))));
}

function tableRow(...cells) {
  return element("tr", {}, ...cells);
}
