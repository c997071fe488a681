// Lots before round 1: for all at once, or one after the other before the public, typed or drawn; guided by groups.

import { newKey, write } from "../../api.js";
import { byId, controlById } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { asSeen, changedMeanwhile, pageAgain } from "../page/conflict.js";
import { onDesk } from "../page/desk.js";
import { clearAt, showAt, showProblem, submit } from "../page/forms.js";
import { tell, tellProblem } from "../page/notices.js";
import { onRefresh, refresh } from "../page/refresh_parts.js";
import { askReason } from "../page/question.js";
import { numberShown, playerOf } from "../page/typed_numbers.js";

/** @typedef {{number: number, name: string, rating: number | null, lot: number | null}} Line */

const { api } = pageData("lot-data");
/** @returns {Line[]} */
const people = () => pageData("lot-data").people;
const reload = () => refresh("lots", "lots-head", "chips");

// -- groups -----------------------------------------------------------------------------------------------------------

// [[1, 4], [2, 3]]: those that are typed; null with the error at the field.
function groups() {
  const field = controlById("lot-groups");
  clearAt(field);
  const found = [];
  for (const line of field.value.split("\n").map((one) => one.trim())) {
    if (line === "") continue;
    const group = [];
    for (const part of line.split(/[\s,;]+/)) {
      const range = /^(\d{1,5})(?:[-–](\d{1,5}))?$/.exec(part);
      const [first, last] = [Number(range?.[1]), Number(range?.[2] ?? range?.[1])];
      if (range === null || last < first) {
        showAt(field, word("lots-groups-wrong", { text: part }));
        return null;
      }
      for (let one = first; one <= last; one += 1) group.push(Number(playerOf(one)));
    }
    found.push(group);
  }
  return found;
}

// The numbers that somebody may draw: those of their group; who is in none has the last.
/**
 * @param {number} player
 * @param {number[][]} guided
 */
function hat(player, guided) {
  let lowest = 1;
  for (const group of guided) {
    if (group.includes(player)) return { lowest, highest: lowest + group.length - 1 };
    lowest += group.length;
  }
  return { lowest, highest: people().length };
}

function makeGroups() {
  const wanted = Math.max(2, Number(controlById("lot-groups-number").value) || 2);
  const sorted = [...people()].sort(
    (one, other) => (other.rating ?? 0) - (one.rating ?? 0) || one.number - other.number,
  );
  const lines = Array.from({ length: wanted }, (_, index) => {
    const [first, last] = [index, index + 1].map((edge) => Math.round((edge * sorted.length) / wanted));
    return sorted.slice(first, last).map(({ number }) => numberShown(number));
  });
  controlById("lot-groups").value = lines.map((line) => line.join(" ")).join("\n");
  showNext();
}

// KNDB modification 1: the same groups do not meet in the first rounds.
/** @param {HTMLFormElement} form */
async function keepApart(form) {
  const guided = groups();
  if (guided === null) return;
  const { rules } = pageData("lot-data");
  const again = async () => {
    const { version, data } = await pageAgain();
    return { version, value: data("lot-data").rules };
  };
  const rounds = Number(controlById("lot-guided").value || 0);
  const options = {
    ...rules.options,
    strength_groups: guided.map((group) => group.join(" ")),
    guided_rounds: rounds,
  };
  const body = {
    rules: { ...rules, options },
    reason: word("lots-keep-reason"),
  };
  const put = (/** @type {number} */ expected) => write("PUT", `${api}/rules`, body, { expected });
  const send = async () => {
    const version = Number(document.documentElement.dataset.version);
    if ((await asSeen({ version, was: rules, again, send: put })) === null) throw changedMeanwhile();
  };
  if (!(await submit(form, send, () => "guided_rounds"))) return;
  tell(word("lots-kept-apart", { rounds }));
  reload();
}

// -- one by one -------------------------------------------------------------------------------------------------------

// Group after group, and in each by number.
function next() {
  const guided = groups() ?? [];
  const waiting = people().filter(({ lot }) => lot === null);
  const turn = (/** @type {Line} */ { number }) => {
    const group = guided.findIndex((one) => one.includes(number));
    return group < 0 ? guided.length : group;
  };
  return (
    waiting.sort((one, other) => turn(one) - turn(other) || numberShown(one.number) - numberShown(other.number))[0] ??
    null
  );
}

function showNext() {
  const place = document.getElementById("next-name");
  if (place === null) return;
  const player = next();
  place.textContent = player === null ? word("lots-nobody") : `${numberShown(player.number)} ${player.name}`;
}

