// The slider over all versions of the tournament: the whole console at any past moment.

import { read } from "../../api.js";
import { byId, element } from "../../dom.js";
import { formatTime } from "../../moments.js";
import { word } from "../../words.js";
import { onKey } from "./shortcuts.js";

const { stream, version, newest } = document.documentElement.dataset;
const bar = byId("replay");
/** @typedef {{at: string[], what: string[], rounds: number[], ends: [round: number, version: number][]}} Moments */
/** @type {Moments | null} */
let moments = null; // one entry a version, once they are there

export function replay() {
  const slider = document.getElementById("replay-version");
  const button = document.getElementById("replay-button");
  button.addEventListener("click", () => {
    bar.hidden = !bar.hidden;
    button.setAttribute("aria-expanded", String(!bar.hidden));
    if (!bar.hidden) load().then(() => slider.focus());
  });
  slider.addEventListener("input", () => label(Number(slider.value)));
  slider.addEventListener("change", () => goTo(Number(slider.value)));
  bar.addEventListener("submit", (event) => event.preventDefault());
  byId("replay-back").addEventListener("click", () => step(-1));
  byId("replay-on").addEventListener("click", () => step(1));
  onKey("[", word("step-back"), () => step(-1));
  onKey("]", word("step-on"), () => step(1));
  if (!bar.hidden) load();
}

/** @returns {Promise<Moments>} */
async function load() {
  if (moments !== null) return moments;
  /** @type {Moments} */
  const found = await read(`/console/${encodeURIComponent(stream)}/moments`);
  moments = found;
  label(Number(version));
  drawTicks(found);
  sayWhen(found);
  return found;
}

/** @param {number} number */
function label(number) {
  const parts = [word("version-of", { version: number, newest })];
  if (moments !== null) parts.push(time(moments.at[number - 1]), moments.what[number - 1]);
  byId("replay-label").textContent = parts.join(" · ");
}

/** @param {Moments} known */
function drawTicks(known) {
  const last = Math.max(Number(newest) - 1, 1);
  const ticks = known.ends.map(([round, at]) => {
    const text = word("end-of-round-short", { round });
    const tick = element("a", { href: address(at, known), title: word("end-of-round", { round }) }, text);
    tick.style.setProperty("--at", String((at - 1) / last));
    return tick;
  });
  byId("replay-ticks").replaceChildren(...ticks);
}

/** @param {Moments} known */
function sayWhen(known) {
  const words = document.getElementById("past-words");
  if (words === null) return;
  const facts = {
    version,
    newest,
    time: time(known.at[Number(version) - 1]),
    what: known.what[Number(version) - 1],
  };
  words.textContent = word("past-banner-when", facts);
}

/** @param {string} at */
const time = (at) => formatTime(at, { dateStyle: "short", timeStyle: "medium" });

/** @param {number} by */
function step(by) {
  const wanted = Number(version) + by;
  if (wanted >= 1 && wanted <= Number(newest)) goTo(wanted);
}

/** @param {number} number */
async function goTo(number) {
  location.assign(address(number, await load()));
}

// This page at that version; a round that was not there yet gives way to the last one that was.
/**
 * @param {number} number
 * @param {Moments} known
 */
function address(number, known) {
  const here = new URL(location.href);
  for (const name of ["round", "at", "version"]) here.searchParams.delete(name);
  if (number < Number(newest)) here.searchParams.set("version", String(number));
  here.pathname = here.pathname.replace(/\/rounds\/(\d+)$/, (whole, round) =>
    Number(round) > known.rounds[number - 1] ? `/rounds/${Math.max(1, known.rounds[number - 1])}` : whole,
  );
  return here.href;
}
