// The players: add one after the other, find, sort, correct, withdraw.

import { write } from "../../api.js";
import { byId, closest, element } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { onDesk } from "../page/desk.js";
import { filterRows } from "../page/filter_rows.js";
import { clearErrors, fill, keep, submit, formValues } from "../page/forms.js";
import { onKey } from "../page/shortcuts.js";
import { setUpImport } from "./import_list.js";
import { setUpLookUp } from "./look_up.js";
import { tell, tellProblem } from "../page/notices.js";
import { asSeen, changedMeanwhile, isSame, overwrite, pageAgain } from "../page/conflict.js";
import { orNamesake } from "../page/namesake.js";
import { listedRatings, numberOf, playerOf, showListed, showPlayer } from "./player_form.js";
import { noticeRatings } from "./rating_notice.js";
import { hideChoice, showChoice } from "./rating_choice.js";
import { ratingsOf, setUpRatings, showRatings } from "./ratings_editor.js";
import { setUpRegisteredLists } from "./registered_lists.js";
import { setUpRemoval } from "./removal.js";
import { setUpOrder } from "./start_order.js";
import { pointOutDoubles } from "./typed_double.js";
import { onFresh, onRefresh, refresh } from "../page/refresh_parts.js";
import { renewChildren } from "../page/morph.js";
import { sortable } from "../page/sort_rows.js";

const page = document.documentElement.dataset;
const base = `/api/t/${encodeURIComponent(page.stream)}`;
const dialog = document.getElementById("player-dialog");
const people = () => pageData("people") ?? [];

const reload = () => refresh("players", "order", "chips");

// -- the table --------------------------------------------------------------------------------------------------------

const sortAgain = sortable(document.getElementById("players"));

// Returns what is to be done again when rows have come or gone.
function setUpTable() {
  const search = document.getElementById("search");
  const state = document.getElementById("state");
  const rows = () => [...document.querySelectorAll("#player-table tbody tr")];
  const apply = filterRows(search, rows, show);
  state.addEventListener("change", apply);
  fillLists();
  return () => {
    apply();
    fillLists();
  };

  function show() {
    for (const row of rows()) if (state.value && row.dataset.state !== state.value) row.hidden = true;
    const shown = rows().filter((row) => !row.hidden).length;
    byId("shown").textContent = word("shown-of", { shown, all: rows().length });
    const nothing = document.getElementById("nothing-found");
    if (nothing) nothing.hidden = shown > 0;
  }
}

function fillLists() {
  for (const [id, field] of [
    ["clubs", "club"],
    ["federations", "federation"],
    ["categories", "category"],
  ]) {
    const values = [
      ...new Set(
        people()
          .map((player) => player[field])
          .filter(Boolean),
      ),
    ].sort();
    renewChildren(
      document.getElementById(id),
      element("datalist", {}, ...values.map((value) => element("option", { value }))),
    );
  }
}

// -- one more ---------------------------------------------------------------------------------------------------------

function setUpAdding(form) {
  const kept = keep(
    `player:${page.stream}`,
    () => ({ ...formValues(form), ratings: ratingsOf(form) }),
    ({ ratings = [], ...values }) => {
      fill(form, values);
      showRatings(form, ratings);
    },
  );
  setUpRatings(form);
  const fixed = ["from_round", "missed"]; // stay as they are for the next one
  form.addEventListener("input", kept.keepNow);
  pointOutDoubles(form, people);
  setUpLookUp(form.elements.namedItem("name"), (listed) => {
    showListed(form, listed);
    showRatings(form, listedRatings(listed));
    showChoice(form, listed);
    byId("added").textContent = word("from-list", { name: listed.name });
    kept.keepNow();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const player = playerOf(form, ["number", "from_round", "missed"]);
    const ratings = ratingsOf(form);
    const add = (said) => write("POST", `${base}/players`, { players: [{ ...player, ratings, ...said }] });
    const isAdded = await submit(form, () => orNamesake(add, "namesake-yes"), fieldOf);
    if (!isAdded) return;
    for (const control of form.elements)
      if (control.name && control.name !== "choice" && !fixed.includes(control.name)) control.value = "";
    showRatings(form, []);
    hideChoice(form);
    kept.forget();
    byId("added").textContent = word("player-added", { name: player.name });
    form.elements.namedItem("name").focus();
    reload();
  });
  onKey("n", word("add-player"), () => form.elements.namedItem("name").focus());
}

function fieldOf({ code }) {
  return (
    {
      "already-registered": "name",
      "name-registered": "name",
      "number-taken": "number",
      "number-of-removed": "number",
      "round-already-paired": "from_round",
      "round-outside-programme": "from_round",
      "reason-missing": "reason",
      "late-entry-in-round-robin": "from_round",
      "not-a-month": "ratings",
      "rating-twice": "ratings",
      "too-many-ratings": "ratings",
    }[code] ?? ""
  );
}

// -- somebody ---------------------------------------------------------------------------------------------------------

/** @type {any} */
let chosen = null;
let chosenAt = 0; // the version that the form was filled from
/** @type {any} */
let chosenState = null; // in the tournament, absent, withdrawn: at that version

