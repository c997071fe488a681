// Find yourself: the list follows what is typed; whoever was followed before is followed again.

import { followedPlayer, forget } from "./followed_player.js";

const { stream, now, isPast } = document.body.dataset;
const field = document.getElementById("q");
const list = document.getElementById("found");
let waiting = 0;
let questions = 0; // that were asked

field.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(find, 250);
});

async function find() {
  questions += 1;
  const question = questions;
  const address = new URL(location.href);
  address.searchParams.set("q", field.value);
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const text = await answer.text();
    if (question !== questions) return; // on a slow line the answers come in any order
    const fresh = new DOMParser().parseFromString(text, "text/html");
    list.replaceChildren(...fresh.getElementById("found").childNodes);
    history.replaceState(null, "", address);
  } catch {
    // No line just now: the button asks once more.
  }
}

// Unless the player is there no more: the phone would be led into the void for ever.
/** @param {string} last */
async function followAgain(last) {
  const address = `/p/${encodeURIComponent(stream)}/${encodeURIComponent(last)}${now}`;
  try {
    const { ok, status } = await fetch(address, { method: "HEAD" });
    if (ok && field.value === "") location.replace(address);
    else if (status === 404 || status === 400 || status === 409) forget(stream);
  } catch {
    // No line just now: the list is here.
  }
}

// At a past moment somebody looks for another; whoever is followed may not even have been there.
const last = isPast === undefined ? followedPlayer(stream) : null;
if (last !== null && field.value === "" && !document.referrer.includes(`/p/${encodeURIComponent(stream)}/`))
  followAgain(last);
