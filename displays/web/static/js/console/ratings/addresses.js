// Addresses that rating lists are fetched from: one more, update all, keep current or not, remove.

import { write } from "../../api.js";
import { closest } from "../../dom.js";
import { submit } from "../page/forms.js";
import { tellProblem } from "../page/notices.js";
import { ask } from "../page/question.js";
import { refresh } from "../page/refresh_parts.js";

const ADDRESSES = "/api/ratings/addresses";
const BETWEEN = 1000; // milliseconds between two looks how far it is

const form = /** @type {HTMLFormElement} */ (document.getElementById("fetch"));
let isFollowing = false;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  /** @param {string} name */
  const typed = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();
  const chosen = typed("publisher");
  const publisher = chosen === "other" ? typed("called") : chosen || typed("called");
  const said = { url: typed("url"), publisher, kind: typed("kind") };
  if (await submit(form, () => write("POST", ADDRESSES, said), fieldOf)) {
    form.reset();
    follow();
  }
});

/** @param {{code: string}} problem */
function fieldOf({ code }) {
  return { "list-address-not-https": "url", "rating-list-name": "called" }[code] ?? "";
}

document.addEventListener("click", async (event) => {
  const forget = closest(event, "[data-forget]");
  if (closest(event, "#update-all") !== null) change("POST", `${ADDRESSES}/update`);
  else if (forget !== null && (await ask(forget.dataset.ask, { act: forget.textContent, danger: true })) !== null)
    change("DELETE", `${ADDRESSES}/${forget.dataset.forget}`);
});

document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement | null} */ (closest(event, "[data-keep]"));
  if (box !== null) change("PUT", `${ADDRESSES}/${box.dataset.keep}`, { keeps_current: box.checked });
});

/**
 * @param {string} method
 * @param {string} address
 * @param {any} [body]
 */
async function change(method, address, body) {
  try {
    await write(method, address, body);
  } catch (problem) {
    tellProblem(problem);
  }
  follow();
}

// Shows how far each is until nothing is done any more.
async function follow() {
  if (isFollowing) return refresh("addresses");
  isFollowing = true;
  do {
    await refresh("addresses", "lists");
    await new Promise((done) => setTimeout(done, BETWEEN));
  } while (document.querySelector("#addresses [data-busy]") !== null);
  isFollowing = false;
  await refresh("addresses", "lists");
}

if (document.querySelector("#addresses [data-busy]") !== null) follow();
