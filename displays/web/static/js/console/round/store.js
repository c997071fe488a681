// The round as the server last told it, and who wants to know when it changes.

import { read } from "../../api.js";
import { pageData } from "../../words.js";
import { afterPress } from "../page/after_press.js";

export const desk = pageData("desk");
export const address = `/console/${encodeURIComponent(document.documentElement.dataset.stream)}/rounds/`;

let state = pageData("round");
/** @type {((now: any, before: any) => void)[]} */
const listeners = [];
/** @type {Promise<void> | null} */
let reading = null;
let isAskedAgain = false;

export function round() {
  return state;
}

/** @param {(now: any, before: any) => void} listener */
export function onRound(listener) {
  listeners.push(listener);
}

/** @param {number} number */
export function person(number) {
  return state.people[number];
}

/** @param {number} number */
export function nameOf(number) {
  const someone = person(number);
  return someone.title ? `${someone.title} ${someone.name}` : someone.name;
}

/** @param {number} number */
export function boardOf(number) {
  return state.boards.find((/** @type {{board: number}} */ { board }) => board === number);
}

// Its result was typed by who sits here, and is nobody else's business yet: it may be typed again. (The server has the
// last word: what it does not take so becomes a dispute.)
/** @param {any} board */
export function isOwn({ board, result, by, corrected }) {
  const isOpen = result === "pending" || result === "postponed";
  const isDisputed = state.disputes.some((/** @type {any} */ dispute) => dispute.board === board);
  const isRunning = state.phase === "published" && state.is_newest;
  return isRunning && by === desk.me && !isOpen && !corrected && !isDisputed;
}

// Reads the round again. Asked while it reads, it reads once more afterwards: never twice at the same time. (Many
// results in a second are told in a few frames: the hub sees to that.)
export function refresh() {
  if (reading !== null) {
    isAskedAgain = true;
    return reading;
  }
  reading = read(`${address}${state.round}/state`)
    .then((newer) => new Promise((done) => afterPress(() => done(newer))))
    .then(take)
    .finally(() => {
      reading = null;
      if (isAskedAgain) {
        isAskedAgain = false;
        return refresh();
      }
    });
  return reading;
}

/** @param {any} newer */
function take(newer) {
  if (newer.version < state.version) return;
  const before = state;
  state = newer;
  for (const listener of listeners) listener(state, before);
}
