// A screen in the hall: follows what it shows, turns its pages, holds on what matters, and says how old it is. All that
// it knows stands in the one object; what is on the glass is the painter's.

import { follow } from "../live.js";
import { ChangeMarks } from "./change_marks.js";
import { Film } from "./film.js";
import { listUnmet, topicsToFollow } from "./followed_topics.js";
import { nextLanguage, setLanguages } from "./languages.js";
import { Painter } from "./painter.js";
import { PastStates } from "./past_states.js";
import { loadForNewServers, lookForNewScripts } from "./reload_when_updated.js";
import { Rotation } from "./rotation.js";
import { servers } from "../servers.js";
import { isSectionKnown, useFactsOf } from "./section_facts.js";
import { TABLES } from "./views/tables.js";

const FILM_AGAIN = 5; // seconds before a step of a film that could not be had is asked for again
const FILM_OVER = 8; // seconds that its end stands before it begins again
const GATHER = 20; // milliseconds in which what comes in is painted at once
const RESIZED = 120; // milliseconds of rest before a glass of another size is painted
const ALWAYS = ["announcements", "clock", "schedule"]; // topics that every screen needs

const isOfThePast = (/** @type {Scene} */ { version, round }) => Boolean(version || round);
const topicOf = ({ section }, topic) => (section ? `${section}/${topic}` : topic);
const topicsOf = (scene) => (TABLES[scene.view]?.topics(scene) ?? []).map((topic) => topicOf(scene, topic));

export class Screen {
  constructor(facts) {
    this.facts = facts;
    this.states = new Map(); // topic → state
    this.past = new PastStates(() => this.paintSoon());
    this.marks = new ChangeMarks();
    this.rotation = new Rotation(facts.setting, {
      isPairing: (view) => TABLES[view]?.isPairing ?? false,
      boards: () => this.states.get("boards"),
    });
    this.painter = new Painter(this);
    this.line = null;
    this.film = null;
    this.isPaused = false;
    this.isCurrent = false; // the line is there, and all that is shown is the newest
    this.turning = 0; // the timer of the next page
    this.soon = null; // what is painted in a moment, as a promise
    this.unmet = new Map(); // scene → what of its wished rows and columns this glass has no room for
  }

  // A festival has no boards of its own.
  get always() {
    return this.facts.isFestival ? ALWAYS : [...ALWAYS, "boards"];
  }

  get setting() {
    return this.rotation.setting;
  }

  start() {
    setLanguages(this.setting?.languages);
    let resizing = 0;
    addEventListener("resize", () => {
      clearTimeout(resizing);
      resizing = setTimeout(() => this.paint(), RESIZED);
    });
    document.fonts?.ready.then(() => this.paint());
    addEventListener("keydown", (event) => this.onKey(event));
    this.painter.stage.addEventListener("click", () => this.togglePause());
    this.line = follow(this.facts.stream, this.topics(), (frame) => this.takeFrame(frame), {
      onState: (isConnected, asOf) => this.onConnection(isConnected, asOf),
      onHall: (address) => this.onHall(address),
    });
    setInterval(() => this.painter.paintNow(), 1000);
    setInterval(() => this.paint(), 10_000); // marks fade, news grow old
    this.paint();
  }

  // The server's clock, in milliseconds.
  now() {
    return this.line?.now() ?? Date.now();
  }

  // -- what is to be shown -------------------------------------------------------------------------------------------

  topics() {
    const scenes = (this.setting?.scenes ?? []).filter((scene) => !isOfThePast(scene));
    const always = [...this.always, ...this.#roundsAwaited(scenes)];
    if (this.facts.name) always.unshift(`screen:${this.facts.name}`);
    return topicsToFollow(always, scenes, this.rotation.scene, topicsOf);
  }

  // A section whose pairings it shows sends it there with each new round.
  #roundsAwaited(scenes) {
    if (this.setting?.is_steady) return [];
    const pairings = scenes.filter(({ view, section }) => section && TABLES[view]?.isPairing);
    return pairings.map((scene) => topicOf(scene, "boards"));
  }

