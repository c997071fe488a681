// What is on the glass of a screen: the page that is shown, and what stands around every page.

import { byId, controlById, element } from "../dom.js";
import { momentOf } from "../moments.js";
import { servers } from "../servers.js";
import { Banner, currentAnnouncements, showAnnouncements } from "./announcements.js";
import { clockPage, readClock, readSchedule } from "./clock.js";
import { findUnmet, layBeside } from "./fitting.js";
import { clockTime, language, say } from "./languages.js";
import { factsOf, nameOfSection } from "./section_facts.js";
import { Table } from "./table.js";
import { TABLES } from "./views/tables.js";

const LONG_NOTE = 60; // letters from which a note stands on two lines, smaller

export class Painter {
  constructor(screen) {
    this.screen = screen;
    this.stage = byId("stage");
    this.table = new Table(this.stage);
    this.banner = new Banner(byId("banner"));
  }

  get rotation() {
    return this.screen.rotation;
  }

  paint(scene) {
    const { facts, setting } = this.screen;
    const kinds = [
      "screen",
      factsOf(scene).game,
      setting?.theme ?? "dark",
      ...(setting?.is_overlay ? ["overlay"] : []),
    ];
    document.body.className = kinds.join(" ");
    const section = scene?.section ? ` · ${nameOfSection(scene.section)}` : "";
    byId("tournament").textContent = facts.tournament + section;
    if (scene === undefined) this.#paintName();
    else this.#paintScene(scene);
    this.#paintPages();
  }

