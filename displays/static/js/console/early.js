// A button that is pressed while the scripts of the page are still on their way: the press waits for them. (No module:
// those run when the page is there, which on a slow line is long after somebody has seen the button.)

{
  const pressed = new Set();

  const hold = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.add(button);
  };

  document.addEventListener("click", hold, { capture: true });
  // (It waits for every module of the page.)
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", hold, { capture: true });
    for (const button of pressed) button.click();
  });
}
