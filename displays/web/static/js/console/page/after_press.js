// Holds updates back while a pointer is down: what moves away under a finger is not clicked.

const LONGEST = 1000; // milliseconds; who holds on for longer does not mean to click
const TAP = 50; // a finger's click comes after it has been lifted

const waiting = new Set();
let isPressed = false;
let timer = 0;

// At once if nothing is pressed. Asked for twice, the same act is done once.
/** @param {(nothing?: any) => void} act */
export function afterPress(act) {
  if (isPressed) waiting.add(act);
  else act();
}

function letGo() {
  isPressed = false;
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) act();
}

/** @param {number} milliseconds */
function letGoIn(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(letGo, milliseconds);
}

addEventListener(
  "pointerdown",
  ({ isPrimary, button }) => {
    if (!isPrimary || button !== 0) return;
    isPressed = true;
    letGoIn(LONGEST);
  },
  { capture: true },
);
for (const kind of ["pointerup", "pointercancel"])
  addEventListener(kind, () => isPressed && letGoIn(TAP), { capture: true });
