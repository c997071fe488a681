// The audit page: the chain verified on demand, new entries as they come.

import { read } from "../api.js";
import { byId, element } from "../dom.js";
import { word } from "../words.js";
import { onDesk } from "./page/desk.js";
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

byId("filters").addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement) event.target.form?.requestSubmit();
});

onDesk((state) => {
  if (state.version > Number(document.documentElement.dataset.version)) refresh("trail", "head");
});
