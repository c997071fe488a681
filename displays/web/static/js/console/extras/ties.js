// Ties: games of a play-off, and how each tie is settled, looked at in the standings before.

import { isWriting, newKey, write } from "../../api.js";
import { closest, element } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { onDesk } from "../page/desk.js";
import { clearAt, showAt, showProblem, submit } from "../page/forms.js";
import { tellNext, tellProblem } from "../page/notices.js";
import { askReason } from "../page/question.js";
import { numberShown, playerOf } from "../page/typed_numbers.js";
import { showPlaceChanges } from "./place_changes.js";
import { setUpTakingBack } from "./take_back.js";
import { typedResult } from "./typed_result.js";

const { api, cards, keys, preview } = pageData("ties");

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
const control = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

// -- play-off games ---------------------------------------------------------------------------------------------------

/** @param {HTMLFormElement} form */
async function recordGame(form) {
  const result = typedResult(control(form, "result"), keys, { mayBeEmpty: false });
  if (result === null) return control(form, "result").focus();
  const [white, black] = ["white", "black"].map((name) => Number(control(form, name).value));
  const game = {
    do: "record-extra-game",
    purpose: "play-off",
    white,
    black,
    result,
  };
  if (
    await submit(
      form,
      () => write("POST", `${api}/commands`, game),
      () => "black",
    )
  )
    again("results-recorded");
}

/** @param {HTMLElement} button */
async function correctGame({ dataset }) {
  const input = element("input", {
    maxlength: 8,
    value: dataset.mark,
    "aria-label": word("result-typed"),
  });
  const facts = {
    white: dataset.white,
    black: dataset.black,
    old: dataset.mark,
    new: "…",
  };
  /** @type {string | null} */
  let result = null;
  const check = () => {
    result = typedResult(input, keys, { mayBeEmpty: false });
    if (result === null) input.focus();
    return result !== null;
  };
  const reason = await askReason(word("result-correct", facts), {
    details: [element("div", { class: "field" }, input, element("p", { class: "field-error", role: "alert" }))],
    check,
  });
  if (reason === null) return;
  try {
    await write("POST", `${api}/commands`, {
      do: "correct-extra-game",
      game: Number(dataset.correct),
      result,
      reason,
    });
    again("results-recorded");
  } catch (problem) {
    tellProblem(problem);
  }
}

// -- settling ---------------------------------------------------------------------------------------------------------

// What would be recorded; null with the error at its field.
/** @param {HTMLFormElement} form */
function settlement(form) {
  const { players } = cards[Number(form.dataset.tie)];
  const tied = players.map((/** @type {any} */ { number }) => number);
  const by = control(form, "by").value;
  const order = control(form, "players");
  const typed = order.value
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => Number(playerOf(Number(part))));
  clearAt(order);
  if (by !== "lot" && [...typed].sort(up).join() !== [...tied].sort(up).join()) {
    showAt(order, word("settle-order-wrong", { numbers: tied.map(numberShown).join(" ") }));
    return null;
  }
  return {
    do: "settle-tie",
    players: by === "lot" ? tied : typed,
    by: by === "hand" ? "lot" : by,
    is_drawn_by_hand: by === "hand",
    seed: by === "lot" ? control(form, "seed").value.trim() : "",
    reason: control(form, "reason").value.trim(),
  };
}

/**
 * @param {number} one
 * @param {number} other
 */
function up(one, other) {
  return one - other;
}

// Which fields go with the way that is chosen.
/** @param {HTMLFormElement} form */
function showFields(form) {
  const by = control(form, "by").value;
  /** @type {(name: string, isShown: boolean) => void} */
  const show = (name, isShown) => {
    /** @type {HTMLElement} */ (control(form, name).closest(".field")).hidden = !isShown;
  };
  show("players", by !== "lot");
  show("seed", by === "lot");
}

/** @param {HTMLFormElement} form */
async function look(form) {
  showFields(form);
  const place = /** @type {Element} */ (form.querySelector(".preview"));
  const asked = settlement(form);
  if (asked === null) return place.replaceChildren();
  // A lot whose seed is not typed is unknown to everybody: what it changes is seen when it is drawn.
  if (asked.by === "lot" && !asked.is_drawn_by_hand)
    return place.replaceChildren(element("p", { class: "quiet" }, word("settle-lot-unknown")));
  try {
    await showPlaceChanges(preview, [{ ...asked, reason: asked.reason || "?" }], place);
  } catch (problem) {
    showProblem(form, problem, fieldOf, { takesFocus: false });
  }
}

/** @param {{code: string}} problem */
function fieldOf({ code }) {
  return { "reason-missing": "reason", "tie-stands": "reason" }[code] ?? "players";
}

/** @param {HTMLFormElement} form */
async function settle(form) {
  const asked = settlement(form);
  if (asked === null) return control(form, "players").focus();
  if (asked.by === "lot" && !asked.is_drawn_by_hand && asked.seed === "") asked.seed = newKey(8);
  if (await submit(form, () => write("POST", `${api}/commands`, asked), fieldOf)) again("settle-done");
}

/** @param {string} told */
function again(told) {
  tellNext(word(told));
  location.reload();
}

// -- beginning --------------------------------------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches(".play-off-form, .settle-form")) return;
  event.preventDefault();
  if (form.matches(".settle-form")) settle(form);
  else recordGame(form);
});
document.addEventListener("input", (event) => {
  const form = closest(event, ".settle-form");
  if (form !== null) look(form);
});
document.addEventListener("click", (event) => {
  const button = closest(event, "[data-correct]");
  if (button !== null) correctGame(button);
});
setUpTakingBack(api);
for (const form of document.querySelectorAll(".settle-form")) look(/** @type {HTMLFormElement} */ (form));

// Somebody else has recorded something, and nothing is typed here: the page shows it.
onDesk((state, frame) => {
  const isTyped = [...document.querySelectorAll("input")].some((input) => input.value !== input.defaultValue);
  const isBusy = isWriting() || document.querySelector("dialog[open]") !== null;
  if (frame.version > Number(document.documentElement.dataset.version) && !isTyped && !isBusy) location.reload();
});
