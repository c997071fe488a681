// The page of a round: which of its states it is in, and the steps from one to the next.

import { write } from "../../api.js";
import { byId, controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { onDesk } from "../page/desk.js";
import { tell } from "../page/notices.js";
import { asSeen, changedMeanwhile } from "../page/conflict.js";
import { Draft } from "./draft.js";
import { preview } from "./preview.js";
import { askReason } from "../page/question.js";
import { results } from "./results.js";
import { desk, onRound, refresh, round } from "./store.js";
import { isWorking, tellOnNextPage, runExclusively } from "./exclusive.js";

const here = `${desk.api}/rounds/${round().round}`;
/** @type {Draft | null} */
let draft = null;

const STEPS = {
  publish: () =>
    draft?.isDirty
      ? tell(word("save-first"), { bad: true })
      : runExclusively("publish", () => stepAsSeen("POST", `${here}/publication`)),
  "take-back": () => withReason("take-back", `${here}/publication`, { details: takingBack() }),
  discard: () => withReason("discard", `${here}/publication`, { details: [word("discard-about")], reason: "optional" }),
  "close-round": () => runExclusively("close-round", () => write("POST", `${here}/closing`)),
  reopen: () => withReason("reopen", `${here}/closing`),
};

function takingBack() {
  return desk.stands ? [word("take-back-about"), desk.stands] : [word("take-back-about")];
}

async function withReason(act, path, asking = {}) {
  const title = word(`${act}-title`, { round: round().round });
  const reason = await askReason(title, { act: word(act), danger: true, ...asking });
  if (reason !== null) await runExclusively(act, () => stepAsSeen("DELETE", path, { reason }));
}

// Nobody publishes or takes back boards that they have not seen.
async function stepAsSeen(method, path, body) {
  const seen = { version: round().version, was: seating() };
  const again = async () => {
    await refresh();
    return { version: round().version, value: seating() };
  };
  const answer = await asSeen({ ...seen, again, send: (expected) => write(method, path, body, { expected }) });
  if (answer === null) throw changedMeanwhile();
  return answer;
}

function seating() {
  const { phase, boards, sitouts } = round();
  return [
    phase,
    boards.map(({ white, black }) => [white, black]),
    sitouts.map(({ player, outcome }) => [player, outcome]),
  ];
}

function openDraft(isEditable) {
  draft ??= new Draft(byId("draft"), { isEditable });
  return draft;
}

// In place of the results, where there are any.
function goToDraft() {
  const { place, grid } = openDraft(true);
  place.hidden = false;
  document.body.classList.add("changing");
  grid.cell().focus();
}

function setUp() {
  const { phase, is_newest: isNewest } = round();
  for (const [id, step] of Object.entries(STEPS)) document.getElementById(id)?.addEventListener("click", step);
  for (const id of ["by-hand-button", "change-by-hand"])
    document.getElementById(id)?.addEventListener("click", goToDraft);
  if (phase === "open") preview();
  if (phase === "draft") openDraft(desk.mayDirect && isNewest);
  if (phase === "published" || phase === "closed") results();
  else if (!desk.isPast) onDesk((state) => state.version > round().version && refresh());
}

// Another step was taken: on to the page of that step. Changes that are not written yet are not thrown away by it.
function onStep(state, before) {
  if (state.phase === before.phase) {
    hideTakeBack(state);
    return;
  }
  if (isWorking() || draft === null || !draft.isDirty) {
    tellOnNextPage();
    location.reload();
    return;
  }
  const show = element("button", { type: "button", onclick: () => location.reload() }, word("show-it"));
  tell(word("round-moved-on", { phase: word(`phase-${state.phase}`) }), { bad: true, cause: "step" }).append(show);
}

// A round that has begun is not taken back.
function hideTakeBack(state) {
  const button = document.getElementById("take-back");
  if (button !== null) button.hidden = state.has_begun;
}

// From the overview, which names the step: one press there is enough to see the pairing, one more to publish or close.
// From the open games, which name the board: it is open then, though the round may be closed.
function goToStep() {
  const [, board] = /^#board-(\d+)$/.exec(location.hash) ?? [];
  if (board) document.querySelector(`#sheet [data-board="${board}"] .row-open`)?.click();
  const button = controlById(location.hash.slice(1));
  if (button?.id === "preview-button") button.click();
  else if (button?.id in STEPS && !button.disabled) button.focus();
}

onRound(onStep);
setUp();
goToStep();
