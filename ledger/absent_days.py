"""Absences that hang on days: which rounds they mean by the schedule as it stands.

What was announced for a day is kept in ``Entry.absent_days``; ``Entry.absences``, which pairings and tables go by, has
the rounds. It follows the schedule as long as a round is not paired. What was announced by the number of a round stays
with that round, and goes before what its day says; but a day that is announced or cancelled later takes along what was
said of the rounds that are on it then. So of two announcements for one evening the later one holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from engine.model import Entry, Outcome, Tournament
from ledger.schedule import Schedule
from ledger.state import State


def announce(entry: Entry, state: State, days: Iterable[str], rounds: Iterable[int], outcome: Outcome) -> Entry:
    """A round that was played all the same on an absent day hangs on that day again, if it is announced as that is."""
    days = tuple(days)
    entry = _forget(entry, state, days)
    entry = replace(entry, absent_days={**entry.absent_days, **dict.fromkeys(days, outcome)})
    by_number, present = by_numbers(entry), dict(entry.present_rounds)
    for number in rounds:
        excepted_on = present.pop(number, None)
        if excepted_on != state.schedule.day_of(number) or entry.absent_days.get(excepted_on or "") is not outcome:
            by_number[number] = outcome
    return follow_days(_with_numbers(replace(entry, present_rounds=present), by_number), state)


def cancel(entry: Entry, state: State, days: Iterable[str], rounds: Iterable[int]) -> Entry:
    """Of an absent day a round is excepted: the others on it stay absent, and so is a round that comes there later."""
    days = tuple(days)
    entry = _forget(entry, state, days)
    left = {day: outcome for day, outcome in entry.absent_days.items() if day not in days}
    by_number, present = by_numbers(entry), dict(entry.present_rounds)
    for number in rounds:
        by_number.pop(number, None)
        if (day := state.schedule.day_of(number)) in left:
            present[number] = day
    return follow_days(_with_numbers(replace(entry, absent_days=left, present_rounds=present), by_number), state)


def follow_days(entry: Entry, state: State) -> Entry:
    """The absences as the days of the rounds say that are not paired yet."""
    if not (entry.absent_days or entry.rounds_by_day):
        return entry
    t, by_number = state.tournament, by_numbers(entry)
    settled = {number: outcome for number, outcome in entry.absences.items() if number < t.next_round}
    by_day = {
        line.round: entry.absent_days[line.day]
        for line in state.schedule.lines
        if line.round >= t.next_round
        and line.day in entry.absent_days
        and line.round not in by_number
        and entry.present_rounds.get(line.round) != line.day
    }
    rounds_by_day = (*(number for number in entry.rounds_by_day if number in settled), *by_day)
    absences = dict(sorted({**by_number, **settled, **by_day}.items()))
    return replace(entry, absences=absences, rounds_by_day=tuple(sorted(rounds_by_day)))


def follow_schedule(state: State) -> State:
    """The same of everybody: when the schedule has changed, or a round is to be paired again."""
    t = state.tournament
    hanging = ((number, entry) for number, entry in t.entries.items() if entry.absent_days or entry.rounds_by_day)
    changed = {number: follow_days(entry, state) for number, entry in hanging}
    return replace(state, tournament=replace(t, entries={**t.entries, **changed})) if changed else state


def must_follow(before: State, after: State) -> bool:
    return before.schedule is not after.schedule or len(after.tournament.rounds) < len(before.tournament.rounds)


def by_numbers(entry: Entry) -> dict[int, Outcome]:
    """What was announced by the number of a round."""
    return {number: outcome for number, outcome in entry.absences.items() if number not in entry.rounds_by_day}


def rounds_to_come_on(t: Tournament, schedule: Schedule, day: str) -> tuple[int, ...]:
    """Of an evening those that are not paired yet."""
    return tuple(number for number in schedule.rounds_on(day) if t.next_round <= number <= t.rules.rounds)


def _forget(entry: Entry, state: State, days: tuple[str, ...]) -> Entry:
    """What was said apart of the rounds of these days."""
    on_them = {number for day in days for number in rounds_to_come_on(state.tournament, state.schedule, day)}
    present = {number: day for number, day in entry.present_rounds.items() if day not in days}
    kept = {number: outcome for number, outcome in by_numbers(entry).items() if number not in on_them}
    return _with_numbers(replace(entry, present_rounds=present), kept)


def _with_numbers(entry: Entry, by_number: Mapping[int, Outcome]) -> Entry:
    """What comes of days stays beside it."""
    by_day = {number: entry.absences[number] for number in entry.rounds_by_day if number not in by_number}
    return replace(entry, absences={**by_number, **by_day}, rounds_by_day=tuple(by_day))
