// What somebody at this desk chose for the columns of a list, for the next list with the same heading. It is kept in
// this browser: how one desk reads its lists is nobody's tournament.

const KEPT = "roundlog-columns";
const MOST = 30; // headings; the one that was not used for longest goes

/**
 * @typedef {object} Seen
 * @property {{title: string}[]} columns
 * @property {boolean} has_header
 * @property {string[]} fields
 * @property {{cells: string[]}[]} lines
 */
/** @typedef {[string, (string | null)[]][]} Kept headings and fields, the newest last */

/** @returns {Kept} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch (problem) {
    console.warn(problem); // what is not ours, or cut off: as if nothing had been kept
    return [];
  }
}

// Of a list in which no title is known the first line is taken for a player: it may be the heading.
/** @param {Seen} seen */
function headingOf({ columns, has_header, lines }) {
  const titles = has_header
    ? columns.map(({ title }) => title)
    : columns.map((_, place) => lines[0]?.cells[place] ?? "");
  return JSON.stringify(titles.map((title) => title.trim()));
}

// Null: nothing was chosen for such a list, or what was is no field any more.
/** @param {Seen} seen */
export function rememberedFields(seen) {
  const [, fields] = read().find(([heading]) => heading === headingOf(seen)) ?? [null, null];
  const isKnown = fields?.every((field) => field === null || seen.fields.includes(field)) ?? false;
  return isKnown ? fields : null;
}

/**
 * @param {Seen} seen
 * @param {(string | null)[]} fields
 */
export function rememberFields(seen, fields) {
  if (!seen.has_header) return;
  const others = read().filter(([heading]) => heading !== headingOf(seen));
  localStorage.setItem(KEPT, JSON.stringify([...others, [headingOf(seen), fields]].slice(-MOST)));
}
