// Announcements and the round clock. Times are typed in the zone of this machine and sent in UTC.

import { write } from "../../api.js";
import { byId, closest } from "../../dom.js";
import { endOf } from "../../announcement_end.js";
import { parseMoment } from "../../moments.js";
import { pageData, word } from "../../words.js";
import { onDesk, serverNow } from "../page/desk.js";
import { fill, keep, submit, formValues } from "../page/forms.js";
import { tell, tellProblem } from "../page/notices.js";
import { asSeen, changedMeanwhile, pageAgain } from "../page/conflict.js";
import { onRefresh, refresh } from "../page/refresh_parts.js";

const page = document.documentElement.dataset;
const base = page.api ?? ""; // a tournament, or an event
const SHORT = 5 * 60; // seconds from which the clock is marked
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const SLACK = 500; // milliseconds
const MOST_MINUTES = 24 * 60;
const reload = () => refresh("clock", "announcements", "chips");

// -- times ------------------------------------------------------------------------------------------------------------

// What cannot be a time goes as it was typed: the answer says so at its field.
function instant(text) {
  const when = new Date(text);
  return Number.isNaN(when.valueOf()) ? text : when.toISOString();
}

function localText(when, to = "minute") {
  return new Date(when.valueOf() - when.getTimezoneOffset() * MINUTE).toISOString().slice(0, to === "minute" ? 16 : 19);
}

function tickClock() {
  const face = document.getElementById("clock-face");
  const clock = pageData("clock-data");
  if (face === null || clock === null) return;
  const now = serverNow(); // as on the screens
  const [starts, ends] = [parseMoment(clock.starts), parseMoment(clock.ends)];
  if (starts === null || ends === null) return; // words of an old log
  const left = Math.round(((now < starts ? starts : ends) - now) / SECOND);
  const size = Math.max(0, left);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  face.textContent = left < 0 ? word("time-is-up") : `${now < starts ? "−" : ""}${parts.join(":")}`;
  face.dataset.left = left < 0 ? "over" : left < SHORT && now >= starts ? "short" : "long";
}

// What has ended meanwhile goes to the others: asked for once each, because it is the server's clock that decides.
const ended = new Set();
function lookForEnded() {
  const over = [...document.querySelectorAll(".announced.standing time")].filter(
    ({ dateTime }) => endOf(dateTime) + SLACK <= Date.now() && !ended.has(dateTime),
  );
  for (const { dateTime } of over) ended.add(dateTime);
  if (over.length > 0) reload();
}

// -- acts -------------------------------------------------------------------------------------------------------------

// The clock as it was seen, and no other.
async function onClock(send) {
  const again = async () => {
    const fresh = await pageAgain();
    return { version: fresh.version, value: fresh.data("clock-data") };
  };
  const answer = await asSeen({ version: Number(page.version), was: pageData("clock-data"), again, send });
  if (answer === null) {
    reload();
    throw changedMeanwhile();
  }
}

async function act(told, send) {
  try {
    await send();
    tell(word(told));
    reload();
  } catch (problem) {
    tellProblem(problem);
  }
}

function setUpClock(form) {
  const value = (name) => form.elements.namedItem(name).value;
  const starts = form.elements.namedItem("starts");
  if (starts.value === "") starts.value = localText(new Date());
  byId("clock-now").addEventListener("click", () => {
    // To the minute, the round would lose up to 59 seconds.
    const now = new Date(Math.floor(serverNow() / SECOND) * SECOND);
    starts.value = localText(now, "second");
    form.elements.namedItem("ends").value = "";
    set(now.toISOString());
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    set(instant(value("starts")));
  });
  async function set(begins) {
    const own = [];
    const round = value("round").trim();
    const isRound = /^\d{1,9}$/.test(round);
    if (!isRound) own.push({ of: "round", field: "round", message: word("round-wrong") });
    if (!begins) own.push({ of: "starts", field: "starts", message: word("starts-wrong") });
    let ends = value("ends") && instant(value("ends"));
    if (!ends && isDuration(value("minutes"))) ends = later(begins, Number(value("minutes")));
    else if (!ends) own.push({ of: "ends", field: "minutes", message: word("minutes-wrong", { most: MOST_MINUTES }) });
    const address = `${base}/rounds/${isRound ? round : 0}/clock`;
    const fieldOf = ({ code }) => (/round/.test(code) ? "round" : code === "times-in-wrong-order" ? "ends" : "");
    const send = (expected) => write("PUT", address, { starts: begins, ends }, { expected });
    if (!(await submit(form, () => onClock(send), fieldOf, own))) return;
    tell(word("clock-is-set"));
    reload();
  }
}

const isDuration = (text) => /^\s*\d{1,5}\s*$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_MINUTES;

// A start that is no time is told of; its end is then counted from now, so that nothing is said of it.
function later(starts, minutes) {
  const from = Date.parse(starts);
  return new Date((Number.isNaN(from) ? Date.now() : from) + minutes * MINUTE).toISOString();
}

function setUpAnnouncing(form) {
  const kept = keep(
    `announce:${page.stream}`,
    () => formValues(form),
    (values) => fill(form, values),
  );
  form.addEventListener("input", kept.keepNow);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const until = form.elements.namedItem("until").value;
    const isPast = until && Date.parse(instant(until)) <= Date.now();
    const own = isPast ? [{ of: "until", field: "until", message: word("until-is-past") }] : [];
    const when = isPast ? { until: "past" } : until ? { until: instant(until) } : {};
    const body = { text: form.elements.namedItem("text").value.trim(), ...when };
    if (!(await submit(form, () => write("POST", `${base}/announcements`, body), undefined, own))) return;
    form.reset();
    kept.forget();
    tell(word("announced-done"));
    reload();
  });
}

document.addEventListener("click", (event) => {
  const { longer, clear, withdraw } = closest(event, "button")?.dataset ?? {};
  const clock = pageData("clock-data");
  if (longer !== undefined) {
    const body = { starts: clock.starts, ends: later(clock.ends, Number(longer)) };
    const set = (expected) => write("PUT", `${base}/rounds/${clock.round}/clock`, body, { expected });
    act("clock-is-set", () => onClock(set));
  }
  if (clear !== undefined) {
    const off = (expected) => write("DELETE", `${base}/rounds/${clear}/clock`, undefined, { expected });
    act("clock-is-cleared", () => onClock(off));
  }
  if (withdraw !== undefined) act("announcement-gone", () => write("DELETE", `${base}/announcements/${withdraw}`));
});

const [clockForm, announceForm] = ["clock-form", "announce-form"].map((id) => document.getElementById(id));
if (clockForm !== null) setUpClock(clockForm);
if (announceForm !== null) setUpAnnouncing(announceForm);
onRefresh(tickClock);
onDesk((state, frame) => {
  if (frame.version > Number(page.version)) reload();
});
setInterval(tickClock, 500);
if (!document.body.classList.contains("in-the-past")) setInterval(lookForEnded, 500);
tickClock();
