// One player followed: what is now, the rank, the card. Painted from the card alone, live or as the page brought it.

import { figures } from "../chess_pieces.js";
import { byId, element } from "../dom.js";
import { endOf } from "../announcement_end.js";
import { follow } from "../live.js";
import { momentOf, parseMoment } from "../moments.js";
import { figure, nameOf, score } from "../screen/format.js";
import { servers } from "../servers.js";
import { pageData, word } from "../words.js";
import { mark, correctionNotes } from "./corrections.js";
import { forget, remember, rememberMember, wasMember } from "./followed_player.js";
import { repaint, rewrite } from "./repaint_changes.js";

const facts = pageData("facts");
const language = document.documentElement.lang;
/** @type {PlayerCard} */
let card = facts.card;
/** @type {LadderStanding | null} */
let ladder = facts.ladder; // null: the tournament has none
/** @type {typeof import("./ladder.js") | null} */
let rungs = null; // what is written of a ladder, where there is one
/** @type {RoundClock | null} */
let clock = facts.clock;
/** @type {RoundTimes} */
let schedule = facts.schedule;
/** @type {Announcement[]} */
let announcements = facts.announcements;
/** @type {import("../live.js").Follower | null} */
let line = null;
// The server's clock; of a past moment, when its last record was written.
const serverTime = () => (facts.at ? Date.parse(facts.at) : (line?.now() ?? Date.now()));

// -- now --------------------------------------------------------------------------------------------------------------

function paintNow() {
  const newest = card.lines.at(-1);
  rewrite(byId("round"), newest === undefined ? "" : word("round-of", { round: newest.round, rounds: facts.rounds }));
  repaint(byId("seat"), newest === undefined ? [element("p", { class: "big" }, word("not-yet"))] : seat(newest));
  paintTime();
  paintStakes(newest);
}

// Of a game that is being played.
/** @param {CardLine | undefined} newest */
async function paintStakes(newest) {
  if (facts.isPast || newest === undefined || newest.outcome !== "pending") {
    byId("stakes").replaceChildren();
    return;
  }
  const { showStakes } = await import("./at_stake.js");
  showStakes(byId("stakes"), card.version);
}

/** @param {CardLine} newest */
function seat(newest) {
  const parts =
    newest.opponent === null
      ? [element("p", { class: "big" }, facts.outcomes[newest.outcome])]
      : game(newest, newest.opponent);
  return [...parts, ...correctionNotes(newest, card.per_point).map((text) => element("p", { class: "was" }, text))];
}

/**
 * @param {CardLine} newest
 * @param {Person} opponent
 */
function game(newest, opponent) {
  const from = card.position;
  const rating = opponent.rating ? ` (${opponent.rating})` : "";
  return [
    ...(newest.board === null
      ? [element("p", { class: "big" }, word("played-before", { round: facts.rounds }))] // KNDB modification 2
      : [
          element("p", { class: "board" }, word("board"), " ", element("b", {}, newest.board)),
          element("p", { class: `big ${newest.colour}` }, word(`you-play-${newest.colour}`)),
          ...(from ? [element("p", { class: "position" }, `${from.number} ${figures(from.pieces)}`)] : []),
        ]),
    element(
      "p",
      { class: "opponent" },
      word("against"),
      " ",
      element("a", { href: pageOf(opponent) }, `${nameOf(opponent)}${rating}`),
    ),
    newest.outcome === "pending"
      ? element("p", { class: "quiet" }, word("no-result-yet"))
      : element(
          "p",
          { class: "result" },
          facts.outcomes[newest.outcome],
          newest.outcome === "postponed" ? "" : `: ${pointsOf(newest)}`,
          mark(newest),
        ),
  ];
}

// At a past moment it is that of the same moment; in the language that was chosen.
/** @param {Person} person */
function pageOf({ number }) {
  const kept = String(new URLSearchParams({ ...facts.moment, ...facts.chosen }));
  return `/p/${encodeURIComponent(facts.stream)}/${number}${kept && `?${kept}`}`;
}

