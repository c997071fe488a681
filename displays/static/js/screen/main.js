// A screen in the hall: follows what it shows, turns its pages, holds on what matters, and says how old it is.

import { read } from "../ask.js";
import { element } from "../dom.js";
import { follow } from "../live.js";
import { given } from "../words.js";
import { Banner, showAnnouncements, standing } from "./announcing.js";
import { clockPage, reading } from "./clock.js";
import { Film } from "./film.js";
import { Marks } from "./marks.js";
import { Table } from "./table.js";
import { clockTime, nextLanguage, say, setLanguages } from "./tongue.js";
import { TABLES } from "./views.js";

const facts = given("facts");
const PAGE_SECONDS = 12;
const FIRST_PAGE = 1.5; // so many times as long: whoever looks up finds the top
const at = (id) => document.getElementById(id);

const states = new Map(); // topic → state
const elsewhere = new Map(); // address of a topic at a past moment or in an earlier round → {state, isOld, isAsked, isStill}
const marks = new Marks();
const table = new Table(at("stage"));
const banner = new Banner(at("banner"));
let setting = facts.setting;
let line = null;
let turn = 0; // which scene
let page = 0;
let pages = 1;
let film = null;
let isPaused = false;
let turning = 0; // the timer of the next page
let isFirstOfScene = true;

// -- what is to be shown ----------------------------------------------------------------------------------------------

function scenes() {
  const all = setting?.scenes ?? [];
  const pairings = all.filter(({ view }) => TABLES[view]?.isPairing);
  return isHolding() && pairings.length > 0 ? pairings : all;
}

// A new round is published and nobody has finished: everybody looks for a board.
function isHolding() {
  const boards = states.get("boards");
  if (setting?.is_steady || boards === undefined || boards.phase !== "published") return false;
  return boards.boards.length > 0 && boards.boards.every(({ result }) => result === "pending");
}

const scene = () => scenes()[turn % Math.max(1, scenes().length)];

function topics() {
  const wanted = new Set(["announcements", "clock", "boards"]);
  if (facts.name) wanted.add(`screen:${facts.name}`);
  for (const one of setting?.scenes ?? []) {
    if (!one.version && !one.round) for (const topic of TABLES[one.view]?.topics(one) ?? []) wanted.add(topic);
  }
  return [...wanted].slice(0, 16);
}

// The states of a scene: those of the line, or of a past moment.
function statesOf(one) {
  if (!one.version && !one.round) return states;
  const found = new Map();
  for (const topic of TABLES[one.view]?.topics(one) ?? []) {
    const { state } = readElsewhere(topic, one);
    if (state !== undefined) found.set(topic, state);
  }
  return found;
}

// What is there stays on the glass until something newer is.
function readElsewhere(topic, one) {
  const [view, category] = topic.split(":");
  const query = [
    ...(one.version ? [`version=${one.version}`] : []),
    ...(one.round && view !== "ticker" ? [`of=${one.round}`] : []),
    ...(category ? [`category=${category}`] : []),
  ].join("&");
  const address = `/api/t/${encodeURIComponent(facts.stream)}/${view}?${query}`;
  if (!elsewhere.has(address)) elsewhere.set(address, { state: undefined, isOld: true, isAsked: false, isStill: one.version > 0 });
  const kept = elsewhere.get(address);
  if (kept.isOld && !kept.isAsked) load(kept, address);
  return kept;
}

async function load(kept, address) {
  kept.isAsked = true;
  kept.isOld = false;
  try {
    kept.state = await read(address);
    queueMicrotask(paint);
  } catch {
    kept.isOld = true; // not there, or no line just now: asked again with the next page
  } finally {
    kept.isAsked = false;
  }
}

// -- painting ---------------------------------------------------------------------------------------------------------

function paint() {
  const kinds = ["screen", facts.game, setting?.theme ?? "dark", ...(setting?.is_overlay ? ["overlay"] : [])];
  document.body.className = kinds.join(" ");
  at("tournament").textContent = facts.tournament;
  const one = scene();
  if (one === undefined) return paintName();
  at("hello").hidden = true;
  if (one.view !== "film") film = null;
  paintFrame(one); // before anything is measured
  if (one.view in TABLES) paintTable(one);
  else if (one.view === "film") paintFilm(one);
  else paintFree(one);
  paintPages();
  return undefined;
}

// Nobody has said what this screen is to show, or the tournament has nothing of it.
function paintName() {
  at("stage").replaceChildren();
  paintHead("");
  at("hello").hidden = false;
  at("hello").replaceChildren(
    element("p", { class: "screen-name" }, facts.name),
    element("p", {}, say(setting === null ? "waiting-for-setting" : "none-of-it")),
  );
  paintFrame({});
  paintPages();
}

