// What happens at the desk while this page is open. One connection a page; every part of the page may listen.
//   onDesk((state, frame) => …)       a `desk` (or `results-desk`) frame: version, phase, entries, disputes
//   onConnection((isLive, asOf) => …)
//   serverNow()                       the server's clock, in milliseconds; ours for as long as there is no line

import { follow } from "../../live.js";

const { stream, desk: topics = "desk" } = document.documentElement.dataset; // of a helper those of their boards
const isPast = document.body.classList.contains("in-the-past");
/** @type {((state: any, frame: Frame) => void)[]} */
const deskListeners = [];
/** @type {((isLive: boolean, asOf: Date | null) => void)[]} */
const connectionListeners = [];
/** @type {import("../../live.js").Follower | null} */
let line = null;
/** @type {Frame | null} */
let lastFrame = null;
/** @type {[boolean, Date | null] | null} */
let lastConnection = null;

/** @param {(state: any, frame: Frame) => void} listener */
export function onDesk(listener) {
  deskListeners.push(listener);
  if (lastFrame !== null) listener(lastFrame.state, lastFrame);
  start();
}

/** @param {(isLive: boolean, asOf: Date | null) => void} listener */
export function onConnection(listener) {
  connectionListeners.push(listener);
  if (lastConnection !== null) listener(...lastConnection);
  start();
}

export function serverNow() {
  return line?.now() ?? Date.now();
}

function start() {
  if (line !== null || isPast || stream === undefined) return;
  line = follow(stream, topics.split(","), takeFrame, { onState: takeConnection, moves: false });
}

/** @param {Frame} frame */
function takeFrame(frame) {
  lastFrame = frame;
  for (const listener of deskListeners) listener(frame.state, frame);
}

/**
 * @param {boolean} isLive
 * @param {Date | null} asOf
 */
function takeConnection(isLive, asOf) {
  lastConnection = [isLive, asOf];
  for (const listener of connectionListeners) listener(isLive, asOf);
}
