// The tournament from its beginning, step by step: the table as it was, and everybody's way through the rounds.

import { read } from "../ask.js";
import { given } from "../words.js";
import { bump } from "./bump.js";
import { Table } from "./table.js";
import { say } from "./tongue.js";
import { TABLES } from "./views.js";

const facts = given("facts");
const ROUND_SECONDS = 6;
const EVENT_SECONDS = 1.5;
const KEPT = 3; // states: a film of a thousand steps runs for days

export class Film {
  constructor(scene, stage) {
    this.scene = scene;
    this.stage = stage;
    this.steps = [];
    this.at = -1;
    this.seen = new Map();
    this.table = new Table(stage.querySelector(".film-table"));
    this.sight = facts.isLadder ? "ladder" : "standings";
  }

  get seconds() {
    return this.scene.seconds || (this.scene.step === "event" ? EVENT_SECONDS : ROUND_SECONDS);
  }

  async load() {
    this.ranks = await read(this.#address("ranks"));
    this.steps = this.scene.step === "event" ? await this.#events() : this.#rounds();
    this.at = -1;
  }

  #rounds() {
    return Array.from({ length: this.ranks.round }, (_, index) => ({ query: `of=${index + 1}`, round: index + 1, ranked: index + 1 }));
  }

  // The moments at which something was released that can move the table.
  async #events() {
    const ticker = await read(this.#address("ticker"));
    const telling = ticker.items.filter(({ code }) => code.startsWith("result") || code === "round-closed");
    let ranked = 0; // rounds that had ended by then: the chart tells of those, the table of the moment
    return telling.reverse().map(({ version, code, facts: { round }, at }) => {
      if (code === "round-closed") ranked = Math.max(ranked, round);
      return { query: `version=${version}`, round, ranked, at };
    });
  }

  // Shows the next step; false when the film is over.
  async next() {
    if (this.at + 1 >= this.steps.length) return false;
    this.at += 1;
    await this.paint();
    return true;
  }

  async paint() {
    const step = this.steps[this.at];
    if (step === undefined) return;
    const states = new Map([[this.sight, await this.#state(step)]]);
    const { stage } = this.table;
    const room = stage.clientWidth / parseFloat(getComputedStyle(stage).fontSize) * Number(stage.style.getPropertyValue("--scale") || 1);
    const view = TABLES[this.sight].table(states, {}, room);
    const layout = this.table.measure(view, { rows: 0, columns: 1 });
    this.table.show({ ...view, key: "film" }, { ...layout, columns: 1 }, 0);
    this.stage.querySelector(".film-chart").replaceChildren(bump(this.ranks, step.ranked));
    this.title = say("film-title", { round: step.round ?? 0, step: this.at + 1, steps: this.steps.length });
  }

  async #state(step) {
    const known = this.seen.get(step.query);
    if (known !== undefined) return known;
    const state = await read(`${this.#address(this.sight)}?${step.query}`);
    this.seen.set(step.query, state);
    for (const oldest of [...this.seen.keys()].slice(0, -KEPT)) this.seen.delete(oldest);
    return state;
  }

  #address(view) {
    return `/api/t/${encodeURIComponent(facts.stream)}/${view}`;
  }
}