function paintTable(one) {
  const stage = at("stage");
  stage.className = `table ${one.view}`;
  const room = stage.clientWidth / parseFloat(getComputedStyle(stage).fontSize || "16") * Number(stage.style.getPropertyValue("--scale") || 1);
  const view = TABLES[one.view].table(statesOf(one), one, room, line?.now() ?? Date.now());
  if (view === null) {
    paintHead("");
    sayOnStage(stage, "nothing-yet");
    return;
  }
  paintHead(view.title, view.side, view.legend);
  if (one.category && view.rows.length === 0) {
    sayOnStage(stage, "nobody-in-category");
    return;
  }
  const layout = table.measure(view, { rows: one.rows, columns: one.columns });
  pages = layout.pages;
  page = Math.min(page, pages - 1);
  const shown = table.show(marks.on(view, Date.now()), layout, page);
  at("range").textContent = pages > 1 ? view.range(shown) : "";
}

function paintHead(title, side = "", legend = "") {
  at("title").textContent = title;
  at("side").replaceChildren(side, ...(legend ? [element("small", { class: "open-game" }, legend)] : []));
}

// A sentence in place of a table.
function sayOnStage(stage, key) {
  table.shown = "";
  pages = 1;
  at("range").textContent = "";
  stage.replaceChildren(element("p", { class: "large words quiet" }, say(key)));
}

function paintFree(one) {
  const stage = at("stage");
  table.shown = "";
  pages = 1;
  stage.className = "free";
  const now = line?.now() ?? Date.now();
  at("range").textContent = "";
  paintHead(one.view === "image" ? "" : say(`title-${one.view}`));
  if (one.view === "clock") stage.replaceChildren(clockPage(states.get("clock")?.clock, now));
  else if (one.view === "announcement") pages = showAnnouncements(stage, standing(states.get("announcements"), now, one.announcement), page);
  else if (one.view === "image") paintImage(stage, one.image);
}

function paintImage(stage, address) {
  if (stage.firstElementChild?.getAttribute("src") === address) return;
  stage.replaceChildren(element("img", { src: address, alt: "", class: "poster" }));
}

function paintFilm(one) {
  const stage = at("stage");
  stage.className = "film";
  pages = 1;
  if (film === null) {
    stage.replaceChildren(element("div", { class: "film-table table standings" }), element("div", { class: "film-chart" }));
    const mine = new Film(one, stage, () => mine === film && tellFilm(one));
    film = mine;
    film.load().then(() => stepFilm(mine), () => scheduleTurn(5));
  } else {
    film.paint();
  }
  tellFilm(one);
  at("range").textContent = "";
}

function tellFilm(one) {
  const { title, side, legend } = film?.told ?? { title: say("title-film") };
  paintHead(title, side, legend);
  paintPast(one);
}

async function stepFilm(mine) {
  if (mine !== film) return;
  const isOn = await mine.next().catch(() => false);
  if (mine !== film) return;
  if (isOn) scheduleTurn(mine.seconds);
  else if (scenes().length > 1) nextScene();
  else {
    film = null;
    scheduleTurn(8);
  }
}

// What stands around every page.
function paintFrame(one) {
  paintPast(one);
  at("qr").hidden = facts.phone === "" || !TABLES[one.view]?.isPairing || setting?.is_overlay === true;
  at("qr").src = facts.phone;
  at("qr").alt = facts.phoneAddress;
  at("qr-words").hidden = at("qr").hidden;
  at("qr-words").replaceChildren(say("on-your-phone"), element("br"), element("b", {}, facts.phoneAddress));
  paintNow();
}

// That this is not now, over the whole glass.
function paintPast(one) {
  const then = one.version ? say("as-it-was", { version: one.version }) : one.round ? say("earlier-round", { round: one.round }) : "";
  const text = one.view === "film" ? film?.told?.moment ?? "" : then;
  at("past").hidden = text === "";
  at("past").textContent = text;
}

function paintPages() {
  at("pages").textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
  at("progress").hidden = pages < 2 && scenes().length < 2;
}

// What changes by the second.
function paintNow() {
  const now = line?.now() ?? Date.now();
  const one = scene();
  const read = one?.view === "clock" ? null : reading(states.get("clock")?.clock, now);
  at("time").replaceChildren(
    ...(read === null ? [] : [element("span", { class: `clock ${read.kind}` }, read.text), " "]),
    clockTime(new Date(now)),
  );
  if (one?.view === "clock") at("stage").replaceChildren(clockPage(states.get("clock")?.clock, now));
  const told = one?.view === "announcement" ? [] : standing(states.get("announcements"), now);
  if (banner.show(told, now)) queueMicrotask(paint); // the glass for the rest is another
}

// -- turning pages ----------------------------------------------------------------------------------------------------