// Beside what is read out when it changes: minutes go by all the time.
function paintTime() {
  rewrite(byId("time-left"), timeLeft());
}

function timeLeft() {
  if (!clock || facts.isPast || card.lines.length === 0) return "";
  const [from, to] = [parseMoment(clock.starts), parseMoment(clock.ends)];
  if (from === null || to === null) return ""; // words of an old log
  const [starts, left] = [from, to].map((at) => Math.ceil((at - serverTime()) / 60_000));
  if (starts > 0) return ` · ${word("starts-in", { minutes: starts })}`;
  return left > 0 ? ` · ${word("minutes-left", { minutes: left })}` : ` · ${word("time-is-up")}`;
}

// -- rank and card ----------------------------------------------------------------------------------------------------

// Before a game has ended everybody is level, and a first place would say nothing; a ladder has its places before.
const isRanked = () => card.ranked > 0 || Boolean(card.ladder_total);

/** @type {typeof import("./place_chart.js").way | null} */
let draw = null; // comes after what is read

async function loadChart() {
  const { way } = await import("./place_chart.js");
  draw = way;
  paintRank();
}

function paintRank() {
  if (draw === null && card.ranked > 1) loadChart();
  repaint(byId("rank"), [
    element("h2", {}, word("rank")),
    ...(isRanked() ? rank() : [element("p", { class: "quiet" }, word("no-games-yet"))]),
  ]);
}

function placeWords() {
  if (card.is_expelled) return word("expelled");
  return card.is_unranked ? word("few-games") : word("place", { place: card.place });
}

function rank() {
  const places = card.lines.slice(0, card.ranked).map(({ place }) => place);
  const gained = places.length > 1 ? places[places.length - 2] - places[places.length - 1] : 0;
  const moved = gained === 0 ? "" : gained > 0 ? ` ▲${gained}` : ` ▼${-gained}`;
  return [
    element("p", { class: "big" }, placeWords(), element("span", { class: gained > 0 ? "up" : "down" }, moved)),
    ...(card.is_official
      ? []
      : [
          element(
            "p",
            { class: "quiet" },
            word(facts.isPast ? "then-during-round" : "during-round", { round: card.ranked }),
          ),
        ]),
    ...standing(),
    ...(places.length > 1 && draw !== null ? [draw(places)] : []),
  ];
}

// What the rank goes by: the points; on a ladder value and total, with the points of the games beside them.
function standing() {
  const points = word("points", { points: score(card.score, card.per_point) });
  const open = card.lines.some(({ outcome }) => outcome === "postponed")
    ? [element("p", { class: "quiet" }, word("open-game"))]
    : [];
  if (ladder === null || ladder.total === null || rungs === null) return [element("p", {}, points), ...open];
  return [...rungs.ladderStanding(ladder), element("p", {}, element("small", {}, points)), ...open];
}

// What a round pays: on a ladder what it adds to the total, where the round counts already.
/** @param {CardLine} one */
function pointsOf(one) {
  const paid = ladderLine(one);
  return paid === undefined ? score(one.points, card.per_point) : figure(paid.points, word);
}

/** @param {CardLine} one */
const ladderLine = ({ round: number }) => ladder?.lines.find((paid) => paid.round === number);

const TO_COME = new Set(["pending", "postponed"]); // a 0 would look like a loss

// On a ladder nothing is paid before the round counts.
/** @param {CardLine} one */
const isToCome = (one) => TO_COME.has(one.outcome) || Boolean(ladder?.total && ladderLine(one) === undefined);

