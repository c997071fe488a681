// The audit page: the chain verified on demand, new entries as they come.

import { read, write } from "../api.js";
import { byId, element } from "../dom.js";
import { word } from "../words.js";
import { onDesk } from "./page/desk.js";
import { tellProblem } from "./page/notices.js";
import { askReason } from "./page/question.js";
import { refresh } from "./page/refresh_parts.js";

const button = document.getElementById("verify");
const answer = document.getElementById("verified");

button.addEventListener("click", async () => {
  button.disabled = true;
  answer.textContent = word("verifying");
  try {
    const told = await read(button.dataset.address);
    if (told.intact) say(word("chain-intact", { records: told.records, head: told.head }), "notice");
    else say(word("chain-broken", { problem: told.problem?.sentence ?? "" }), "notice bad");
  } catch (problem) {
    say(problem.message, "notice bad");
  } finally {
    button.disabled = false;
  }
});

function say(text, kind) {
  answer.replaceChildren(element("span", { class: "head-hash" }, text));
  answer.className = kind;
}

// What a record did is taken back, with a reason; what came later stays.
byId("trail").addEventListener("click", async ({ target }) => {
  const pressed = target instanceof Element ? target.closest("button[data-undo]") : null;
  if (!(pressed instanceof HTMLButtonElement)) return;
  const { undo: version, what } = pressed.dataset;
  const details = [word("undo-about")];
  const reason = await askReason(word("undo-title", { version, what }), { details, act: word("undo-act") });
  if (reason === null) return;
  try {
    await write("POST", `${document.documentElement.dataset.api}/records/${version}/undoing`, { reason });
    refresh("trail", "head");
  } catch (error) {
    tellProblem(error);
  }
});

byId("filters").addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement) event.target.form?.requestSubmit();
});

onDesk((state) => {
  if (state.version > Number(document.documentElement.dataset.version)) refresh("trail", "head");
});
