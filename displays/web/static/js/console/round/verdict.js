// What the audit says of a pairing, at once: which absolute rules it would break, or that it breaks none.

import { write } from "../../api.js";
import { element } from "../../dom.js";
import { word } from "../../words.js";
import { desk, round } from "./store.js";

const PAUSE = 120;

export function verdictLines({ breaches, refusal }) {
  if (refusal !== null) return [element("div", { class: "notice bad verdict" }, element("p", {}, refusal.sentence))];
  if (breaches.length === 0) return [element("div", { class: "notice verdict" }, element("p", {}, word("no-breach")))];
  const lines = breaches.map(({ sentence }) => element("li", {}, sentence));
  const kind = breaches.every(({ is_wish: isWish }) => isWish) ? "wish" : "bad";
  return [element("div", { class: `notice ${kind} verdict` }, element("ul", {}, ...lines))];
}

// Asks after every change, but not for those that were overtaken by the next.
export class Checker {
  constructor(onVerdict) {
    this.onVerdict = onVerdict;
    this.asked = 0;
    this.timer = 0;
  }

  check(request) {
    clearTimeout(this.timer);
    const number = (this.asked += 1);
    this.timer = setTimeout(() => this.ask(request, number), PAUSE);
  }

  // What was asked no longer matters: its answer is not told.
  forget() {
    clearTimeout(this.timer);
    this.asked += 1;
  }

  async ask(request, number) {
    try {
      const verdict = await write("POST", `${desk.api}/rounds/${round().round}/boards/check`, request);
      if (number === this.asked) this.onVerdict(verdict);
    } catch (problem) {
      const sentence = problem.status === undefined ? word("no-connection") : problem.message;
      if (number === this.asked) this.onVerdict({ breaches: [], refusal: { sentence } });
    }
  }
}
