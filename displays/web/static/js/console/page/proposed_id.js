// The id that a name proposes: its letters and digits without accents. Of a name in another script none are left: then
// what it is, and the day.

/** @type {Record<string, string>} */
const LETTERS = { ß: "ss", æ: "ae", ø: "o", đ: "d", ł: "l" };

/**
 * @param {string} name
 * @param {string} otherwise
 * @param {Date} today
 * @returns {string}
 */
export function proposedIdOf(name, otherwise, today = new Date()) {
  const plain = name.toLowerCase().replace(/[ßæøđł]/g, (letter) => LETTERS[letter]);
  const found = plain
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  if (/[a-z]/.test(found) || !/\p{L}/u.test(name)) return found;
  return `${otherwise}-${found || today.toISOString().slice(0, 10)}`.slice(0, 60);
}
