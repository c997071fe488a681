// Keyboard shortcuts: one list, which the help dialog shows. Letters are left alone while somebody types.

/** @type {{keys: string, meaning: string, act: (event: KeyboardEvent) => void, inFields: boolean}[]} */
const known = [];
let prefix = "";
let forgetting = 0;

// onKey("n", "new player", () => …); onKey("g p", …): after another. `inFields`: while typing too (Escape, F-keys).
/**
 * @param {string} keys
 * @param {string} meaning
 * @param {(event: KeyboardEvent) => void} act
 */
export function onKey(keys, meaning, act, { inFields = false } = {}) {
  known.push({ keys, meaning, act, inFields });
}

export function shortcuts() {
  return known.map(({ keys, meaning }) => ({ keys, meaning }));
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return (
    target instanceof HTMLElement &&
    target.closest(
      "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]",
    ) !== null
  );
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const pressed = prefix === "" ? event.key : `${prefix} ${event.key}`;
  prefix = "";
  const typing = isTyping(event.target);
  const open = document.querySelector("dialog[open]") !== null;
  const found = known.find(({ keys, inFields }) => keys === pressed && ((!typing && !open) || inFields));
  if (found !== undefined) {
    event.preventDefault();
    found.act(event);
  } else if (typing && !open && event.key === "Escape") {
    /** @type {HTMLElement} */ (event.target).blur(); // so that letters are shortcuts again
  } else if (!typing && !open && known.some(({ keys }) => keys.startsWith(`${pressed} `))) {
    prefix = pressed;
    clearTimeout(forgetting);
    forgetting = setTimeout(() => (prefix = ""), 1500);
  }
});
