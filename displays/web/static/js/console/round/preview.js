// The pairing before it is taken: boards, who has no game, what the audit says, and on demand why. Nothing is written.

import { newKey, write } from "../../api.js";
import { byId, element } from "../../dom.js";
import { word } from "../../words.js";
import { causeGone, tell, tellProblem } from "../page/notices.js";
import { asSeen } from "../page/conflict.js";
import { renewNode } from "../page/morph.js";
import { watchWork } from "../page/work_bar.js";
import { desk, nameOf, onRound, person, round } from "./store.js";
import { verdictLines } from "./verdict.js";
import { whyButton } from "./why_dialog.js";
import { runExclusively } from "./exclusive.js";

/** @type {any} */
let drawn = null; // what is looked at
const here = () => `${desk.api}/rounds/${round().round}`;

export function preview() {
  const button = document.getElementById("preview-button");
  button?.addEventListener("click", () => show(button));
  onRound(renewScores);
}

async function show(button) {
  const place = document.getElementById("preview");
  button.disabled = true;
  place.replaceChildren(element("p", { class: "quiet" }, word("pairing-now")));
  try {
    draw(await watchWork(write("POST", `${here()}/pairing/preview`)));
  } catch (problem) {
    place.replaceChildren(...(problem.code === "first-colour-not-drawn" ? firstColour(problem, button) : []));
    if (problem.code === "first-colour-not-drawn") place.querySelector("button").focus();
    else tellProblem(problem);
  }
  button.disabled = false;
}

// A correction of an earlier round. (Whether the same pairing would still be made is asked when it is taken.)
function renewScores() {
  const shown = document.querySelector("#preview table");
  if (shown !== null && isEverybodyThere(drawn.pairing)) renewNode(shown, table(drawn.pairing));
}

// Somebody may have left since it was drawn.
function isEverybodyThere({ boards }) {
  return boards.every(({ white, black }) => [white, black].every(({ player }) => person(player.number) !== undefined));
}

function draw(found) {
  drawn = found;
  byId("preview").replaceChildren(...picture(found));
  byId("take-pairing").focus();
}

// Round 1 asks for a lot: drawn on the stage, or here.
function firstColour(problem, button) {
  const drawLot = async (body) => {
    if (await runExclusively("first-colour", () => write("POST", `${desk.api}/first-colour`, body))) show(button);
  };
  const choices = [
    [word("first-by-lot"), { seed: newKey() }],
    [word("first-white"), { colour: "white" }],
    [word("first-black"), { colour: "black" }],
  ];
  const buttons = choices.map(([text, body]) =>
    element("button", { type: "button", onclick: () => drawLot(body) }, text),
  );
  return [
    element(
      "div",
      { class: "card", id: "first-colour" },
      element("p", {}, problem.message),
      element("div", { class: "actions" }, ...buttons),
    ),
  ];
}

// What was looked at, and nothing else: if the same pairing would be made of what stands by now (helpers tick who comes
// all the time), that is taken; if another, it is shown.
function take(seen) {
  return runExclusively("take-pairing", async () => {
    let found = seen;
    const again = async () => {
      found = await watchWork(write("POST", `${here()}/pairing/preview`));
      return { version: found.version, value: seats(found) };
    };
    const send = (expected) => watchWork(write("POST", `${here()}/pairing`, {}, { expected }));
    const answer = await asSeen({ version: seen.version, was: seats(seen), again, send });
    if (answer !== null) return answer;
    draw(found);
    tell(word("preview-renewed"), { bad: true, cause: "preview" });
    return {};
  });
}

function seats({ pairing }) {
  const pairs = pairing.boards.map(({ white, black }) => [white.player.number, black.player.number]);
  return [pairs, pairing.sitouts.map(({ player, outcome }) => [player.number, outcome])];
}

// Who is paired and was not ticked at the check-in. Enter on the button below goes on all the same.
function missing(people) {
  if (people.length === 0) return [];
  document.getElementById("not-checked-in")?.remove(); // as it was when the page was made
  const link = element("a", { href: document.querySelector("[data-check-in]").dataset.checkIn }, word("check-in"));
  const names = people.map(({ name }) => element("li", {}, name));
  const told = element("p", {}, word("not-checked-in", { count: people.length }), " ", link);
  return [
    element(
      "div",
      { class: "notice bad missing", role: "alert" },
      element("div", {}, told, element("ul", {}, ...names)),
    ),
  ];
}

function picture(found) {
  const { pairing, breaches, not_checked_in: absent } = found;
  const act = word(absent.length > 0 ? "pair-all-the-same" : "take-pairing");
  const taking = element(
    "button",
    { type: "button", class: "primary big", id: "take-pairing", onclick: () => take(found) },
    act,
  );
  const drop = element("button", { type: "button", id: "drop-preview" }, word("drop-preview"));
  drop.addEventListener("click", () => {
    byId("preview").replaceChildren();
    causeGone("preview");
  });
  return [
    element("h2", {}, word("preview-title"), " ", element("small", {}, word("nothing-written"))),
    ...verdictLines({ breaches, refusal: null }),
    ...missing(absent),
    element("div", { class: "actions" }, taking, drop),
    element("div", { class: "grid", tabindex: "0" }, table(pairing)),
    ...sitouts(pairing.sitouts),
  ];
}

function table(pairing) {
  const heads = ["board", "white", "black", "why"].map((name) => element("th", { scope: "col" }, word(`head-${name}`)));
  const rows = pairing.boards.map(({ board, white, black }) =>
    element(
      "tr",
      {},
      element("td", { class: "number" }, board),
      ...[white, black].map(({ player }) => element("td", {}, ...someone(player.number))),
      element("td", {}, whyButton(white.player.number)),
    ),
  );
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}

function someone(number) {
  const { rating, score, colours } = person(number);
  const facts = [rating, score, colours].filter((fact) => fact).join(" · ");
  return [element("span", { class: "name" }, nameOf(number)), " ", element("small", {}, facts)];
}

function sitouts(lines) {
  if (lines.length === 0) return [];
  const items = lines.map(({ player, outcome }) =>
    element(
      "li",
      {},
      `${nameOf(player.number)}: ${desk.sittingOut[outcome]} `,
      outcome === "pairing-bye" ? whyButton(player.number) : null,
    ),
  );
  return [element("h3", {}, word("without-game")), element("ul", {}, ...items)];
}
