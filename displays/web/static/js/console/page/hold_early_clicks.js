// Holds clicks until the scripts of the page have loaded: a button that is pressed before waits for them. (No module:
// those run when the page is there, which on a slow line is long after somebody has seen the button.)

{
  /** @type {HTMLButtonElement | null} */
  let pressed = null;

  /** @param {MouseEvent} event */
  const hold = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null || needsNoScript(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed?.removeAttribute("aria-busy");
    pressed = button; // who presses another one has thought better of the first
    button.setAttribute("aria-busy", "true");
  };

  // The forms that a browser sends by itself say how; those of our scripts do not.
  /** @param {HTMLButtonElement} button */
  const needsNoScript = (button) => button.type === "submit" && button.form?.hasAttribute("method");

  document.addEventListener("click", hold, { capture: true });
  // (It waits for every module of the page.)
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", hold, { capture: true });
    pressed?.removeAttribute("aria-busy");
    pressed?.click();
  });
}
