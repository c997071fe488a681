// element("td", {class: "number"}, 12): a node from values. Texts are texts, never HTML.

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

function asNode(child) {
  return child instanceof Node ? child : document.createTextNode(String(child));
}
