// A result as people type it (2, 1-1, ½, +): what it means, and what is said of one that means nothing.

import { word } from "../../words.js";
import { clearAt, showAt } from "../page/forms.js";

// The result, "" for a field that may be empty and is, or null with the error at the field. `keys`: what may be typed →
// the result.
/**
 * @param {HTMLInputElement} input
 * @param {Record<string, string>} keys
 */
export function typedResult(input, keys, { mayBeEmpty = true } = {}) {
  const text = input.value.trim().replace(/[–:]/g, "-").replace(/\s/g, "").toLowerCase();
  clearAt(input);
  if (text === "" && mayBeEmpty) return "";
  const found = keys[text];
  if (found !== undefined) return found;
  const marks = Object.keys(keys).filter((key) => /^[\d½]+-[\d½]+$/.test(key));
  showAt(
    input,
    word("result-not-known", {
      text: input.value.trim(),
      marks: marks.join(", "),
    }),
  );
  return null;
}
