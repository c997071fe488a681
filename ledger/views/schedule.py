"""Schedule: when each round begins, by the clock of the venue and as a moment. For screens, phones and programs."""

from __future__ import annotations

from collections.abc import Collection

from engine.model import Value
from ledger.schedule import Schedule, ScheduleLine
from ledger.state import State
from ledger.views.view import View


class ScheduleTime(Value, frozen=True, omit_defaults=True):
    """A line of it."""

    starts: str  # by the clock on the wall of the venue; a day alone: its time is not known
    round: int = 0
    section: str = ""
    text: str = ""
    ends: str = ""
    at: str = ""  # ``starts`` in UTC; empty: the zone or the time is not known
    until: str = ""  # ``ends`` in UTC


class EveningOff(Value, frozen=True, omit_defaults=True):
    """A day that was announced, and on which nothing is played."""

    day: str
    rounds: tuple[int, ...]  # that were to be played then
    moved_to: str = ""  # another day; empty: it was cancelled
    reason: str = ""


class RoundTimes(View, frozen=True, kw_only=True, tag="schedule"):
    zone: str
    notice: int  # minutes before a round until which absences are announced; 0: nobody has said
    lines: tuple[ScheduleTime, ...]
    off: tuple[EveningOff, ...] = ()


def show_schedule(state: State, sections: Collection[str] = ()) -> RoundTimes:
    """Of a festival the lines of all, and of these sections."""
    schedule = state.schedule
    lines = tuple(_time(schedule, line) for line in schedule.lines if not line.section or line.section in sections)
    off = tuple(EveningOff(one.day, one.rounds, one.moved_to, one.public_reason) for one in schedule.changed)
    return RoundTimes(version=state.version, zone=schedule.zone, notice=schedule.notice, lines=lines, off=off)


def _time(schedule: Schedule, line: ScheduleLine) -> ScheduleTime:
    at, until = _moment(schedule, line.starts), _moment(schedule, line.ends)
    return ScheduleTime(line.starts, line.round, line.section, line.text, line.ends, at, until)


def _moment(schedule: Schedule, wall_time: str) -> str:
    found = schedule.moment(wall_time)
    return "" if found is None else found.isoformat().replace("+00:00", "Z")
