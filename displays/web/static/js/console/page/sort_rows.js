// Sorts the rows of a table by the column whose head is pressed; a second press turns it round.

import { closest } from "../../dom.js";

// Of tables below `region`, whichever there are. Returns what brings a document that was made anew into the same order.
/**
 * @param {HTMLElement} region
 * @returns {(fresh: Document) => void}
 */
export function sortable(region) {
  /** @type {Map<string, {column: string, direction: string}>} */
  const chosen = new Map(); // id of a table → column and direction
  region.addEventListener("click", (event) => {
    const button = closest(event, "th button[data-sort]");
    if (button === null) return;
    const isTurned = button.closest("th").getAttribute("aria-sort") === "ascending";
    const wish = { column: button.dataset.sort, direction: isTurned ? "descending" : "ascending" };
    chosen.set(button.closest("table").id, wish);
    sortBy(button, wish.direction);
  });
  return (fresh) => {
    for (const [id, { column, direction }] of chosen) {
      const button = fresh.querySelector(`#${id} [data-sort="${column}"]`);
      if (button !== null) sortBy(button, direction);
    }
  };
}

/**
 * @param {HTMLElement} button
 * @param {string} direction
 */
function sortBy(button, direction) {
  const [table, head] = [button.closest("table"), button.closest("th")];
  for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction);
  const column = [...head.parentElement.children].indexOf(head);
  const isNumber = head.classList.contains("number");
  const body = table.tBodies[0];
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });
  const keyed = [...body.rows].map((row) => ({ row, key: row.cells[column].textContent.trim() }));
  const sign = direction === "ascending" ? 1 : -1;
  keyed.sort((one, other) => compare(one.key, other.key));
  body.replaceChildren(...keyed.map(({ row }) => row));

  // What is empty comes last, whichever way round.
  /**
   * @param {string} one
   * @param {string} other
   */
  function compare(one, other) {
    if (one === "" || other === "") return Number(one === "") - Number(other === "");
    return sign * (isNumber ? Number(one) - Number(other) : collator.compare(one, other));
  }
}
