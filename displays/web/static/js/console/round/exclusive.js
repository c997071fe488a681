// One write at a time from the buttons of the page, in the order in which they were pressed: a press during another act
// waits its turn. What goes wrong is told; so is a press that came too late because the page gives way.

import { tell, tellNext, tellProblem } from "../page/notices.js";
import { word } from "../../words.js";
import { refresh } from "./store.js";

const asked = new Set(); // the names of what is under way, first, and of what waits
/** @type {Promise<any>} */
let last = Promise.resolve();
let isLeaving = false;
let lastTold = [];

export function isWorking() {
  return asked.size > 0;
}

// Before the page gives way to that of the next step: what was done is told there, and what was not.
export function tellOnNextPage() {
  isLeaving = true;
  const lines = asked.size > 1 ? [...lastTold, word("press-not-taken")] : lastTold;
  if (lines.length > 0) tellNext(lines.join("; "));
  lastTold = [];
}

// runExclusively("close-round", () => write(…)): true when it was done. The same pressed twice is done once.
export function runExclusively(name, asking) {
  if (asked.has(name)) return Promise.resolve(false);
  asked.add(name);
  document.body.classList.add("busy");
  const done = last.then(() => !isLeaving && run(asking)).finally(() => rest(name));
  last = done.catch(() => {}); // whoever asked hears of it
  return done;
}

async function run(asking) {
  try {
    const answer = await asking();
    lastTold = answer.told ?? [];
    await refresh();
    for (const line of lastTold) tell(line);
    return true;
  } catch (problem) {
    tellProblem(problem);
    if (problem.code === "version-conflict") await refresh();
    return false;
  }
}

function rest(name) {
  asked.delete(name);
  if (asked.size === 0) document.body.classList.remove("busy");
}
