// The slider over all versions of the tournament: the whole console at any past moment.

import { read } from "../../api.js";
import { byId, element } from "../../dom.js";
import { formatTime } from "../../moments.js";
import { word } from "../../words.js";
import { onKey } from "./shortcuts.js";

const { stream, version, newest } = document.documentElement.dataset;
const bar = document.getElementById("replay");
/** @type {any} */
let moments = null; // {at: […], what: […], rounds: […], ends: [[round, version], …]}: one entry a version

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

async function load() {
  if (moments !== null) return;
  moments = await read(`/console/${encodeURIComponent(stream)}/moments`);
  label(Number(version));
  drawTicks();
  sayWhen();
}

function label(number) {
  const parts = [word("version-of", { version: number, newest })];
  if (moments !== null) parts.push(time(moments.at[number - 1]), moments.what[number - 1]);
  byId("replay-label").textContent = parts.join(" · ");
}

function drawTicks() {
  const last = Math.max(Number(newest) - 1, 1);
  const ticks = moments.ends.map(([round, at]) => {
    const text = word("end-of-round-short", { round });
    const tick = element("a", { href: address(at), title: word("end-of-round", { round }) }, text);
    tick.style.setProperty("--at", String((at - 1) / last));
    return tick;
  });
  byId("replay-ticks").replaceChildren(...ticks);
}

function sayWhen() {
  const words = document.getElementById("past-words");
  if (words === null) return;
  const facts = {
    version,
    newest,
    time: time(moments.at[Number(version) - 1]),
    what: moments.what[Number(version) - 1],
  };
  words.textContent = word("past-banner-when", facts);
}

const time = (at) => formatTime(at, { dateStyle: "short", timeStyle: "medium" });

function step(by) {
  const wanted = Number(version) + by;
  if (wanted >= 1 && wanted <= Number(newest)) goTo(wanted);
}

async function goTo(number) {
  await load();
  location.assign(address(number));
}

// This page at that version; a round that was not there yet gives way to the last one that was.
function address(number) {
  const here = new URL(location.href);
  for (const name of ["round", "at", "version"]) here.searchParams.delete(name);
  if (number < Number(newest)) here.searchParams.set("version", String(number));
  here.pathname = here.pathname.replace(/\/rounds\/(\d+)$/, (whole, round) =>
    Number(round) > moments.rounds[number - 1] ? `/rounds/${Math.max(1, moments.rounds[number - 1])}` : whole,
  );
  return here.href;
}