function scheduleTurn(seconds = null) {
  clearTimeout(turning);
  const one = scene();
  const usual = (one?.seconds || PAGE_SECONDS) * (page === 0 && isFirstOfScene ? FIRST_PAGE : 1);
  const span = (seconds ?? usual) * 1000;
  const bar = at("bar");
  for (const moving of bar.getAnimations()) moving.cancel();
  if (isPaused) return;
  bar.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: span, fill: "forwards" });
  turning = setTimeout(turnOn, span);
}

function turnOn() {
  const before = scene();
  if (before?.view === "film" && film !== null) {
    stepFilm(film);
    return;
  }
  isFirstOfScene = false;
  if (page + 1 < pages) page += 1;
  else {
    nextScene();
    return;
  }
  inNextLanguage();
  paint();
  scheduleTurn();
}

function nextScene() {
  turn = (turn + 1) % Math.max(1, scenes().length);
  page = 0;
  isFirstOfScene = true;
  film = null;
  inNextLanguage();
  paint();
  if (scene()?.view !== "film") scheduleTurn();
}

function inNextLanguage() {
  if ((setting?.languages ?? []).length < 2) return;
  nextLanguage();
  marks.forgetTexts();
  noteAll();
}

function stepBy(by) {
  const count = Math.max(1, scenes().length);
  if (page + by >= 0 && page + by < pages) page += by;
  else {
    turn = (turn + by + count) % count;
    page = 0;
    film = null;
  }
  paint();
  scheduleTurn();
}

function togglePause() {
  isPaused = !isPaused;
  at("pages").classList.toggle("is-paused", isPaused);
  scheduleTurn();
}

addEventListener("keydown", (event) => {
  if (event.key === " ") togglePause();
  else if (event.key === "ArrowRight" || event.key === "PageDown") stepBy(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") stepBy(-1);
  else return;
  event.preventDefault();
});
at("stage").addEventListener("click", togglePause);

// -- from the line ----------------------------------------------------------------------------------------------------

function hear(frame) {
  const before = states.get(frame.topic);
  if (frame.topic === `screen:${facts.name}`) return takeSetting(frame.state.screen);
  noteAll();
  if (frame.state === null) states.delete(frame.topic);
  else states.set(frame.topic, frame.state);
  for (const kept of elsewhere.values()) if (!kept.isStill) kept.isOld = true;
  noteAll();
  if (frame.topic === "boards" && isNewRound(before, frame.state)) jumpToPairings();
  paint();
  return undefined;
}

function isNewRound(before, now) {
  return before !== undefined && now?.phase === "published" && now.round > (before.round ?? 0);
}

function jumpToPairings() {
  if (setting?.is_steady) return;
  turn = 0;
  page = 0;
  isFirstOfScene = true;
  film = null;
  const index = scenes().findIndex(({ view }) => TABLES[view]?.isPairing);
  if (index < 0) return;
  turn = index;
  scheduleTurn();
}

function noteAll() {
  const now = Date.now();
  for (const one of setting?.scenes ?? []) {
    if (!(one.view in TABLES) || one.version || one.view === "results") continue;
    const view = TABLES[one.view].table(statesOf(one), one, 60, now);
    if (view !== null) marks.note(view, now);
  }
}

function takeSetting(wanted) {
  if (JSON.stringify(wanted) === JSON.stringify(setting)) return;
  setting = wanted;
  setLanguages(setting?.languages);
  turn = 0;
  page = 0;
  film = null;
  table.shown = "";
  marks.forgetTexts();
  elsewhere.clear();
  line?.change(topics());
  paint();
  if (scene()?.view !== "film") scheduleTurn();
}

function meet(isConnected, asOf) {
  at("as-of").hidden = isConnected;
  if (!isConnected) at("as-of-words").textContent = asOf === null ? say("no-line") : say("as-of", { time: clockTime(asOf, true) });
  if (isConnected) lookForNewScripts();
}

// A server that came back with other scripts than ours: once, not in a circle.
async function lookForNewScripts() {
  try {
    const { static: theirs } = await read("/health");
    if (theirs === undefined || theirs === facts.static || sessionStorage.getItem("scripts") === theirs) return;
    sessionStorage.setItem("scripts", theirs);
    location.reload();
  } catch {
    // The line was lost again; it is looked at when it comes back.
  }
}

// -- begin ------------------------------------------------------------------------------------------------------------

setLanguages(setting?.languages);
let resizing = 0;
addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(paint, 120);
});
document.fonts?.ready.then(paint);
line = follow(facts.stream, topics(), hear, { onState: meet });
setInterval(paintNow, 1000);
setInterval(paint, 10_000); // marks fade, news grow old
paint();
if (scene()?.view !== "film") scheduleTurn();