function paintCard() {
  const head = [
    ...["round-short", "colour-short", "opponent"].map((key) => element("th", { scope: "col" }, word(key))),
    ...(rungs?.ladderHeads() ?? []),
    ...["points-short", "place-short"].map((key) => element("th", { scope: "col" }, word(key))),
  ];
  const rows = [...card.lines]
    .reverse()
    .flatMap((one) => [round(one), ...correctionNotes(one, card.per_point).map((text) => note(text, head.length))]);
  repaint(byId("card"), [
    element("h2", {}, word("card")),
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows, ...(ladder && rungs ? rungs.ladderSum(ladder) : [])),
    ),
  ]);
}

/** @param {CardLine} one */
function round(one) {
  return element(
    "tr",
    {},
    element("td", { class: "number" }, one.round),
    element("td", {}, one.colour === null ? "" : word(`${one.colour}-letter`)),
    element("td", {}, ...opponentCell(one)),
    ...(rungs === null ? [] : [rungs.ladderRound(ladderLine(one), facts.outcomes[one.outcome])]),
    element("td", { class: "number" }, isToCome(one) ? "·" : pointsOf(one), mark(one)),
    // Without a result it is the place before.
    element("td", { class: "number quiet" }, one.round <= card.ranked ? one.place : "–"),
  );
}

// Of an earlier round nobody would guess that it is still to be played.
/** @param {CardLine} one */
const paysSomething = (one) => ladderLine(one)?.points.exact !== "0";

/** @param {CardLine} one */
function opponentCell(one) {
  const { opponent, outcome } = one;
  if (opponent === null) return [facts.outcomes[outcome]];
  // (On a ladder it stands beside it why a round pays nothing.)
  const isTold = outcome === "postponed" || (ladder !== null && outcome !== "pending" && paysSomething(one));
  return isTold ? [nameOf(opponent), " ", element("small", {}, facts.outcomes[outcome])] : [nameOf(opponent)];
}

/**
 * @param {string} text
 * @param {number} columns
 */
function note(text, columns) {
  return element("tr", { class: "was" }, element("td", { colspan: columns }, text));
}

function paintAnnouncements() {
  const now = serverTime();
  const current = announcements.filter(({ until }) => endOf(until) > now);
  repaint(
    byId("announcements"),
    current.map(({ text }) => element("p", { class: "announcement" }, text)),
  );
}

// Many clubs have none: then its words are not even loaded.
async function paintSchedule() {
  if (schedule.lines.length === 0 && byId("schedule").childNodes.length === 0) return;
  const { comingRounds } = await import("./coming_rounds.js");
  const address = `/t/${encodeURIComponent(facts.stream)}/schedule`;
  repaint(byId("schedule"), comingRounds(schedule, serverTime(), card.lines.at(-1)?.round ?? 0, address));
}

function paint() {
  paintNow();
  paintRank();
  paintCard();
  paintAnnouncements();
  paintSchedule();
  byId("why").hidden = !card.lines.some(({ opponent, outcome }) => opponent !== null || outcome === "pairing-bye");
}

// -- why this pairing: asked for only when it is opened ---------------------------------------------------------------

let explained = ""; // the pairing whose reasons are shown, with what stood before it
byId("why").addEventListener("toggle", explain);

async function explain() {
  const newest = card.lines.at(-1);
  if (!byId("why").hasAttribute("open") || newest === undefined) return;
  const before = card.lines.slice(0, -1).flatMap(({ total, corrections }) => [total, corrections.at(-1)?.version]);
  const pairing = [newest.round, newest.board, newest.colour, newest.opponent?.number, ...before].join("/");
  if (explained === pairing) return;
  explained = pairing;
  byId("why-lines").replaceChildren(element("p", { class: "quiet" }, word("working-it-out")));
  try {
    const query = new URLSearchParams({ ...facts.moment, lang: language });
    const address = `/p/${encodeURIComponent(facts.stream)}/${facts.player}/why/${newest.round}?${query}`;
    const answer = await fetch(servers.addressOf(address), { headers: { "accept-language": language } });
    const reasons = await answer.json();
    /** @type {string[]} */
    const lines = answer.ok ? reasons.lines : [reasons.detail];
    if (explained !== pairing) return; // another one since
    byId("why-lines").replaceChildren(...lines.map((text) => element("p", {}, text.trim())));
    if (!answer.ok) explained = "";
  } catch {
    if (explained !== pairing) return;
    explained = "";
    byId("why-lines").replaceChildren(element("p", { class: "quiet" }, word("no-line")));
  }
}

