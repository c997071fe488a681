// The service worker of the phone pages (`/p/…`): keeps the last ones that were seen, with their scripts and styles, to
// be read without a connection. It keeps nothing else: no API, no write. Its version is that of the static files, which
// stands in its own address; a new one throws away what the old one kept.
//
// Every answer says whose it is (`x-roundlog-kept-for`, of one browser and the keys that it holds now; nothing: what
// everybody sees). As soon as one comes for somebody else, what was kept for the one before is removed; and all of it
// when the server does not know or not allow any more who asks.

// TypeScript knows `self` as a window only.
const worker = /** @type {any} */ (self);
const VERSION = location.pathname.split("/")[2];
const [PAGES, FILES] = ["pages", "files"].map((kind) => `roundlog-${kind}-${VERSION}`);
const PAGE = /^\/p\/[^/]+\/[^/]+$/;
const OWNER = "x-roundlog-kept-for";
const MOST_PAGES = 12;
const PATIENCE = 8_000; // milliseconds; then a kept page is better than none
const IS_NOBODYS = new Set([401, 403, 404]);

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(`/static/${VERSION}/`)) event.respondWith(showFile(request.url));
  // (A past moment has a question of its own; the language is part of the address.)
  else if (request.mode === "navigate" && PAGE.test(pathname) && /^(\?lang=\w+)?$/.test(search))
    event.respondWith(showPage(event));
});

// What was loaded before there was a worker, and a page that may have changed since.
worker.addEventListener("message", (event) => event.waitUntil(keepAll(event.data.page, event.data.files)));

/**
 * @param {string} page
 * @param {string[]} files
 */
async function keepAll(page, files) {
  const kept = await caches.open(FILES);
  for (const file of files) if (!(await kept.match(file))) await showFile(file);
  await askForPage(page);
}

/** @param {string} address */
async function showFile(address) {
  const files = await caches.open(FILES);
  const kept = await files.match(address);
  if (kept) return kept;
  const answer = await fetch(address);
  if (answer.ok) await files.put(address, answer.clone());
  return answer;
}

/** @param {any} event */
async function showPage(event) {
  const address = event.request.url;
  const asked = askForPage(address);
  event.waitUntil(asked.catch(() => null));
  const kept = await (await caches.open(PAGES)).match(address);
  if (!kept) return asked;
  const tooLate = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const answer = await Promise.race([asked.catch(() => null), tooLate]);
  return answer === null || answer.status >= 500 ? tellItsTime(kept) : answer;
}

/** @param {string} address */
async function askForPage(address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (IS_NOBODYS.has(answer.status)) await caches.delete(PAGES);
  if (answer.ok && !answer.redirected) await keepPage(address, answer.clone());
  return answer;
}

/**
 * @param {string} address
 * @param {Response} answer
 */
async function keepPage(address, answer) {
  const pages = await caches.open(PAGES);
  const owner = answer.headers.get(OWNER) ?? "";
  for (const request of await pages.keys()) {
    const kept = await pages.match(request);
    if ((kept?.headers.get(OWNER) ?? "") !== owner) await pages.delete(request);
  }
  await pages.delete(address); // the newest stands last
  await pages.put(address, answer);
  const addresses = await pages.keys();
  for (const oldest of addresses.slice(0, -MOST_PAGES)) await pages.delete(oldest);
}

// A kept page knows of when it is: it says so as when the connection is lost.
/** @param {Response} kept */
async function tellItsTime(kept) {
  const text = await kept.text();
  const page = text.replace("<body ", `<body data-kept="${kept.headers.get("date")}" `);
  const headers = new Headers(kept.headers);
  for (const name of ["content-encoding", "content-length", "etag"]) headers.delete(name); // it is another text
  return new Response(page, { headers });
}

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith("roundlog-") && name !== PAGES && name !== FILES);
  await Promise.all(others.map((name) => caches.delete(name)));
}
