// Check-in: a tap ticks somebody; what other helpers tick appears by itself.

import { read, write } from "../../api.js";
import { byId, closest, controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { onDesk } from "../page/desk.js";
import { plain } from "../page/filter_rows.js";
import { tell, tellProblem } from "../page/notices.js";
import { afterPress } from "../page/after_press.js";
import { onRefresh, refresh } from "../page/refresh_parts.js";

const rolls = document.getElementById("rolls");
const page = document.documentElement.dataset;
const arrivals = `/console/${encodeURIComponent(page.stream)}/check-in/here`;
const base = `/api/t/${encodeURIComponent(page.stream)}`;

const buttons = () => [...document.querySelectorAll("#roll button[aria-pressed]")];
const number = (button) => Number(button.closest("li").dataset.player);
const isHere = (button) => button.getAttribute("aria-pressed") === "true";

const onTheWay = new Set(); // ticks of this page that the server has not answered yet

async function tick(button) {
  if (onTheWay.has(button)) return; // a second tap before the first is answered would race it
  const wanted = !isHere(button);
  onTheWay.add(button);
  button.setAttribute("aria-pressed", String(wanted));
  draw();
  try {
    await write(wanted ? "PUT" : "DELETE", `${base}/rounds/${rolls.dataset.round}/check-in/${number(button)}`);
  } catch (problem) {
    button.setAttribute("aria-pressed", String(!wanted));
    draw();
    tellProblem(problem);
  } finally {
    onTheWay.delete(button);
  }
}

// Who signed off and comes all the same: their absence is taken back, and they stand among the others.
async function bringBack(button) {
  if (onTheWay.has(button)) return;
  onTheWay.add(button);
  try {
    await write("PUT", `${base}/rounds/${rolls.dataset.round}/check-in/${number(button)}`);
    refresh("rolls");
  } catch (problem) {
    tellProblem(problem);
  } finally {
    onTheWay.delete(button);
  }
}

// Who still has to pay the entry fee does.
async function pay(button) {
  button.disabled = true;
  try {
    await write("PUT", `${base}/players/${number(button)}/payment`);
    tell(button.getAttribute("aria-label"));
  } catch (problem) {
    tellProblem(problem);
  }
  refresh("rolls");
}

const signedOff = () => [...document.querySelectorAll("#signed-off button[data-off]")].map(number).join();

function take({ round, here, signed_off }) {
  if (round !== Number(rolls.dataset.round)) {
    location.reload();
    return;
  }
  if (signed_off.join() !== signedOff()) refresh("rolls");
  const known = new Set(here);
  for (const button of buttons())
    if (!onTheWay.has(button)) button.setAttribute("aria-pressed", String(known.has(number(button))));
  draw();
}

function draw() {
  const search = plain(controlById("search").value);
  const onlyMissing = controlById("only-missing").checked;
  const missing = buttons().filter((button) => !isHere(button));
  for (const button of buttons()) {
    button.closest("li").hidden = (onlyMissing && isHere(button)) || !plain(button.textContent).includes(search);
  }
  const here = buttons().length - missing.length;
  byId("tally").textContent = word("check-in-tally", {
    here,
    all: buttons().length,
    missing: missing.length,
  });
  byId("nobody-missing").hidden = missing.length > 0;
  const mark = document.getElementById("mark-missing");
  if (mark === null) return;
  mark.hidden = missing.length === 0 || here === 0;
  mark.textContent = word("mark-missing", { count: missing.length, round: rolls.dataset.round });
}

async function look() {
  if (document.visibilityState !== "visible") return;
  try {
    const seen = await read(arrivals);
    afterPress(() => take(seen)); // a tap says what it said when it began
  } catch (problem) {
    if (problem.status !== undefined) tellProblem(problem); // a lost connection comes back by itself
  }
}

function setUpMissing(dialog) {
  byId("mark-missing").addEventListener("click", () => {
    const names = buttons()
      .filter((button) => !isHere(button))
      .map((button) => element("li", {}, button.querySelector(".who").firstChild.textContent));
    byId("missing-title").textContent = byId("mark-missing").textContent;
    byId("missing-names").replaceChildren(...names);
    dialog.showModal();
  });
  dialog.addEventListener("close", async () => {
    if (dialog.returnValue !== "mark") return;
    const named = buttons().filter((button) => !isHere(button));
    try {
      take(await read(arrivals)); // who came while the names were read is not absent
      const missing = named.filter((button) => !isHere(button));
      for (const button of missing) {
        const body = { rounds: [Number(rolls.dataset.round)], outcome: "absent-unnotified" };
        await write("POST", `${base}/players/${number(button)}/absences`, body);
        button.closest("li").remove();
      }
      tell(word("missing-marked", { count: missing.length }));
    } catch (problem) {
      tellProblem(problem);
    }
    draw();
  });
}

if (rolls !== null) {
  rolls.addEventListener("click", (event) => {
    const button = closest(event, "button");
    if (button === null || button.disabled) return;
    if (button.matches(".pay")) pay(button);
    else if (button.closest("#signed-off") === null) tick(button);
    else bringBack(button);
  });
  onRefresh(draw);
  byId("search").addEventListener("input", draw);
  byId("only-missing").addEventListener("change", draw);
  const dialog = document.getElementById("missing-dialog");
  if (dialog !== null) setUpMissing(dialog);
  onDesk(look);
  draw();
}
