// Work that takes longer than a second: a bar that says how long it has taken, and a button that gives it up.
//   await watchWork(write("POST", …))

import { Problem, read, write } from "../../api.js";
import { element } from "../../dom.js";
import { word } from "../../words.js";
import { tellProblem } from "./notices.js";

const EVERY = 1000; // milliseconds between two looks, and before the first
const address = `/api/t/${encodeURIComponent(document.documentElement.dataset.stream ?? "")}/work`;
const place = element("div", { class: "work-bar", id: "work-bar" });

/**
 * @typedef {{number: number, kind: string, players: number, is_waiting: boolean, seconds: number, limit: number}} Work
 */

/** @type {Map<number, {row: HTMLElement, say: (work: Work) => void}>} */
const rows = new Map();
let watched = 0;
let timer = 0;

/**
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function watchWork(work) {
  watched += 1;
  if (watched === 1) timer = setInterval(look, EVERY);
  try {
    return await work;
  } finally {
    watched -= 1;
    if (watched === 0) {
      clearInterval(timer);
      show([], false);
    }
  }
}

async function look() {
  try {
    const { work, may_give_up: mayGiveUp } = await read(address);
    if (watched > 0) show(work, mayGiveUp);
  } catch (problem) {
    clearInterval(timer); // what is waited for has an answer of its own; it may be that there is no line
    if (problem instanceof Problem) tellProblem(problem);
  }
}

/**
 * @param {Work[]} works
 * @param {boolean} mayGiveUp
 */
function show(works, mayGiveUp) {
  const current = new Set(works.map(({ number }) => number));
  for (const [number, { row }] of rows) {
    if (current.has(number)) continue;
    row.remove();
    rows.delete(number);
  }
  for (const work of works) {
    if (!rows.has(work.number)) rows.set(work.number, newRow(work, mayGiveUp));
    rows.get(work.number)?.say(work);
  }
  // What is not in an open dialog cannot be pressed.
  const host = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (works.length === 0) place.remove();
  else if (place.parentNode !== host) host.append(place);
}

/**
 * @param {Work} work
 * @param {boolean} mayGiveUp
 */
function newRow({ number, kind }, mayGiveUp) {
  const text = element("p", { id: `work-${number}` });
  const ends = element("p", { class: "quiet" });
  const row = element(
    "div",
    { class: "work" },
    text,
    element("progress", { "aria-labelledby": `work-${number}` }),
    ends,
    mayGiveUp ? giveUpButton(number) : null,
  );
  place.append(row);
  return { row, say };

  /** @param {Work} now */
  function say({ players, is_waiting: isWaiting, seconds, limit }) {
    const facts = { work: word(`work-${kind}`), players, seconds };
    text.textContent = word(isWaiting ? "work-waits" : "work-runs", facts);
    ends.textContent = isWaiting ? "" : word("work-ends", { limit });
  }
}

/** @param {number} number */
function giveUpButton(number) {
  const button = element("button", { type: "button" }, word("give-up"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await write("DELETE", `${address}/${number}`);
    } catch (problem) {
      const isDone = problem instanceof Problem && problem.code === "no-such-work"; // its answer is on its way
      if (!isDone) tellProblem(problem);
    }
  });
  return button;
}
