// The file for the federation: it is fetched with its version and check value, so that it can be marked as sent.

import { read, write } from "../api.js";
import { byId, controlById, element } from "../dom.js";
import { word } from "../words.js";
import { submit } from "./page/forms.js";

const { api, stream } = document.documentElement.dataset;
const asking = /** @type {HTMLFormElement} */ (byId("trf-download"));
const marking = /** @type {HTMLFormElement | null} */ (document.getElementById("mark-sent"));
/** @type {any} */
let file = null; // that was downloaded here: what it says of itself, with what it was asked for

// What is chosen since is another file.
asking.addEventListener("input", () => forget());
asking.addEventListener("submit", async (event) => {
  event.preventDefault();
  await submit(asking, async () => {
    file = await fetchFile();
    save(file.text, `${stream}${file.is_interim ? "-interim" : ""}.trf`);
    if (marking === null) return;
    byId("mark-file").textContent = word("of-download", { version: file.version, short: file.sha256.slice(0, 8) });
  });
});
marking?.addEventListener("submit", async (event) => {
  event.preventDefault();
  await submit(marking, async () => {
    const { version, sha256, dialect, is_interim, has_comments } = file ?? (await fetchFile());
    const [recipient, sender] = [controlById("f-recipient"), controlById("f-sender")].map(({ value }) => value.trim());
    const sent = { version, sha256, dialect, is_interim, has_comments, recipient, sender };
    await write("POST", `${api}/sent-reports`, sent);
    location.reload();
  });
});

function forget() {
  file = null;
  if (marking !== null) byId("mark-file").textContent = word("mark-about");
}

async function fetchFile() {
  const chosen = new FormData(asking);
  const asked = new URLSearchParams(/** @type {any} */ (chosen)).toString();
  return { ...(await read(`${api}/trf?${asked}`)), has_comments: chosen.has("comments") };
}

/**
 * @param {string} text
 * @param {string} name
 */
function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
