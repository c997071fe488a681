// How a moment is written, everywhere: in the language of its reader, on a 24-hour clock. English is that of Europe, the
// day before the month: plain "en" would be American.

const REGIONS = { en: "en-GB" };

// written(at, { dateStyle: "short", timeStyle: "short" }): of a Date, or of its text as the server sends it
export function written(at, style, language = document.documentElement.lang) {
  const text = new Date(at).toLocaleString(REGIONS[language] ?? language, { ...style, hourCycle: "h23" });
  return text.replaceAll("-", "\u2011"); // a Dutch date is not broken after its day
}

// A moment as somebody reads it now: today the time says enough, otherwise its day stands before it.
export function momentOf(at, now = Date.now(), timeStyle = "medium") {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return written(at, isToday ? { timeStyle } : { dateStyle: "short", timeStyle });
}

const WITH_ITS_ZONE = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

// When it is over for what stands "until" then, in milliseconds. Words have no end, though Date.parse makes a year of those
// of "after round 5"; nor has a time without a zone, which would end at another moment on each device.
export function endsAt(until) {
  const [, day] = WITH_ITS_ZONE.exec(until) ?? [];
  return isDay(day) ? Date.parse(until) : Infinity;
}

// Of the 30th of February browsers make a day of March.
function isDay(text) {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
