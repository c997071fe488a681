// States that the line does not bring: of a past moment, or of an earlier round.

import { read } from "../api.js";
import { servers } from "../servers.js";
import { pageData } from "../words.js";

const facts = pageData("facts");

export class PastStates {
  // `onState` is called when a state has come in.
  /** @param {() => void} onState */
  constructor(onState) {
    this.onState = onState;
    /** @type {Map<string, PastState>} */
    this.kept = new Map(); // address → {state, isOld, isAsked, isStill}
  }

  // Topic → state, as far as they have come in. What is there stays until something newer is.
  /**
   * @param {string[]} topics
   * @param {Scene} scene
   */
  of(topics, scene) {
    const found = new Map();
    for (const topic of topics) {
      const { state } = this.#state(topic, scene);
      if (state !== undefined) found.set(topic, state);
    }
    return found;
  }

  // Something has happened: what is not of a fixed moment is asked for again.
  age() {
    for (const one of this.kept.values()) if (!one.isStill) one.isOld = true;
  }

  forget() {
    this.kept.clear();
  }

  /**
   * @param {string} topic
   * @param {Scene} scene
   * @returns {PastState}
   */
  #state(topic, scene) {
    const [view, part = ""] = topic.split(":");
    const [, period, category] = /^(?:period=(\d+);?)?(.*)$/.exec(part) ?? [];
    const query = [
      ...(scene.version ? [`version=${scene.version}`] : []),
      ...(scene.round && view !== "ticker" ? [`of=${scene.round}`] : []),
      ...(period ? [`period=${period}`] : []),
      ...(category ? [`category=${category}`] : []),
    ].join("&");
    const address = `/api/t/${encodeURIComponent(facts.stream)}/${view}?${query}`;
    const isStill = (scene.version ?? 0) > 0;
    const one = this.kept.get(address) ?? { state: undefined, isOld: true, isAsked: false, isStill };
    this.kept.set(address, one);
    if (one.isOld && !one.isAsked) this.#load(one, address);
    return one;
  }

  /**
   * @param {PastState} one
   * @param {string} address
   */
  async #load(one, address) {
    one.isAsked = true;
    one.isOld = false;
    try {
      one.state = await read(servers.addressOf(address));
      this.onState();
    } catch {
      one.isOld = true; // not there, or no line just now: asked again with the next page
    } finally {
      one.isAsked = false;
    }
  }
}
