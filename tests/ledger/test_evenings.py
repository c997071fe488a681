"""What follows from a schedule for its evenings: until when notice counts, which day comes next, what a season is."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from ledger.evenings import find_deadline, find_next_day, is_late
from ledger.schedule import ChangedEvening, Schedule, ScheduleLine, fill_rounds
from tests.ledger.evening_dates import OCTOBER, twice, weekly


def schedule(*lines: ScheduleLine, notice: int = 0, zone: str = "Europe/Amsterdam") -> Schedule:
    return Schedule().change(lines, zone, notice, is_of_festival=False)


@pytest.mark.parametrize(
    ("notice", "until"),
    [(90, "2026-10-02T18:00"), (24 * 60 - 30, "2026-10-01T20:00"), (0, "2026-10-02T19:30")],
)
def test_notice_counts_back_from_the_first_round_of_the_evening(notice: int, until: str):
    found = schedule(*twice(OCTOBER[0], 1), *twice(OCTOBER[1], 3), notice=notice)
    assert find_deadline(found, OCTOBER[0]) == until


def test_notice_is_counted_by_the_clock_on_the_wall():
    """In the night before, the clock is put back: until 20:00 on the day before is until 20:00."""
    found = schedule(ScheduleLine("2026-10-25T14:00", 1), notice=18 * 60)
    assert find_deadline(found, "2026-10-25") == "2026-10-24T20:00"
    exactly = datetime(2026, 10, 24, 18, tzinfo=UTC)  # 20:00 in summer time
    assert not is_late(found, "2026-10-25", exactly)
    assert is_late(found, "2026-10-25", exactly + timedelta(seconds=1))


def test_nothing_is_late_where_nobody_knows_when_the_evening_begins():
    now = datetime(2027, 1, 1, tzinfo=UTC)
    assert find_deadline(schedule(*weekly()), "2026-10-03") == ""
    assert not is_late(schedule(*weekly()), "2026-10-03", now)
    assert not is_late(schedule(ScheduleLine(OCTOBER[0], 1)), OCTOBER[0], now)
    assert not is_late(Schedule(weekly()), OCTOBER[0], now)  # of an old log: without a zone


def test_the_next_day_is_at_the_interval_that_is_there_most_often():
    assert find_next_day(schedule(*weekly())) == "2026-10-30"
    assert find_next_day(schedule(*weekly(("2026-10-02", "2026-10-16", "2026-10-30", "2026-11-06")))) == "2026-11-20"
    assert find_next_day(schedule(*weekly(OCTOBER[:1]))) == "2026-10-09"
    assert find_next_day(schedule()) == ""
    off = ChangedEvening("2026-10-30", (5,))
    assert find_next_day(schedule(*weekly()).change_evening(weekly(), off)) == "2026-11-06"
    assert find_next_day(schedule(*weekly(("2199-12-23", "2199-12-30")))) == ""


def test_a_season_leaves_out_the_holidays():
    filled = fill_rounds(date(2026, 12, 11), ("19:30", "21:00"), 7, 5, {date(2026, 12, 25), date(2026, 12, 26)})
    assert [line.starts for line in filled] == [
        *("2026-12-11T19:30", "2026-12-11T21:00", "2026-12-18T19:30", "2026-12-18T21:00"),
        "2027-01-01T19:30",
    ]
    assert [line.round for line in filled] == [1, 2, 3, 4, 5]
