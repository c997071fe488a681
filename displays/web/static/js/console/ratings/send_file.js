// A file on its way to the server: in pieces that every proxy lets through, then loaded there.

import { Problem, read, write } from "../../api.js";

const PIECE = 2 * 1024 * 1024; // bytes
const TRIES = 4;
const BETWEEN = 500; // milliseconds between two questions how far it is

/**
 * @typedef {object} Progress
 * @property {string} step "sending", "waiting", "reading", "indexing", "done", "failed"
 * @property {number} done bytes
 * @property {number} whole
 * @property {number} [players]
 */

/**
 * @param {File} file
 * @param {Record<string, string>} said what the file does not say
 * @param {(progress: Progress) => void} show
 * @returns {Promise<any>} what came of it
 */
export async function sendFile(file, said, show) {
  const { id } = await write("POST", "/api/ratings/loads", { file_name: file.name, size: file.size, ...said });
  const address = `/api/ratings/loads/${id}`;
  for (let at = 0; at < file.size; at += PIECE) {
    show({ step: "sending", done: at, whole: file.size });
    await sendPiece(`${address}?at=${at}`, file.slice(at, at + PIECE));
  }
  await write("POST", address);
  for (;;) {
    const progress = await read(address);
    if (progress.step === "done" || progress.step === "failed") return progress;
    show(progress);
    await pause(BETWEEN);
  }
}

// Sent again when no answer came: what is there already stays as it is.
/**
 * @param {string} address
 * @param {Blob} body
 */
async function sendPiece(address, body) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(address, { method: "PUT", headers, body }).catch(() => null);
    if (answer?.ok) return;
    if (answer !== null && answer.status < 500) throw new Problem(answer.status, await answer.json());
    if (tries === TRIES) throw new Error(answer === null ? "–" : String(answer.status));
    await pause(1000 * tries);
  }
}

const headers = {
  "content-type": "application/octet-stream",
  "x-roundlog": "console",
  "accept-language": document.documentElement.lang,
};

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
