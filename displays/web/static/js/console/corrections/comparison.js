// What is and what would be, side by side: an answer of /consequences as nodes of the page.

import { element } from "../../dom.js";
import { word } from "../../words.js";
import { categoryWords } from "../../categories.js";
import { field } from "./standing_facts.js";
import { summary } from "./summary.js";

export function comparison(told) {
  return [summary(told), ...prizes(told.prizes), table(told), ...rounds(told)];
}

// -- prizes -----------------------------------------------------------------------------------------------------------

function prizes(found) {
  if (found.length === 0) return [];
  const lines = found.map((prize) =>
    element(
      "li",
      {},
      element("b", {}, categoryWords(prize.category, word) || word("all-players"), ": "),
      prizeWords(prize),
    ),
  );
  return [element("h3", {}, word("prizes-title")), element("ul", {}, ...lines)];
}

function prizeWords({ places, enters, leaves, moves }) {
  const inAndOut =
    enters.length + leaves.length > 0
      ? [word("prize-line", { places, enters: names(enters), leaves: names(leaves) })]
      : [];
  return [...inAndOut, ...moves.map((move) => `${move.player.name} ${move.old} → ${move.new}`)].join("; ");
}

function names(people) {
  return people.map((person) => person.name).join(", ") || "–";
}

// -- places and figures -----------------------------------------------------------------------------------------------

function table(told) {
  const isSame =
    told.columns.length === told.columns_after.length &&
    told.columns.every((column, index) => column.code === told.columns_after[index].code);
  // As in the table that this one takes the place of.
  const isWide = document.getElementById("everybody")?.checked ?? false;
  const everybody = element("input", { type: "checkbox", id: "everybody", checked: isWide });
  everybody.addEventListener("change", () => {
    for (const one of everybody.closest(".places").querySelectorAll("tr.untouched")) one.hidden = !everybody.checked;
  });
  const body = element("tbody", {}, ...told.lines.map((line) => row(line, isSame, !differs(line), isWide)));
  const heads =
    isSame || told.is_ladder
      ? columnsOf(told.columns, told.is_ladder)
      : [...columnsOf(told.columns, false), ...columnsOf(told.columns_after, false)];
  const caption = element("caption", { class: "unseen" }, word("places-title"));
  const head = element(
    "thead",
    {},
    isSame || told.is_ladder ? null : groups(told),
    element(
      "tr",
      {},
      element("th", { scope: "col", class: "number" }, word("place-before")),
      element("th", { scope: "col", class: "number" }, word("place-after")),
      element("th", { scope: "col" }, word("name")),
      ...heads.map((text) => element("th", { scope: "col", class: "number" }, text)),
    ),
  );
  return element(
    "div",
    { class: "places" },
    element("h3", {}, word("places-title")),
    told.lines.some(differs) ? null : element("p", { class: "quiet" }, word("nobody-changes")),
    element("label", { class: "check" }, everybody, " ", word("show-everybody")),
    element("div", { class: "grid", tabindex: "0" }, element("table", { class: "compared" }, caption, head, body)),
  );
}

// Above the columns, where the two sides do not have the same ones.
function groups(told) {
  const group = (text, columns) => element("th", { scope: "colgroup", colspan: columns.length, class: "group" }, text);
  return element(
    "tr",
    {},
    element("td", { colspan: 3 }),
    group(word("as-it-stands"), told.columns),
    group(word("as-it-would-be"), told.columns_after),
  );
}

function columnsOf(columns, isLadder) {
  if (isLadder) return [word("value"), word("total")];
  return columns.map((column) => field.headings[column.code] ?? column.code);
}

function differs(line) {
  return line.before.place !== line.after.place || !sameFigures(line);
}

function sameFigures({ before, after }) {
  return (
    before.values.length === after.values.length &&
    before.values.every((value, index) => value.exact === after.values[index].exact)
  );
}

function row(line, isSame, isUntouched, isWide) {
  const { before, after, player } = line;
  const figures = isSame
    ? after.values.map((value, index) => change(before.values[index], value))
    : [...before.values, ...after.values].map((value) => element("td", { class: "number" }, value.shown));
  return element(
    "tr",
    {
      id: `compared-${player.number}`,
      class: isUntouched ? "untouched" : before.place === after.place ? null : "moved",
      hidden: isUntouched && !isWide,
    },
    element("td", { class: "number" }, before.place),
    element("td", { class: "number" }, after.place, arrow(before.place - after.place)),
    element("td", {}, player.title ? `${player.title} ${player.name}` : player.name),
    ...figures,
  );
}

function arrow(gained) {
  if (gained === 0) return null;
  const text = word(gained > 0 ? "places-up" : "places-down", { places: Math.abs(gained) });
  return element(
    "span",
    { class: gained > 0 ? "up" : "down", title: text },
    element("span", { "aria-hidden": "true" }, gained > 0 ? ` ▲${gained}` : ` ▼${-gained}`),
    element("span", { class: "unseen" }, ` (${text})`),
  );
}

function change(before, after) {
  if (before.exact === after.exact) return element("td", { class: "number" }, after.shown);
  return element("td", { class: "number changed" }, element("s", {}, before.shown), " ", element("b", {}, after.shown));
}

// -- later rounds -----------------------------------------------------------------------------------------------------

function rounds(told) {
  if (told.rounds.length === 0) return [];
  return [
    element("h3", {}, word("rounds-title")),
    element("p", { class: "quiet" }, word("rounds-about")),
    ...told.rounds.map(roundDetails),
  ];
}

function roundDetails(round) {
  const said = word(`verdict-${round.verdict}`, { boards: round.would.length });
  const title = element("summary", {}, element("b", {}, word("round-n", { round: round.round })), ": ", said);
  // Another verdict is another thing to read, unfolded or not by itself.
  const id = `round-${round.round}-${round.verdict}`;
  if (round.verdict !== "different") return element("details", { id }, title, ...caveats(round));
  return element(
    "details",
    { id, open: true },
    title,
    ...caveats(round),
    element(
      "div",
      { class: "halves" },
      element("div", {}, element("h4", {}, word("as-it-stands")), pairs(round.stands)),
      element("div", {}, element("h4", {}, word("as-it-would-be")), pairs(round.would)),
    ),
  );
}

function caveats(round) {
  const isOtherwise = round.already_differs && round.verdict !== "by-hand";
  return isOtherwise ? [element("p", { class: "quiet" }, word("already-differs"))] : [];
}

function pairs(found) {
  return element("ul", { class: "pairs" }, ...found.map(([white, black]) => element("li", {}, pairName(white, black))));
}

function pairName(white, black) {
  return black === 0 ? word("has-the-bye", { player: nameOf(white) }) : `${nameOf(white)} – ${nameOf(black)}`;
}

export function nameOf(number) {
  return field.people[number]?.name ?? String(number);
}
