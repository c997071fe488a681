// Rank over the rounds, as far as the film has come. Every line ends in its name: no colour has to be told from
// another.

const SVG = "http://www.w3.org/2000/svg";
const MOST = 12; // so that their names can be read from afar
const LOWEST = MOST; // places below it are drawn at the edge; so a name is level with its place
const LABEL = 50;
const [WIDTH, HEIGHT] = [1000, 700];
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 400, 68, 20];
const [LETTERS, SIZE] = [20, 34]; // so many letters of that size fit beside the lines; more are written smaller,
const HALVED = 21; // or on two lines of this size

export function bump(ranks, round) {
  const drawing = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "bump", role: "img" });
  const x = (index) => LEFT + ((WIDTH - LEFT - RIGHT) * index) / Math.max(1, ranks.round - 1);
  for (let index = 0; index < ranks.round; index += 1) {
    drawing.append(make("text", { x: x(index), y: TOP - 34, class: "round" }, String(index + 1)));
  }
  const lines = leaders(ranks, round);
  const labels = spread(lines.map(({ places }) => y(places.at(-1))));
  lines.forEach((line, number) => drawing.append(drawLine(line, labels[number], x)));
  return drawing;
}

// The first of that moment; each keeps the colour of the last place, so that a line does not change its colour.
function leaders(ranks, round) {
  const all = ranks.lines.map((line, index) => ({
    name: line.player.name,
    colour: index % 8,
    places: line.places.slice(0, round),
  }));
  const there = all.filter(({ places }) => places.length > 0);
  return there.sort((one, other) => one.places.at(-1) - other.places.at(-1)).slice(0, MOST);
}

// Whoever comes from far below comes from the lower edge.
function y(place) {
  return TOP + ((HEIGHT - TOP - BOTTOM) * (Math.min(place, LOWEST) - 1)) / (LOWEST - 1);
}

// Names never lie upon each other.
function spread(wanted) {
  let last = -Infinity;
  return wanted.map((at) => (last = Math.max(at, last + LABEL)));
}

function drawLine({ name, colour, places }, label, x) {
  const group = make("g", { class: `c${colour}` });
  const end = places.length - 1;
  const path = places.map((place, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(place)}`).join(" ");
  group.append(make("path", { d: `${path} L${x(end) + 16} ${label}` }));
  places.forEach((place, index) => group.append(make("circle", { cx: x(index), cy: y(place), r: 6 })));
  const text = `${places[end]}. ${name}`;
  group.append(...writeName(text, x(end) + 22, label));
  return group;
}

// On one line, or on two if they can be larger.
function writeName(text, x, middle) {
  const fitting = (lines, most) => Math.min(most, (SIZE * LETTERS) / Math.max(...lines.map(({ length }) => length)));
  const [one, two] = [[text], halves(text)];
  const [small, large] = [fitting(one, SIZE), fitting(two, HALVED)];
  const [lines, size] = small >= large ? [one, small] : [two, large];
  const first = middle + size / 3 - ((lines.length - 1) * size) / 2;
  return lines.map((line, index) => make("text", { x, y: first + index * size, "font-size": size.toFixed(1) }, line));
}

// Parted at the space that is nearest to the middle.
function halves(text) {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (spaces.length === 0) return [text];
  const cut = spaces.reduce((best, at) =>
    Math.abs(at - text.length / 2) < Math.abs(best - text.length / 2) ? at : best,
  );
  return [text.slice(0, cut), text.slice(cut + 1)];
}

function make(name, attributes, text = "") {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.textContent = text;
  return node;
}
