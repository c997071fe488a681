// A tournament from a TRF: the file is looked at first, and what was read is shown; opened is what was seen.

import { write } from "../api.js";
import { byId, controlById, element } from "../dom.js";
import { word } from "../words.js";
import { submit } from "./page/forms.js";

const form = /** @type {HTMLFormElement} */ (byId("trf-form"));
const opening = /** @type {HTMLFormElement} */ (byId("trf-open"));
/** @type {any} */
let seen = null; // what the preview was asked with

// What was chosen since is another file: it has to be looked at first.
form.addEventListener("input", () => forget());
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  forget();
  await submit(
    form,
    async () => {
      const asked = await readForm();
      const read = await write("POST", "/api/trf/preview", asked);
      seen = asked;
      show(read);
    },
    fieldOf,
  );
});
opening.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (seen === null) return;
  const id = controlById("f-id").value.trim();
  const send = async () => {
    const opened = await write("POST", "/api/trf", { ...seen, id });
    const address = `/console/${encodeURIComponent(opened.id)}`;
    if (opened.unchecked === byId("trf-unchecked").textContent) location.assign(address);
    else tellUnchecked(opened, address);
  };
  await submit(opening, send, fieldOf);
});

function forget() {
  seen = null;
  opening.hidden = true;
}

// It is opened, but there was no time to compare its rounds with the rules: nobody has been told that yet.
/**
 * @param {{name: string, unchecked: string}} opened
 * @param {string} address
 */
function tellUnchecked({ name, unchecked }, address) {
  byId("trf-unchecked").textContent = unchecked;
  byId("trf-unchecked").after(element("p", {}, element("a", { href: address }, name)));
  opening.querySelector(".actions").remove();
}

/** @param {{code: string}} problem */
function fieldOf({ code }) {
  if (/stream|exists/.test(code)) return "id";
  return /^(trf|field|one-of|body|json)-/.test(code) ? "file" : "";
}

async function readForm() {
  const [file] = /** @type {any} */ (form.elements.namedItem("file")).files;
  const chosen = { system: valueOf("system") || null, first_colour: valueOf("first_colour") || null };
  const rounds = valueOf("rounds") === "" ? null : Number(valueOf("rounds"));
  if (file === undefined) return { ...chosen, rounds };
  return { ...chosen, rounds, file: await encode(file), name: file.name.replace(/\.[^.]*$/, "") };
}

/** @param {string} name */
function valueOf(name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();
}

// As base64: its encoding is found out by the server.
/** @param {File} file */
async function encode(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** @param {any} read */
function show({ id, name, system, players, rounds, paired, read_otherwise, unchecked }) {
  const systems = /** @type {HTMLSelectElement} */ (form.elements.namedItem("system"));
  const called = [...systems.options].find(({ value }) => value === system)?.text ?? system;
  byId("trf-name").textContent = name;
  byId("trf-summary").textContent = word("summary", { players, rounds, paired, system: called });
  byId("trf-unchecked").textContent = unchecked;
  const list = byId("trf-otherwise");
  list.hidden = read_otherwise.length === 0;
  list.querySelector("summary").textContent = `${word("read-otherwise")} (${read_otherwise.length})`;
  list.querySelector("ul").replaceChildren(...read_otherwise.map(({ sentence }) => element("li", {}, sentence)));
  controlById("f-id").value = id;
  opening.hidden = false;
  byId("trf-name").focus();
}
