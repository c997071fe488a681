// Columns of the grid of absences: evenings, whose absences hang on their days, and rounds that have none.

/**
 * @typedef {object} Column
 * @property {string} key
 * @property {string} day
 * @property {string} round
 * @property {string} said in a sentence
 * @property {boolean} isOpen
 * @property {string} until
 * @property {string} untilSaid
 */

/**
 * @param {Document} shown
 * @returns {Column[]}
 */
export function readColumns(shown) {
  const heads = /** @type {HTMLElement[]} */ ([...shown.querySelectorAll("#absence-table thead [data-key]")]);
  return heads.map(({ dataset }) => ({
    key: dataset.key ?? "",
    day: dataset.day ?? "",
    round: dataset.round ?? "",
    said: dataset.said ?? "",
    isOpen: dataset.open !== undefined,
    until: dataset.until ?? "",
    untilSaid: dataset.untilSaid ?? "",
  }));
}

// Of a request: {days, rounds}, what there is of them.
/** @param {Column[]} columns */
export function whatOf(columns) {
  const days = columns.map(({ day }) => day).filter((day) => day !== "");
  const rounds = columns.filter(({ day }) => day === "").map(({ round }) => Number(round));
  return { ...(days.length > 0 && { days }), ...(rounds.length > 0 && { rounds }) };
}

// Whether what is announced now is without notice (ledger/evenings.py: is_late).
/** @param {Column} column */
export const isLate = ({ until }) => until !== "" && Date.now() > Date.parse(until);
