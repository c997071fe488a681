// Which of a player's ratings counts, as the set-up form has it: the rule, the rate of play, the lists in order.

import { controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { OrderedList } from "./ordered_list.js";
import { control, setup } from "./setup_form.js";

const names = setup.choices.rating_lists;
/** @type {OrderedList} */
let lists;

export const ratingLists = () => lists.items;

export function setUpRatingRule(onChange) {
  lists = new OrderedList(document.getElementById("rating-lists"), (named) => names[named] ?? "", onChange);
  const select = controlById("add-rating-list");
  const known = Object.entries(names).map(([named, name]) => element("option", { value: named }, name));
  select.replaceChildren(element("option", { value: "" }, word("choose")), ...known);
  select.addEventListener("change", () => {
    if (select.value !== "" && !lists.items.includes(select.value)) lists.add(select.value);
    select.value = "";
  });
  lists.set(setup.rules?.ratings.lists ?? []);
}

/** @param {string[] | undefined} kept */
export function restoreRatingLists(kept) {
  if (kept !== undefined) lists.set(kept);
}

export function ratingRule() {
  return {
    method: control("ratings.method").value,
    rate_of_play: control("ratings.rate_of_play").value,
    lists: [...lists.items],
    tiebreak_round: Number(control("ratings.tiebreak_round").value),
  };
}

// The rule of somebody else, in words.
export function ratingRuleWords(rule) {
  const play = word(`rating-play-${rule?.rate_of_play ?? "standard"}`);
  return [word(`rating-method-${rule?.method ?? ""}`), play, ...(rule?.lists ?? []).map((one) => names[one])].join(
    "; ",
  );
}
