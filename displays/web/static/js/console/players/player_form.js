// A player as a form has it ↔ as the API wants it.

const NO_FIELDS = new Set(["reason", "choice"]); // of the player
const NUMBERS = new Set(["rating", "birth_year", "lot", "number", "from_round", "to_round"]);

// What cannot be a number goes as it was typed: the answer says so at its field.
/** @param {string} text */
export function numberOf(text) {
  const plain = text.trim();
  if (plain === "") return null;
  return /^\d{1,15}$/.test(plain) ? Number(plain) : plain;
}

/**
 * @param {any} form
 * @param {string[]} extra
 * @returns {any}
 */
export function playerOf(form, extra = []) {
  /** @type {any} */
  const player = { ids: {} };
  for (const control of form.elements) {
    if (!control.name || NO_FIELDS.has(control.name) || control.disabled) continue; // ratings: see ratings_editor.js
    const isExtra = ["number", "from_round", "missed"].includes(control.name);
    if (isExtra && !extra.includes(control.name)) continue;
    if (control.name.startsWith("ids.")) player.ids[control.name.slice(4)] = control.value.trim();
    else if (NUMBERS.has(control.name)) player[control.name] = numberOf(control.value);
    else player[control.name] = control.value.trim();
  }
  if (player.number === null) delete player.number;
  return player;
}

// Somebody who was in the tournament, as the page had them, to be registered as they were: nobody else of their name.
/** @param {Record<string, any>} player */
export function asRegistration(player) {
  const fields = Object.entries(player);
  const ids = fields.filter(([name]) => name.startsWith("ids.")).map(([name, id]) => [name.slice(4), id]);
  const others = fields.filter(([name]) => !name.startsWith("ids."));
  return { ...Object.fromEntries(others), ids: Object.fromEntries(ids), namesake: true };
}

// Somebody from the rating lists. What the lists do not know stays as it was typed; the rating is the one that counts
// by the rule of the tournament, or none.
/**
 * @param {any} form
 * @param {any} listed as the API tells them
 */
export function showListed(form, { ids = {}, ratings = [], counts, ...listed }) {
  const numbers = Object.entries(ids).map(([name, id]) => [`ids.${name}`, id]);
  const rating = ratings.length > 0 ? { rating: ratings[counts]?.value ?? "" } : {};
  showPlayer(form, { ...listed, ...Object.fromEntries(numbers), ...rating });
}

// All their ratings, as the form has them: each with the month of its list, typed by nobody.
/** @param {any} listed */
export function listedRatings({ ratings = [] }) {
  return ratings.map((/** @type {any} */ one) => ({
    kind: "",
    month: "",
    is_by_hand: false,
    from_round: 1,
    is_chosen: false,
    ...one,
  }));
}

/**
 * @param {any} form
 * @param {any} player
 */
export function showPlayer(form, player) {
  for (const control of form.elements) {
    if (control.name && !control.disabled && control.name in player) control.value = player[control.name] ?? "";
  }
}
