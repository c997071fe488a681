// Which rating of somebody from the rating lists counts: by the rule of the tournament, or another that is chosen.

import { element } from "../../dom.js";
import { word } from "../../words.js";
import { chooseRating } from "./ratings_editor.js";

/**
 * @param {any} form
 * @param {import("./look_up.js").Listed} listed
 */
export function showChoice(form, { ratings = [], choices = [], counts }) {
  const place = form.querySelector(".rating-choice");
  const rating = form.elements.namedItem("rating");
  const options = choices.map((text, at) => {
    const isByRule = at === counts;
    const button = element("input", { type: "radio", name: "choice", value: String(at), autocomplete: "off" });
    button.checked = isByRule;
    button.addEventListener("change", () => {
      rating.value = String(ratings[at]?.value ?? "");
      chooseRating(form, isByRule ? -1 : at);
      form.dispatchEvent(new Event("input"));
    });
    return element("label", { class: "check" }, button, ` ${text}`, isByRule ? ` (${word("rating-by-rule")})` : "");
  });
  const none = counts === undefined ? [element("p", { class: "hint" }, word("rating-none-by-rule"))] : [];
  place.replaceChildren(element("legend", {}, word("rating-method")), ...none, ...options);
  place.hidden = options.length === 0;
}

/** @param {any} form */
export function hideChoice(form) {
  const place = form.querySelector(".rating-choice");
  place.replaceChildren();
  place.hidden = true;
}
