// What the arbiter announces: a banner over every page, or a page of its own.

import { element } from "../dom.js";
import { endOf } from "../announcement_end.js";
import { say } from "./languages.js";

// Those that still stand.
export function currentAnnouncements(state, now, number = 0) {
  const all = state?.announcements ?? [];
  return all.filter((one) => (number === 0 || one.number === number) && endOf(one.until) > now);
}

// A page of its own: all of them below each other, or, if they do not fit, a page for each. Says how many pages.
export function showAnnouncements(stage, found, page) {
  const all = found.map((one) => element("p", { class: one.text.length > 160 ? "words long" : "words" }, one.text));
  if (all.length === 0) all.push(element("p", { class: "words quiet nothing" }, say("no-announcement")));
  if (all.length === 1 || !fits(stage, all, STACKED)) {
    fits(stage, [all[page % all.length]], ALONE);
    return all.length;
  }
  return 1;
}

const STACKED = [1, 0.85, 0.7];
const ALONE = [1, 0.85, 0.7, 0.55, 0.45, 0.35, 0.28];

function fits(stage, texts, sizes) {
  const box = element("div", { class: "large announcement" }, ...texts);
  stage.replaceChildren(box);
  return sizes.some((size) => {
    box.style.fontSize = `${size}em`;
    return box.scrollHeight <= stage.clientHeight;
  });
}

const TURN = 8_000; // milliseconds that one stands; a long one until it can have been read
const LETTERS = 18; // that are read in a second
const SIZES = [1, 0.86, 0.74, 0.64, 0.55, 0.46];
const SHARE = 0.2; // of the glass that a banner may take before it is written smaller

// The banner: one at a time, whole, and as high as the highest of them needs, so that the page does not jump at each
// turn.
export class Banner {
  constructor(node) {
    this.node = node;
    this.told = [];
    this.index = 0;
    this.since = 0;
    this.measured = "";
    this.sizes = [1];
    this.height = 0;
  }

  // True if the glass for the rest is another than before.
  show(told, now) {
    const before = this.node.offsetHeight; // 0: hidden
    this.#take(told, now);
    this.node.hidden = told.length === 0;
    if (told.length === 0) return before !== 0;
    this.#measure();
    const { text } = this.told[this.index];
    if (this.node.textContent !== text) this.node.textContent = text;
    this.node.style.fontSize = `${this.sizes[this.index]}em`;
    this.node.style.height = `${this.height}px`;
    this.node.dataset.turn = told.length > 1 ? `${this.index + 1}/${told.length}` : "";
    return before !== this.node.offsetHeight;
  }

  // What is new is shown at once, then all of them in turn.
  #take(told, now) {
    const known = new Set(this.told.map(({ number }) => number));
    const shown = this.told[this.index]?.number;
    const isFirst = this.told.length === 0;
    const fresh = isFirst ? 0 : told.findIndex(({ number }) => !known.has(number));
    const kept = told.findIndex(({ number }) => number === shown);
    this.told = told;
    if (fresh >= 0) this.#turnTo(fresh, now);
    else if (kept < 0) this.#turnTo(0, now);
    else {
      this.index = kept;
      const span = Math.max(TURN, (told[kept].text.length / LETTERS) * 1000);
      if (Math.abs(now - this.since) >= span) this.#turnTo((kept + 1) % told.length, now);
    }
  }

  #turnTo(index, now) {
    this.index = index;
    this.since = now;
  }

  #measure() {
    const key = JSON.stringify([innerWidth, innerHeight, this.told.map(({ text }) => text)]);
    if (key === this.measured) return;
    this.measured = key;
    this.node.style.height = "";
    this.node.dataset.turn = this.told.length > 1 ? `${this.told.length}/${this.told.length}` : "";
    const found = this.told.map(({ text }) => this.#fit(text));
    this.sizes = found.map(({ size }) => size);
    this.height = Math.ceil(Math.max(...found.map(({ height }) => height)));
  }

  #fit(text) {
    this.node.textContent = text;
    let found = { size: 1, height: 0 };
    for (const size of SIZES) {
      this.node.style.fontSize = `${size}em`;
      found = { size, height: this.node.getBoundingClientRect().height };
      if (found.height <= innerHeight * SHARE) break;
    }
    return found;
  }
}
