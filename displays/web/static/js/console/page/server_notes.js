// What every page of the console tells of the servers is asked for again now and then, and when the connection comes or
// goes: a page stays open for hours.

import { byId, element } from "../../dom.js";
import { word } from "../../words.js";
import { onConnection } from "./desk.js";
import { renewChildren } from "./morph.js";

const EVERY = 10000; // milliseconds
const ADDRESS = "/console/~server/notes";

export function followServers() {
  setInterval(() => {
    if (!document.hidden) renew();
  }, EVERY);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) renew();
  });
  onConnection(renew);
}

async function renew() {
  const fresh = await ask();
  if (fresh !== null) renewChildren(byId("pair-notes"), fresh);
}

// Null: the server answers, and tells nothing of this (who asks is signed out).
async function ask() {
  try {
    const answer = await fetch(ADDRESS, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(EVERY) });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").body : null;
  } catch {
    const text = element("span", {}, word("server-not-reached"));
    return element("div", {}, element("p", { class: "notice bad" }, text));
  }
}
