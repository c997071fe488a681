// Refreshes parts of a page from the server, which renders them once, in one place. What somebody is pressing, has gone
// to or typed there stays.

import { word } from "../../words.js";
import { causeGone, tell, tellProblem } from "./notices.js";
import { afterPress } from "./after_press.js";
import { renewChildren } from "./morph.js";

/** @type {((fresh: Document) => void)[]} */
const preparers = [];
/** @type {((shown: Document) => void)[]} */
const listeners = [];
/** @type {Set<string>} */
const wanted = new Set();
let isAsking = false;

// Called with the document that has come, before its parts are shown: what a page does to its own (times in the
// reader's zone, an order that somebody has chosen) is done to them first, so that only what is new is changed.
/** @param {(fresh: Document) => void} preparer */
export function onFresh(preparer) {
  preparers.push(preparer);
}

// Called with the document after each refresh.
/** @param {(shown: Document) => void} listener */
export function onRefresh(listener) {
  listeners.push(listener);
}

// refresh("players", "chips"): the parts with these ids. Asked while it is under way, it asks once more.
/** @param {string[]} ids */
export async function refresh(...ids) {
  for (const id of ids) wanted.add(id);
  if (isAsking) return;
  isAsking = true;
  try {
    while (wanted.size > 0) {
      const now = [...wanted];
      wanted.clear();
      const fresh = await page();
      await new Promise(afterPress);
      put(fresh, now);
    }
  } catch (problem) {
    tellProblem(problem);
  } finally {
    isAsking = false;
  }
}

// A whole page that somebody has asked for: its parts, unless what is shown is newer.
/**
 * @param {Document} fresh
 * @param {string[]} ids
 */
export function showAgain(fresh, ...ids) {
  if (Number(fresh.documentElement.dataset.version) >= Number(document.documentElement.dataset.version))
    put(fresh, ids);
}

// What stands around every page as it is now: the rounds on top, whether the clock is ahead; the page itself is left
// alone.
export async function refreshFrame() {
  const fresh = await page();
  for (const prepare of preparers) prepare(fresh);
  replace("chips", fresh);
  replace("time-notes", fresh);
  replace("typed-numbers", fresh);
  document.documentElement.dataset.newest = fresh.documentElement.dataset.newest;
  const slider = document.getElementById("replay-version"); // of arbiters
  if (slider !== null) slider.max = fresh.documentElement.dataset.newest;
}

async function page() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  causeGone("connection");
  causeGone("refresh");
  if (answer.ok) return new DOMParser().parseFromString(await answer.text(), "text/html");
  tell(word("not-refreshed", { status: answer.status }), { bad: true, cause: "refresh" });
  return /** @type {Document} */ (document.cloneNode(true));
}

/**
 * @param {Document} fresh
 * @param {string[]} ids
 */
function put(fresh, ids) {
  const focused = document.activeElement?.id;
  for (const prepare of preparers) prepare(fresh);
  for (const id of [...ids, "typed-numbers"]) replace(id, fresh);
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  document.documentElement.dataset.version = fresh.documentElement.dataset.version;
  document.documentElement.dataset.newest = fresh.documentElement.dataset.newest;
  for (const listener of listeners) listener(document);
}

/**
 * @param {string} id
 * @param {Document} fresh
 */
function replace(id, fresh) {
  const now = document.getElementById(id);
  const then = fresh.getElementById(id);
  if (now !== null && then !== null) renewChildren(now, then);
}