  // What is not followed any more grows old unseen.
  #followOn() {
    const wanted = this.topics();
    if (this.line === null || [...wanted].sort().join() === [...this.line.topics].sort().join()) return;
    for (const topic of [...this.states.keys()]) if (!wanted.includes(topic)) this.states.delete(topic);
    this.line.change(wanted);
  }

  // The states of a scene: those of the line, or of a past moment.
  statesOf(scene) {
    if (scene.section) return { get: (topic) => this.states.get(topic === "clock" ? topic : topicOf(scene, topic)) };
    return isOfThePast(scene) ? this.past.of(topicsOf(scene), scene) : this.states;
  }

  // What is known of a section is told apart from the same of another.
  tableOf(scene, room, now) {
    useFactsOf(scene);
    const view = TABLES[scene.view].table(this.statesOf(scene), scene, room, now);
    return view === null || !scene.section ? view : { ...view, key: `${scene.section}/${view.key}` };
  }

  begin(scene) {
    this.rotation.begin(scene);
    this.film = null;
    this.#followOn();
  }

  // Stays on what is shown for as long as that is to be shown at all.
  settle() {
    const other = this.rotation.replacement();
    if (other === null) return;
    this.begin(other.scene);
    if (this.rotation.scene?.view !== "film") this.scheduleTurn();
  }

  // -- painting ------------------------------------------------------------------------------------------------------

  // Done when it is on the glass.
  paintSoon() {
    this.soon ??= /** @type {Promise<void>} */ new Promise((done) => {
      setTimeout(() => {
        this.soon = null;
        this.paint();
        done(undefined);
      }, GATHER);
    });
    return this.soon;
  }

  paint() {
    this.settle();
    const { scene } = this.rotation;
    if (scene !== undefined && scene.view !== "film") this.film = null;
    this.painter.paint(scene);
  }

  // The console tells it: `shown` are the rows and columns that there is room for, null if all is as wished.
  noteUnmet(scene, shown) {
    if (JSON.stringify(this.unmet.get(scene) ?? null) === JSON.stringify(shown)) return;
    if (shown === null) this.unmet.delete(scene);
    else this.unmet.set(scene, shown);
    this.#reportUnmet();
  }

  #reportUnmet() {
    this.line?.report({ unmet: listUnmet(this.unmet) });
  }

  // -- a film --------------------------------------------------------------------------------------------------------

  // What is on the glass stays there until the film can begin.
  beginFilm(scene) {
    const film = new Film(scene, () => film === this.film && this.painter.paintFilmWords(scene));
    this.film = film;
    film.load().then(
      () => {
        if (film !== this.film) return;
        this.painter.mountFilm(film);
        this.stepFilm(film);
      },
      () => {
        if (film !== this.film) return;
        this.film = null;
        this.scheduleTurn(FILM_AGAIN);
      },
    );
  }

  async stepFilm(film) {
    if (film !== this.film) return;
    const isOn = await film.next(); // null: no line, the same step is asked for again
    if (film !== this.film) return;
    if (isOn === null) this.scheduleTurn(FILM_AGAIN);
    else if (isOn) this.scheduleTurn(film.seconds);
    else if (this.rotation.scenes().length > 1) this.nextScene();
    else {
      this.film = null;
      this.scheduleTurn(FILM_OVER);
    }
  }

  // -- turning pages -------------------------------------------------------------------------------------------------

  scheduleTurn(seconds = this.rotation.seconds) {
    clearTimeout(this.turning);
    this.painter.stopProgress();
    if (this.isPaused) return;
    this.painter.startProgress(seconds * 1000);
    this.turning = setTimeout(() => this.turnOn(), seconds * 1000);
  }

  turnOn() {
    if (this.rotation.scene?.view === "film" && this.film !== null) {
      this.stepFilm(this.film);
      return;
    }
    this.rotation.isFirstOfScene = false;
    if (!this.rotation.turnPage(1)) {
      this.nextScene();
      return;
    }
    this.turnLanguage();
    this.paint();
    this.scheduleTurn();
  }

  nextScene() {
    this.begin(this.rotation.sceneBy(1));
    this.turnLanguage();
    this.paint();
    if (this.rotation.scene?.view !== "film") this.scheduleTurn();
  }

  turnLanguage() {
    if ((this.setting?.languages ?? []).length < 2) return;
    nextLanguage();
    this.marks.forgetTexts();
    this.noteAll();
  }

  stepBy(by) {
    if (!this.rotation.turnPage(by)) this.begin(this.rotation.sceneBy(by));
    this.paint();
    this.scheduleTurn();
  }

  togglePause() {
    this.isPaused = !this.isPaused;
    this.painter.showPause(this.isPaused);
    this.scheduleTurn();
  }

  onKey(event) {
    if (event.key === " ") this.togglePause();
    else if (event.key === "ArrowRight" || event.key === "PageDown") this.stepBy(1);
    else if (event.key === "ArrowLeft" || event.key === "PageUp") this.stepBy(-1);
    else return;
    event.preventDefault();
  }

  // -- from the line -------------------------------------------------------------------------------------------------

  takeFrame({ topic, state }) {
    if (topic === `screen:${this.facts.name}`) {
      this.takeSetting(state.screen);
      return undefined;
    }
    const before = this.states.get(topic);
    this.noteAll(topic);
    if (state === null) this.states.delete(topic);
    else this.states.set(topic, state);
    this.past.age();
    this.noteAll(topic);
    const [section, ofSection] = topic.includes("/") ? topic.split("/") : ["", topic];
    if (ofSection === "boards" && isNewRound(before, state)) this.jumpToPairings(section);
    return this.isConcernedBy(topic) ? this.paintSoon() : undefined;
  }

  // Whether what is on the glass, or which scene that is, depends on it.
  isConcernedBy(topic) {
    const { scene } = this.rotation;
    return scene === undefined || isOfThePast(scene) || [...this.always, ...topicsOf(scene)].includes(topic);
  }

  jumpToPairings(section) {
    const scene = this.rotation.pairingScene(section);
    if (scene === undefined) return;
    this.begin(scene);
    this.scheduleTurn();
  }

  noteAll(topic = null) {
    const now = Date.now();
    for (const scene of this.setting?.scenes ?? []) {
      if (!(scene.view in TABLES) || scene.version || scene.view === "results") continue;
      if (topic !== null && !isOfThePast(scene) && !topicsOf(scene).includes(topic)) continue;
      const view = this.tableOf(scene, 60, now);
      if (view !== null) this.marks.note(view, now);
    }
  }

  takeSetting(wanted) {
    if (JSON.stringify(wanted) === JSON.stringify(this.setting)) return;
    if (!(wanted?.scenes ?? []).every(isSectionKnown)) {
      servers.loadPage(); // a section that is new here brings its name and its points with the page
      return;
    }
    this.rotation.setting = wanted;
    setLanguages(wanted?.languages);
    if (this.unmet.size > 0) {
      this.unmet.clear();
      this.#reportUnmet();
    }
    this.begin(undefined);
    this.painter.forgetTable();
    this.marks.forgetTexts();
    this.past.forget();
    this.paint();
  }

  // The code for phones begins with that address: it is on the page as it is made now.
  async onHall(address) {
    const { hall } = this.facts;
    if (hall === null || hall === address) return;
    this.facts.hall = address;
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const { phone, phoneAddress } = JSON.parse(page.getElementById("facts").textContent);
      Object.assign(this.facts, { phone, phoneAddress });
      this.paint();
    } catch {
      this.facts.hall = hall; // the next beat brings it again
    }
  }

  onConnection(isConnected, asOf) {
    if (isConnected && !this.isCurrent) lookForNewScripts(this.facts.static);
    if (isConnected) loadForNewServers();
    this.isCurrent = isConnected;
    this.painter.paintConnection(isConnected, asOf);
  }
}

function isNewRound(before, now) {
  return before !== undefined && now?.phase === "published" && now.round > (before.round ?? 0);
}
