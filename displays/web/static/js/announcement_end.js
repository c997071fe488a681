// When an announcement ends. The pages of the server go by the same rule (displays/web/console/announcement_end.py).

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

// In milliseconds; Infinity: it has no end. Only a moment with its zone is one: an old log may hold words ("after round
// 5"), in which a browser finds a date all the same, or a time of any zone.
/** @param {string} until */
export function endOf(until) {
  const [, year, month, day] = MOMENT.exec(until) ?? [];
  return isDay(Number(year), Number(month), Number(day)) ? Date.parse(until) : Infinity;
}

// Where there is none, browsers count on into the next month.
/**
 * @param {number} year
 * @param {number} month
 * @param {number} day
 */
function isDay(year, month, day) {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
