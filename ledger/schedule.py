"""Schedule of a tournament or a festival: when each round begins, and what else people are told of."""

from __future__ import annotations

import itertools
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from engine.model import Value

DAY_AND_TIME, DAY = "%Y-%m-%dT%H:%M", "%Y-%m-%d"
_OFF = "off/"  # before the day of an evening that is not played, in the keys of calendar entries
NO_ZONE = "UTC"  # of a server whose machine does not say where it stands
_LOCAL_TIME = Path("/etc/localtime")  # on Linux and macOS a link into the folder of all zones


class ScheduleLine(Value, frozen=True, omit_defaults=True):
    """What begins when: a round of one section or of all, or something else that people are told of, a break too."""

    starts: str  # by the clock on the wall of the venue: 2026-05-01T14:00, or a day whose time is not known: 2026-05-01
    round: int = 0  # 0: no round but what ``text`` says
    section: str = ""  # of a festival the stream of one; empty: all of them
    text: str = ""
    ends: str = ""  # by the same clock; empty: nobody has said

    @property
    def day(self) -> str:
        return self.starts[:10]

    @property
    def time(self) -> str:
        """Empty: only the day is known."""
        return self.starts[11:]


class CalendarEntry(Value, frozen=True):
    """A line through all its changes, for the calendars of those who have subscribed: what is taken off the schedule
    stays here, and so is taken out of theirs."""

    key: str
    line: ScheduleLine
    changes: int = 0
    is_cancelled: bool = False

    @property
    def is_off(self) -> bool:
        """An evening that is not played (``ChangedEvening.as_line``)."""
        return self.key.startswith(_OFF)


class ChangedEvening(Value, frozen=True, omit_defaults=True):
    """An evening that is not played on the day that was announced: people go on being told so."""

    day: str
    rounds: tuple[int, ...]  # that were to be played
    moved_to: str = ""  # another day; empty: it was cancelled
    public_reason: str = ""
    left_out: tuple[ScheduleLine, ...] = ()  # that fell off the end of the schedule by its being cancelled

    def as_line(self) -> ScheduleLine:
        """For calendars: a whole day, why, and the day to which it was moved."""
        return ScheduleLine(self.day, text=self.public_reason, ends=self.moved_to)


class Schedule(Value, frozen=True):
    lines: tuple[ScheduleLine, ...] = ()  # by time
    zone: str = ""  # of the venue, as ``Europe/Tallinn``; empty: an old record does not tell
    notice: int = 0  # minutes before a round until which absences are announced; 0: nobody has said
    is_of_festival: bool = False  # a section that has no schedule of its own goes by that of its festival
    entries: tuple[CalendarEntry, ...] = ()
    changed: tuple[ChangedEvening, ...] = ()  # by day; of each day one

    def change(self, lines: Iterable[ScheduleLine], zone: str, notice: int, *, is_of_festival: bool) -> Schedule:
        """An evening stays cancelled or moved until there is a round on its day again."""
        in_order = sort_lines(lines)
        played = {line.day for line in in_order if line.round}
        changed = tuple(one for one in self.changed if in_order and one.day not in played)
        entries = _follow_changes(self.entries, in_order, changed)
        return Schedule(in_order, zone, notice, is_of_festival, entries, changed)

    def change_evening(self, lines: Iterable[ScheduleLine], changed: ChangedEvening) -> Schedule:
        """It is cancelled or moved, and these lines follow. From now on the schedule is the tournament's own."""
        after = self.change(lines, self.zone, self.notice, is_of_festival=False)
        others = (one for one in after.changed if one.day != changed.day)
        in_order = tuple(sorted((*others, changed), key=lambda one: one.day))
        return replace(after, changed=in_order, entries=_follow_changes(self.entries, after.lines, in_order))

    def move(self, moved: ScheduleLine) -> Schedule:
        """A round of a tournament begins at another time. From now on the schedule is its own."""
        others = (line for line in self.lines if line.round != moved.round)
        return self.change((*others, moved), self.zone, self.notice, is_of_festival=False)

    def keep_rounds(self, rounds: int) -> Schedule:
        """Those that a tournament still has: what is beyond the last of them is off the schedule."""
        left = tuple(line for line in self.lines if line.round <= rounds)
        if len(left) == len(self.lines):
            return self
        return self.change(left, self.zone, self.notice, is_of_festival=self.is_of_festival)

    def day_of(self, round_number: int) -> str:
        """Empty: that round is not on the schedule."""
        line = self.line_of(round_number)
        return "" if line is None else line.day

    def rounds_on(self, day: str) -> tuple[int, ...]:
        """Of a tournament: those of that evening, in their order."""
        return tuple(sorted(line.round for line in self.lines if line.round and line.day == day))

    def starts_on(self, day: str) -> str:
        """When the first round of that day begins; empty: none is played then."""
        return next((line.starts for line in self.lines if line.round and line.day == day), "")

    def changed_on(self, day: str) -> ChangedEvening | None:
        return next((one for one in self.changed if one.day == day), None)

    def line_of(self, round_number: int) -> ScheduleLine | None:
        return next((line for line in self.lines if round_number and line.round == round_number), None)

    def of_section(self, section: str, rounds: int) -> tuple[ScheduleLine, ...]:
        """Of a festival's, what concerns that section of so many rounds: its own time of a round goes before that of
        all."""
        concerned = [line for line in self.lines if line.section in ("", section) and line.round <= rounds]
        own = {line.round for line in concerned if line.section and line.round}
        kept = (line for line in concerned if line.section or line.round not in own)
        return tuple(replace(line, section="") for line in kept)

    def dates(self) -> dict[int, date]:
        """The days of a tournament's rounds, by number: TRF 132."""
        found = {line.round: read_wall_time(line.starts) for line in self.lines if line.round}
        return {number: begins.date() for number, begins in found.items() if begins is not None}

    def moment(self, wall_time: str) -> datetime | None:
        """In UTC. None: the time of the day or the zone is not known."""
        local = read_wall_time(wall_time)
        if local is None or "T" not in wall_time or not is_zone(self.zone):
            return None
        return local.replace(tzinfo=ZoneInfo(self.zone)).astimezone(UTC)


