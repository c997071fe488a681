// The screens of the hall as the console shows them: a card each, with the devices that show it or are missed.

import { closest, element } from "../../dom.js";
import { formatTime } from "../../moments.js";
import { word } from "../../words.js";
import { renewChildren } from "../page/morph.js";

// `health`: the devices, null when nothing is known of them.
// Every acknowledgement of a screen comes here, several a second in a busy round: what is the same stays untouched.
export function showCards(place, { hall, health, mayControl }) {
  const names = new Set([...Object.keys(hall.screens), ...(health?.screens ?? []).map(({ name }) => name)]);
  renewChildren(place, element("ul", {}, ...[...names].sort().map((name) => card(name, hall, health, mayControl))));
}

// onCards(place, {change: (name) => …, remove: (name) => …, "not-missed": (name, seat) => …})
export function onCards(place, acts) {
  place.addEventListener("click", (event) => {
    const pressed = closest(event, "button[data-act]");
    if (pressed !== null)
      acts[pressed.dataset.act](pressed.closest("[data-name]").dataset.name, Number(pressed.dataset.seat));
  });
}

function card(name, hall, health, mayControl) {
  const setting = hall.screens[name];
  const seats = health?.screens.filter((one) => one.name === name) ?? null;
  const address = `${hall.base}/${name}`;
  return element(
    "li",
    {
      class: seats === null ? "screen-card" : `screen-card ${stateOf(seats)}`,
      id: `screen-${name}`,
      "data-name": name,
    },
    cardTitle(name, setting, seats !== null),
    element("p", {}, setting === undefined ? word("not-set") : scenesWords(setting.scenes, hall.sections)),
    ...(setting === undefined ? [] : notShown(name, setting, hall)),
    ...(seats === null ? [] : devices(name, seats, mayControl)),
    element(
      "p",
      {},
      element("a", { href: address, target: "_blank", rel: "noopener" }, address.replace(/^https?:\/\//, "")),
    ),
    setting === undefined ? null : qrCode(`${hall.qr}/${name}.svg`, address),
    mayControl ? cardActions(setting !== undefined) : null,
  );
}

function cardTitle(name, setting, hasLamp) {
  return element(
    "h3",
    {},
    hasLamp ? element("span", { class: "lamp", "aria-hidden": "true" }) : null,
    ` ${setting?.title || name}`,
    setting?.title ? element("small", {}, ` ${name}`) : null,
  );
}

function qrCode(picture, address) {
  const image = element("img", { loading: "lazy", src: picture, alt: address, class: "qr" });
  return element("details", {}, element("summary", {}, word("qr")), image);
}

function cardActions(isSet) {
  return element("div", { class: "actions" }, button("change"), isSet ? button("remove", { class: "danger" }) : null);
}

// Scenes that the tournament has not, or that are not for everybody, with the reason.
function notShown(name, { scenes }, { leftOut, sections }) {
  return Object.entries(leftOut[name] ?? {}).map(([place, why]) =>
    element(
      "p",
      { class: "field-error", id: `not-shown-${name}-${place}` },
      word("not-shown", { scene: sceneWords(scenes[place], sections), why }),
    ),
  );
}

function devices(name, seats, mayControl) {
  if (seats.length === 0) return [element("p", { class: "warning", id: `unseen-${name}` }, word("never-seen"))];
  return seats.map((seat) => seatLine(seat, mayControl));
}

function stateOf(seats) {
  if (seats.length === 0) return "unseen-screen";
  return seats.every(({ gone }) => gone === "") ? "there" : "gone-screen"; // another device does not stand in for it
}

function seatLine(seat, mayControl) {
  const id = `seat-${seat.number}`;
  if (seat.gone !== "")
    return element(
      "p",
      { class: "field-error", id },
      word("gone-since", { time: time(seat.gone), address: seat.address }),
      " ",
      mayControl ? button("not-missed", { "data-seat": seat.number }) : null,
    );
  const facts = { version: seat.version, delay: seat.delay ?? "–", address: seat.address, time: time(seat.since) };
  return element("div", { id }, element("p", { class: "quiet" }, word("seat", facts)), ...seat.unmet.map(unmetLine));
}

// Rows or columns for which this glass has no room: the screen shows fewer, on more pages.
function unmetLine({ view, wished, shown }) {
  const parts = ["rows", "columns"].filter((name) => shown[name] > 0);
  const fewer = parts.map((name) => word(`fewer-${name}`, { count: shown[name], wished: wished[name] })).join(", ");
  return element("p", { class: "warning" }, word("does-not-fit", { scene: word(`view-${view}`), fewer }));
}

const time = (text) => formatTime(text, { timeStyle: "medium" });

// `sections`: [id, name] of each that an event has.
export function scenesWords(scenes, sections) {
  return scenes.map((scene) => sceneWords(scene, sections)).join(" → ");
}

function sceneWords(scene, sections) {
  const boards = scene.first_board ? `${scene.first_board}–${scene.last_board || "…"}` : "";
  const period = scene.period && word("scene-period", scene);
  const moment = [period, scene.round && word("scene-round", scene), scene.version && word("scene-version", scene)];
  const section = new Map(sections).get(scene.section) ?? scene.section;
  const parts = [section, scene.category, boards, scene.image, ...moment];
  return [word(`view-${scene.view}`), ...parts.filter(Boolean)].join(" ");
}

function button(act, attributes = {}) {
  return element("button", { type: "button", "data-act": act, ...attributes }, word(act));
}
