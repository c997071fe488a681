// A server that came back with other scripts than ours, or that names a server with which a page that was loaded before
// may not talk: the page is loaded anew, once and not in a circle. Not by the whole hall in one moment, and only when
// the server gives the page: a browser's page of an error never comes back.

import { read } from "../api.js";
import { servers } from "../servers.js";

const SPREAD = 10_000; // milliseconds over which a hall loads its pages
const AGAIN = 5_000;

const pause = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));
let isRenewing = false;

export async function lookForNewScripts(ours) {
  if (isRenewing) return;
  try {
    const { static: theirs } = await read(servers.addressOf("/health"));
    if (theirs === undefined || theirs === ours) return;
    await renewFor("scripts", theirs);
  } catch {
    return; // the line was lost again: it is looked at when it comes back
  }
}

export async function loadForNewServers() {
  if (servers.isOutgrown) await renewFor("servers", servers.others.join());
}

async function renewFor(kind, reason) {
  if (isRenewing || sessionStorage.getItem(kind) === reason) return;
  sessionStorage.setItem(kind, reason);
  isRenewing = true;
  await pause(Math.random() * SPREAD);
  while (!(await isServed())) await pause(AGAIN * (0.5 + Math.random()));
  servers.loadPage();
}

async function isServed() {
  try {
    return (await fetch(servers.addressOf(location.pathname + location.search), { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
