// Corrections are proposed, looked at together with their consequences, and then written or dropped.

import { read, write } from "../../api.js";
import { byId, closest, controlById, element } from "../../dom.js";
import { formatTime } from "../../moments.js";
import { word } from "../../words.js";
import { boardOf, boardsOf, idleIn, labelledField, playersAll, results, roundOf, rounds, select } from "./fields.js";
import { comparison, nameOf } from "./comparison.js";
import { onDesk } from "../page/desk.js";
import { field, take } from "./standing_facts.js";
import { causeGone, tell, tellNext, tellProblem } from "../page/notices.js";
import { isSame, pageAgain } from "../page/conflict.js";
import { afterPress } from "../page/after_press.js";
import { renew, renewChildren } from "../page/morph.js";
import { watchWork } from "../page/work_bar.js";

const form = document.getElementById("proposal");
const list = document.getElementById("proposals");
const asked = new URLSearchParams(location.search);
let open = []; // the proposals of the server
const left = new Set(); // numbers of those that are not to be looked at now

// -- the form: its fields follow the kind of correction ---------------------------------------------------------------

const KINDS = {
  "correct-result": () => [...onBoard(), chooseResult()],
  "correct-for-rating": () => [...onBoard(), chooseResult()],
  "correct-colours": () => onBoard(),
  "correct-player": () => [choosePlayer(), ...aboutPlayer()],
  "correct-sit-out": () => [chooseRound(), chooseIdle(), chooseOutcome()],
  "adjust-points": () => [
    choosePlayer(),
    chooseRound(),
    text("points", word("points-change"), "number", word("points-hint", { point: field.points })),
  ],
  "withdraw-player": () => [choosePlayer(), text("from_round", word("from-round"), "number"), chooseOutcome()],
};
const ABOUT_A_PLAYER = ["name", "rating", "title", "club", "federation", "birth_year", "sex", "category"];
const NUMBERS = new Set(["rating", "birth_year", "from_round", "points"]);

const value = (id) => document.getElementById(id)?.value ?? "";
const chooseRound = () => labelledField("round", word("round"), rounds(value("round") || asked.get("of")));
const onBoard = () => [chooseRound(), chooseBoard()];

function chooseBoard() {
  const round = value("round") || asked.get("of") || field.rounds.at(-1)?.round;
  return labelledField("board", word("board"), boardsOf(round, value("board") || asked.get("board")));
}

function chooseResult() {
  const round = value("round") || asked.get("of") || field.rounds.at(-1)?.round;
  const stands = boardOf(round, value("board") || asked.get("board") || 1);
  return labelledField(
    "result",
    word("result"),
    results(stands?.result, value("result") || asked.get("result"), { mayBeNone: true }),
  );
}

const choosePlayer = () => labelledField("player", word("player"), playersAll(value("player") || asked.get("player")));
const chooseIdle = () =>
  labelledField("idle", word("player"), idleIn(value("round") || field.rounds.at(-1)?.round, value("idle")));
const chooseOutcome = () =>
  labelledField("outcome", word("counts-as"), select(Object.entries(field.outcomes), value("outcome") || "zero-bye"));

function text(id, label, type = "text", hint = "") {
  return labelledField(
    id,
    label,
    element("input", { type, value: value(id), autocomplete: "off", maxlength: "200" }),
    hint,
  );
}

function aboutPlayer() {
  const chosen = value("player") || asked.get("player") || Object.keys(field.people)[0];
  const player = field.people[chosen] ?? {};
  return ABOUT_A_PLAYER.map((id) => {
    const node = text(id, word(`player-${id}`), NUMBERS.has(id) ? "number" : "text");
    node.querySelector("input").value = player[id] ?? "";
    return node;
  });
}

function lay() {
  const kind = controlById("kind").value;
  byId("fields").replaceChildren(...KINDS[kind]());
  byId("fields").replaceChildren(...KINDS[kind]()); // once more: a board depends on its round
  sayWhatStands();
}

function sayWhatStands() {
  const kind = controlById("kind").value;
  const board = boardOf(value("round"), value("board"));
  const isAboutBoard = ["correct-result", "correct-for-rating", "correct-colours"].includes(kind);
  byId("stands").textContent =
    isAboutBoard && board !== undefined
      ? word("stands-now", {
          white: nameOf(board.white),
          black: nameOf(board.black),
          result: field.marks[board.result],
        })
      : "";
}

// What the form is about, as it stands.
function subject() {
  switch (controlById("kind").value) {
    case "correct-result":
    case "correct-for-rating":
    case "correct-colours":
      return boardOf(value("round"), value("board"));
    case "correct-sit-out":
      return roundOf(value("round"))?.sitouts.find(({ player }) => player === Number(value("idle")));
    default:
      return field.people[value("player")];
  }
}

