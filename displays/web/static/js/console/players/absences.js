// Absences: a grid of players and evenings, or of rounds that have no day. A tap gives the kind that is chosen above
// it; with the keyboard one walks by arrow keys, and a letter says what the evening counts as.

import { write } from "../../api.js";
import { closest } from "../../dom.js";
import { word } from "../../words.js";
import { onDesk } from "../page/desk.js";
import { filterRows } from "../page/filter_rows.js";
import { tell, tellProblem } from "../page/notices.js";
import { asSeen, changedMeanwhile, isSame, pageAgain } from "../page/conflict.js";
import { isLate, readColumns, whatOf } from "./absence_columns.js";
import { enterTeams } from "./absence_teams.js";
import { onFresh, onRefresh, refresh, showAgain } from "../page/refresh_parts.js";

const page = document.documentElement.dataset;
const base = `/api/t/${encodeURIComponent(page.stream)}`;
const kinds = new Map(
  [...document.querySelectorAll("#kinds [data-key]")].map(({ dataset }) => [dataset.key, { ...dataset }]),
);
let tapGives = document.querySelector("#kinds [aria-pressed=true]")?.dataset.key; // the key of a kind
const PARTS = ["absences", "chips"];
const onTheWay = []; // what this page has asked for and not been answered yet, in the order of asking
const stands = new Map(); // id of a cell → its look at the version of the page; what is on its way is not in it
let lastTurn = Promise.resolve();
let shownVersion = 0; // of the page, when it was last looked at here
let newest = 0; // version that the desk has told of
const OUT = "–"; // has left, or comes later

// A grid of four hundred players is sent as marks: what a cell needs to be pressed, walked to and read aloud is the
// same in all of them.
function makeButtons(shown) {
  const table = shown.getElementById("absence-table");
  if (table === null) return;
  const words = JSON.parse(shown.getElementById("absence-looks").textContent);
  const columns = readColumns(shown);
  for (const row of table.tBodies[0].rows) {
    const [head, ...marks] = row.cells;
    const name = nameIn(head);
    for (const [index, cell] of marks.entries()) {
      if (cell.firstElementChild !== null) continue; // a copy of this page, for want of a fresh one
      const column = columns[index];
      const mark = cell.textContent;
      const button = shown.createElement("button");
      button.type = "button";
      button.className = "cell";
      button.id = `absence-${row.dataset.player}-${column.key}`;
      button.tabIndex = -1;
      button.dataset.column = column.key;
      button.dataset.outcome = cell.dataset.outcome ?? "";
      button.setAttribute("aria-label", labelOf(column, name, [...mark].map((one) => words[one]).join(", ")));
      button.disabled = !column.isOpen || mark === OUT;
      button.textContent = mark;
      cell.removeAttribute("data-outcome");
      cell.replaceChildren(button);
    }
  }
}

const labelOf = (column, name, what) =>
  column.round === ""
    ? word("cell", { name, when: column.said, what })
    : word("absence-cell", { name, round: column.round, what });

const nameIn = (head) => head.firstChild.textContent.trim();

const cells = () =>
  [...document.querySelectorAll("#absence-table .cell:not(:disabled)")].filter((cell) => !cell.closest("tr").hidden);
const place = (cell) => ({
  player: cell.closest("tr").dataset.player,
  key: cell.dataset.column,
});
const columnOf = (key) => readColumns(document).filter((column) => column.key === key)[0];

// The cells are as the server gave them.
function setUp() {
  const isOlder = Number(page.version) < shownVersion;
  shownVersion = Number(page.version);
  for (const cell of document.querySelectorAll("#absence-table .cell")) stands.set(cell.id, lookOf(cell));
  for (const { id } of onTheWay) draw(id);
  const focused = document.activeElement?.closest("#absence-table .cell");
  const first = focused ?? cells().find(({ dataset }) => dataset.column === coming()) ?? cells()[0];
  if (first) first.tabIndex = 0;
  if (isOlder) refresh(...PARTS); // it was asked for before this page wrote what it had shown already
}

const coming = () => document.querySelector("#absence-table [aria-current]")?.dataset.key ?? "";

// In the middle of a season nobody looks for week 1.
function showComing() {
  const heading = /** @type {HTMLElement | null} */ (document.querySelector("#absence-table [aria-current]"));
  if (heading === null) return;
  const grid = heading.closest(".grid");
  const names = document.querySelector("#absence-table th").offsetWidth;
  grid.scrollLeft = heading.offsetLeft - names - heading.offsetWidth; // with the round before it in view
}

function choose(cell) {
  for (const other of document.querySelectorAll("#absence-table .cell[tabindex='0']")) other.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
}

const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function walk(cell, key) {
  const [across, down] = STEPS[key];
  const all = cells();
  const { player, key: column } = place(cell);
  const line = all.filter((other) => (down === 0 ? place(other).player === player : place(other).key === column));
  choose(line[Math.min(Math.max(line.indexOf(cell) + across + down, 0), line.length - 1)]);
}

