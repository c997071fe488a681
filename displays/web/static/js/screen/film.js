// The tournament from its beginning, step by step: the table as it was, and everybody's way through the rounds. Up to
// the version or the round that the scene names, if it names one.

import { read } from "../api.js";
import { element } from "../dom.js";
import { formatTime } from "../moments.js";
import { servers } from "../servers.js";
import { pageData } from "../words.js";
import { bump } from "./bump_chart.js";
import { Table } from "./table.js";
import { language, say } from "./languages.js";
import { TABLES } from "./views/tables.js";

const facts = pageData("facts");
const ROUND_SECONDS = 6;
const EVENT_SECONDS = 1.5;
const REPLAY = { isReplay: true }; // the scene of its table
/** @type {Intl.DateTimeFormatOptions} */
const MOMENT = { dateStyle: "medium", timeStyle: "short" };
const KEPT = 3; // states: a film of a thousand steps runs for days

export class Film {
  // `tell` is called with what a step is, before its table is measured: the words around it take room.
  /**
   * @param {Scene} scene
   * @param {(told: any) => void} tell
   */
  constructor(scene, tell = () => {}) {
    this.scene = scene;
    this.tell = tell;
    this.steps = [];
    this.at = -1;
    this.seen = new Map();
    this.chart = element("div", { class: "film-chart" });
    this.table = new Table(element("div", { class: "film-table table standings" }));
    this.sight = facts.isLadder ? "ladder" : "standings";
  }

  mount(stage) {
    stage.replaceChildren(this.table.stage, this.chart);
  }

  get seconds() {
    return this.scene.seconds || (this.scene.step === "event" ? EVENT_SECONDS : ROUND_SECONDS);
  }

  async load() {
    this.ranks = await read(this.#address("ranks", this.#until(), this.scene.round ? [`of=${this.scene.round}`] : []));
    this.steps = this.scene.step === "event" ? await this.#events() : this.#rounds();
    this.at = -1;
  }

  #rounds() {
    return Array.from({ length: this.ranks.round }, (_, index) => ({
      // The newest table is asked for without its round: after a finished season it has the end correction.
      query: [...this.#until(), ...(this.scene.round || index + 1 < this.ranks.round ? [`of=${index + 1}`] : [])],
      round: index + 1,
      ranked: index + 1,
    }));
  }

  // The moments at which something was released that can move the table.
  async #events() {
    const ticker = await read(this.#address("ticker", this.#until()));
    const last = this.scene.round || Infinity;
    const telling = ticker.items.filter(
      ({ code, facts: { round } }) => (code.startsWith("result") || code === "round-closed") && round <= last,
    );
    let ranked = 0; // rounds that had ended by then: the chart tells of those, the table of the moment
    return telling.reverse().map(({ version, code, facts: { round }, at }) => {
      if (code === "round-closed") ranked = Math.max(ranked, round);
      return { query: [`version=${version}`], round, ranked, version, at };
    });
  }

  #until() {
    return this.scene.version ? [`version=${this.scene.version}`] : [];
  }

  // Shows the next step; false when the film is over, null when the server cannot be asked for it just now.
  async next() {
    if (this.at + 1 >= this.steps.length) return false;
    this.at += 1;
    if (await this.paint()) return true;
    this.at -= 1; // it is still to come
    return null;
  }

  // False: the server cannot be asked just now, and the picture stays as it was.
  async paint() {
    const step = this.steps[this.at];
    if (step === undefined) return true;
    const state = await this.#state(step);
    if (state === null) return false;
    const states = new Map([[this.sight, state]]);
    this.chart.hidden = step.ranked === 0; // before a round has ended it would be an empty half
    const { stage } = this.table;
    const room =
      (stage.clientWidth / parseFloat(getComputedStyle(stage).fontSize)) *
      Number(stage.style.getPropertyValue("--scale") || 1);
    const view = TABLES[this.sight].table(states, REPLAY, room);
    this.#name(step, view);
    const layout = this.table.measure(view, { rows: 0, columns: 1 });
    this.table.show({ ...view, key: "film" }, { ...layout, columns: 1 }, 0);
    this.chart.replaceChildren(bump(this.ranks, step.ranked));
    return true;
  }

  // Nobody is to take it for now: what it is, and of which moment.
  #name(step, { side, legends }) {
    const event = step.version
      ? [say("film-event", { version: step.version, time: formatTime(step.at, MOMENT, language()) })]
      : [];
    this.told = {
      title: say("film-title", { round: step.round }),
      side: say("film-step", { step: this.at + 1, steps: this.steps.length }),
      legends,
      moment: [side, ...event].filter(Boolean).join(" · "),
    };
    this.tell(this.told);
  }

  async #state(step) {
    const address = this.#address(this.sight, step.query);
    const known = this.seen.get(address);
    if (known !== undefined) return known;
    const state = await read(address).catch(() => null);
    if (state === null) return null;
    this.seen.set(address, state);
    for (const oldest of [...this.seen.keys()].slice(0, -KEPT)) this.seen.delete(oldest);
    return state;
  }

  #address(view, ...queries) {
    return servers.addressOf(`/api/t/${encodeURIComponent(facts.stream)}/${view}?${queries.flat().join("&")}`);
  }
}
