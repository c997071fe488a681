// Where a list comes from: a file that is chosen or dropped, or a text that is pasted.

import { word } from "../../words.js";

// The file as base64 (its encoding is found out by the server), or the text; and what the list is called.
/** @param {HTMLFormElement} form */
export async function readSource(form) {
  const chosen = /** @type {HTMLInputElement} */ (form.elements.namedItem("file")).files ?? [];
  const text = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("text")).value;
  if (chosen.length === 0) return { text, list_name: word("import-pasted") };
  return { file: await asBase64(chosen[0]), list_name: chosen[0].name };
}

/** @param {File} file */
async function asBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

// A file dropped anywhere on the card is as one that is chosen.
/**
 * @param {HTMLElement} card
 * @param {HTMLInputElement} input
 */
export function onDrop(card, input) {
  const mark = (/** @type {boolean} */ isOver) => card.classList.toggle("drop-here", isOver);
  card.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    mark(true);
  });
  card.addEventListener("dragleave", () => mark(false));
  card.addEventListener("drop", (event) => {
    mark(false);
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    input.files = files;
    input.dispatchEvent(new Event("change"));
  });
}
