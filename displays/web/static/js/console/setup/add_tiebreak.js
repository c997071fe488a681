// One more tie-break for the list. What is none is said at once, with the nearest that there are, and stays to be
// mended.

import { read } from "../../api.js";
import { byId } from "../../dom.js";
import { word } from "../../words.js";
import { clearAt, showAt } from "../page/forms.js";
import { names } from "./setup_form.js";

const adding = document.getElementById("add-tiebreak");
let isAsking = false;

async function add(list) {
  const typed = adding.value.trim();
  if (typed === "" || isAsking) return;
  isAsking = true;
  const found = await lookUp(typed);
  isAsking = false;
  clearAt(adding);
  if (found.problem) showAt(adding, found.problem);
  else {
    if (adding.value.trim() === typed) adding.value = "";
    names[found.code] = found.name;
    list.add(found.code);
  }
  adding.focus();
}

async function lookUp(typed) {
  try {
    return await read(`/console/advice/tiebreak?${new URLSearchParams({ code: typed })}`);
  } catch (problem) {
    return { problem: problem.status === undefined ? word("no-connection") : problem.message };
  }
}

export function setUpAdding(list) {
  byId("add-tiebreak-button").addEventListener("click", () => add(list));
  adding.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add(list);
  });
}
