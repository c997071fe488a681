// The pairing before it is taken: boards, who has no game, what the audit says, and on demand why. Nothing is written.

import { newKey, write } from "../../ask.js";
import { element } from "../../dom.js";
import { word } from "../../words.js";
import { tellProblem } from "../notices.js";
import { desk, named, person, round } from "./store.js";
import { verdictLines } from "./verdict.js";
import { whyButton } from "./why.js";
import { work } from "./work.js";

export function preview() {
  const button = document.getElementById("preview-button");
  button?.addEventListener("click", () => show(button));
}

async function show(button) {
  const place = document.getElementById("preview");
  button.disabled = true;
  place.replaceChildren(element("p", { class: "quiet" }, word("pairing-now")));
  try {
    const found = await write("POST", `${desk.api}/rounds/${round().round}/pairing/preview`);
    place.replaceChildren(...picture(found));
    place.querySelector("#take-pairing").focus();
  } catch (problem) {
    place.replaceChildren(...(problem.code === "first-colour-not-drawn" ? firstColour(problem, button) : []));
    if (problem.code === "first-colour-not-drawn") place.querySelector("button").focus();
    else tellProblem(problem);
  }
  button.disabled = false;
}

// Round 1 asks for a lot: drawn on the stage, or here.
function firstColour(problem, button) {
  const draw = async (body) => {
    if (await work(() => write("POST", `${desk.api}/first-colour`, body))) show(button);
  };
  const choices = [
    [word("first-by-lot"), { seed: newKey() }],
    [word("first-white"), { colour: "white" }],
    [word("first-black"), { colour: "black" }],
  ];
  const buttons = choices.map(([text, body]) => element("button", { type: "button", onclick: () => draw(body) }, text));
  return [element("div", { class: "card", id: "first-colour" }, element("p", {}, problem.message), element("div", { class: "actions" }, ...buttons))];
}

function picture({ version, pairing, breaches }) {
  const take = element("button", { type: "button", class: "primary big", id: "take-pairing" }, word("take-pairing"));
  take.addEventListener("click", () => work(() => write("POST", `${desk.api}/rounds/${round().round}/pairing`, {}, { expected: version })));
  const drop = element("button", { type: "button", id: "drop-preview" }, word("drop-preview"));
  drop.addEventListener("click", () => document.getElementById("preview").replaceChildren());
  return [
    element("h2", {}, word("preview-title"), " ", element("small", {}, word("nothing-written"))),
    ...verdictLines({ breaches, refusal: null }),
    element("div", { class: "actions" }, take, drop),
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
  return [element("span", { class: "name" }, named(number)), " ", element("small", {}, facts)];
}

function sitouts(lines) {
  if (lines.length === 0) return [];
  const items = lines.map(({ player, outcome }) =>
    element("li", {}, `${named(player.number)}: ${desk.sittingOut[outcome]} `, outcome === "pairing-bye" ? whyButton(player.number) : null),
  );
  return [element("h3", {}, word("without-game")), element("ul", {}, ...items)];
}