// The cell shows at once what was asked for, and what stands if that is refused.
async function set(cell, kind) {
  const { player, key } = place(cell);
  const column = columnOf(key);
  const was = lookOf(cell);
  const outcome = kind?.outcome ?? "";
  if (was.outcome === outcome) return;
  const name = nameIn(cell.closest("tr").querySelector("th"));
  const label = labelOf(column, name, kind?.words ?? word("player-plays"));
  const asked = {
    id: cell.id,
    player,
    column,
    was,
    look: { outcome, mark: kind?.mark ?? "●", label },
  };
  onTheWay.push(asked);
  draw(cell.id);
  try {
    await inTurn(() => sendInTurn(asked));
    if (outcome === kinds.get("a").outcome && isLate(column)) tellLate(column, name);
  } catch (problem) {
    tellProblem(problem);
  } finally {
    onTheWay.splice(onTheWay.indexOf(asked), 1);
    draw(cell.id);
    followDesk();
  }
}

// The arbiter chooses what it counts as.
function tellLate(column, name) {
  const [{ words: what }, { words: other }] = [kinds.get("a"), kinds.get("u")];
  tell(
    word("late", {
      name,
      when: column.said,
      until: column.untilSaid,
      what,
      other,
    }),
  );
}

// What was typed first arrives first. All cells have one version: writes of one page need not overtake each other.
function inTurn(send) {
  const mine = lastTurn.then(send, send);
  lastTurn = mine;
  return mine;
}

// Over what the person saw in this cell, whatever becomes of the others meanwhile. What somebody else has asked for as
// well is done.
async function sendInTurn({ id, player, column, was, look }) {
  const isDone = () => isSame(meant(stands.get(id)), meant(look));
  if (isDone()) return;
  if (!isSame(meant(stands.get(id)), meant(was))) throw changedMeanwhile();
  const body = {
    ...whatOf([column]),
    ...(look.outcome ? { outcome: look.outcome } : {}),
  };
  const method = look.outcome ? "POST" : "DELETE";
  let seen = Number(page.version);
  const send = (expected) => write(method, `${base}/players/${player}/absences`, body, { expected });
  const again = async () => {
    showAgain((await pageAgain()).document, ...PARTS);
    seen = Number(page.version);
    return { version: seen, value: meant(stands.get(id)) };
  };
  const answer = await asSeen({ version: seen, was: meant(was), again, send });
  if (answer !== null) takeAnswer(id, look, seen, answer.version);
  else if (!isDone()) throw changedMeanwhile();
}

// The page is one version on, unless it has been shown again meanwhile: then it says itself what it shows.
function takeAnswer(id, look, seen, version) {
  if (Number(page.version) !== seen) return;
  page.version = String(version);
  shownVersion = version;
  stands.set(id, look);
}

const lookOf = (cell) => ({
  outcome: cell.dataset.outcome,
  mark: cell.textContent,
  label: cell.getAttribute("aria-label"),
});

// Who has left the tournament has no outcome either, but another mark.
const meant = ({ outcome, mark }) => [outcome, mark];

// What was asked for last, or else what stands.
function draw(id) {
  const cell = document.getElementById(id);
  if (cell === null) return; // there are fewer rounds now
  const asked = onTheWay.findLast((one) => one.id === id);
  const { outcome, mark, label } = asked?.look ?? stands.get(id);
  cell.dataset.outcome = outcome;
  cell.textContent = mark;
  cell.setAttribute("aria-label", label);
  if (asked === undefined) cell.removeAttribute("aria-busy");
  else cell.setAttribute("aria-busy", "true");
  count(cell.dataset.column);
}

function count(key) {
  const absent = document.querySelectorAll(`#absence-table .cell[data-column="${key}"]:not([data-outcome=""])`).length;
  const at = readColumns(document).findIndex((column) => column.key === key);
  document.querySelectorAll("#absence-table tfoot td")[at].textContent = absent || "";
}

// Others write as well.
function followDesk() {
  if (newest > Number(page.version) && onTheWay.length === 0) refresh(...PARTS);
}

const area = document.getElementById("absences");
area.addEventListener("click", (event) => {
  const cell = closest(event, ".cell");
  if (cell === null || cell.disabled) return;
  choose(cell);
  const kind = kinds.get(tapGives);
  set(cell, cell.dataset.outcome === kind.outcome ? null : kind);
});
document.getElementById("kinds")?.addEventListener("click", (event) => {
  const chosen = closest(event, "[data-key]");
  if (chosen === null) return;
  tapGives = chosen.dataset.key;
  for (const other of document.querySelectorAll("#kinds [data-key]"))
    other.setAttribute("aria-pressed", String(other === chosen));
});
area.addEventListener("keydown", (event) => {
  const cell = closest(event, ".cell");
  if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in STEPS) walk(cell, event.key);
  else if (kinds.has(event.key)) set(cell, kinds.get(event.key));
  else if ([" ", "Delete", "Backspace"].includes(event.key)) set(cell, null);
  else return;
  event.preventDefault();
});

onFresh(makeButtons);
makeButtons(document);
onRefresh(
  filterRows(document.getElementById("search"), () => [...document.querySelectorAll("#absence-table tbody tr")]),
);
onRefresh(setUp);
onDesk((state, frame) => {
  newest = Math.max(newest, frame.version);
  followDesk();
});
setUp();
showComing();
enterTeams({
  base,
  kinds,
  standing: (player, key) => stands.get(`absence-${player}-${key}`)?.outcome ?? "",
  again: () => refresh(...PARTS),
});
