// Follows topics of a tournament (docs/live.md). Comes back by itself after whatever happened to the
// line, at another server if its own is gone, asks only for what it has missed, and never goes back in time.
//
//   const line = follow("open", ["boards", "clock"], (frame) => paint(frame), {
//     onState: (isConnected, asOf, refusal) => …,   // asOf: a Date, when all was last the newest
//     since: {boards: 41},                          // versions that the page brought along
//     onHall: (address) => …,                       // where phones find the server now; "": they cannot
//     moves: false,                                 // of a page that needs a key: it stays with its own server
//   });
//   line.change(["standings"]); line.stop(); line.now();  // now: the server's clock, in milliseconds
//   line.report({unmet: […]});                    // of a screen: said now, and again on every new line

import { servers } from "./servers.js";

const FIRST_WAIT = 250; // milliseconds
const LONGEST_WAIT = 15_000;
const REFUSED_WAIT = 30_000; // a screen on a wall never gives up: what was refused may be there tomorrow
const SILENCE = 40_000; // the server says something every 15 s; after this the line is dead, whatever it looks like
const SHORT_SILENCE = 20_000; // where another server can be asked
const LAST_TRY = 4_000; // for a server that is gone, before another is asked
const BEHIND_WAIT = 3_000; // at most: the copy of that server may have caught up meanwhile
const BEHIND = 1013;
const REFUSED = 4400; // … to 4499: asking again at once would not help
const OTHER_LOG = 4409; // as if a server had said so

/**
 * @typedef {(isConnected: boolean, asOf: Date | null, refusal: Refusal | null) => void} OnState
 * @typedef {(frame: Frame) => void | Promise<void>} OnFrame
 * @typedef {object} Options
 * @property {OnState} [onState]
 * @property {Record<string, number>} [since]
 * @property {boolean} [acknowledges]
 * @property {boolean} [moves]
 * @property {(address: string) => void} [onHall]
 */

/**
 * @param {string} id the tournament's
 * @param {string[]} topics
 * @param {OnFrame} onFrame
 * @param {Options} [options]
 */
export function follow(id, topics, onFrame, options = {}) {
  return new Follower(id, topics, onFrame, options);
}

