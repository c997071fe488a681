// Points as people write them (½, 0.5, 1/3, 2) ↔ the table of the model: whole units, so many to a point.

const FIELDS = [
  "win",
  "draw",
  "loss",
  "forfeit_win",
  "forfeit_loss",
  "pairing_bye",
  "full_bye",
  "half_bye",
  "zero_bye",
  "absent",
  "absent_unnotified",
  "team_duty",
];
const OF_DELFT = ["advantage_draw", "disadvantage_draw"]; // which may be empty: there are no such draws

/** @typedef {Record<string, number | null>} Table  a field that may be empty is null, or not there */

// [numerator, denominator], or null for what is no number of points.
/**
 * @param {string} text
 * @returns {[number, number] | null}
 */
function fraction(text) {
  const plain = text
    .trim()
    .replace(",", ".")
    .replace(/(\d*)½/, (_, whole) => String(Number(whole || 0) + 0.5));
  const ratio = /^(\d{1,6})\/([1-9]\d{0,3})$/.exec(plain);
  if (ratio !== null) return reduce(Number(ratio[1]), Number(ratio[2]));
  const decimal = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(plain);
  if (decimal === null) return null;
  const scale = 10 ** (decimal[2] ?? "").length;
  return reduce(Number(decimal[1]) * scale + Number(decimal[2] ?? 0), scale);
}

// {table, wrong: the fields that cannot be read}: there is a table only if there are none.
/** @param {Record<string, string>} texts */
export function tableOf(texts) {
  const told = [...FIELDS, ...OF_DELFT.filter((name) => (texts[name] ?? "").trim() !== "")];
  const parts = told.map((name) => ({ name, value: fraction(texts[name] ?? "") }));
  const wrong = parts.filter(({ value }) => value === null).map(({ name }) => name);
  if (wrong.length > 0) return { table: null, wrong };
  const ratios = parts.map(({ value }) => value ?? [0, 1]);
  const perPoint = ratios.reduce((unit, [, under]) => (unit * under) / divisor(unit, under), 1);
  const units = ratios.map(([over, under], index) => [told[index], (over * perPoint) / under]);
  return { table: { per_point: perPoint, ...Object.fromEntries(units) }, wrong };
}

/** @param {Table} table */
export function textsOf(table) {
  return Object.fromEntries(
    [...FIELDS, ...OF_DELFT].map((name) => [name, pointsText(table[name] ?? null, table.per_point ?? 1)]),
  );
}

/**
 * @param {Table} one
 * @param {Table} other
 */
export function isSame(one, other) {
  return ["per_point", ...FIELDS, ...OF_DELFT].every((name) => (one[name] ?? null) === (other[name] ?? null));
}

/**
 * @param {number | null} units
 * @param {number} perPoint
 */
function pointsText(units, perPoint) {
  if (units === null) return "";
  const [over, under] = reduce(units, perPoint);
  if (under === 1) return String(over);
  if (under === 2) return `${over > 1 ? Math.floor(over / 2) : ""}½`;
  return `${over}/${under}`;
}

/**
 * @param {number} over
 * @param {number} under
 * @returns {[number, number]}
 */
function reduce(over, under) {
  const shared = divisor(over, under) || 1;
  return [over / shared, under / shared];
}

/**
 * @param {number} one
 * @param {number} other
 * @returns {number}
 */
function divisor(one, other) {
  return other === 0 ? one : divisor(other, one % other);
}