// Others write all the time: what they wrote is taken over, and told only if it is about what was chosen here.
async function standsAgain() {
  const page = await pageAgain();
  const [before, rules] = [subject(), [field.rules, field.isFinished]];
  if (page.version <= field.version) return;
  take(page.data("field"));
  for (const then of KINDS[controlById("kind").value]().map((node) => node.querySelector("select, input"))) {
    const now = document.getElementById(then.id);
    renew(now, then, ABOUT_A_PLAYER.includes(then.id) ? String(before?.[then.id] ?? "") : now.value);
  }
  if (!isSame(rules, [field.rules, field.isFinished])) byId("stands").textContent = word("moved-on");
  else if (before !== undefined && !isSame(before, subject())) {
    sayWhatStands();
    byId("stands").prepend(`${word("changed-here")} `);
  }
}

function layAgain(event) {
  const id = event.target.id;
  if (!["round", "board", "player"].includes(id)) return;
  lay();
  document.getElementById(id)?.focus();
}

// -- from the form to a correction ------------------------------------------------------------------------------------

function correction() {
  const reason = value("reason").trim();
  const round = Number(value("round"));
  const board = Number(value("board"));
  switch (controlById("kind").value) {
    case "correct-result":
      return { do: "correct-result", round, board, result: value("result"), reason };
    case "correct-colours":
      return { do: "correct-colours", round, board, white: boardOf(round, board).black, reason };
    case "correct-player":
      return { do: "correct-player", player: changedPlayer(), reason };
    case "correct-sit-out":
      return { do: "correct-sit-out", round, player: Number(value("idle")), outcome: value("outcome"), reason };
    case "adjust-points":
      return { do: "adjust-points", player: Number(value("player")), round, points: number("points") ?? 0, reason };
    default:
      return {
        do: "withdraw-player",
        player: Number(value("player")),
        from_round: number("from_round"),
        counts_as: value("outcome"),
        reason,
      };
  }
}

// It changes no place and no pairing, so there is nothing to look at: the server asks, and it is written.
async function correctForRating() {
  const address = `${field.api}/rounds/${value("round")}/boards/${value("board")}/rating-result`;
  await write("PUT", address, { result: value("result"), reason: value("reason").trim() });
  controlById("reason").value = "";
  tell(word("rating-corrected"));
}

function changedPlayer() {
  const player = { ...field.people[value("player")] };
  for (const id of ABOUT_A_PLAYER) {
    const given = NUMBERS.has(id) ? number(id) : value(id).trim();
    if (given === "" || given === null) delete player[id];
    else player[id] = given;
  }
  return player;
}

function number(id) {
  return value(id).trim() === "" ? null : Number(value(id));
}

async function propose(event) {
  event.preventDefault();
  clearErrors();
  // A result is chosen, never proposed: a slip would correct to the wrong one.
  const kind = controlById("kind").value;
  if (["correct-result", "correct-for-rating"].includes(kind) && value("result") === "")
    return complainAt("result", word("result-missing"));
  try {
    if (kind === "correct-for-rating") return await correctForRating();
    await write("POST", `${field.api}/proposals`, { correction: correction() });
    controlById("reason").value = "";
    await refresh();
    byId("comparison").scrollIntoView({ block: "start" });
  } catch (problem) {
    if (problem.code === "reason-missing") return complainAt("reason", word("reason-missing"));
    const at = String(problem.facts?.field ?? "")
      .split(".")
      .at(-1);
    if (at && document.getElementById(`${at}-error`)) complainAt(at, problem.message);
    else complainAt("proposal", problem.status === undefined ? word("not-sent") : problem.message);
  }
  return undefined;
}

function complainAt(id, message) {
  byId(`${id}-error`).textContent = message;
  const control = document.getElementById(id);
  if (control !== null && control !== form) {
    control.setAttribute("aria-invalid", "true");
    control.focus();
  }
}

function clearErrors() {
  for (const node of document.querySelectorAll(".field-error")) node.textContent = "";
  for (const node of document.querySelectorAll("[aria-invalid]")) node.removeAttribute("aria-invalid");
}

// -- the open ones ----------------------------------------------------------------------------------------------------

async function refresh() {
  open = await read(`${field.api}/proposals`);
  await new Promise(afterPress);
  for (const known of [...left]) if (!open.some(({ number: n }) => n === known)) left.delete(known);
  byId("none").hidden = open.length > 0;
  byId("apply").hidden = open.length === 0;
  for (const { number: n, problem } of open) if (problem) left.add(n);
  renewChildren(list, element("ol", {}, ...open.map(line)));
  for (const tick of list.querySelectorAll("input")) tick.checked = !left.has(numberOf(tick));
  await compare();
}

