// Asks the JSON API. A write carries a key of its own, so that asking again after a lost answer writes once.

/**
 * @typedef {{detail?: string, code?: string, facts?: Record<string, any>}} Detail
 * @typedef {{message?: string, code?: string, facts?: Record<string, any>}} Told
 */

// A refusal of the server, in its own words.
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Detail & {problems?: Detail[]}} document
   */
  constructor(status, document) {
    super(document.detail ?? String(status));
    this.status = status;
    this.code = document.code ?? "";
    this.facts = document.facts ?? {};
    /** @type {Told[]} */
    // All of them, this one first.
    this.problems = (document.problems ?? []).map(({ detail, code, facts }) => ({ message: detail, code, facts }));
  }
}

const RETRIES = 4;
export const NEEDS_CONFIRMATION = "needs-confirmation";

/** @type {(() => void)[]} */
const answerListeners = [];

// Called whenever the server has answered, whatever it says: it can be reached.
/** @param {() => void} listener */
export function onAnswer(listener) {
  answerListeners.push(listener);
}

// Of a write, or of a device. (crypto.randomUUID exists on https and localhost only; a hall has neither.)
export function newKey(bytes = 16) {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Sentences come in the language of the page.
const language = { "accept-language": document.documentElement.lang };

/**
 * @param {string} address
 * @returns {Promise<any>}
 */
export async function read(address) {
  return readAnswer(await fetch(address, { headers: { accept: "application/json", ...language } }));
}

// write("POST", "/api/t/open/rounds/1/boards/3/result", {result: "1-0"}, {expected: 17})
// `key`: of a write that was asked for before; `retries`: 0 for somebody who tries again by themselves.
/**
 * @param {string} method
 * @param {string} address
 * @param {any} [body]
 * @param {{expected?: number | null, key?: string, retries?: number}} [options]
 * @returns {Promise<any>}
 */
export async function write(method, address, body, { expected = null, key = newKey(), retries = RETRIES } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "content-type": "application/json", "idempotency-key": key, "x-roundlog": "console", ...language };
  if (expected !== null) headers["if-match"] = `"${expected}"`;
  const request = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  underWay += 1;
  try {
    return await sendConfirmed(address, request, retries);
  } finally {
    underWay -= 1;
  }
}

/**
 * @typedef {(question: Problem) => Promise<boolean>} Confirm shows what follows, and says whether somebody said yes
 */

/** @type {Confirm} */
let confirm = () => Promise.resolve(false);

// How a page asks what the server wants confirmed before it records anything.
/** @param {Confirm} ask */
export function confirmWith(ask) {
  confirm = ask;
}

// The server asks as often as it wants; each yes takes along the token of its question.
/**
 * @param {string} address
 * @param {RequestInit & {headers: Record<string, string>}} request
 * @param {number} retries
 */
async function sendConfirmed(address, request, retries) {
  for (;;) {
    try {
      return await send(address, request, retries);
    } catch (error) {
      if (!(error instanceof Problem && error.code === NEEDS_CONFIRMATION && (await confirm(error)))) throw error;
      request.headers.confirmation = error.facts.token;
    }
  }
}

let underWay = 0;

// Something is being written from this page: what it does with the answer comes before what a frame tells it.
export function isWriting() {
  return underWay > 0;
}

/**
 * @param {string} address
 * @param {RequestInit} request
 * @param {number} retries
 */
async function send(address, request, retries) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await readAnswer(await fetch(address, request));
    } catch (error) {
      if (error instanceof Problem && error.status < 502) throw error;
      if (attempt >= retries) throw error;
      await new Promise((wake) => setTimeout(wake, 300 * 2 ** attempt));
    }
  }
}

/** @param {Response} response */
async function readAnswer(response) {
  if (response.status < 502) for (const listener of answerListeners) listener();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const document = isJson ? await response.json() : {};
  if (!response.ok) throw new Problem(response.status, document);
  return document;
}
