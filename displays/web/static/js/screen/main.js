// A screen in the hall: follows what it shows, turns its pages, holds on what matters, and says how old it is.

import { element } from "../dom.js";
import { follow } from "../live.js";
import { momentOf } from "../moments.js";
import { given } from "../words.js";
import { Banner, showAnnouncements, standing } from "./announcing.js";
import { clockPage, reading } from "./clock.js";
import { Elsewhere } from "./elsewhere.js";
import { Film } from "./film.js";
import { Marks } from "./marks.js";
import { lookForNewScripts } from "./renewal.js";
import { Table } from "./table.js";
import { clockTime, language, nextLanguage, say, setLanguages } from "./tongue.js";
import { TABLES } from "./views.js";

const facts = given("facts");
const PAGE_SECONDS = 12;
const FIRST_PAGE = 1.5; // so many times as long: whoever looks up finds the top
const FILM_AGAIN = 5; // seconds before a step of a film that could not be had is asked for again
const GATHER = 20; // milliseconds in which what comes in is painted at once
const ALWAYS = ["announcements", "clock", "boards"]; // topics that every screen needs
const at = (id) => document.getElementById(id);

const states = new Map(); // topic → state
const elsewhere = new Elsewhere(paintSoon);
const marks = new Marks();
const table = new Table(at("stage"));
const banner = new Banner(at("banner"));
let setting = facts.setting;
let line = null;
let scene = undefined; // the one that is shown, of the setting
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

// Stays on what is shown for as long as that is to be shown at all.
function settle() {
  const all = scenes();
  if (all.includes(scene) || scene === all[0]) return;
  begin(all[0]);
  if (scene?.view !== "film") scheduleTurn();
}

function begin(one) {
  scene = one;
  page = 0;
  isFirstOfScene = true;
  film = null;
}

// The scene so many further on.
function sceneBy(by) {
  const all = scenes();
  return all.at((all.indexOf(scene) + by) % all.length);
}

function topics() {
  const wanted = new Set(ALWAYS);
  if (facts.name) wanted.add(`screen:${facts.name}`);
  for (const one of setting?.scenes ?? []) {
    if (!isElsewhere(one)) for (const topic of topicsOf(one)) wanted.add(topic);
  }
  return [...wanted];
}

// The states of a scene: those of the line, or of a past moment.
function statesOf(one) {
  return isElsewhere(one) ? elsewhere.of(topicsOf(one), one) : states;
}

const isElsewhere = ({ version, round }) => Boolean(version || round);
const topicsOf = (one) => TABLES[one.view]?.topics(one) ?? [];

// -- painting ---------------------------------------------------------------------------------------------------------

// Done when it is on the glass.
let soon = null;
function paintSoon() {
  soon ??= new Promise((done) => {
    setTimeout(() => {
      soon = null;
      paint();
      done();
    }, GATHER);
  });
  return soon;
}

