// How a moment is written, everywhere: in the language of its reader, on a 24-hour clock. English is that of Europe,
// the day before the month: plain "en" would be American.

/** @type {Record<string, string>} */
const REGIONS = { en: "en-GB" };

// formatTime(at, { dateStyle: "short", timeStyle: "short" }): of a Date, or of its text as the server sends it
/**
 * @param {Date | number | string} at
 * @param {Intl.DateTimeFormatOptions} style
 * @param {string} language
 */
export function formatTime(at, style, language = document.documentElement.lang) {
  const text = new Date(at).toLocaleString(REGIONS[language] ?? language, { ...style, hourCycle: "h23" });
  return text.replaceAll("-", "\u2011"); // a Dutch date is not broken after its day
}

// A moment as somebody reads it now: today the time says enough, otherwise its day stands before it.
/**
 * @param {Date | number | string} at
 * @param {Date | number} now
 * @param {Intl.DateTimeFormatOptions["timeStyle"]} timeStyle
 * @param {string} [language]
 */
export function momentOf(at, now = Date.now(), timeStyle = "medium", language = undefined) {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return formatTime(at, isToday ? { timeStyle } : { dateStyle: "short", timeStyle }, language);
}

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

// In milliseconds; null: the text is none. Only a moment with its zone is one: an old log may hold words ("after round
// 5"), in which a browser finds a date all the same, or a time of any zone. The pages of the server go by the same rule
// (ledger/state.py).
/** @param {string} text */
export function parseMoment(text) {
  const [, year, month, day] = MOMENT.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day)) ? Date.parse(text) : null;
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