const numberOf = (node) => Number(node.closest("[data-number]").dataset.number);

function line(proposal) {
  const tick = element("input", { type: "checkbox", disabled: Boolean(proposal.problem) });
  return element(
    "li",
    { id: `proposal-${proposal.number}`, "data-number": proposal.number },
    element("label", { class: "check" }, tick, " ", proposal.told || word("no-longer")),
    element(
      "p",
      { class: "quiet" },
      proposal.problem ||
        word("proposed-by", {
          by: proposal.by,
          at: formatTime(proposal.at, { dateStyle: "short", timeStyle: "short" }),
        }),
    ),
    element("button", { type: "button", class: "quiet" }, word("drop")),
  );
}

function setUpList() {
  list.addEventListener("change", ({ target }) => {
    if (target.checked) left.delete(numberOf(target));
    else left.add(numberOf(target));
    compare().catch(tellProblem);
  });
  list.addEventListener("click", (event) => {
    if (closest(event, "button") !== null) dropAll([numberOf(event.target)]);
  });
}

const chosen = () => open.filter(({ number: n }) => !left.has(n));

let comparing = 0;
/** @type {{version: number, proposals: number[]} | null} */
let shown = null; // {version, proposals}: what the comparison on show is of; only that can be written

async function compare() {
  const part = document.getElementById("comparison");
  const proposals = chosen();
  const corrections = proposals.map((proposal) => proposal.correction);
  comparing += 1;
  const mine = comparing;
  show(null);
  part.hidden = corrections.length === 0;
  if (part.hidden) causeGone("comparison");
  if (corrections.length === 0) return;
  const content = document.getElementById("comparison-content");
  content.setAttribute("aria-busy", "true");
  if (content.childElementCount === 0) content.replaceChildren(element("p", {}, word("working-it-out")));
  try {
    const question = { corrections, prizes: Number(value("prizes")) || 3 };
    const told = await watchWork(write("POST", `${field.api}/consequences`, question));
    await new Promise(afterPress);
    if (mine !== comparing) return;
    renewChildren(content, element("div", {}, ...comparison(told)));
    show({ version: told.version, proposals: proposals.map(({ number: n }) => n) });
  } catch (problem) {
    const sentence = problem.status === undefined ? word("not-sent") : problem.message;
    if (mine === comparing) content.replaceChildren(element("p", { class: "field-error" }, sentence));
  } finally {
    if (mine === comparing) content.removeAttribute("aria-busy");
  }
}

function show(compared) {
  shown = compared;
  controlById("write").disabled = compared === null;
}

async function writeDown() {
  clearErrors();
  if (shown === null) return undefined;
  const reopening = document.getElementById("reopening");
  if (reopening !== null && reopening.value.trim() === "") return complainAt("reopening", word("reason-missing"));
  const body = { proposals: shown.proposals, reason: reopening?.value.trim() ?? "" };
  try {
    await write("POST", `${field.api}/proposals/application`, body, { expected: shown.version });
    tellNext(word("written-down"));
    location.assign(location.pathname);
  } catch (problem) {
    if (problem.code !== "version-conflict") return tellProblem(problem);
    tell(word("compared-again"), { bad: true, cause: "comparison" });
    refresh().catch(tellProblem);
  }
  return undefined;
}

async function dropAll(numbers) {
  try {
    for (const n of numbers) await write("DELETE", `${field.api}/proposals/${n}`);
    await refresh();
  } catch (problem) {
    tellProblem(problem);
  }
}

// What was compared is no longer what stands. (Results come in by the dozen: one comparison for all of them.)
const PAUSE = 400; // milliseconds
let waiting = 0;
function compareAgainSoon() {
  show(null);
  clearTimeout(waiting);
  waiting = setTimeout(() => Promise.all([standsAgain(), refresh()]).catch(tellProblem), PAUSE);
}

// -- begin ------------------------------------------------------------------------------------------------------------

function begin() {
  const kind = document.getElementById("kind");
  if ((asked.get("kind") ?? "") in KINDS) kind.value = asked.get("kind");
  kind.addEventListener("change", lay);
  byId("fields").addEventListener("change", layAgain);
  form.addEventListener("submit", propose);
  byId("prizes").addEventListener("change", () => compare());
  byId("write").addEventListener("click", writeDown);
  byId("drop").addEventListener("click", () => dropAll(open.map(({ number: n }) => n)));
  setUpList();
  lay();
  refresh().catch(tellProblem);
  if (asked.has("board")) document.getElementById("result")?.focus();
  onDesk((state) => {
    if (state.version > Math.min(field.version, shown?.version ?? field.version)) compareAgainSoon();
  });
}

// In the past there is no form.
if (form !== null) begin();