function paint() {
  const kinds = ["screen", facts.game, setting?.theme ?? "dark", ...(setting?.is_overlay ? ["overlay"] : [])];
  document.body.className = kinds.join(" ");
  at("tournament").textContent = facts.tournament;
  settle();
  const one = scene;
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
  if (view.rows.length === 0 && view.nothing !== undefined) {
    sayOnStage(stage, view.nothing);
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
  pages = 1;
  at("range").textContent = "";
  if (film === null) beginFilm(one, stage);
  else film.paint();
  if (film.told !== undefined || stage.childElementCount === 0) tellFilm(one);
}

// What is on the glass stays there until the film can begin.
function beginFilm(one, stage) {
  const mine = new Film(one, () => mine === film && tellFilm(one));
  film = mine;
  mine.load().then(
    () => {
      if (mine !== film) return;
      table.shown = "";
      stage.className = "film";
      mine.mount(stage);
      stepFilm(mine);
    },
    () => {
      if (mine !== film) return;
      film = null;
      scheduleTurn(FILM_AGAIN);
    },
  );
}

function tellFilm(one) {
  const { title, side, legend } = film?.told ?? { title: say("title-film") };
  paintHead(title, side, legend);
  paintPast(one);
}

async function stepFilm(mine) {
  if (mine !== film) return;
  const isOn = await mine.next().catch(() => null); // null: no line, the same step is asked for again
  if (mine !== film) return;
  if (isOn === null) scheduleTurn(FILM_AGAIN);
  else if (isOn) scheduleTurn(mine.seconds);
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

// That this is not now, over the whole glass. While a film is fetched, what was said of the picture before it still holds.
function paintPast(one) {
  if (one.view === "film" && film?.told === undefined && at("stage").childElementCount > 0) return;
  const then = one.version ? say("as-it-was", { version: one.version }) : one.round ? say("earlier-round", { round: one.round }) : "";
  const text = one.view === "film" ? film?.told?.moment ?? "" : then;
  at("past").hidden = text === "";
  at("past").textContent = text;
}

function paintPages() {
  at("pages").textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
  at("progress").hidden = pages < 2 && scenes().length < 2;
}

// What the round clock says beside the time of day: not to be taken for another one.
function cornerWords({ kind, text }) {
  const running = kind === "before" || kind === "over" ? kind : "left";
  return say(`corner-${running}`, { time: text });
}

// What changes by the second.
function paintNow() {
  const now = line?.now() ?? Date.now();
  const one = scene;
  const read = one?.view === "clock" ? null : reading(states.get("clock")?.clock, now);
  at("time").replaceChildren(
    ...(read === null ? [] : [element("span", { class: `clock ${read.kind}` }, cornerWords(read)), " "]),
    clockTime(new Date(now)),
  );
  if (one?.view === "clock") at("stage").replaceChildren(clockPage(states.get("clock")?.clock, now));
  if (line !== null && !at("as-of").hidden) paintAge(line.asOf);
  const told = one?.view === "announcement" ? [] : standing(states.get("announcements"), now);
  if (banner.show(told, now)) queueMicrotask(paint); // the glass for the rest is another
}

// -- turning pages ----------------------------------------------------------------------------------------------------

function scheduleTurn(seconds = null) {
  clearTimeout(turning);
  const usual = (scene?.seconds || PAGE_SECONDS) * (page === 0 && isFirstOfScene ? FIRST_PAGE : 1);
  const span = (seconds ?? usual) * 1000;
  const bar = at("bar");
  for (const moving of bar.getAnimations()) moving.cancel();
  if (isPaused) return;
  bar.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: span, fill: "forwards" });
  turning = setTimeout(turnOn, span);
}

function turnOn() {
  if (scene?.view === "film" && film !== null) {
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
  begin(sceneBy(1));
  inNextLanguage();
  paint();
  if (scene?.view !== "film") scheduleTurn();
}

function inNextLanguage() {
  if ((setting?.languages ?? []).length < 2) return;
  nextLanguage();
  marks.forgetTexts();
  noteAll();
}

function stepBy(by) {
  if (page + by >= 0 && page + by < pages) page += by;
  else begin(sceneBy(by));
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
  noteAll(frame.topic);
  if (frame.state === null) states.delete(frame.topic);
  else states.set(frame.topic, frame.state);
  elsewhere.age();
  noteAll(frame.topic);
  if (frame.topic === "boards" && isNewRound(before, frame.state)) jumpToPairings();
  return concerns(frame.topic) ? paintSoon() : undefined;
}

// Whether what is on the glass, or which scene that is, depends on it.
function concerns(topic) {
  return scene === undefined || isElsewhere(scene) || [...ALWAYS, ...topicsOf(scene)].includes(topic);
}

function isNewRound(before, now) {
  return before !== undefined && now?.phase === "published" && now.round > (before.round ?? 0);
}

function jumpToPairings() {
  if (setting?.is_steady) return;
  const pairing = scenes().find(({ view }) => TABLES[view]?.isPairing);
  if (pairing === undefined) return; // what it shows goes on
  begin(pairing);
  scheduleTurn();
}

function noteAll(topic = null) {
  const now = Date.now();
  for (const one of setting?.scenes ?? []) {
    if (!(one.view in TABLES) || one.version || one.view === "results") continue;
    if (topic !== null && !isElsewhere(one) && !topicsOf(one).includes(topic)) continue;
    const view = TABLES[one.view].table(statesOf(one), one, 60, now);
    if (view !== null) marks.note(view, now);
  }
}

function takeSetting(wanted) {
  if (JSON.stringify(wanted) === JSON.stringify(setting)) return;
  setting = wanted;
  setLanguages(setting?.languages);
  begin(undefined);
  table.shown = "";
  marks.forgetTexts();
  elsewhere.forget();
  line?.change(topics());
  paint();
}

let isCurrent = false;
function meet(isConnected, asOf) {
  if (isConnected && !isCurrent) lookForNewScripts(facts.static);
  isCurrent = isConnected;
  at("as-of").hidden = isConnected;
  paintAge(asOf);
}

// In the language of the page, and with the day as soon as that is another.
function paintAge(asOf) {
  if (!isCurrent) at("as-of-words").textContent = asOf === null ? say("no-line") : say("as-of", { time: momentOf(asOf, Date.now(), "medium", language()) });
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
