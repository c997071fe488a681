// The coming evenings of a member: one press signs off, another on again, until the deadline.

import { write } from "../api.js";
import { element } from "../dom.js";
import { formatTime, momentOf } from "../moments.js";
import { pageData, word } from "../words.js";

const SHOWN = 3; // at once; the others open with a press
const facts = pageData("facts");
let problem = "";
let isBusy = false;
let isOpen = false;

/**
 * @param {MemberView} member
 * @param {(writing: Promise<unknown>) => Promise<void>} afterWrite
 * @param {() => void} paint
 * @returns {HTMLElement[]}
 */
export function evenings({ evenings: coming }, afterWrite, paint) {
  if (coming.length === 0) return [];

  /** @param {MemberEvening} evening */
  async function tell({ day, rounds, coming: before }) {
    if (isBusy) return;
    isBusy = true;
    problem = "";
    const address = `/api/t/${encodeURIComponent(facts.stream)}/members/${facts.player}/evenings`;
    const which = day ? { days: [day] } : { rounds };
    try {
      await afterWrite(write("PUT", address, { ...which, absent: before === "yes" }));
    } catch (error) {
      problem = word("not-sent", { problem: error instanceof Error ? error.message : String(error) });
    }
    isBusy = false;
    paint();
  }

  /** @param {MemberEvening} evening */
  const line = (evening) =>
    element(
      "li",
      { class: `evening coming-${evening.coming}` },
      element("b", {}, nameOf(evening)),
      element("p", { role: "status" }, word(`coming-${evening.coming}`), ...since(evening)),
      ...deadlineOf(evening),
      ...(mayChange(evening)
        ? [
            element(
              "button",
              { type: "button", class: evening.coming === "yes" ? "plain" : null, onclick: () => tell(evening) },
              word(evening.coming === "yes" ? "sign-off" : "sign-on"),
            ),
          ]
        : []),
      ...absentOn(evening),
    );

  const rest = coming.slice(SHOWN);
  const more = element("details", {}, element("summary", {}, word("more-evenings", { count: rest.length })));
  more.append(element("ul", { class: "evenings" }, ...rest.map(line)));
  more.toggleAttribute("open", isOpen);
  more.addEventListener("toggle", () => (isOpen = more.hasAttribute("open")));
  return [
    element("h3", {}, word("evenings")),
    ...(problem ? [element("p", { class: "past", role: "alert" }, problem)] : []),
    element("ul", { class: "evenings" }, ...coming.slice(0, SHOWN).map(line)),
    ...(rest.length > 0 ? [more] : []),
  ];
}

/** @param {MemberEvening} evening */
function nameOf({ day, rounds, starts }) {
  const round = word("evening-round", { rounds: rounds.join(", ") });
  if (!day) return round;
  const written = formatTime(`${day}T12:00Z`, { weekday: "short", day: "numeric", month: "long", timeZone: "UTC" });
  return [written, starts.slice(11), round].filter(Boolean).join(" · ");
}

// The time of the record is the proof that it was told in time.
/** @param {MemberEvening} evening */
function since({ at }) {
  return at ? [" ", element("small", {}, word("recorded", { time: momentOf(at, Date.now(), "short") }))] : [];
}

/** @param {MemberEvening} evening */
function deadlineOf({ deadline, is_late: isLate, coming }) {
  if (coming === "out" || !deadline) return [];
  const time = momentOf(deadline, Date.now(), "short");
  return [element("p", { class: "quiet" }, word(isLate ? "deadline-passed" : "deadline", { time }))];
}

/** @param {MemberEvening} evening */
function mayChange({ is_late: isLate, coming }) {
  return !isLate && (coming === "yes" || coming === "no");
}

/** @param {MemberEvening} evening */
function absentOn({ absent }) {
  if (absent === null) return [];
  const text = absent.length > 0 ? word("absent-are", { names: absent.join(" · ") }) : word("absent-nobody");
  return [element("p", { class: "quiet" }, text)];
}
