// Morphs nodes of a page that somebody is using into newly rendered ones: what is still meant stays the node that it
// is, with its press, its focus, what is unfolded, chosen or typed; only what differs in it is changed. (A button that
// is replaced between press and release is never clicked.)

const PERSONS_OWN = new Set(["open", "aria-invalid"]); // attributes that come of what the person did here
const SAID = "form > .form-problem"; // what a form was answered, above it
const SAID_AT = "form .field-error"; // and at a field of it

// The children of `now` become those of `then`. They are known again by their ids; without one by their place among
// those of their kind, which is enough for all that nobody can press.
/**
 * @param {Element} now
 * @param {Element} then
 */
export function renewChildren(now, then) {
  /** @type {Node[]} */
  const said = [...now.children].filter((node) => node.matches(SAID));
  const known = byKey([...now.childNodes].filter((node) => !said.includes(node)));
  const nodes = [...then.childNodes].map((fresh) => {
    const stands = known.get(keyOf(fresh))?.shift();
    if (stands === undefined) return fresh;
    renewNode(stands, fresh);
    return stands;
  });
  arrange(now, [...said, ...nodes]);
}

/** @param {ChildNode[]} nodes */
function byKey(nodes) {
  /** @type {Map<string, ChildNode[]>} */
  const found = new Map();
  for (const node of nodes) {
    const key = keyOf(node);
    const alike = found.get(key);
    if (alike === undefined) found.set(key, [node]);
    else alike.push(node);
  }
  return found;
}

// A button that would do something else is another one: who presses the one does not mean the other.
/** @param {any} node one without an id is none that has to be told from others */
function keyOf(node) {
  return [node.nodeName, node.id, node.nodeName === "BUTTON" ? JSON.stringify(node.dataset) : ""].join(" ");
}

/**
 * @param {any} now a node of any kind
 * @param {any} then one of the same kind
 */
export function renewNode(now, then) {
  if (now.isEqualNode(then)) return;
  if (now.nodeType !== Node.ELEMENT_NODE) now.nodeValue = then.nodeValue;
  else if (now.matches("input, select, textarea")) renewControl(now, then);
  else {
    renewAttributes(now, then);
    if (!now.matches(SAID_AT)) renewChildren(now, then);
  }
}

/**
 * @param {HTMLInputElement} now a select and a text area have of an input what is used here
 * @param {HTMLInputElement} then
 */
function renewControl(now, then) {
  const [was, wasTicked] = [now.defaultValue, now.defaultChecked];
  renewAttributes(now, then);
  renew(now, then, was);
  if (now instanceof HTMLTextAreaElement) now.defaultValue = then.defaultValue;
  if (now.checked === wasTicked) now.checked = then.checked;
}

/**
 * @param {Element} now
 * @param {Element} then
 */
function renewAttributes(now, then) {
  const names = new Set([...now.getAttributeNames(), ...then.getAttributeNames()]);
  for (const name of names) {
    const value = then.getAttribute(name);
    if (PERSONS_OWN.has(name) || now.getAttribute(name) === value) continue;
    if (value === null) now.removeAttribute(name);
    else now.setAttribute(name, value);
  }
}

// A control made anew, put into the one that stands. `was`: what an input held before anybody typed.
/**
 * @param {HTMLInputElement | HTMLSelectElement} now
 * @param {any} then of the same kind
 */
export function renew(now, then, was = "") {
  if (now instanceof HTMLSelectElement) renewChoice(now, then);
  else if (now.value === was && now.value !== then.value) now.value = then.value;
}

/**
 * @param {HTMLSelectElement} now
 * @param {HTMLSelectElement} then
 */
function renewChoice(now, then) {
  const [old, fresh] = [[...now.options], [...then.options]];
  const isSame = old.length === fresh.length && old.every(({ value }, index) => value === fresh[index].value);
  const chosen = now.value;
  if (!isSame) now.replaceChildren(...fresh);
  else
    for (const [index, option] of old.entries())
      if (option.textContent !== fresh[index].textContent) option.textContent = fresh[index].textContent;
  if (!isSame && fresh.some(({ value }) => value === chosen)) now.value = chosen;
}

// These and no others, in this order. As few as can be are taken from where they are: that alone would end a press.
/**
 * @param {Element} place
 * @param {Node[]} nodes
 */
export function arrange(place, nodes) {
  const focused = document.activeElement;
  const wanted = new Set(nodes);
  for (const node of [...place.childNodes]) if (!wanted.has(node)) node.remove();
  const steady = longestRise(
    nodes.filter((node) => node instanceof Element && node.parentNode === place),
    placesIn(place),
  );
  /** @type {Node | null} */
  let next = null;
  for (const node of [...nodes].reverse()) {
    const isThere = node.parentNode === place && node.nextSibling === next;
    if (!steady.has(node) && !isThere) place.insertBefore(node, next);
    next = node;
  }
  if (document.activeElement !== focused && focused?.isConnected)
    /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
}

/**
 * @param {Element} place
 * @returns {(node: Node) => number}
 */
function placesIn(place) {
  /** @type {Map<Node, number>} */
  const places = new Map([...place.children].map((node, index) => [node, index]));
  return (node) => places.get(node) ?? -1; // all that are asked for stand there
}

// Of all rows of nodes that stand in the wanted order already, the longest.
/**
 * @param {Node[]} nodes
 * @param {(node: Node) => number} placeOf
 * @returns {Set<Node>}
 */
function longestRise(nodes, placeOf) {
  /** @type {Node[]} */
  const ends = []; // by length less one: the last node of a rise of that length, as early as can be
  /** @type {Map<Node, Node | undefined>} */
  const before = new Map();
  for (const node of nodes) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(ends[middle]) < placeOf(node)) low = middle + 1;
      else high = middle;
    }
    before.set(node, ends[low - 1]);
    ends[low] = node;
  }
  /** @type {Set<Node>} */
  const rise = new Set();
  for (let node = ends.at(-1); node !== undefined; node = before.get(node)) rise.add(node);
  return rise;
}
