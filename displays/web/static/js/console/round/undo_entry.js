// The last result that somebody typed here, taken back with one press or with `u`: what stood before it stands again.

import { byId } from "../../dom.js";
import { word } from "../../words.js";
import { onKey } from "../page/shortcuts.js";
import { boardOf, isOwn, round } from "./store.js";

/**
 * @param {{of: (board: number) => OutboxEntry[], entries: OutboxEntry[], drop: (entry: OutboxEntry) => void}} outbox
 * @param {(board: number, result: string) => void} send
 */
export function setUpUndo(outbox, send) {
  const button = byId("undo-entry");
  button.addEventListener("click", undo);
  onKey("u", word("undo-entry-key"), undo);

  function undo() {
    const last = findLast();
    if (last === null) return;
    if (last.unsent) outbox.drop(last.unsent);
    else send(last.board, last.before);
    show();
  }

  // What waits for the line comes after all that has been written.
  function findLast() {
    const unsent = outbox.entries.findLast(({ state, tries }) => state === "waiting" && tries === 0);
    if (unsent !== undefined) return { board: unsent.board, before: "pending", unsent };
    const own = round().boards.filter((/** @type {any} */ board) => isOwn(board) && !isOnItsWay(board.board));
    if (own.length === 0) return null;
    const { board } = own.reduce((/** @type {any} */ one, /** @type {any} */ other) =>
      other.since > one.since ? other : one,
    );
    return { board, before: outbox.of(board).at(-1)?.old || "pending", unsent: null };
  }

  /** @param {number} board */
  function isOnItsWay(board) {
    return outbox.of(board).some(({ state }) => state === "waiting" || state === "sending");
  }

  function show() {
    const last = findLast();
    button.hidden = last === null || boardOf(last.board) === undefined;
    if (last !== null) button.textContent = word("undo-entry", { board: last.board });
  }

  show();
  return { show, undo };
}
