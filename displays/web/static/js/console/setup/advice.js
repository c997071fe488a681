// The advice of the chosen system while the form is filled in, and what cannot be, each at its field.

import { read } from "../../api.js";
import { byId, element } from "../../dom.js";
import { word } from "../../words.js";
import { clearErrors, inOwnWords, showProblem } from "../page/forms.js";
import { offerFixes } from "./fixes.js";
import { ratingRule } from "./rating_rule.js";
import {
  control,
  details,
  fieldOf,
  followPoints,
  form,
  isOfRules,
  names,
  ownProblems,
  rules,
  setup,
} from "./setup_form.js";

const PAUSE = 300; // milliseconds of rest before it is asked for
let waiting = 0;
let asked = 0;

// `list` holds the tie-breaks; those whose names were not known get them. `follows()`: nobody has touched the points.
export function adviseSoon(list, follows = () => false) {
  clearTimeout(waiting);
  waiting = setTimeout(() => advise(list, follows), PAUSE);
}

// The form was refused: what would mend it is added, and what is said at the fields stays. Advice is about the rules
// alone; a server also refuses for the sake of the rounds that are paired.
export function adviseOnRefusal(list) {
  clearTimeout(waiting);
  waiting = setTimeout(() => advise(list, () => false, { keepsErrors: true }), PAUSE);
}

// The form is being sent: what is answered to that stands at the fields, and no older advice takes it away.
export function adviseNoMore() {
  clearTimeout(waiting);
  asked += 1;
}

// By which the regulation may advise otherwise: of the other form, where there are two.
function length() {
  const { starts, ends, lasts_long: isLong } = details();
  return { starts, ends, lasts_long: String(isLong) };
}

async function advise(list, follows, { keepsErrors = false } = {}) {
  const mine = (asked += 1);
  try {
    const players = setup.players ?? (control("players")?.value || "0");
    const question = new URLSearchParams({
      rules: JSON.stringify(rules(list.items, ratingRule())),
      players,
      ...length(),
    });
    const answer = await read(`/console/advice?${question}`);
    if (mine !== asked) return;
    if (follows() && followPoints(answer.points)) await advise(list, follows);
    else show(answer, list, keepsErrors);
  } catch (problem) {
    // Without a connection there is no advice; sending the form would say so.
    if (problem.status !== undefined && mine === asked) showProblem(form, problem, fieldOf, { takesFocus: false });
  }
}

// Whether a new tournament begins in FIDE mode, and what of its rules keeps it out.
function showFideMode(sentence, departures) {
  const box = document.getElementById("begins-in-fide-mode");
  if (box === null) return;
  const reasons = departures.map((line) => element("li", {}, line));
  const told = element("div", {}, sentence, reasons.length ? element("ul", {}, reasons) : "");
  box.replaceChildren(...(sentence ? [element("div", { class: "notice plain" }, told)] : []));
}

// At a field what concerns it; a screen reader is told once, by the box above all of them.
function showAtFields(atFields) {
  for (const place of form.querySelectorAll(".field-advice")) {
    const name = place.closest(".field").querySelector("[name]").name;
    place.textContent = (atFields[name] ?? []).join(" ");
  }
}

function show({ advice, at_fields: atFields, problems, names: known, fide_mode: mode, departures }, list, keepsErrors) {
  Object.assign(names, known);
  showFideMode(mode, departures);
  if (!keepsErrors) clearErrors(form, isOfRules);
  list.nameAll();
  const lines = element(
    "ul",
    {},
    advice.map((line) => element("li", {}, line)),
  );
  const box = element(
    "div",
    { class: "notice plain" },
    element("div", {}, element("b", {}, word("advice-title")), lines),
  );
  byId("advice").replaceChildren(...(advice.length ? [box] : []));
  showAtFields(atFields);
  for (const node of form.querySelectorAll(".fixes")) node.remove();
  if (problems.length === 0) return;
  const told = problems.map(({ sentence, code, facts }) => ({ message: sentence, code, facts }));
  const all = inOwnWords({ status: 409, problems: told }, ownProblems(), fieldOf);
  showProblem(form, all, fieldOf, { takesFocus: false });
  offerFixes(told);
}
