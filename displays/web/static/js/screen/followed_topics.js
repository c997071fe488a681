// Which topics a screen follows: a line has room for so many, and an event with many sections has more. Knows no page
// of the browser.

const MOST_TOPICS = 64; // of one line (docs/live.md)

// First those that are always needed, then those of the scenes from the one that is shown on, as many scenes as there
// is room for: what comes next is there when its turn comes.
/**
 * @param {string[]} always
 * @param {Scene[]} scenes
 * @param {Scene | undefined} shown
 * @param {(scene: Scene) => string[]} topicsOf
 * @returns {string[]}
 */
export function topicsToFollow(always, scenes, shown, topicsOf) {
  const wanted = new Set(always);
  const first = Math.max(0, shown === undefined ? 0 : scenes.indexOf(shown));
  for (const scene of [...scenes.slice(first), ...scenes.slice(0, first)]) {
    const more = topicsOf(scene).filter((topic) => !wanted.has(topic));
    if (wanted.size + more.length > MOST_TOPICS) break;
    for (const topic of more) wanted.add(topic);
  }
  return [...wanted];
}

// What the glass has no room for, each wish once: of the scenes that one wish makes, of each section one, the tightest.
/** @param {Iterable<[Scene, {rows: number, columns: number}]>} unmet */
export function listUnmet(unmet) {
  const byWish = new Map();
  for (const [{ view, rows = 0, columns = 0 }, shown] of unmet) {
    const key = `${view} ${rows} ${columns}`;
    const known = byWish.get(key)?.shown ?? shown;
    byWish.set(key, { view, wished: { rows, columns }, shown: least(known, shown) });
  }
  return [...byWish.values()];
}

// 0 is as wished.
/** @param {{rows: number, columns: number}} one @param {{rows: number, columns: number}} other */
function least(one, other) {
  const lesser = (/** @type {number} */ a, /** @type {number} */ b) => (a && b ? Math.min(a, b) : a || b);
  return { rows: lesser(one.rows, other.rows), columns: lesser(one.columns, other.columns) };
}
