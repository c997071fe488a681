// Parts of a page, asked for again from the server: it renders them once, in one place. Focus and typed texts stay.

import { word } from "../words.js";
import { tell, tellProblem } from "./notices.js";

const listeners = [];
const wanted = new Set();
let isAsking = false;

// Called with the document after each refresh.
export function onRefresh(listener) {
  listeners.push(listener);
}

// refresh("players", "chips"): the parts with these ids. Asked while it is under way, it asks once more.
export async function refresh(...ids) {
  for (const id of ids) wanted.add(id);
  if (isAsking) return;
  isAsking = true;
  try {
    while (wanted.size > 0) {
      const now = [...wanted];
      wanted.clear();
      put(await page(), now);
    }
  } catch (problem) {
    tellProblem(problem);
  } finally {
    isAsking = false;
  }
}

// A whole page that somebody has asked for: its parts, unless what is shown is newer.
export function showAgain(fresh, ...ids) {
  if (Number(fresh.documentElement.dataset.version) >= Number(document.documentElement.dataset.version)) put(fresh, ids);
}

// The rounds on top as they are now; the page itself is left alone.
export async function refreshChips() {
  const fresh = await page();
  replace("chips", fresh);
  const slider = document.getElementById("replay-version");
  document.documentElement.dataset.newest = slider.max = fresh.documentElement.dataset.newest;
}

async function page() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (answer.ok) return new DOMParser().parseFromString(await answer.text(), "text/html");
  tell(word("not-refreshed", { status: answer.status }), { bad: true });
  return document.cloneNode(true);
}

function put(fresh, ids) {
  const focused = document.activeElement?.id;
  for (const id of ids) replace(id, fresh);
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  document.documentElement.dataset.version = fresh.documentElement.dataset.version;
  document.documentElement.dataset.newest = fresh.documentElement.dataset.newest;
  for (const listener of listeners) listener(document);
}

function replace(id, fresh) {
  const now = document.getElementById(id);
  const then = fresh.getElementById(id);
  if (now === null || then === null) return;
  const typed = changedIn(now);
  now.replaceChildren(...then.childNodes);
  for (const [control, value] of typed)
    if (document.getElementById(control)) document.getElementById(control).value = value;
}

// What somebody has typed and not sent yet.
function changedIn(region) {
  const controls = [...region.querySelectorAll("input[id]:not([type=checkbox]):not([type=search]), textarea[id]")];
  return controls.filter(({ value, defaultValue }) => value !== defaultValue).map(({ id, value }) => [id, value]);
}
