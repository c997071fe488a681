// Who signs in or out leaves no page that this browser keeps for reading without a connection (`worker/keep_pages.js`).

if ("caches" in window) {
  forgetPages();
  document.addEventListener("submit", forgetPages); // what was under way when this page was opened
}

async function forgetPages() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("roundlog-pages-")).map((name) => caches.delete(name)));
}
