// The form of a tournament's set-up: its controls, and what they say as the API wants it.

import { pageData, word } from "../../words.js";
import { chosenOptions } from "./options.js";
import { numberOf } from "../players/player_form.js";
import { byId, element } from "../../dom.js";
import { isSame, tableOf, textsOf } from "./point_table.js";

export const setup = pageData("choices");
export const { systems, points, rankings, tiebreaks: names } = setup.choices;
export const isNew = setup.rules === undefined;
export const detailsForm = document.getElementById("setup");
export const form = document.getElementById("rules") ?? detailsForm; // a new tournament has one form for both
export const optionsPlace = document.getElementById("options");

const DETAILS = ["name", "place", "starts", "ends", "arbiter", "federation", "time_control"];
const OF_REPORT = ["arbiter_fide", "deputies", "encoded_time_control"];

const CHECKS = ["is_private", "lasts_long", "compares_ratings"];

export const control = (name) => form.elements.namedItem(name) ?? detailsForm.elements.namedItem(name);
export const system = () => systems.find(({ key }) => key === control("system").value);

// What the advice is about; of the others only sending the form tells.
const NOT_OF_RULES = [...DETAILS, ...CHECKS, ...OF_REPORT, "public_categories", "id", "reason"];
export const isOfRules = ({ name }) => name !== "" && !NOT_OF_RULES.includes(name);

// `ratings`: which of a player's counts (`rating_rule.js`).
export function rules(tiebreaks, ratings) {
  return {
    ratings,
    system: control("system").value,
    rounds: numberOf(control("rounds").value) ?? 0,
    points: pointTable(),
    tiebreaks,
    options: chosenOptions(optionsPlace, system()),
    game: control("game").value,
    language: control("language").value,
    tiebreak_edition: control("tiebreak_edition").value || undefined, // of a new one: by its first day
    equals_by: control("equals_by").value,
    chess960: control("game").value === "chess" && control("chess960").checked,
  };
}

export function details() {
  const found = Object.fromEntries(DETAILS.map((name) => [name, control(name).value.trim()]));
  const published = control("public_categories"); // of an older tournament alone: there is a page of categories now
  return {
    ...(setup.details ?? {}),
    ...found,
    is_private: control("is_private").checked,
    lasts_long: control("lasts_long").checked,
    compares_ratings: control("compares_ratings").checked,
    ...(published ? { public_categories: publicCategories(published.value) } : {}),
    arbiter_fide: control("arbiter_fide").value.trim(),
    deputies: arbiters(control("deputies").value),
    encoded_time_control: control("encoded_time_control").value.trim(),
  };
}

// "U12, 65+", or whole categories ("sex=w;age=U12").
function publicCategories(text) {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter(Boolean).map((part) => (part.includes("=") ? part : `age=${part}`));
}

// "Bakker, Els (1000501); De Vries, Jan"
function arbiters(text) {
  const parts = text.split(";").map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const [, name, fide] = part.match(/^(.*\S)\s*\((\d{4,11})\)$/) ?? ["", part, ""];
    return { name, fide };
  });
}

function pointTable() {
  const chosen = control("points").value;
  if (chosen !== "free") return points[chosen];
  const { table, wrong } = freePoints();
  return wrong.length === 0 ? table : { ...points["1-½-0"], per_point: 0 }; // which nobody can count in
}

function freePoints() {
  const fields = Object.keys(textsOf(points["1-½-0"]));
  return tableOf(Object.fromEntries(fields.map((name) => [name, control(`points.${name}`).value])));
}

// Points that cannot be read, each at its field.
export function ownProblems() {
  if (control("points").value !== "free") return [];
  return freePoints().wrong.map((name) => ({
    of: "points",
    field: `points.${name}`,
    message: word("points-wrong"),
  }));
}

export function showTable(table) {
  for (const [name, text] of Object.entries(textsOf(table))) control(`points.${name}`).value = text;
}

// The form as if somebody had typed the points of one outcome.
export function setPoints(name, text) {
  const chosen = control("points");
  chosen.value = "free";
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
  const field = control(name);
  field.value = text;
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// The usual points of the system with its options, for a form whose points nobody has touched. True: they were others.
export function followPoints(table) {
  if (table.win === undefined || isSame(table, pointTable())) return false;
  const known = Object.entries(points).find(([, one]) => isSame(table, one));
  control("points").value = known ? known[0] : "free";
  showTable(table);
  byId("free-points").hidden = Boolean(known);
  const note = element("span", {}, word("points-follow", textsOf(table)));
  byId("points-follow").replaceChildren(...(known ? [] : [element("p", { class: "notice plain" }, note)]));
  return true;
}

// Refusals that name no field, and the field that they are about.
export function fieldOf({ code, facts }) {
  if (/^(tournament-exists|stream-exists|bad-stream-name|stream-name-taken)$/.test(code)) return "id";
  if (/tiebreak/.test(code)) return "tiebreaks";
  if (/rounds/.test(code)) return "rounds";
  if (/points/.test(code)) return "points";
  if (control(`points.${facts.field}`) !== null) return `points.${facts.field}`;
  if (facts.option !== undefined) return `options.${facts.option}`;
  return code === "reason-missing" ? "reason" : "";
}
