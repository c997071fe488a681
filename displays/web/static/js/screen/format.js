// Players, scores and figures as a wall shows them.

/** @type {Record<string, string>} */
const FRACTIONS = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾" };

// A score in units of 1/perPoint point: score(5, 2) is "2½".
/**
 * @param {number} units
 * @param {number} perPoint
 */
export function score(units, perPoint) {
  const whole = Math.trunc(units / perPoint);
  let rest = Math.abs(units) % perPoint;
  if (rest === 0) return String(whole);
  let parts = perPoint;
  for (let divisor = rest; divisor > 1; divisor -= 1) {
    if (rest % divisor === 0 && parts % divisor === 0) {
      rest /= divisor;
      parts /= divisor;
      break;
    }
  }
  const fraction = FRACTIONS[`${rest}/${parts}`] ?? ` ${rest}/${parts}`;
  const minus = units < 0 && whole === 0 ? "-" : "";
  return `${minus}${whole === 0 ? "" : whole}${fraction}`.trim();
}

// How many em a text is wide in the heaviest letters of the wall.
/** @param {string} text */
export function breadth(text) {
  if (pen === null) {
    pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    pen.font = `750 100px ${getComputedStyle(document.body).fontFamily}`;
  }
  return pen.measureText(text).width / 100;
}

/** @type {CanvasRenderingContext2D | null} */
let pen = null;

/** @param {{name: string, title?: string}} person */
export function nameOf(person) {
  return person.title ? `${person.title} ${person.name}` : person.name;
}

// A cell with a name: written smaller before it is cut (table.js).
/**
 * @param {string} text
 * @param {string} extra
 * @returns {Cell}
 */
export function nameCell(text, extra = "") {
  return { text, class: `name${extra}` };
}

// A figure as the reader's language writes it, "84,502"; `say` is what has its words.
/**
 * @param {{shown: string}} amount
 * @param {Say} say
 */
export function figure(amount, say) {
  return amount.shown.replace(".", say("decimal-sign"));
}
