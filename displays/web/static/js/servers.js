// The servers that show the same log: the page's own, and the others, to which it moves when that one is gone. It never
// goes back by itself: only when the one that it has moved to is gone too.

const KEPT = "roundlog-servers"; // in the browser, for a page whose server goes before it has named the others

class Servers {
  constructor() {
    this.home = location.origin; // from which the page came
    this.at = this.home; // with which it talks
    /** @type {string[]} */
    this.others = readKept();
    /** @type {string[] | null} */
    this.allowed = null; // those that were there when the page was loaded: it may talk with no others
  }

  get all() {
    return [...new Set([this.home, ...this.others, this.at])];
  }

  // What a server tells of the others; it does not name itself.
  /** @param {string[]} told */
  learn(told) {
    const others = this.at === this.home ? told : [...told, this.at];
    this.allowed ??= others;
    if (others.join() === this.others.join()) return;
    this.others = others;
    keep(others);
  }

  // There is one that the page could move to only if it were loaded anew.
  get isOutgrown() {
    return this.at === this.home && this.others.some((one) => this.allowed?.includes(one) === false);
  }

  // To the next one, the page's own after the last.
  moveOn() {
    this.at = this.all[(this.all.indexOf(this.at) + 1) % this.all.length];
  }

  // addressOf("/api/t/open/ranks"): where that is to be had now.
  /** @param {string} path */
  addressOf(path) {
    return this.at === this.home ? path : new URL(path, this.at).href;
  }

  // The page anew: from its own server, or from where it has moved.
  loadPage() {
    if (this.at === this.home) location.reload();
    else location.replace(this.addressOf(location.pathname + location.search + location.hash));
  }
}

/** @returns {string[]} */
function readKept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return []; // a browser that keeps nothing
  }
}

/** @param {string[]} others */
function keep(others) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(others));
  } catch {
    return; // the same; the page itself knows them
  }
}

export const servers = new Servers();
