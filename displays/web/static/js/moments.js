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
