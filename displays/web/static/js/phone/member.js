// What a member does on their own page: it is loaded for them alone, after what everybody sees.

import { read } from "../api.js";
import { byId, element } from "../dom.js";
import { pageData, word } from "../words.js";
import { repaint } from "./repaint_changes.js";
import { evenings } from "./evenings.js";
import { notices } from "./notices.js";
import { ownResult } from "./own_result.js";

const facts = pageData("facts");
const address = `/api/t/${encodeURIComponent(facts.stream)}/members/${facts.player}`;
/** @type {MemberView} */
let member = facts.member;
let reading = 0;

export function paintOwnPart() {
  const parts = [ownResult, evenings, notices].flatMap((part) => part(member, afterWrite, paintOwnPart));
  repaint(byId("member"), parts.length > 0 ? [element("h2", {}, word("member-title")), ...parts] : []);
}

// Something has changed for this player: what was reported, or the round.
export async function refreshOwnPart() {
  reading += 1;
  const question = reading;
  try {
    const newer = await read(address);
    if (question === reading) take(newer);
  } catch {
    // No line just now: the next frame asks again.
  }
}

// What the opponent or the arbiter says of a result that stands moves no table, so that no frame tells of it: while
// somebody waits for that, the page asks.
const ASKED_EVERY = 8_000; // milliseconds
setInterval(() => {
  const isWaiting = member.game !== null && (member.game.report === "own" || member.game.report === "disputed");
  if (isWaiting && document.visibilityState === "visible") refreshOwnPart();
}, ASKED_EVERY);

/** @param {Promise<unknown>} writing */
async function afterWrite(writing) {
  await writing;
  await refreshOwnPart();
}

/** @param {MemberView} newer */
function take(newer) {
  member = newer;
  paintOwnPart();
}
