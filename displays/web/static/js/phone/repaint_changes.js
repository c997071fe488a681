// Paints only what changed. What is as it was stays where it is: nobody has it read out again, and a link keeps the
// focus.

/**
 * @param {Element} box
 * @param {ChildNode[]} fresh
 */
export function repaint(box, fresh) {
  const before = [...box.childNodes];
  const wanted = fresh.map((node) => {
    const same = before.findIndex((old) => old.isEqualNode(node));
    return same < 0 ? node : before.splice(same, 1)[0];
  });
  const hadFocus = box.contains(document.activeElement);
  for (const gone of before) gone.remove();
  wanted.forEach((node, place) => {
    if (box.childNodes[place] !== node) box.insertBefore(node, box.childNodes[place] ?? null);
  });
  // The link that had it leads elsewhere now.
  if (hadFocus && !box.contains(document.activeElement)) box.querySelector("a")?.focus({ preventScroll: true });
}

/**
 * @param {Element} box
 * @param {string} text
 */
export function rewrite(box, text) {
  if (box.textContent !== text) box.textContent = text;
}
