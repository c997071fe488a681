// A player's way through the table: the place after each round, drawn; a tap plays it once more.

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, EDGE] = [340, 120, 16];
const STEP = 700; // milliseconds

/** @param {number[]} places */
export function way(places) {
  const [best, worst] = [Math.min(...places), Math.max(...places)];
  /** @param {number} index */
  const x = (index) => EDGE + ((WIDTH - 2 * EDGE) * index) / (places.length - 1);
  /** @param {number} place */
  const y = (place) => EDGE + 8 + ((HEIGHT - 2 * EDGE - 8) * (place - best)) / Math.max(1, worst - best);
  const drawing = make("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "way",
    role: "img",
    "aria-label": places.join(", "),
  });
  /** @param {number} count */
  const draw = (count) => {
    const part = places.slice(0, count);
    const line = make("polyline", { points: part.map((place, index) => `${x(index)},${y(place)}`).join(" ") });
    const dots = part.flatMap((place, index) => [
      make("circle", { cx: x(index), cy: y(place), r: 4 }),
      make("text", { x: x(index), y: y(place) - 8 }, String(place)),
    ]);
    drawing.replaceChildren(line, ...dots);
  };
  draw(places.length);
  drawing.addEventListener("click", () => {
    for (let count = 1; count <= places.length; count += 1) setTimeout(() => draw(count), STEP * (count - 1));
  });
  return drawing;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function make(name, attributes, text = "") {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.textContent = text;
  return node;
}
