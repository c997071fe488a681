// Chance and order: the first colour, lots, the start order; who is kept apart.

import { newKey, write } from "../../api.js";
import { closest, controlById } from "../../dom.js";
import { word } from "../../words.js";
import { showAt, submit } from "../page/forms.js";
import { tell, tellProblem } from "../page/notices.js";
import { asSeen, changedMeanwhile, pageAgain } from "../page/conflict.js";
import { playerOf } from "../page/typed_numbers.js";
import { numberOf } from "./player_form.js";

// A seed that anybody can draw again; it stands in the log.
function newSeed() {
  return newKey(8);
}

// Once a page: what stands in the part called "order" is made anew, the part itself is not.
export function setUpOrder(base, reload) {
  const place = document.getElementById("order");
  const act = async (method, address, body, told) => {
    try {
      await write(method, `${base}${address}`, body);
      tell(word(told));
      reload();
    } catch (problem) {
      tellProblem(problem);
    }
  };
  // A lot that stands is drawn again only for a reason.
  const drawColour = async (body) => {
    try {
      const { records } = await write("POST", `${base}/first-colour`, body);
      tell(word(records[0].event.colour === "white" ? "colour-drawn-white" : "colour-drawn-black"));
      reload();
    } catch (problem) {
      const reason =
        problem.code === "first-colour-stands"
          ? prompt(`${problem.message}\n\n${word("reason-to-draw-again")}:`)
          : null;
      if (reason?.trim()) await drawColour({ ...body, reason: reason.trim() });
      else if (problem.code !== "first-colour-stands") tellProblem(problem);
    }
  };
  on(place, "[data-draw=colour]", () => drawColour({ seed: newSeed() }));
  on(place, "[data-colour]", ({ dataset }) => drawColour({ colour: dataset.colour }));
  on(place, "[data-lift]", ({ dataset }) => act("DELETE", "/separations", separation(dataset), "separation-lifted"));
  setUpStartOrder(place, base, reload);
  setUpStartNumbers(place, base);
  setUpExchange(place, base, reload);
  setUpSeparating(place, base, reload);
}

function on(place, selector, act) {
  place.addEventListener("click", (event) => {
    const node = closest(event, selector);
    if (node !== null) act(node);
  });
}

function onSubmit(place, id, send) {
  place.addEventListener("submit", (event) => {
    if (event.target.id !== id) return;
    event.preventDefault();
    send(event.target);
  });
}

function separation({ lift, from, to }) {
  return {
    players: lift.split(" ").map(Number),
    from_round: Number(from),
    to_round: to ? Number(to) : null,
  };
}

// `part(document)`: what it depends on, of the page as it is shown and as it would be now.
async function asShown(part, send) {
  const again = async () => {
    const { version, document: fresh } = await pageAgain();
    return { version, value: part(fresh) };
  };
  const version = Number(document.documentElement.dataset.version);
  const answer = await asSeen({ version, was: part(document), again, send });
  if (answer === null) throw changedMeanwhile();
  return answer;
}

function setUpStartOrder(place, base, reload) {
  on(place, "#order-by-rating", ({ dataset }) => (controlById("order-numbers").value = dataset.order));
  onSubmit(place, "order-form", async (form) => {
    const [order, reason] = ["order", "reason"].map((name) => form.elements.namedItem(name));
    const body = () => ({ order: numbers(order.value), reason: reason.value });
    const fieldOf = ({ code }) => (code === "reason-missing" ? "reason" : "order");
    const sent = (expected) => write("PUT", `${base}/start-order`, body(), { expected });
    const stands = (where) => where.getElementById("order-numbers").defaultValue;
    if (!(await submit(form, () => asShown(stands, sent), fieldOf))) return;
    tell(word("order-saved"));
    reload();
  });
  onSubmit(place, "renumber-form", async (form) => {
    const body = () => ({ reason: form.elements.namedItem("reason").value });
    const sent = (expected) => write("POST", `${base}/start-order/renumbering`, body(), { expected });
    const told = (where) => where.getElementById("number-table")?.textContent ?? "";
    if (
      !(await submit(
        form,
        () => asShown(told, sent),
        () => "reason",
      ))
    )
      return;
    tell(word("players-renumbered"));
    reload();
  });
}

// What people see as the number of a player: the start number, or the player's own.
function setUpStartNumbers(place, base) {
  onSubmit(place, "start-numbers-form", async (form) => {
    const body = { shown: form.dataset.shown === "true", reason: form.elements.namedItem("reason").value };
    const send = () => write("PUT", `${base}/start-numbers`, body);
    if (!(await submit(form, send, () => "reason"))) return;
    tell(word(body.shown ? "start-numbers-shown" : "start-numbers-hidden"));
    location.reload(); // every number on the page is another
  });
}

function setUpExchange(place, base, reload) {
  onSubmit(place, "exchange-form", async (form) => {
    const [players, reason] = ["players", "reason"].map((name) => form.elements.namedItem(name));
    const [player, other, ...more] = numbers(players.value);
    if (typeof player !== "number" || typeof other !== "number" || more.length > 0) {
      showAt(players, word("exchange-two"));
      return;
    }
    const send = () => write("POST", `${base}/start-order/exchange`, { player, other, reason: reason.value });
    if (!(await submit(form, send, ({ code }) => (code === "reason-missing" ? "reason" : "players")))) return;
    tell(word("exchanged"));
    reload();
  });
}

function setUpSeparating(place, base, reload) {
  onSubmit(place, "separate-form", async (form) => {
    const value = (name) => form.elements.namedItem(name).value;
    const body = {
      players: numbers(value("players")),
      from_round: numberOf(value("from_round")) ?? 1,
      to_round: numberOf(value("to_round")),
      reason: value("reason"),
    };
    const fieldOf = ({ code }) => (/round/.test(code) ? "to_round" : "players");
    if (!(await submit(form, () => write("POST", `${base}/separations`, body), fieldOf))) return;
    tell(word("separated"));
    reload();
  });
}

function isNumber(text) {
  return /^\d{1,5}$/.test(text);
}

// "3 1, 4-6": numbers; what is none stays as typed, and the answer says so.
function numbers(text) {
  const found = [];
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const range = /^(\d{1,5})[-–](\d{1,5})$/.exec(part);
    const [first, last] = range ? [Number(range[1]), Number(range[2])] : [1, 0];
    if (range && first <= last && last - first < 10000)
      for (let one = first; one <= last; one += 1) found.push(playerOf(one));
    else found.push(isNumber(part) ? playerOf(Number(part)) : numberOf(part));
  }
  return found;
}
