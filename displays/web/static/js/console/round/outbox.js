// Results on their way. Each waits in the browser's own store until the server has said that it is written: a lost
// line, a reload or a flat battery loses nothing. Asked again under the same key, the server writes once.

import { NEEDS_CONFIRMATION, Problem, newKey, write } from "../../api.js";
import { word } from "../../words.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10000;
const AT_A_TIME = 4;
const CONFLICTS = new Set(["result-differs", "result-stands"]);
const LATER = (/** @type {number} */ status) => status === 429 || status >= 500;

// States of an entry: "waiting", "sending", "saved", "conflict" (another result stands), "refused".
export class Outbox {
  /** @param {{api: string, round: number, store?: Storage, onChange: () => void}} options */
  constructor({ api, round, store = localStorage, onChange }) {
    this.api = api;
    this.round = round;
    this.store = store;
    this.prefix = `roundlog/${api}/${round}/outbox/`;
    this.onChange = onChange;
    /** @type {OutboxEntry[]} */
    this.entries = this.readKept();
    this.isOnline = true;
    this.wait = FIRST_WAIT;
    this.timer = 0;
    addEventListener("online", () => this.hurry());
  }

  /** @returns {OutboxEntry[]} */
  readKept() {
    const names = Object.keys(this.store).filter((name) => name.startsWith(this.prefix));
    /** @type {OutboxEntry[]} */
    const entries = names.map((name) => JSON.parse(this.store.getItem(name) ?? "null"));
    for (const entry of entries) if (entry.state === "sending") entry.state = "waiting";
    return entries.sort((one, other) => one.typed - other.typed);
  }

  // What was typed and has not been sent yet is replaced; what may have reached the server already stands before it.
  /**
   * @param {number} board
   * @param {string} result
   * @param {{since: number}} [seen] the version of the record that gave what stands: typed again by who typed that, it
   *   is put right; by anybody else, it is a dispute
   */
  add(board, result, seen = { since: 0 }) {
    const own = this.ownVersion(board);
    for (const old of this.of(board)) if (isReplaced(old)) this.drop(old);
    /** @type {OutboxEntry} */
    const entry = {
      key: newKey(),
      board,
      result,
      replaces: Math.max(seen.since, own),
      state: "waiting",
      tries: 0,
      typed: this.now(),
      message: "",
      facts: {},
    };
    this.entries.push(entry);
    this.keep(entry);
    this.onChange();
    this.send();
    return entry;
  }

  now() {
    const last = this.entries.at(-1)?.typed ?? 0;
    return Math.max(Date.now(), last + 1);
  }

  // The version of the newest record that this browser knows it has written for the board.
  /** @param {number} board */
  ownVersion(board) {
    return Math.max(0, ...this.of(board).map((entry) => entry.version ?? 0));
  }

  /** @param {number} board */
  of(board) {
    return this.entries.filter((entry) => entry.board === board);
  }

  unsent() {
    return this.entries.filter((entry) => entry.state === "waiting" || entry.state === "sending");
  }

  /** @param {OutboxEntry} entry */
  drop(entry) {
    this.entries = this.entries.filter((other) => other !== entry);
    this.store.removeItem(this.prefix + entry.key);
    this.onChange();
  }

  /** @param {OutboxEntry} entry */
  keep(entry) {
    this.store.setItem(this.prefix + entry.key, JSON.stringify(entry));
  }

  // Once more, now.
  hurry() {
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.send();
  }

  // Some at a time, of one board never two: the first that was typed reaches the server first.
  send() {
    clearTimeout(this.timer);
    for (let next = this.next(); next !== undefined; next = this.next()) this.start(next);
  }

  /** @param {OutboxEntry} entry */
  async start(entry) {
    const isAnswered = await this.deliver(entry);
    if (isAnswered) {
      this.wait = FIRST_WAIT;
      this.send();
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  // After a failure one is tried alone, until somebody answers again.
  next() {
    const sending = this.entries.filter((entry) => entry.state === "sending");
    if (sending.length >= (this.wait === FIRST_WAIT ? AT_A_TIME : 1)) return undefined;
    const busy = new Set(sending.map((entry) => entry.board));
    return this.entries.find((entry) => entry.state === "waiting" && !busy.has(entry.board));
  }

  // True when the server has answered, whatever it said.
  /** @param {OutboxEntry} entry */
  async deliver(entry) {
    const replaces = entry.tries === 0 ? Math.max(entry.replaces, this.ownVersion(entry.board)) : entry.replaces;
    this.mark(entry, "sending", { tries: entry.tries + 1, replaces });
    try {
      const { records = [] } = await this.post(entry);
      entry.version = records.at(-1)?.version;
      entry.old = records.at(-1)?.event?.old ?? "";
    } catch (problem) {
      return this.fail(entry, problem);
    }
    this.isOnline = true;
    this.store.removeItem(this.prefix + entry.key);
    entry.state = "saved";
    this.onChange();
    return true;
  }

  /** @param {OutboxEntry} entry */
  post({ board, result, replaces, key }) {
    if (result === "postponed") {
      return write(
        "POST",
        `${this.api}/commands`,
        { do: "postpone-game", round: this.round, board },
        { key, retries: 0 },
      );
    }
    const body = replaces > 0 ? { result, replaces } : { result };
    return write("POST", `${this.api}/rounds/${this.round}/boards/${board}/result`, body, { key, retries: 0 });
  }

  /**
   * @param {OutboxEntry} entry
   * @param {unknown} problem
   */
  fail(entry, problem) {
    if (!(problem instanceof Problem) || LATER(problem.status) || problem.status === 401) {
      this.isOnline = problem instanceof Problem;
      this.mark(entry, "waiting", { message: problem instanceof Problem ? problem.message : "" });
      return false;
    }
    this.isOnline = true;
    const state = CONFLICTS.has(problem.code) ? "conflict" : "refused";
    const message = problem.code === NEEDS_CONFIRMATION ? word("not-confirmed") : problem.message;
    this.mark(entry, state, { message, facts: problem.facts });
    return true;
  }

  /**
   * @param {OutboxEntry} entry
   * @param {OutboxEntry["state"]} state
   * @param {Partial<OutboxEntry>} more
   */
  mark(entry, state, more) {
    Object.assign(entry, { state, ...more });
    this.keep(entry);
    this.onChange();
  }
}

/** @param {OutboxEntry} entry */
function isReplaced({ state, tries }) {
  return state === "waiting" ? tries === 0 : state !== "sending";
}