function setUpDialog() {
  setUpRatings(document.getElementById("player-form"));
  const [form, leaving, returning] = ["player-form", "leave-form", "return-form"].map((id) =>
    document.getElementById(id),
  );
  document.addEventListener("click", (event) => {
    const button = closest(event, "[data-edit]");
    if (button !== null) edit(Number(button.dataset.edit), form, leaving, returning);
  });
  pointOutDoubles(form, () => people().filter(({ number }) => number !== chosen?.number));
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  send(form, "player-saved", () => replace(form));
  const leave = () =>
    goOrCome("POST", {
      ...spanOf(leaving),
      counts_as: leaving.elements.namedItem("counts_as").value,
      expelled: leaving.elements.namedItem("expelled").checked,
      reason: leaving.elements.namedItem("reason").value,
    });
  send(leaving, "player-left", leave, () => takeBack(chosen, spanOf(leaving)));
  send(returning, "player-back", () => goOrCome("DELETE", spanOf(returning)));
  byId("half-byes").addEventListener("click", () => setHalfByes(byId("half-byes").dataset.allowed === "true"));
  byId("remove-entry").addEventListener("click", async () => {
    if (await removal.remove([chosen.number])) dialog.close();
  });
}

// Whether the player has a right to half-point byes.
/** @param {boolean} allowed */
async function setHalfByes(allowed) {
  try {
    await write("PUT", `${base}/players/${chosen.number}/half-byes`, { allowed });
    dialog.close();
    tell(word(allowed ? "half-byes-allowed" : "half-byes-denied", { name: chosen.name }));
  } catch (problem) {
    tellProblem(problem);
  }
  reload();
}

// A withdrawal that was a slip: back from the round from which the player had left.
function takeBack(player, span) {
  return async () => {
    try {
      await write("DELETE", `${base}/players/${player.number}/withdrawal`, span);
      tell(word("player-back", { name: player.name }));
    } catch (problem) {
      tellProblem(problem);
    }
    reload();
  };
}

// As long as the player is in the tournament, or out of it, as when the form was opened.
async function goOrCome(method, body) {
  const address = `${base}/players/${chosen.number}/withdrawal`;
  /** @type {any} */
  let stands = null;
  const again = async () => {
    const { version, document: fresh } = await pageAgain();
    stands = { version, value: stateOf(chosen.number, fresh) };
    return stands;
  };
  const answer = await asSeen({
    version: chosenAt,
    was: chosenState,
    again,
    send: (expected) => write(method, address, body, { expected }),
  });
  if (answer !== null) return answer;
  [chosenAt, chosenState] = [stands.version, stands.value];
  reload();
  throw changedMeanwhile();
}

function stateOf(number, where = document) {
  const row = where.querySelector(`tr[data-player="${number}"]`);
  return row && [row.dataset.state, row.querySelector("[class^=state-]").textContent];
}

// Null when the person keeps what somebody else has written about the player meanwhile.
function replace(form) {
  const player = playerOf(form);
  const ratings = ratingsOf(form);
  if (!isSame(ratings, chosen.ratings)) player.ratings = ratings; // else the rating is corrected where it comes from
  const reason = form.elements.namedItem("reason").value;
  const { ids, ...withoutIds } = player;
  const flatIds = Object.entries(ids).map(([name, id]) => [`ids.${name}`, id]);
  return overwrite({
    version: chosenAt,
    was: chosen,
    mine: { ...withoutIds, ratings, ...Object.fromEntries(flatIds) },
    again: async () => {
      const fresh = await pageAgain();
      return { version: fresh.version, value: fresh.data("people").find(({ number }) => number === chosen.number) };
    },
    send: (expected) =>
      orNamesake(
        (said) => write("PUT", `${base}/players/${chosen.number}`, { ...player, reason, ...said }, { expected }),
        "namesake-save",
      ),
    label: (name) =>
      form.elements.namedItem(name)?.closest(".field")?.querySelector("label")?.textContent.trim() ?? name,
  });
}

function spanOf(form) {
  const round = numberOf(form.elements.namedItem("from_round").value);
  return round === null ? {} : { from_round: round };
}

function edit(number, form, leaving, returning) {
  chosen = people().find((player) => player.number === number);
  chosenAt = Number(page.version);
  chosenState = stateOf(number);
  byId("player-title").textContent = `${number}. ${chosen.name}`;
  for (const one of [form, leaving, returning]) {
    clearErrors(one);
    one.reset();
  }
  showPlayer(form, chosen);
  const counts = pageData("counting")?.[number] ?? "";
  showRatings(form, chosen.ratings, counts);
  form.elements.namedItem("rating").readOnly = counts !== ""; // it follows from those that are known
  leaving.hidden = chosenState[0] === "withdrawn";
  returning.hidden = !leaving.hidden;
  const right = byId("half-byes");
  const isDenied = document.querySelector(`tr[data-player="${number}"]`)?.hasAttribute("data-no-half-byes") ?? false;
  right.dataset.allowed = String(isDenied);
  right.textContent = (isDenied ? right.dataset.allow : right.dataset.deny) ?? null;
  byId("remove-part").hidden = document.querySelector(`[data-choose="${number}"]`) === null;
  dialog.showModal();
}

// `undoing()`: what a button of the notice does, made while the form still says what was sent
function send(form, told, act, undoing = /** @type {() => (() => void) | null} */ (() => null)) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let answer = null;
    const sent = async () => {
      answer = await act();
    };
    if (!(await submit(form, sent, fieldOf))) return;
    dialog.close();
    if (answer !== null) tell(word(told, { name: chosen.name }), { undo: undoing() });
    reload();
  });
}

// -- beginning --------------------------------------------------------------------------------------------------------

setUpOrder(base, reload);
setUpRegisteredLists(byId("players"), base, reload);
const removal = setUpRemoval(base, people, reload);
onFresh(sortAgain);
onRefresh(removal.countChosen);
onRefresh(setUpTable());
const adding = document.getElementById("add");
if (adding !== null) {
  setUpAdding(adding);
  setUpImport(base, reload);
  if (people().length === 0) adding.elements.namedItem("name").focus();
}
if (dialog !== null) setUpDialog();
noticeRatings();
onDesk((state, frame) => {
  if (frame.version > Number(page.version)) reload();
});
