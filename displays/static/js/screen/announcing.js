// What the arbiter announces: a banner over every page, or a page of its own.

import { element } from "../dom.js";
import { say } from "./tongue.js";

// Those that still stand. `until` may be a moment or just words ("after the round"): words do not end.
export function standing(state, now, number = 0) {
  const all = state?.announcements ?? [];
  return all.filter((one) => (number === 0 || one.number === number) && !(Date.parse(one.until) <= now));
}

export function announcementPage(found) {
  const texts = found.map((one) => element("p", { class: one.text.length > 160 ? "words long" : "words" }, one.text));
  return element("div", { class: "large announcement" }, ...(texts.length > 0 ? texts : [element("p", { class: "words quiet" }, say("no-announcement"))]));
}
