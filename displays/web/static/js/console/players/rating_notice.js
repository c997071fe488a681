// Says on the overview and on the page of the players that ratings differ from a rating list that is loaded. Nothing is
// changed by it.

import { read } from "../../api.js";
import { element } from "../../dom.js";
import { word } from "../../words.js";

export async function noticeRatings() {
  const place = document.getElementById("ratings-notice");
  if (place === null) return;
  const found = await read(place.dataset.ask);
  if (found.count === 0) return;
  const link = element("a", { href: place.dataset.page }, word("check-look"));
  place.replaceChildren(element("p", { class: "notice plain" }, element("span", {}, found.sentence, " ", link)));
}
