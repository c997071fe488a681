// Elements of the page: made from values, found by their id, found around what an event is about.

// element("td", {class: "number"}, 12): a node from values. Texts are texts, never HTML.
/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} attributes `onclick` and the like are listeners
 * @param {...any} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "dataset") Object.assign(node.dataset, value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(
    ...children
      .flat()
      .filter((child) => child !== null && child !== undefined)
      .map(asNode),
  );
  return node;
}

/** @param {any} child */
function asNode(child) {
  return child instanceof Node ? child : document.createTextNode(String(child));
}

// What the template of the page is known to have.
/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

// The same of a form's control. (A select, a text area and a button have of an input what is used here.)
/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
export function controlById(id) {
  return /** @type {HTMLInputElement} */ (document.getElementById(id));
}

// closest(event, "button"): the element at or around what the event is about, if there is one.
/**
 * @param {Event} event
 * @param {string} selector
 * @returns {any}
 */
export function closest({ target }, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}