/** @param {HTMLFormElement} form */
async function drawOne(form) {
  const line = controlById("lot-line");
  clearAt(line);
  line.select(); // so that what is typed after a refusal does not go behind what was refused
  const typed = /^(?:(\d{1,5})\s+)?(\d{1,5})$/.exec(line.value.trim());
  if (line.value.trim() !== "" && typed === null) return showAt(line, word("lots-line-wrong"));
  const player = typed?.[1] ? people().find(({ number }) => number === playerOf(Number(typed[1]))) : next();
  if (player === undefined) return showAt(line, word("lots-line-wrong"));
  if (player === null) return showAt(line, word("lots-nobody"));
  const guided = groups();
  if (guided === null) return;
  const body = typed ? { lot: Number(typed[2]) } : { seed: newKey(8), ...hat(player.number, guided) };
  const draw = (/** @type {object} */ more) =>
    write("POST", `${api}/players/${player.number}/lot`, { ...body, ...more });
  /** @type {any} */
  let answer = null;
  const send = async () => {
    answer = await withReason(draw);
  };
  if (!(await submit(form, send, () => "lot"))) return;
  line.value = "";
  const lot = answer?.records[0]?.event.lot;
  if (lot !== undefined) byId("drew").textContent = word("lots-drew", { name: player.name, lot });
  line.focus();
  reload();
}

// What stands is drawn again only for a reason; without one nothing happens.
/** @param {(more: object) => Promise<any>} draw */
async function withReason(draw) {
  try {
    return await draw({});
  } catch (/** @type {any} */ problem) {
    if (problem.code !== "lots-stand" && problem.code !== "lot-stands") throw problem;
    const reason = await askReason(word("lots-again"), {
      details: [problem.message],
    });
    return reason === null ? null : draw({ reason });
  }
}

// -- for all ----------------------------------------------------------------------------------------------------------

// Nobody draws over lots that they have not seen.
/** @param {object} body */
async function drawAll(body) {
  const lots = (/** @type {Document} */ where) =>
    JSON.parse(/** @type {Element} */ (where.getElementById("lot-data")).textContent ?? "").people;
  const again = async () => {
    const { version, document: fresh } = await pageAgain();
    return { version, value: lots(fresh) };
  };
  const draw = async (/** @type {object} */ more) => {
    const version = Number(document.documentElement.dataset.version);
    const send = (/** @type {number} */ expected) => write("POST", `${api}/lots`, { ...body, ...more }, { expected });
    const answer = await asSeen({ version, was: lots(document), again, send });
    if (answer === null) throw changedMeanwhile();
    return answer;
  };
  try {
    if ((await withReason(draw)) !== null) tell(word("lots-drawn"));
    byId("drew").textContent = "";
  } catch (problem) {
    tellProblem(problem);
  }
  await reload();
}

/** @param {HTMLFormElement} form */
async function drawFromSeed(form) {
  const guided = groups();
  if (guided === null) return controlById("lot-groups").focus();
  const seed = controlById("lots-seed").value.trim() || newKey(8);
  if (form.dataset.busy) return;
  form.dataset.busy = "1";
  await drawAll({ seed, groups: guided });
  delete form.dataset.busy;
}

// -- beginning --------------------------------------------------------------------------------------------------------

/** @type {Record<string, (form: HTMLFormElement) => Promise<any>>} */
const forms = {
  "one-form": drawOne,
  "all-form": drawFromSeed,
  "group-form": keepApart,
};
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!(form.id in forms)) return;
  event.preventDefault();
  forms[form.id](form).catch((problem) => showProblem(form, problem));
});
document.getElementById("make-groups")?.addEventListener("click", makeGroups);
document.getElementById("lot-groups")?.addEventListener("change", showNext);
document.getElementById("by-number")?.addEventListener("click", () =>
  drawAll({
    order: people()
      .map(({ number }) => number)
      .sort((one, other) => numberShown(one) - numberShown(other)),
  }),
);
onRefresh(showNext);
onDesk((state, frame) => {
  if (frame.version > Number(document.documentElement.dataset.version)) reload();
});
const kept = pageData("lot-data").rules.options?.strength_groups;
if (kept && document.getElementById("lot-groups"))
  controlById("lot-groups").value = kept
    .map((/** @type {string} */ line) => line.replace(/\d+/g, (one) => String(numberShown(Number(one)))))
    .join("\n");
showNext();
document.getElementById("lot-line")?.focus();
