// Why these two: the reasons of the pairing that name a player, asked for when somebody wants to know.

import { read, write } from "../../api.js";
import { element } from "../../dom.js";
import { word } from "../../words.js";
import { watchWork } from "../page/work_bar.js";
import { desk, nameOf, round } from "./store.js";

export function whyButton(player) {
  const button = element(
    "button",
    { type: "button", class: "why quiet" },
    word("why"),
    element("span", { class: "unseen" }, ` ${nameOf(player)}`),
  );
  button.addEventListener("click", () => showWhy(player));
  return button;
}

export async function showWhy(player) {
  const content = element("div", { class: "reasons", "aria-busy": "true" }, element("p", {}, word("asking-why")));
  const dialog = element(
    "dialog",
    { class: "why-dialog", "aria-labelledby": "why-title" },
    element("h2", { id: "why-title" }, word("why-title", { player: nameOf(player) })),
    content,
    element("form", { method: "dialog" }, element("button", { class: "primary" }, word("close"))),
  );
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  content.replaceChildren(...(await reasons(player)));
  content.removeAttribute("aria-busy");
}

async function reasons(player) {
  try {
    const found = await ask(player);
    const told = found.reasons.map(({ sentence }) => paragraph(sentence));
    told.push(...(found.notes ?? []).map((note) => element("p", { class: "quiet" }, note)));
    return told.length > 0 ? told : [element("p", {}, word("no-reasons"))];
  } catch (problem) {
    return [
      element("p", { class: "field-error" }, problem.status === undefined ? word("no-connection") : problem.message),
    ];
  }
}

// Of a round that stands what it was paired by; of one that does not, what it would be paired by.
function ask(player) {
  const here = `${desk.api}/rounds/${round().round}`;
  const isPaired = round().boards.length > 0;
  return isPaired
    ? read(`${here}/reasons?player=${player}`)
    : watchWork(write("POST", `${here}/pairing/preview?player=${player}`));
}

function paragraph(sentence) {
  const [first, ...more] = sentence.split("\n");
  return element(
    "div",
    { class: "told" },
    element("p", {}, first),
    ...more.map((line) => element("p", { class: "more" }, line)),
  );
}
