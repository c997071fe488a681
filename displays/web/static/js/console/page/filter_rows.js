// Shows the rows of a table that contain every word typed; accents and capitals do not matter.

/**
 * @param {string} text
 * @returns {string}
 */
export function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

// filterRows(input, () => rows, (shown, all) => …)
/**
 * @param {HTMLInputElement} input
 * @param {() => HTMLElement[]} rows
 * @param {(shown: number, all: number) => void} onShown
 */
export function filterRows(input, rows, onShown = () => {}) {
  const apply = () => {
    const wanted = plain(input.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    const all = rows();
    for (const row of all) {
      const text = plain(row.textContent);
      row.hidden = !wanted.every((part) => text.includes(part));
      if (!row.hidden) shown += 1;
    }
    onShown(shown, all.length);
  };
  input.addEventListener("input", apply);
  apply();
  return apply;
}
