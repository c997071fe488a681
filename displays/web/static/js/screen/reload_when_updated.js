// A server that came back with other scripts than ours: the page is loaded anew, once and not in a circle. Not by the
// whole hall in one moment, and only when the server gives the page: a browser's page of an error never comes back.

import { read } from "../api.js";

const SPREAD = 10_000; // milliseconds over which a hall loads its pages
const AGAIN = 5_000;

const pause = (milliseconds) => new Promise((wake) => setTimeout(wake, milliseconds));
let isRenewing = false;

export async function lookForNewScripts(ours) {
  if (isRenewing) return;
  try {
    const { static: theirs } = await read("/health");
    if (theirs === undefined || theirs === ours || sessionStorage.getItem("scripts") === theirs) return;
    sessionStorage.setItem("scripts", theirs);
  } catch {
    return; // the line was lost again: it is looked at when it comes back
  }
  isRenewing = true;
  await pause(Math.random() * SPREAD);
  while (!(await isServed())) await pause(AGAIN * (0.5 + Math.random()));
  location.reload();
}

async function isServed() {
  try {
    return (await fetch(location.href, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
