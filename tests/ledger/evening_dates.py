"""Dates of a short season, for tests: four evenings of October, a round on each, or two."""

from __future__ import annotations

from ledger.acts.act import Event
from ledger.acts.schedule import ScheduleSet
from ledger.schedule import ScheduleLine
from tests.ledger.given import with_players

OCTOBER = ("2026-10-02", "2026-10-09", "2026-10-16", "2026-10-23")
NOVEMBER = "2026-10-30"  # the Friday after them


def weekly(days: tuple[str, ...] = OCTOBER, first: int = 1) -> tuple[ScheduleLine, ...]:
    return tuple(ScheduleLine(f"{day}T19:30", number) for number, day in enumerate(days, start=first))


def scheduled(*lines: ScheduleLine, notice: int = 0) -> ScheduleSet:
    return ScheduleSet(schedule=lines, zone="Europe/Amsterdam", notice=notice)


def twice(day: str, first: int) -> tuple[ScheduleLine, ...]:
    """Two games of an evening."""
    return ScheduleLine(f"{day}T19:30", first), ScheduleLine(f"{day}T21:00", first + 1)


SEASON: tuple[Event, ...] = (*with_players(4), scheduled(*weekly()))
TWO_A_DAY: tuple[Event, ...] = (*with_players(4), scheduled(*twice(OCTOBER[0], 1), *twice(OCTOBER[1], 3)))