const movement = document.getElementById("movement"); // on a ladder
movement?.addEventListener("toggle", async () => {
  if (!movement.hasAttribute("open")) return;
  const { showMovement } = await import("./movement.js");
  showMovement(byId("movement-told"));
});

// -- live -------------------------------------------------------------------------------------------------------------

const LADDER_TOPIC = `ladder-card:${facts.player}`;

/** @param {Frame} frame */
function takeFrame(frame) {
  if (frame.topic === LADDER_TOPIC) ladder = frame.state;
  else if (frame.state === null) return;
  else if (frame.topic === "clock") clock = frame.state.clock;
  else if (frame.topic === "schedule") schedule = frame.state;
  else if (frame.topic === "announcements") announcements = frame.state.announcements;
  else card = frame.state;
  paint();
  explain();
  refreshMember();
}

let ahead = 0; // milliseconds, of the server's clock as it was painted
/** @type {Date | null} */
let lastKnown = null; // the moment of which all this is
const { kept } = document.body.dataset; // when the service worker kept this page, which the server did not answer
/**
 * @param {boolean} isConnected
 * @param {Date | null} asOf
 */
function takeConnection(isConnected, asOf) {
  byId("as-of").hidden = isConnected;
  lastKnown = asOf ?? (kept ? new Date(kept) : null);
  paintAsOf();
  const known = serverTime() - Date.now();
  if (Math.abs(known - ahead) < 1000) return;
  ahead = known; // the server's clock is another than it seemed
  paintTime();
}

// Again and again: overnight a time of today becomes one of yesterday.
function paintAsOf() {
  if (byId("as-of").hidden) return;
  rewrite(
    byId("as-of"),
    lastKnown === null ? word("no-line") : word("as-of", { time: momentOf(lastKnown, serverTime()) }),
  );
}

async function keepForLater() {
  const { keepPage } = await import("./keep_page.js");
  keepPage();
}

// -- a member ---------------------------------------------------------------------------------------------------------

async function paintMember() {
  if (facts.member === null) {
    const text = !facts.isPast && wasMember(facts.stream, facts.player) ? word("link-ended") : "";
    repaint(byId("member"), text ? [element("p", { class: "past" }, text)] : []);
    return;
  }
  rememberMember(facts.stream, facts.player);
  const { paintOwnPart } = await import("./member.js");
  paintOwnPart();
}

async function refreshMember() {
  if (facts.member === null) return;
  const { refreshOwnPart } = await import("./member.js");
  refreshOwnPart();
}

if (facts.ladder !== null) {
  const { ladderHeads, ladderRound, ladderStanding, ladderSum } = await import("./ladder.js");
  rungs = { ladderHeads, ladderRound, ladderStanding, ladderSum };
}
paint();
paintMember();
if (!facts.isPast) {
  const topics = [`card:${facts.player}`, ...(ladder === null ? [] : [LADDER_TOPIC]), "clock", "announcements"];
  const since = { [`card:${facts.player}`]: card.version };
  line = follow(facts.stream, [...topics, "schedule"], takeFrame, { onState: takeConnection, since });
  if (kept) takeConnection(false, null);
  // What is read comes first. Should the line have gone by then, whoever opens the page again keeps it.
  setTimeout(() => keepForLater().catch(console.warn), 2_000);
  setInterval(() => {
    paintTime();
    paintAnnouncements();
    paintSchedule();
    paintAsOf();
  }, 20_000);
}
remember(facts.stream, facts.player);
byId("other").addEventListener("click", () => forget(facts.stream));
