// Has this page kept by the service worker (`worker/keep_pages.js`), so that it can be read without a connection. It is
// loaded late: what is read comes first.

import { byId } from "../dom.js";

const SCRIPT = new URL("../worker/keep_pages.js", import.meta.url);
const SETTLED = 2_000; // milliseconds; several parts change with one result

export async function keepPage() {
  if (!("serviceWorker" in navigator)) return; // no https
  try {
    const registration = await navigator.serviceWorker.register(SCRIPT, { scope: "/p/" });
    const coming = registration.installing ?? registration.waiting;
    if (coming !== null) await becomeActive(coming);
  } catch {
    return; // a browser that keeps nothing
  }
  askToKeep();
  keepAgain();
}

// Whenever it has changed. (Not when it is left: whoever signs out leaves it too.)
function keepAgain() {
  let timer = 0;
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(askToKeep, SETTLED);
  });
  const how = { childList: true, subtree: true, characterData: true };
  for (const id of ["announcements", "seat", "member", "schedule", "rank", "card"]) observer.observe(byId(id), how);
}

/** @param {ServiceWorker} worker */
function becomeActive(worker) {
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve(null);
    });
  });
}

async function askToKeep() {
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const files = loaded.filter((name) => name.startsWith(`${location.origin}/static/`));
  active?.postMessage({ page: location.href.replace(/#.*/, ""), files });
}
