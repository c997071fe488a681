// The form that opens a tournament and changes what was agreed. Nothing that was typed is lost, whatever happens.

import { Problem, write } from "../../api.js";
import { byId, controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { setUpAdding } from "./add_tiebreak.js";
import { adviseNoMore, adviseOnRefusal, adviseSoon } from "./advice.js";
import { onDesk } from "../page/desk.js";
import { fill, keep, submit, formValues } from "../page/forms.js";
import { proposedIdOf } from "../page/proposed_id.js";
import { causeGone, tell, tellNext } from "../page/notices.js";
import { setUpLeaving } from "./fide_mode.js";
import { setUpSchedule } from "./schedule_form.js";
import { chosenOptions, drawOptions, textOf } from "./options.js";
import { OrderedList } from "./ordered_list.js";
import { ratingLists, ratingRule, ratingRuleWords, restoreRatingLists, setUpRatingRule } from "./rating_rule.js";
import { overwrite, pageAgain } from "../page/conflict.js";
import { isSame, textsOf } from "./point_table.js";
import {
  control,
  details,
  detailsForm,
  fieldOf,
  form,
  isNew,
  names,
  optionsPlace,
  ownProblems,
  points,
  rankings,
  rules,
  setup,
  showTable,
  system,
  systems,
} from "./setup_form.js";

const { stream, newest } = document.documentElement.dataset;
const base = `/api/t/${encodeURIComponent(stream)}`;

// What follows from something else until somebody touches it: the id from the name, points from the game …
const touched = new Set(isNew ? [] : ["id", "points", "tiebreaks", "system"]);
const list = new OrderedList(
  document.getElementById("tiebreaks"),
  (code) => names[code] ?? "",
  () => touch("tiebreaks"),
);
setUpRatingRule(() => onChange());
let options = {}; // of each system as it was last typed, so that looking at another one loses nothing

function touch(name) {
  touched.add(name);
  onChange();
}

function onChange() {
  options[system().key] = chosenOptions(optionsPlace, system());
  kept.keepNow();
  adviseSoon(list, () => !touched.has("points"));
}

// -- what follows from what -------------------------------------------------------------------------------------------

function drawSystems(chosen) {
  const game = control("game").value;
  const groups = [game, "any", game === "chess" ? "draughts" : "chess"];
  const select = control("system");
  select.replaceChildren(
    ...groups.map((group) => {
      const members = systems.filter((one) => one.group === group);
      return element(
        "optgroup",
        { label: word(`group-${group}`) },
        members.map((one) => element("option", { value: one.key }, one.name)),
      );
    }),
  );
  select.value = chosen;
}

function onGame() {
  const usual = systems.find((one) => one.group === control("game").value)?.key;
  drawSystems(touched.has("system") ? control("system").value : usual);
  // The editions and the codes of FIDE's tie-breaks are nobody's business in draughts.
  const isDraughts = control("game").value === "draughts";
  for (const name of ["tiebreak_edition", "chess960"]) control(name).closest(".field").hidden = isDraughts;
  byId("add-tiebreak-hint").textContent = word(isDraughts ? "add-tiebreak-hint-draughts" : "add-tiebreak-hint");
  if (isNew && !touched.has("ratings.method")) control("ratings.method").value = isDraughts ? "" : "FIDON";
  if (!touched.has("points")) {
    control("points").value = control("game").value === "draughts" ? "2-1-0" : "1-½-0";
    byId("points-follow").replaceChildren();
    onPoints();
  }
  onSystem();
}

function onSystem() {
  const one = system();
  byId("f-system-hint").textContent = `${citation(one)}${one.about}`;
  drawOptions(optionsPlace, one, options[one.key] ?? {});
  if (!touched.has("tiebreaks")) list.set(one.tiebreaks[control("game").value]);
  onChange();
}

// "FIDE C.04.3:2026. "; a regulation that is called by English words only is not named to who reads another language.
function citation({ regulation }) {
  return /\d/.test(regulation) && !/\b[a-z]{2,}\b/.test(regulation) ? `${regulation}. ` : "";
}

function onName() {
  if (isNew && !touched.has("id")) control("id").value = proposedId();
}

const proposedId = () => proposedIdOf(control("name").value, "tournament");

function onPoints() {
  const chosen = control("points").value;
  byId("free-points").hidden = chosen !== "free";
  if (chosen !== "free") showTable(points[chosen]); // whoever then sets them freely begins with these
}

// -- kept, sent -------------------------------------------------------------------------------------------------------

const newOne = setup.event ? `new-event:${setup.event}` : "new-event";
const kept = keep(isNew ? newOne : `settings:${stream}:${newest}`, save, restore);

function save() {
  return {
    typed: { ...formValues(detailsForm), ...formValues(form) },
    tiebreaks: list.items,
    rating_lists: ratingLists(),
    options,
    touched: [...touched],
  };
}

function restore(state) {
  for (const name of state.touched) touched.add(name);
  fill(detailsForm, state.typed);
  fill(form, state.typed);
  drawSystems(state.typed.system ?? control("system").value);
  options = state.options;
  list.set(state.tiebreaks);
  restoreRatingLists(state.rating_lists);
}

// A server that says no has advice, too; one that is not there has none, and what is said of that must stay.
let isRefused = false;

/**
 * @template T
 * @param {Promise<T>} sent
 * @returns {Promise<T>}
 */
function noteRefusal(sent) {
  isRefused = false;
  return sent.catch((problem) => {
    isRefused = problem instanceof Problem;
    throw problem;
  });
}

async function open() {
  const id = control("id").value.trim() || proposedId();
  const isOpen = await submit(
    form,
    () => noteRefusal(write("POST", "/api/t", { id, details: details(), rules: rules(list.items, ratingRule()) })),
    fieldOf,
    ownProblems(),
  );
  if (!isOpen) return isRefused ? adviseOnRefusal(list) : undefined; // with what would mend it
  kept.forget();
  tellNext(word("event-opened"));
  if (setup.event) await becomeSection(id);
  location.assign(`/console/${encodeURIComponent(id)}/players`);
}

// Of the event from whose page it was opened. If that is refused, the tournament is there all the same.
async function becomeSection(section) {
  try {
    await write("POST", `/api/f/${encodeURIComponent(setup.event)}/sections`, { section });
  } catch (problem) {
    tellNext(problem.message);
  }
}

// What each of the two forms was filled from.
const filled = {
  rules: { version: Number(newest), was: setup.rules },
  details: { version: Number(newest), was: setup.details },
};

async function saveRules() {
  let answer = null;
  const send = async () => {
    const agreed = rules(list.items, ratingRule());
    answer = await noteRefusal(replace("rules", agreed, { reason: control("reason").value }));
  };
  if (!(await submit(form, send, fieldOf, ownProblems()))) return isRefused ? adviseOnRefusal(list) : undefined;
  if (answer !== null) tellNext(word("rules-saved"));
  showWhatStands();
}

async function saveDetails() {
  /** @type {any} */
  let answer = null;
  const wanted = details();
  const send = async () => {
    answer = await replace("details", wanted, {});
  };
  if (!(await submit(detailsForm, send, fieldOf))) return;
  if (answer === null) return showWhatStands();
  ownVersion = Math.max(ownVersion, answer.version);
  filled.details = { version: answer.version, was: wanted };
  causeGone("settings");
  tell(word("details-saved"));
  kept.keepNow();
  document.querySelector("a.event-name").textContent = control("name").value;
}

// The answer, or null when the person keeps what somebody else has written meanwhile.
function replace(part, mine, besides) {
  const again = async () => {
    const page = await pageAgain();
    return { version: page.version, value: page.data("choices")[part] };
  };
  const send = (expected) => write("PUT", `${base}/${part}`, { [part]: mine, ...besides }, { expected });
  return overwrite({ ...filled[part], mine, again, send, label, show });
}

// What stands in a field, in the words of the form.
function show(name, value) {
  if (name === "options") return optionWords(value ?? {});
  if (name === "ratings") return ratingRuleWords(value);
  if (name === "points" && value) {
    const { win, draw, loss } = textsOf({ ...points["1-½-0"], ...value });
    return `${win} – ${draw} – ${loss}`;
  }
  if (name === "system") return systems.find(({ key }) => key === value)?.name;
  const chosen = [...(control(name)?.options ?? [])].find((option) => option.value === value);
  return chosen?.textContent.trim();
}

function optionWords(chosen) {
  const known = new Map(systems.flatMap((one) => one.options).map((option) => [option.name, option]));
  const lines = Object.entries(chosen).map(([name, value]) => {
    const option = known.get(name);
    return option === undefined ? `${name}: ${value}` : `${option.label}: ${textOf(option, value)}`;
  });
  return lines.join("; ") || "–";
}

function label(name) {
  const place = control(name)?.closest?.(".field")?.querySelector("label, .label");
  const others = { options: word("the-pairing"), ratings: word("rating-title") };
  return place?.textContent.trim() ?? others[name] ?? name;
}

function showWhatStands() {
  kept.forget();
  location.reload();
}

// -- beginning --------------------------------------------------------------------------------------------------------

function begin() {
  const ranked = Object.entries(rankings).map(([name, codes]) =>
    element("option", { value: name }, `${name}: ${codes.join(", ")}`),
  );
  byId("ranking").replaceChildren(element("option", { value: "" }, word("choose")), ...ranked);
  document
    .getElementById("tiebreak-list")
    .replaceChildren(...Object.entries(names).map(([code, name]) => element("option", { value: code }, name)));
  if (!isNew && !kept.wasKept) showAgreed(setup.rules);
  onGame();
  onPoints();
}

function showAgreed(agreed) {
  drawSystems(agreed.system);
  options[agreed.system] = agreed.options;
  list.set(agreed.tiebreaks);
  const known = Object.entries(points).find(([, table]) => isSame(table, agreed.points));
  control("points").value = known ? known[0] : "free";
  showTable(agreed.points);
}

form.addEventListener("input", ({ target }) => {
  if (target.name === "points" || target.name?.startsWith("points.")) touched.add("points");
  if (target.name === "ratings.method") touched.add(target.name);
  if (target.name && target.name !== "game" && target.name !== "system") onChange(); // those two: when they are chosen
});
form.addEventListener("change", ({ target }) => {
  if (target.name === "game") onGame();
  if (target.name === "points") {
    byId("points-follow").replaceChildren();
    onPoints();
  }
  if (target.name === "system") {
    touched.add("system");
    onSystem();
  }
});
detailsForm.addEventListener("input", ({ target }) => {
  if (target.name === "name") onName();
  if (target.name === "id" && target.value.trim()) touched.add("id");
  else if (target.name === "id") touched.delete("id"); // emptied: it follows the name again
  kept.keepNow();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  adviseNoMore();
  if (isNew) open();
  else saveRules();
});
document.getElementById("save-details")?.addEventListener("click", saveDetails);
document.getElementById("start-over")?.addEventListener("click", () => {
  kept.forget();
  location.reload();
});
controlById("ranking").addEventListener("change", () => {
  const ranking = controlById("ranking");
  if (ranking.value === "") return;
  list.set(rankings[ranking.value]);
  ranking.value = "";
  touch("tiebreaks");
});
setUpAdding(list);

// Somebody else changed what this form shows: it must not be put back unseen.
const MINE = new Set(["rules-changed", "details-changed"]);
let ownVersion = Number(newest ?? 0);
onDesk(({ entries }) => {
  if (detailsForm.dataset.busy || form.dataset.busy) return; // what this page saves comes back here too
  const others = entries.filter(({ what, version }) => MINE.has(what) && version > ownVersion);
  if (others.length === 0) return;
  ownVersion = others.at(-1).version;
  tell(word("settings-changed", { who: others.at(-1).actor.split(" (")[0] }), { bad: true, cause: "settings" });
});

begin();
setUpLeaving();
setUpSchedule();
if (isNew) control("name").focus();
