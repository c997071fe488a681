"""Evenings of a tournament: the days on which its rounds are played, what moves when one is cancelled, and until when
notice counts.

An evening is known by its day (``2026-10-02``); two rounds on a day are two games of an evening. Which rounds are
played when stands in the schedule alone: here is what follows from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from ledger.schedule import (
    DAY,
    DAY_AND_TIME,
    ChangedEvening,
    Schedule,
    ScheduleLine,
    is_zone,
    read_wall_time,
    sort_lines,
)

EVERY_WEEK = 7  # days between evenings where nothing else can be told
_LATEST = "2199-12-31"  # day of a schedule


def is_day(text: str) -> bool:
    return len(text) == len("2026-10-02") and read_wall_time(text) is not None


def list_days(lines: Iterable[ScheduleLine]) -> tuple[str, ...]:
    """On which rounds are played, in order. (An old log may hold other words for a day.)"""
    return tuple(sorted({line.day for line in lines if line.round and is_day(line.day)}))


def find_evening(schedule: Schedule, at: datetime) -> str:
    """Today's by the clock of the venue, or the next one; empty: the season is over, or has no days. (Of an old log
    that does not say where it is, by UTC.)"""
    today = at.astimezone(ZoneInfo(schedule.zone) if is_zone(schedule.zone) else UTC).date().isoformat()
    return next((day for day in list_days(schedule.lines) if day >= today), "")


# -- notice ------------------------------------------------------------------------------------------------------------


def find_deadline(schedule: Schedule, day: str) -> str:
    """By the clock on the wall (``2026-10-01T20:00``): until then an absence on that evening is announced with notice.
    Counted back from the first round of the day; where no notice is asked for, that round's beginning. Empty: nobody
    has said when it begins."""
    begins = schedule.starts_on(day)
    local = read_wall_time(begins)
    if local is None or "T" not in begins:
        return ""
    return (local - timedelta(minutes=schedule.notice)).strftime(DAY_AND_TIME)


def is_late(schedule: Schedule, day: str, at: datetime) -> bool:
    """Whether what is announced for that evening at that moment is without notice. At the very minute it is in time;
    where the deadline is not known nothing is late."""
    deadline = schedule.moment(find_deadline(schedule, day))
    return deadline is not None and at.astimezone(UTC) > deadline


# -- moving ------------------------------------------------------------------------------------------------------------


def find_next_day(schedule: Schedule) -> str:
    """The day after the last evening, at the usual interval: the one that is there most often, of several the shortest.
    A day that was cancelled is not taken again. Empty: there is no evening, or no day left."""
    days = [date.fromisoformat(day) for day in list_days(schedule.lines)]
    if not days:
        return ""
    gaps = Counter((later - earlier).days for earlier, later in pairwise(days))
    every = min(gaps, key=lambda gap: (-gaps[gap], gap), default=EVERY_WEEK)
    found = days[-1] + timedelta(days=every)
    while schedule.changed_on(found.isoformat()) is not None:
        found += timedelta(days=every)
    return found.isoformat() if found.isoformat() <= _LATEST else ""


def put_off(schedule: Schedule, day: str, last_day: str) -> tuple[tuple[ScheduleLine, ...], tuple[ScheduleLine, ...]]:
    """The evening is not played: what is on it and on those after it moves on to the following one, the last to
    ``last_day``. The lines, and those that fall off because there is no last day."""
    days = [one for one in list_days(schedule.lines) if one >= day]
    moves = dict(zip(days, (*days[1:], last_day), strict=True))
    left_out = tuple(line for line in schedule.lines if moves.get(line.day) == "")
    return move_days((line for line in schedule.lines if line not in left_out), moves), left_out


def bring_forward(schedule: Schedule, changed: ChangedEvening) -> tuple[ScheduleLine, ...]:
    """The evening is played after all. A cancelled one: what is on those after it moves back by one, and what had
    fallen off is on the last. A moved one: its rounds are on its day again."""
    if changed.moved_to:
        return tuple(
            _on_day(line, changed.day) if line.round in changed.rounds and line.day == changed.moved_to else line
            for line in schedule.lines
        )
    later = [one for one in list_days(schedule.lines) if one > changed.day]
    moves = dict(zip(later, (changed.day, *later), strict=False))
    left = {line.round for line in schedule.lines}
    back = (line for line in changed.left_out if not line.round or line.round not in left)
    last = later[-1] if later else changed.day
    return sort_lines((*move_days(schedule.lines, moves), *(_on_day(line, last) for line in back)))


def move_days(lines: Iterable[ScheduleLine], moves: Mapping[str, str]) -> tuple[ScheduleLine, ...]:
    """All that is on a day moves to another, at the times that it had."""
    return sort_lines(_on_day(line, moves[line.day]) if line.day in moves else line for line in lines)


def _on_day(line: ScheduleLine, day: str) -> ScheduleLine:
    """Its end is as much later."""
    by = date.fromisoformat(day) - date.fromisoformat(line.day)
    ends = read_wall_time(line.ends)
    pattern = DAY_AND_TIME if "T" in line.ends else DAY
    later = "" if ends is None else (ends + by).strftime(pattern)
    return replace(line, starts=day + line.starts[len(day) :], ends=later)


def find_moved(before: Sequence[ScheduleLine], after: Iterable[ScheduleLine]) -> tuple[int, ...]:
    """The rounds that begin at another time than before, or are not on the schedule any more."""
    stay = {line for line in after if line.round}
    return tuple(sorted(line.round for line in before if line.round and line not in stay))
