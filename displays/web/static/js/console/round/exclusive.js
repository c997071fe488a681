// One write at a time from the buttons of the page: while it runs they rest, what goes wrong is told.

import { tell, tellNext, tellProblem } from "../page/notices.js";
import { refresh } from "./store.js";

let isBusy = false;
let lastTold = [];

export function isWorking() {
  return isBusy;
}

// Before the page gives way to that of the next step: what was done is told there.
export function tellOnNextPage() {
  if (lastTold.length > 0) tellNext(lastTold.join("; "));
  lastTold = [];
}

// runExclusively(() => write(…)): true when it was done.
export async function runExclusively(asking) {
  if (isBusy) return false;
  isBusy = true;
  document.body.classList.add("busy");
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
  } finally {
    isBusy = false;
    document.body.classList.remove("busy");
  }
}
