// The name of a player looked up in the rating lists while it is typed: a list below the field, by keys or by touch.

import { read } from "../../api.js";
import { element } from "../../dom.js";
import { word } from "../../words.js";

const WAITED = 120; // milliseconds after the last key
const SHORTEST = 2; // letters
const MOST = 8; // players

let number = 0;

/**
 * @typedef {object} Listed somebody in the lists, as the API tells them
 * @property {string} name
 * @property {Record<string, string>} [ids]
 * @property {{source: string, kind: string, value: number}[]} [ratings]
 * @property {string[]} [in_words]
 * @property {number} [counts] which of the ratings counts in this tournament
 * @property {string[]} [choices] the ratings in words
 * @property {string} [title]
 * @property {string} [federation]
 * @property {number} [birth_year]
 * @property {boolean} [is_inactive]
 */

/**
 * @param {HTMLInputElement} input
 * @param {(listed: Listed) => void} choose
 */
export function setUpLookUp(input, choose) {
  let asked = 0;
  let timer = 0;
  let hasLists = true; // until the server says that nothing is loaded
  const list = new ListedPlayers(input, (listed) => {
    close();
    choose(listed);
  });
  input.addEventListener("input", () => {
    close(); // what is shown, or on its way, is an answer to something else
    const words = input.value.trim();
    if (words.length >= SHORTEST && hasLists) timer = window.setTimeout(() => find(words), WAITED);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || !list.takeKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  input.addEventListener("blur", close);

  /** @param {string} words */
  async function find(words) {
    const mine = (asked += 1);
    const tournament = document.documentElement.dataset.stream ?? "";
    const query = new URLSearchParams({ find: words, limit: String(MOST), tournament });
    const answer = await read(`/api/ratings?${query}`).catch(() => null); // then it is typed as without lists
    if (mine !== asked || answer === null) return;
    hasLists = answer.has_lists;
    if (document.activeElement === input) list.show(answer.players);
  }

  function close() {
    clearTimeout(timer);
    asked += 1;
    list.show([]);
  }
}

// What is shown below the field, and who in it is meant.
class ListedPlayers {
  /**
   * @param {HTMLInputElement} input
   * @param {(listed: Listed) => void} choose
   */
  constructor(input, choose) {
    this.id = `listed-${(number += 1)}`;
    this.input = input;
    this.choose = choose;
    /** @type {Listed[]} */
    this.players = [];
    this.active = 0; // one behind the last: nobody yet, what is typed stands
    this.told = element("p", { class: "unseen", role: "status" });
    this.box = element("ul", { id: this.id, role: "listbox", class: "listed", "aria-label": word("matches") });
    input.after(this.box, this.told);
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", this.id);
    this.box.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
    this.box.addEventListener("click", (event) => {
      const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
      if (option !== null) this.choose(this.players[[...this.box.children].indexOf(option)]);
    });
    this.show([]);
  }

  /** @param {Listed[]} players */
  show(players) {
    this.players = players;
    this.box.replaceChildren(...players.map((one, place) => optionOf(one, `${this.id}-${place}`)));
    this.box.hidden = players.length === 0;
    this.input.setAttribute("aria-expanded", String(!this.box.hidden));
    this.told.textContent = players.length > 0 ? word("matches-count", { count: players.length }) : "";
    this.activate(players.length);
  }

  // Whether the key was for the list.
  /** @param {string} key */
  takeKey(key) {
    const places = this.players.length + 1;
    if (this.box.hidden) return false;
    if (key === "ArrowDown") this.activate((this.active + 1) % places);
    else if (key === "ArrowUp") this.activate((this.active + places - 1) % places);
    else if (key === "Escape") this.show([]);
    else if (key === "Enter" && this.active in this.players) this.choose(this.players[this.active]);
    else return false;
    return true;
  }

  /** @param {number} place */
  activate(place) {
    this.active = place;
    for (const [at, option] of [...this.box.children].entries()) {
      option.setAttribute("aria-selected", String(at === place));
      if (at === place) option.scrollIntoView({ block: "nearest" });
    }
    if (place in this.players) this.input.setAttribute("aria-activedescendant", `${this.id}-${place}`);
    else this.input.removeAttribute("aria-activedescendant");
  }
}

/**
 * @param {Listed} one
 * @param {string} id
 */
function optionOf(one, id) {
  const facts = [one.title, one.federation, one.birth_year, one.is_inactive ? word("inactive") : ""].filter(Boolean);
  return element(
    "li",
    { id, role: "option", "aria-selected": "false" },
    element("span", {}, element("strong", {}, one.name), ` ${facts.join(" · ")}`),
    element("span", { class: "quiet" }, (one.in_words ?? []).join(" · ")),
  );
}
