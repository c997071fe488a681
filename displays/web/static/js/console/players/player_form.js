// A player as a form has it ↔ as the API wants it.

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
    if (!control.name || control.name === "reason") continue;
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

/**
 * @param {any} form
 * @param {any} player
 */
export function showPlayer(form, player) {
  for (const control of form.elements) {
    if (control.name && control.name in player) control.value = player[control.name] ?? "";
  }
}
