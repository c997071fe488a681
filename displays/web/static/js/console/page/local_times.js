// Times of the log are UTC; people read them in their own zone: <time datetime="…Z"> or "YYYY-MM-DD hh:mm:ss" in UTC.

import { formatTime } from "../../moments.js";

export function localTimes(root = document) {
  for (const node of root.querySelectorAll("time[datetime]")) {
    const text = node.getAttribute("datetime");
    const when = new Date(/Z$/.test(text) ? text : `${text.replace(" ", "T")}Z`);
    if (Number.isNaN(when.valueOf())) continue;
    const today = when.toDateString() === new Date().toDateString();
    /** @type {Intl.DateTimeFormatOptions} */
    const style = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
    node.textContent = formatTime(when, style);
    node.title = formatTime(when, { dateStyle: "full", timeStyle: "medium" });
  }
}
