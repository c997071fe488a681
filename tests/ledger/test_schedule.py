"""The value of a schedule: moments, days, what calendars follow of it."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from ledger.schedule import Schedule, ScheduleLine, read_wall_time

FIRST, SECOND = ScheduleLine("2026-10-24T14:00", 1), ScheduleLine("2026-10-25T14:00", 2)


def schedule(*lines: ScheduleLine, zone: str = "Europe/Amsterdam") -> Schedule:
    return Schedule().change(lines, zone, 0, is_of_festival=False)


def test_a_moment_is_that_of_the_wall_clock_of_the_venue():
    """Between the two rounds the clock is put back."""
    found = schedule(FIRST, SECOND)
    assert found.moment(FIRST.starts) == datetime(2026, 10, 24, 12, tzinfo=UTC)
    assert found.moment(SECOND.starts) == datetime(2026, 10, 25, 13, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "time"), [("", FIRST.starts), ("Europe/Atlantis", FIRST.starts), ("UTC", "2026-10-24"), ("UTC", "soon")]
)
def test_there_is_no_moment_without_time_or_zone(zone: str, time: str):
    assert schedule(FIRST, zone=zone).moment(time) is None


@pytest.mark.parametrize("text", ["2026-5-1", "2026-05-01T9:00", "2026-05-01T14:00:00", "", "9999-01-01"])
def test_a_time_is_written_in_one_way(text: str):
    assert read_wall_time(text) is None


def test_the_days_of_the_rounds():
    found = schedule(SECOND, FIRST, ScheduleLine("2026-10-24T12:00", text="Lunch"), ScheduleLine("in spring", 3))
    assert found.dates() == {1: date(2026, 10, 24), 2: date(2026, 10, 25)}


# -- calendars ---------------------------------------------------------------------------------------------------------


def changes(found: Schedule) -> list[tuple[str, str, int, bool]]:
    return [(entry.key, entry.line.starts, entry.changes, entry.is_cancelled) for entry in found.entries]


def test_a_round_is_one_entry_through_all_its_changes():
    found = schedule(FIRST, SECOND)
    assert changes(found) == [("/1/1", FIRST.starts, 0, False), ("/2/1", SECOND.starts, 0, False)]
    later = ScheduleLine("2026-10-25T15:00", 2)
    moved = found.move(later)
    assert changes(moved)[1] == ("/2/1", later.starts, 1, False)
    without = moved.change((FIRST,), moved.zone, 0, is_of_festival=False)
    assert changes(without)[1] == ("/2/1", later.starts, 2, True)
    assert changes(without.change((FIRST,), "UTC", 30, is_of_festival=False)) == changes(without)
    again = without.change((FIRST, later), moved.zone, 0, is_of_festival=False)
    assert changes(again)[1] == ("/2/1", later.starts, 3, False)


def test_a_round_that_the_tournament_has_no_longer_is_off_the_schedule():
    found = schedule(FIRST, SECOND)
    assert found.keep_rounds(2) is found
    left = found.keep_rounds(1)
    assert left.lines == (FIRST,)
    assert changes(left)[1] == ("/2/1", SECOND.starts, 1, True)


def test_breaks_of_one_name_are_told_apart():
    lunches = [ScheduleLine(f"2026-10-2{day}T12:00", text="Lunch") for day in (4, 5)]
    assert [key for key, *_ in changes(schedule(*lunches))] == ["/Lunch/1", "/Lunch/2"]
