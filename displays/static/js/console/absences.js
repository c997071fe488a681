// Absences: a grid of players and rounds, walked by arrow keys; a letter says what the round counts as.

import { write } from "../ask.js";
import { word } from "../words.js";
import { onDesk } from "./desk.js";
import { filterRows } from "./filter.js";
import { tellProblem } from "./notices.js";
import { onRefresh, refresh } from "./refresh.js";

const page = document.documentElement.dataset;
const base = `/api/t/${encodeURIComponent(page.stream)}`;
const kinds = new Map(
  [...document.querySelectorAll("#kinds [data-key]")].map(({ dataset }) => [dataset.key, { ...dataset }]),
);
const USUAL = "a"; // what a click gives
let own = 0; // writes of this page that are on their way

const cells = () =>
  [...document.querySelectorAll("#absence-table .cell:not(:disabled)")].filter((cell) => !cell.closest("tr").hidden);
const place = (cell) => ({ player: cell.closest("tr").dataset.player, round: cell.dataset.round });

function setUp() {
  const first = cells()[0];
  if (first) first.tabIndex = 0;
}

function choose(cell) {
  for (const other of document.querySelectorAll("#absence-table .cell[tabindex='0']")) other.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function walk(cell, key) {
  const [across, down] = STEPS[key];
  const all = cells();
  const { player, round } = place(cell);
  const line = all.filter((other) => (down === 0 ? place(other).player === player : place(other).round === round));
  choose(line[Math.min(Math.max(line.indexOf(cell) + across + down, 0), line.length - 1)]);
}

// The cell shows at once what was asked for, and what it was again if that is refused.
async function set(cell, kind) {
  const before = { outcome: cell.dataset.outcome, mark: cell.textContent, label: cell.getAttribute("aria-label") };
  const { player, round } = place(cell);
  if (before.outcome === (kind?.outcome ?? "")) return;
  const name = cell.closest("tr").querySelector("th").firstChild.textContent.trim();
  show(
    cell,
    kind?.outcome ?? "",
    kind?.mark ?? "●",
    word("absence-cell", { name, round, what: kind?.words ?? word("player-plays") }),
  );
  cell.setAttribute("aria-busy", "true");
  own += 1;
  try {
    const body = { rounds: [Number(round)], ...(kind ? { outcome: kind.outcome } : {}) };
    const send = () => write(kind ? "POST" : "DELETE", `${base}/players/${player}/absences`, body);
    const { version } = await inTurn(cell, send);
    page.version = String(Math.max(Number(page.version), version));
  } catch (problem) {
    show(cell, before.outcome, before.mark, before.label);
    tellProblem(problem);
  } finally {
    own -= 1;
    cell.removeAttribute("aria-busy");
    count(round);
  }
}

const last = new WeakMap(); // the last write of each cell

// What was typed first arrives first, however fast the next follows.
function inTurn(cell, send) {
  const mine = (last.get(cell) ?? Promise.resolve()).then(send, send);
  last.set(cell, mine);
  return mine;
}

function show(cell, outcome, mark, label) {
  cell.dataset.outcome = outcome;
  cell.textContent = mark;
  cell.setAttribute("aria-label", label);
}

function count(round) {
  const absent = document.querySelectorAll(`#absence-table .cell[data-round="${round}"]:not([data-outcome=""])`).length;
  document.querySelectorAll("#absence-table tfoot td")[Number(round) - 1].textContent = absent || "";
}

const area = document.getElementById("absences");
area.addEventListener("click", (event) => {
  const cell = event.target.closest(".cell");
  if (cell === null || cell.disabled) return;
  choose(cell);
  set(cell, cell.dataset.outcome === "" ? kinds.get(USUAL) : null);
});
area.addEventListener("keydown", (event) => {
  const cell = event.target.closest(".cell");
  if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in STEPS) walk(cell, event.key);
  else if (kinds.has(event.key)) set(cell, kinds.get(event.key));
  else if ([" ", "Delete", "Backspace"].includes(event.key)) set(cell, null);
  else return;
  event.preventDefault();
});

filterRows(document.getElementById("search"), () => [...document.querySelectorAll("#absence-table tbody tr")]);
onRefresh(setUp);
onDesk((state, frame) => {
  if (frame.version > Number(page.version) && own === 0) refresh("absences", "chips");
});
setUp();
