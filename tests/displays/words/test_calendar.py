"""iCalendar of a schedule, as another program reads it (icalendar)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import icalendar
import pytest
from msgspec.structs import replace

from displays.words.calendar import LONGEST_LINE, Calendar, write_calendar
from displays.words.language import language
from engine.model import Details
from ledger.schedule import ChangedEvening, Schedule, ScheduleLine

FIRST = ScheduleLine("2026-10-24T14:00", 1, ends="2026-10-24T18:00")
SECOND = ScheduleLine("2026-10-25T14:00", 2)
REST = ScheduleLine("2026-10-26", text="Rest; a day, at least\\more")
OPEN = Details("Õismäe lahtised: üle kogu maa tuntud kiirturniir, kuhu kõik on oodatud", "Tallinn, Õismäe")
WRITTEN = datetime(2026, 10, 1, 12, tzinfo=UTC)


def schedule(*lines: ScheduleLine, zone: str = "Europe/Tallinn", before: Schedule | None = None) -> Schedule:
    return (before or Schedule()).change(lines, zone, 0, is_of_festival=False)


def text_of(found: Schedule, names: dict[str, str] | None = None, code: str = "en") -> str:
    address = "https://chess.example/t/open"
    calendar = Calendar("open", OPEN, found, found.entries, names or {}, address, WRITTEN)
    return write_calendar(calendar, language(code))


def events_of(text: str) -> list[Any]:
    calendar = icalendar.Calendar.from_ical(text)
    assert [calendar["version"], calendar["method"]] == ["2.0", "PUBLISH"]
    return list(calendar.walk("VEVENT"))


def test_every_round_is_an_event_at_its_moment():
    """Between the two the clock is put back."""
    first, second, rest = events_of(text_of(schedule(FIRST, SECOND, REST)))
    assert first["summary"] == f"Round 1 · {OPEN.name}"
    assert (first["dtstart"].dt, first["dtend"].dt) == (
        datetime(2026, 10, 24, 11, tzinfo=UTC),
        datetime(2026, 10, 24, 15, tzinfo=UTC),
    )
    assert (second["dtstart"].dt, "dtend" in second) == (datetime(2026, 10, 25, 12, tzinfo=UTC), False)
    assert (rest["dtstart"].dt, rest["dtend"].dt) == (date(2026, 10, 26), date(2026, 10, 27))
    assert rest["summary"].startswith("Rest; a day, at least\\more · ")
    for event in (first, second, rest):
        assert (event["location"], event["url"]) == (OPEN.place, "https://chess.example/t/open")
        assert (event["sequence"], event["status"], event["dtstamp"].dt) == (0, "CONFIRMED", WRITTEN)


def test_a_round_that_moves_is_the_same_event_and_one_that_goes_is_cancelled():
    planned = schedule(FIRST, SECOND)
    uids = [event["uid"] for event in events_of(text_of(planned))]
    assert len(set(uids)) == 2
    moved = planned.move(replace(SECOND, starts="2026-10-25T15:00"))
    found = events_of(text_of(schedule(SECOND, before=moved)))
    assert [event["uid"] for event in found] == uids
    assert [(event["sequence"], event["status"]) for event in found] == [(1, "CANCELLED"), (2, "CONFIRMED")]


def test_an_evening_that_is_cancelled_is_told_of_until_it_is_played_after_all():
    planned = schedule(FIRST, SECOND)
    off = ChangedEvening("2026-10-24", (1,), public_reason="The hall is not free.")
    cancelled = planned.change_evening((replace(FIRST, starts="2026-10-31T14:00", ends=""), SECOND), off)
    *_, told = events_of(text_of(cancelled))
    assert told["summary"] == f"Cancelled (The hall is not free) · {OPEN.name}"
    assert (told["dtstart"].dt, told["transp"], told["status"]) == (date(2026, 10, 24), "TRANSPARENT", "CONFIRMED")
    moved = planned.change_evening(cancelled.lines, replace(off, moved_to="2026-10-31", public_reason=""))
    assert events_of(text_of(moved))[-1]["summary"] == f"Moved to Sat, 31 Oct 2026 · {OPEN.name}"
    *_, again = events_of(text_of(schedule(FIRST, SECOND, before=cancelled)))
    assert (again["uid"], again["sequence"], again["status"]) == (told["uid"], 1, "CANCELLED")


def test_without_a_zone_it_is_by_the_clock_on_the_wall():
    """Old logs do not tell."""
    (event,) = events_of(text_of(schedule(FIRST, zone="")))
    assert event["dtstart"].dt == datetime(2026, 10, 24, 14)


def test_a_section_has_its_name():
    (event,) = events_of(text_of(schedule(replace(FIRST, section="b")), {"b": "Group B"}))
    assert event["summary"].startswith("Round 1 · Group B · ")


@pytest.mark.parametrize("code", ["en", "nl", "de", "et"])
def test_no_line_is_too_long_and_no_letter_is_cut_in_two(code: str):
    text = text_of(schedule(FIRST, SECOND, REST), code=code)
    lines = text.encode().split(b"\r\n")
    assert lines[-1] == b""
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    assert all(len(line) <= LONGEST_LINE for line in lines)
    assert any(line.startswith(b" ") for line in lines)
    for line in lines:
        line.decode()


def test_nothing_on_it_is_a_calendar_all_the_same():
    assert events_of(text_of(schedule())) == []
