// What of the schedule is still to come, for one who plays: the break that is on, the next rounds, and until when one
// says that one cannot come.

import { element } from "../dom.js";
import { findBreak, findOff, findRound, isToCome, sayOff, sayStart } from "../schedule.js";
import { word } from "../words.js";

const SHOWN = 3; // rounds; all of them stand behind the link

/**
 * @param {RoundTimes} schedule
 * @param {number} now
 * @param {number} round that is known of the player already
 * @param {string} address of all of it
 */
export function comingRounds(schedule, now, round, address) {
  const pause = findBreak(schedule, now);
  const own = findRound(schedule, round);
  const coming = schedule.lines.filter((line) => (line.round ?? 0) > round && isToCome(line, now));
  const shown = [...(own !== null && isToCome(own, now) ? [own] : []), ...coming].slice(0, SHOWN);
  const off = findOff(schedule, now).slice(0, SHOWN);
  if (pause === null && shown.length + off.length === 0) return [];
  const language = document.documentElement.lang;
  const told = shown.map((line) => element("li", {}, sayStart(line, now, language, word)));
  return [
    element("h2", {}, element("a", { href: address }, word("title"))),
    ...(pause === null
      ? []
      : [
          element(
            "p",
            {},
            word("text-until", {
              text: pause.text,
              time: pause.ends?.slice(-5),
            }),
          ),
        ]),
    ...off.map((one) => element("p", { class: "evening-off" }, sayOff(one, language, word))),
    element("ul", { class: "schedule" }, ...told),
    ...noticeOf(schedule),
  ];
}

/** @param {RoundTimes} schedule */
function noticeOf({ notice }) {
  if (!notice) return [];
  const isHours = notice % 60 === 0;
  const text = word(isHours ? "notice-hours" : "notice-minutes", {
    count: isHours ? notice / 60 : notice,
  });
  return [element("p", { class: "quiet" }, text)];
}