export class Follower {
  /**
   * @param {string} id
   * @param {string[]} topics
   * @param {OnFrame} onFrame
   * @param {Options} options
   */
  constructor(id, topics, onFrame, { onState = () => {}, since = {}, acknowledges, moves = true, onHall = () => {} }) {
    this.id = id;
    this.topics = [...topics];
    /** @type {Map<string, Frame>} */
    this.frames = new Map(); // the last of each topic
    /** @type {Map<string, number>} */
    this.known = new Map(Object.entries(since));
    this.newest = Math.max(0, ...this.known.values()); // version, of whatever topic
    this.log = ""; // whose versions these are, as the server calls it
    this.moves = moves;
    this.onFrame = onFrame;
    this.onState = onState;
    this.onHall = onHall;
    this.acknowledges = acknowledges ?? topics.some((topic) => topic.startsWith("screen:"));
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Date | null} */
    this.asOf = null;
    this.isCurrent = false; // the server has said that there is nothing newer than what came over this line
    this.heardAt = -Infinity; // on our clock
    this.ahead = 0; // by how many milliseconds the server's clock is ahead of ours
    this.failures = 0;
    this.isLastTry = false; // at a server that is lost, before another is asked
    this.retry = 0; // timers
    this.watch = 0;
    /** @type {object | null} */
    this.reported = null;
    this.isStopped = false;
    this.wake = () => this.#lookAround();
    addEventListener("online", this.wake);
    addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.#connect();
  }

  get server() {
    return this.moves ? servers.at : servers.home;
  }

  get #hasOthers() {
    return this.moves && servers.all.length > 1;
  }

  get isConnected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  now() {
    return Date.now() + this.ahead;
  }

  /** @param {string[]} topics */
  change(topics) {
    this.topics = [...topics];
    for (const kept of [this.frames, this.known]) {
      for (const topic of [...kept.keys()]) if (!topics.includes(topic)) kept.delete(topic);
    }
    this.#send({ topics: this.topics, known: this.#versions() });
  }

  /** @param {object} message */
  report(message) {
    if (!this.acknowledges) return;
    this.reported = message;
    this.#send(message);
  }

  stop() {
    this.isStopped = true;
    clearTimeout(this.retry);
    clearTimeout(this.watch);
    removeEventListener("online", this.wake);
    removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.#letGo();
  }

  // -- the line ------------------------------------------------------------------------------------------------------

  #connect() {
    clearTimeout(this.retry);
    const address = new URL(`/live/${encodeURIComponent(this.id)}`, this.server);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("topics", this.topics.join(","));
    const versions = this.#versions();
    address.searchParams.set("since", this.topics.map((topic) => versions[topic] ?? 0).join(","));
    address.searchParams.set("log", this.log);
    if (this.newest > 0) address.searchParams.set("at-least", String(this.newest));
    if (this.acknowledges) address.searchParams.set("device", deviceMark());
    const asked = this.topics;
    const socket = new WebSocket(address);
    this.socket = socket;
    this.isCurrent = false;
    // An open line says nothing yet: who is refused is let in too, to be told why.
    socket.addEventListener("open", () => {
      if (socket !== this.socket) return;
      if (asked !== this.topics) this.change(this.topics); // while it was being opened
      if (this.reported !== null) this.#send(this.reported);
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.socket) this.#take(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => this.#lost(socket, event));
    this.#watchFor(this.#hasOthers && this.isLastTry ? LAST_TRY : this.#silence);
    this.isLastTry = false;
  }

  get #silence() {
    return this.#hasOthers ? SHORT_SILENCE : SILENCE;
  }

  /** @param {Frame | Beat | LogName} message */
  async #take(message) {
    this.heardAt = Date.now();
    this.#watchFor(this.#silence);
    if ("log" in message) {
      this.#takeLog(message);
      return;
    }
    this.failures = 0;
    if ("beat" in message) {
      this.ahead = Date.parse(message.beat) - Date.now();
      // The first beat comes after the newest frame of every topic.
      // A copy that hears nothing of the others says since when.
      this.isCurrent = message.as_of === undefined;
      if (message.as_of !== undefined) this.asOf = new Date(message.as_of);
      if (this.moves) servers.learn(message.servers ?? []);
      if (this.server === servers.home) this.onHall(message.hall ?? "");
    }
    if (this.isCurrent) this.asOf = new Date(this.now());
    if ("beat" in message) {
      this.#tell(this.isCurrent);
      return;
    }
    if (!this.topics.includes(message.topic)) return; // was on its way when the topics changed
    if (message.version < (this.known.get(message.topic) ?? 0)) return;
    this.frames.set(message.topic, message);
    this.known.set(message.topic, message.version);
    this.newest = Math.max(this.newest, message.version);
    await this.onFrame(message);
    if (this.acknowledges) this.#send({ ack: message.version });
  }

  // Before all frames. The page's own server may have another log than it had; any other server with another is none
  // of ours. One that has taken over without the newest records of the first is: they are lost, and nobody has them.
  /** @param {LogName} message */
  #takeLog({ log, is_same: isSame }) {
    if (!isSame && this.server !== servers.home && idOf(log) !== idOf(this.log)) {
      this.#letGo();
      this.#tryAgain(OTHER_LOG);
      return;
    }
    if (!isSame) {
      this.known.clear();
      this.newest = 0;
    }
    this.log = log;
  }

  /**
   * @param {WebSocket} socket
   * @param {CloseEvent} event
   */
  #lost(socket, event) {
    if (socket !== this.socket || this.isStopped) return;
    this.socket = null;
    clearTimeout(this.watch);
    const isRefused = this.server === servers.home && event.code >= REFUSED && event.code < REFUSED + 100;
    this.#tell(false, isRefused ? { code: event.code, reason: event.reason } : null);
    if (isRefused) this.retry = setTimeout(() => this.#connect(), REFUSED_WAIT);
    else this.#tryAgain(event.code);
  }

  // A server that was there a moment ago is asked once more: it may have been the line, or it starts again.
  /** @param {number} code with which it has closed */
  #tryAgain(code) {
    clearTimeout(this.watch);
    const wait = this.#wait(code === BEHIND ? BEHIND_WAIT : LONGEST_WAIT);
    this.isLastTry = this.failures === 0 && code !== BEHIND && code < REFUSED;
    if (!this.isLastTry) this.#moveOn();
    this.failures += 1;
    this.retry = setTimeout(() => this.#connect(), wait);
  }

  #moveOn() {
    if (this.moves) servers.moveOn();
  }

  // Doubled when all servers have failed; spread, so that a whole hall does not come back in the same moment.
  /** @param {number} most */
  #wait(most) {
    const rounds = Math.floor(this.failures / (this.moves ? servers.all.length : 1));
    return Math.min(most, FIRST_WAIT * 2 ** rounds) * (0.5 + Math.random());
  }

  /** @param {number} milliseconds */
  #watchFor(milliseconds) {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.#startElsewhere(), milliseconds);
  }

  #startElsewhere() {
    this.#moveOn();
    this.failures += 1;
    this.#startAgain();
  }

  #startAgain() {
    const old = this.socket;
    this.#letGo();
    if (old !== null) this.#tell(false, null);
    if (!this.isStopped) this.#connect();
  }

  #letGo() {
    const socket = this.socket;
    this.socket = null; // what it still says is not heard
    socket?.close();
  }

  // The page is seen again, or the network is back: timers may have slept meanwhile.
  #lookAround() {
    if (this.isStopped || document.visibilityState === "hidden") return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    if (!this.isConnected || Date.now() - this.heardAt > SILENCE / 2) this.#startAgain();
  }

  /**
   * @param {boolean} isConnected
   * @param {Refusal | null} refusal
   */
  #tell(isConnected, refusal = null) {
    this.onState(isConnected, this.asOf, refusal);
  }

  /** @param {object} message */
  #send(message) {
    if (this.isConnected) this.socket?.send(JSON.stringify(message));
  }

  /** @returns {Record<string, number>} */
  #versions() {
    return Object.fromEntries([...this.known].filter(([topic]) => this.topics.includes(topic)));
  }
}

// Of a log, without the number of its epoch.
/** @param {string} name */
function idOf(name) {
  return name.split(".")[0];
}

// By which a screen is known again after a power cut. A browser that keeps nothing is known by its address only.
function deviceMark() {
  try {
    const mark = localStorage.getItem("roundlog-device") ?? newMark();
    localStorage.setItem("roundlog-device", mark);
    return mark;
  } catch {
    return "";
  }
}

function newMark() {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
