// When an announcement ends.

import { parseMoment } from "./moments.js";

// In milliseconds; Infinity: it has no end.
/** @param {string} until */
export const endOf = (until) => parseMoment(until) ?? Infinity;