def sort_lines(lines: Iterable[ScheduleLine]) -> tuple[ScheduleLine, ...]:
    """Two rounds of a day whose times are not known stand in their order."""
    return tuple(sorted(lines, key=lambda line: (line.starts, line.round)))


def fill_rounds(
    first: date, times: Sequence[str], every: int, rounds: int, skip: Collection[date] = ()
) -> tuple[ScheduleLine, ...]:
    """So many rounds from a first day on: at these times of a day, and again after so many days. On the days that are
    skipped (holidays) nothing is played, and what would be is later."""
    skip = skip if every > 0 else ()
    every_day = (first + timedelta(days=every * number) for number in itertools.count())
    days = itertools.islice((day for day in every_day if day not in skip), -(-rounds // len(times)))
    starts = (f"{day}T{time}" for day in days for time in times)
    return tuple(ScheduleLine(at, number) for number, at in enumerate(itertools.islice(starts, rounds), start=1))


def read_wall_time(text: str) -> datetime | None:
    """``2026-05-01T14:00`` or ``2026-05-01``, of a year in which somebody can play. None: it is no such time."""
    for pattern in (DAY_AND_TIME, DAY):
        try:
            found = datetime.strptime(text, pattern)
        except ValueError:
            continue
        if found.strftime(pattern) == text and 1900 <= found.year < 2200:
            return found
    return None


def is_zone(name: str) -> bool:
    """One of the IANA database, by its name there."""
    try:
        ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # none of that name, a folder of them, no path below that of all
        return False
    return bool(name)


def find_server_zone() -> str:
    """Where the machine says that it stands; what a schedule is recorded with if nobody says another."""
    linked = str(_LOCAL_TIME.resolve()).rpartition("zoneinfo/")[2]
    return next((name for name in (os.environ.get("TZ", ""), linked) if is_zone(name)), NO_ZONE)


# -- what calendars follow ---------------------------------------------------------------------------------------------


def _follow_changes(
    entries: tuple[CalendarEntry, ...], lines: Iterable[ScheduleLine], off: Iterable[ChangedEvening]
) -> tuple[CalendarEntry, ...]:
    left = {**dict(_list_keys(lines)), **{_OFF + one.day: one.as_line() for one in off}}
    followed = tuple(_follow(entry, left.pop(entry.key, None)) for entry in entries)
    return (*followed, *(CalendarEntry(key, line) for key, line in left.items()))


def _follow(entry: CalendarEntry, line: ScheduleLine | None) -> CalendarEntry:
    if line == (None if entry.is_cancelled else entry.line):
        return entry
    return CalendarEntry(entry.key, line or entry.line, entry.changes + 1, is_cancelled=line is None)


def _list_keys(lines: Iterable[ScheduleLine]) -> Iterator[tuple[str, ScheduleLine]]:
    """A round is known by its number, anything else by its words; of the same words the n-th is the n-th."""
    counted: dict[str, int] = {}
    for line in lines:
        key = f"{line.section}/{line.round}" if line.round else f"{line.section}/{line.text}"
        counted[key] = counted.get(key, 0) + 1
        yield f"{key}/{counted[key]}", line
