// The rating lists: load files, remove a list, look somebody up.

import { read, write } from "../../api.js";
import { byId, closest, controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { clearErrors } from "../page/forms.js";
import { tellProblem } from "../page/notices.js";
import { ask } from "../page/question.js";
import { refresh } from "../page/refresh_parts.js";
import { sendFile } from "./send_file.js";

const WAITED = 150; // milliseconds after the last key

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-remove]");
  if (button === null) return;
  if (
    (await ask(button.getAttribute("aria-label"), {
      act: word("remove-this"),
      danger: true,
    })) === null
  )
    return;
  try {
    await write("DELETE", `/api/ratings/lists/${encodeURIComponent(button.dataset.remove)}`);
    await refresh("lists");
  } catch (problem) {
    tellProblem(problem);
  }
});

// -- loading ----------------------------------------------------------------------------------------------------------

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("load"));

if (form !== null) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearErrors(form);
    const files = [...(controlById("f-files").files ?? [])];
    if (files.length === 0) return controlById("f-files").focus();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
    button.disabled = true;
    byId("load-told").replaceChildren();
    for (const file of files) await load(file);
    byId("loading").hidden = true;
    button.disabled = false;
    form.reset();
    await refresh("lists");
  });
}

/** @param {File} file */
async function load(file) {
  byId("loading").hidden = false;
  const told = (/** @type {string[]} */ ...texts) => {
    byId("load-told").append(
      ...texts.map((text) => element("li", {}, text.includes(file.name) ? text : `${file.name}: ${text}`)),
    );
  };
  try {
    const { sentences, problem } = await sendFile(file, whatIsSaid(), show);
    told(...(problem ? [problem] : sentences));
  } catch (problem) {
    told(/** @type {Error} */ (problem).message);
  }
}

function whatIsSaid() {
  const chosen = controlById("f-publisher").value;
  const called = controlById("f-called").value.trim();
  return {
    publisher: chosen === "other" ? called : chosen || called,
    kind: controlById("f-kind").value,
    month: controlById("f-month").value,
  };
}

/** @param {{step: string, done: number, whole: number, players?: number}} progress */
function show({ step, done, whole, players = 0 }) {
  const bar = /** @type {HTMLProgressElement} */ (document.getElementById("loading-bar"));
  const text = word(`step-${step}`, { players });
  if (byId("loading-step").textContent !== text) byId("loading-step").textContent = text;
  if (step === "indexing" || whole === 0) bar.removeAttribute("value");
  else bar.value = done / whole;
}

// -- looking somebody up ----------------------------------------------------------------------------------------------

const look = /** @type {HTMLInputElement | null} */ (document.getElementById("look"));
let asked = 0;

if (look !== null) {
  let timer = 0;
  look.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => find(look.value.trim()), WAITED);
  });
}

/** @param {string} words */
async function find(words) {
  const mine = (asked += 1);
  const { players } = words ? await read(`/api/ratings?find=${encodeURIComponent(words)}`) : { players: [] };
  if (mine !== asked) return; // more was typed meanwhile
  byId("look-told").textContent = words && players.length === 0 ? word("nobody") : "";
  byId("look-found").replaceChildren(
    ...players.map((/** @type {any} */ one) => {
      const about = [one.title, one.federation, one.birth_year, ...(one.in_words ?? [])].filter(Boolean).join(" · ");
      return element("li", {}, element("strong", {}, one.name), ` ${about}`);
    }),
  );
}
