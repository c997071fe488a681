// Amounts of money as people type them.

// "12,5" → 1250, in hundredths; null: it is none.
/** @param {string} text */
export function amountOf(text) {
  const found = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  return found === null ? null : Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
}