  // Nobody has said what this screen is to show, or the tournament has nothing of it.
  #paintName() {
    const { facts, setting } = this.screen;
    this.stage.replaceChildren();
    this.#paintHead({});
    byId("hello").hidden = false;
    byId("hello").replaceChildren(
      element("p", { class: "screen-name" }, facts.name),
      element("p", {}, say(setting === null ? "waiting-for-setting" : "none-of-it")),
    );
    this.#paintFrame({});
  }

  #paintScene(scene) {
    byId("hello").hidden = true;
    this.#paintFrame(scene); // before anything is measured
    if (scene.view in TABLES) this.#paintTable(scene);
    else if (scene.view === "film") this.#paintFilm(scene);
    else this.#paintFree(scene);
  }

  #paintTable(scene) {
    this.stage.className = `table ${scene.view}`;
    const room =
      (this.stage.clientWidth / parseFloat(getComputedStyle(this.stage).fontSize || "16")) *
      Number(this.stage.style.getPropertyValue("--scale") || 1);
    const tableFor = (width) => this.screen.tableOf(scene, width, this.screen.now());
    const { columns, view } = layBeside(scene.columns ?? 0, room, tableFor);
    this.#paintHead(view ?? {});
    if (view === null) this.#sayOnStage("nothing-yet");
    else if (view.rows.length === 0 && view.nothing !== undefined) this.#sayOnStage(view.nothing);
    else this.#paintRows(scene, view, tableFor(room), columns);
  }

  // `wide`: the same table for the whole glass, if all its rows stand in one column.
  #paintRows(scene, view, wide, columns) {
    const wish = { rows: scene.rows, columns };
    const found = this.table.measure(view, wish);
    const isNarrower = columns > 1 && found.columns === 1;
    const [table, layout] = isNarrower ? [wide, this.table.measure(wide, wish)] : [view, found];
    this.screen.noteUnmet(scene, findUnmet(table.rows.length, layout, scene));
    this.rotation.setPages(layout.pages);
    const shown = this.table.show(this.screen.marks.on(table, Date.now()), layout, this.rotation.page);
    byId("range").textContent = layout.pages > 1 ? table.range(shown) : "";
  }

  // A sentence in place of a table.
  #sayOnStage(key) {
    this.#clear();
    this.stage.replaceChildren(element("p", { class: "large words quiet" }, say(key)));
  }

  // One page, and no table on it.
  #clear() {
    this.forgetTable();
    this.rotation.pages = 1;
    byId("range").textContent = "";
  }

  // What stands where a table stood: the next one is not changed into, but laid out anew.
  forgetTable() {
    this.table.shown = "";
  }

  #paintFree(scene) {
    this.#clear();
    this.stage.className = "free";
    const { states } = this.screen;
    const now = this.screen.now();
    this.#paintHead({ title: scene.view === "image" ? "" : say(`title-${scene.view}`) });
    if (scene.view === "clock")
      this.stage.replaceChildren(clockPage(states.get("clock")?.clock, states.get("schedule"), now));
    else if (scene.view === "announcement") {
      const found = currentAnnouncements(states.get("announcements"), now, scene.announcement);
      this.rotation.pages = showAnnouncements(this.stage, found, this.rotation.page);
    } else if (scene.view === "image") this.#paintImage(scene.image);
  }

  #paintImage(address) {
    if (this.stage.firstElementChild?.getAttribute("data-image") === address) return;
    const src = servers.addressOf(address);
    this.stage.replaceChildren(element("img", { src, "data-image": address, alt: "", class: "poster" }));
  }

  // -- a film --------------------------------------------------------------------------------------------------------

  #paintFilm(scene) {
    this.rotation.pages = 1;
    byId("range").textContent = "";
    if (this.screen.film === null) this.screen.beginFilm(scene);
    else this.screen.film.paint();
    if (this.screen.film.told !== undefined || this.stage.childElementCount === 0) this.paintFilmWords(scene);
  }

  mountFilm(film) {
    this.forgetTable();
    this.stage.className = "film";
    film.mount(this.stage);
  }

  paintFilmWords(scene) {
    this.#paintHead(this.screen.film?.told ?? { title: say("title-film") });
    this.#paintPast(scene);
  }

  // -- around the page -----------------------------------------------------------------------------------------------

  // `legends`: what the signs in the table mean; `note`: what settled ties.
  /** @param {{title?: string, side?: string, legends?: Legend[], note?: string}} head */
  #paintHead({ title = "", side = "", legends = [], note = "" }) {
    byId("title").textContent = title;
    byId("side").replaceChildren(
      side,
      ...legends.map(({ text, class: kind = "" }) => element("small", { class: kind }, text)),
      ...(note ? [element("small", { class: note.length > LONG_NOTE ? "settled long" : "settled" }, note)] : []),
    );
  }

  #paintFrame(scene) {
    const { facts, setting } = this.screen;
    this.#paintPast(scene);
    byId("qr").hidden = facts.phone === "" || !TABLES[scene.view]?.isPairing || setting?.is_overlay === true;
    controlById("qr").src = facts.phone;
    controlById("qr").alt = facts.phoneAddress;
    byId("qr-words").hidden = byId("qr").hidden;
    byId("qr-words").replaceChildren(say("on-your-phone"), element("br"), element("b", {}, facts.phoneAddress));
    this.paintNow();
  }

  // That this is not now, over the whole glass. While a film is fetched, what was said of the picture before it still
  // holds.
  #paintPast(scene) {
    const isFilm = scene.view === "film";
    const told = this.screen.film?.told;
    if (isFilm && told === undefined && this.stage.childElementCount > 0) return;
    const text = isFilm ? (told?.moment ?? "") : pastWords(scene);
    byId("past").hidden = text === "";
    byId("past").textContent = text;
  }

  #paintPages() {
    const { page, pages } = this.rotation;
    byId("pages").textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
    byId("progress").hidden = pages < 2 && this.rotation.scenes().length < 2;
  }

  // What changes by the second.
  paintNow() {
    const now = this.screen.now();
    const view = this.rotation.scene?.view;
    const { states, line } = this.screen;
    const clock = states.get("clock")?.clock;
    const schedule = states.get("schedule");
    byId("time").replaceChildren(
      ...(view === "clock" ? [] : cornerClock(clock, schedule, now)),
      clockTime(new Date(now)),
    );
    if (view === "clock") this.stage.replaceChildren(clockPage(clock, schedule, now));
    if (line !== null && !byId("as-of").hidden) this.#paintAge(line.asOf);
    const found = view === "announcement" ? [] : currentAnnouncements(states.get("announcements"), now);
    if (this.banner.show(found, now)) queueMicrotask(() => this.screen.paint()); // the glass for the rest is another
  }

  paintConnection(isConnected, asOf) {
    byId("as-of").hidden = isConnected;
    this.#paintAge(asOf);
  }

  // In the language of the page, and with the day as soon as that is another.
  #paintAge(asOf) {
    if (this.screen.isCurrent) return;
    const time = asOf === null ? null : momentOf(asOf, Date.now(), "medium", language());
    byId("as-of-words").textContent = time === null ? say("no-line") : say("as-of", { time });
  }

  // -- how long the page still stands --------------------------------------------------------------------------------

  stopProgress() {
    for (const moving of byId("bar").getAnimations()) moving.cancel();
  }

  startProgress(milliseconds) {
    const growth = [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }];
    byId("bar").animate(growth, { duration: milliseconds, fill: "forwards" });
  }

  showPause(isPaused) {
    byId("pages").classList.toggle("is-paused", isPaused);
  }
}

function pastWords({ version, round }) {
  if (version) return say("as-it-was", { version });
  return round ? say("earlier-round", { round }) : "";
}

// What the round clock says beside the time of day: not to be taken for another one.
function cornerClock(clock, schedule, now) {
  const read = readClock(clock, now);
  if (read === null) {
    const told = readSchedule(schedule, now);
    return told === null ? [] : [element("span", { class: "schedule" }, told.words.join(" · ")), " "];
  }
  const running = read.kind === "before" || read.kind === "over" ? read.kind : "left";
  return [element("span", { class: `clock ${read.kind}` }, say(`corner-${running}`, { time: read.text })), " "];
}
