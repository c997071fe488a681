// What every page of the console does: shortcuts, their help, the menu, the connection, replay, times in the reader's
// zone.

import { confirmWith, write } from "../../api.js";
import { byId, element } from "../../dom.js";
import { searchWhileTyping } from "../../help_search.js";
import { formatTime } from "../../moments.js";
import { word } from "../../words.js";
import { onConnection, onDesk } from "./desk.js";
import { onKey, shortcuts } from "./shortcuts.js";
import { ask } from "./question.js";
import { causeGone, tellKept, tellProblem } from "./notices.js";
import { onFresh, refreshFrame } from "./refresh_parts.js";
import { replay } from "./replay.js";
import { localTimes } from "./local_times.js";
import { followServers } from "./server_notes.js";

const LOOK_AT_TIME_EVERY = 60_000; // milliseconds

const help = document.getElementById("help");

function showHelp() {
  const lines = shortcuts().flatMap(({ keys, meaning }) => [
    element("dt", {}, ...keys.split(" ").map((key) => element("kbd", { class: "key" }, key))),
    element("dd", {}, meaning),
  ]);
  byId("help-keys").replaceChildren(...lines);
  help.showModal();
}

// What follows, as the server tells it; at the second question the button is red.
function setUpConfirmation() {
  confirmWith(async (question) => {
    const { step, steps } = question.facts;
    const details = question.problems.map(({ message }) => message ?? "");
    const act = steps > 1 ? word("confirm-step", { step, steps }) : word("confirm");
    const title = steps > 1 ? question.message : word("to-be-confirmed"); // which of them is told of several only
    return (await ask(title, { details, act, danger: step === steps && steps > 1 })) !== null;
  });
}

function setUpKeys() {
  onKey("?", byId("help-title").textContent, showHelp);
  for (const link of document.querySelectorAll("a[data-go]")) {
    const name = link.title || link.firstChild.textContent.trim();
    onKey(`g ${link.dataset.go}`, name.replace(/ \(.*\)$/, ""), () => link.click());
  }
  onKey("/", word("to-search"), () => document.querySelector("[type=search]")?.focus());
}

function setUpMenu() {
  const button = document.getElementById("menu-button");
  if (button === null) return;
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
  });
}

function setUpConnection() {
  const mark = document.getElementById("connection");
  if (mark === null) return;
  const words = document.getElementById("connection-words");
  onConnection((isLive, asOf) => {
    mark.dataset.state = isLive ? "live" : "lost";
    const time = asOf ? formatTime(asOf, { timeStyle: "medium" }) : "…";
    words.textContent = isLive ? word("live") : word("as-of", { time });
    if (isLive) causeGone("connection");
  });
}

// Records are dated later than it is: whoever may, has the clock followed again. The note goes when somebody else has
// done that, or time has caught up.
function setUpTime() {
  const { api } = document.documentElement.dataset;
  byId("time-notes").addEventListener("click", async ({ target }) => {
    if (!(target instanceof Element) || target.closest("#correct-time") === null) return;
    try {
      await write("POST", `${api}/time`, { reason: word("time-reason") });
      byId("time-ahead").remove();
    } catch (problem) {
      tellProblem(problem);
    }
  });
  const look = () => {
    if (document.getElementById("time-ahead") !== null && !document.hidden) refreshFrame().catch(tellProblem);
  };
  onDesk(look);
  setInterval(look, LOOK_AT_TIME_EVERY);
}

// A round that is paired, published, closed … shows among the rounds of every page.
// Without a connection, of which the page tells, they are asked for when it is back.
function followRounds() {
  let known = ""; // round and phase
  let isMissed = false;
  const renew = async () => {
    isMissed = await refreshFrame().then(
      () => false,
      () => true,
    );
  };
  onDesk(({ round, phase }) => {
    const now = `${round} ${phase}`;
    if (known !== "" && known !== now) renew();
    known = now;
  });
  onConnection((isLive) => {
    if (isLive && isMissed) renew();
  });
}

byId("help-button").addEventListener("click", showHelp);
searchWhileTyping(/** @type {HTMLInputElement} */ (byId("help-search")), byId("help-found"));
setUpKeys();
setUpConfirmation();
setUpMenu();
setUpConnection();
setUpTime();
tellKept();
localTimes();
onFresh(localTimes);
if (document.getElementById("replay") !== null) replay();
if (document.getElementById("chips") !== null) followRounds();
if (byId("pair-notes").dataset.renewed !== undefined) followServers();
// The round that the page is about, or tonight's, or the one that is played or paired next: not week 1 of a season.
const here =
  document.querySelector(".chips [aria-current]") ??
  document.querySelector(".chips .tonight") ??
  [...document.querySelectorAll(".chips .chip:not(.round-to-come)")].at(-1);
here?.scrollIntoView({ block: "nearest", inline: "center" });
