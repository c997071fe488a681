"""Lines of a schedule as they are typed, and as people read them."""

from __future__ import annotations

import pytest

from displays.words.dates import write_wall_time, write_weekday
from displays.words.language import LANGUAGES, language
from displays.words.schedule_text import next_round_text, notice_text, read_line, time_of_line, type_line
from engine.errors import BadInput
from ledger.acts.opening import TournamentFinished
from ledger.acts.schedule import ScheduleSet
from ledger.schedule import Schedule, ScheduleLine
from tests.ledger.given import given, played, with_players

LINES = {
    "2026-05-01 14:00 1": ScheduleLine("2026-05-01T14:00", 1),
    "2026-05-01 14:00 1@open": ScheduleLine("2026-05-01T14:00", 1, "open"),
    "2026-05-01 1": ScheduleLine("2026-05-01", 1),
    "2026-05-01 12:00-13:00 Lunch": ScheduleLine("2026-05-01T12:00", text="Lunch", ends="2026-05-01T13:00"),
    "2026-05-01 22:00-2026-05-02T01:00 Blitz night": ScheduleLine(
        "2026-05-01T22:00", text="Blitz night", ends="2026-05-02T01:00"
    ),
    "2026-05-01 Rest day": ScheduleLine("2026-05-01", text="Rest day"),
}


@pytest.mark.parametrize("typed", LINES)
def test_a_line_is_typed_as_it_is_read(typed: str):
    assert read_line(typed) == LINES[typed]
    assert read_line(type_line(LINES[typed])) == LINES[typed]


def test_a_line_is_read_with_a_t_and_with_a_dash_of_print():
    assert read_line(" 2026-05-01T12:00–13:00  Lunch ") == LINES["2026-05-01 12:00-13:00 Lunch"]


@pytest.mark.parametrize("typed", ["", "2026-05-01 14:00", "tomorrow 1", "Opening", "14:00 1"])
def test_what_is_no_line_is_refused(typed: str):
    with pytest.raises(BadInput) as told:
        read_line(typed)
    assert told.value.code == "schedule-line-unreadable"


def test_a_time_in_each_language():
    written = {code: write_wall_time("2026-11-19T14:00", language(code)) for code in LANGUAGES}
    assert written["en"] == "Thu 19 Nov, 14:00"
    assert written["nl"] == "do 19 nov, 14:00 uur"
    assert written["de"] == "Do., 19. Nov., 14:00 Uhr"
    assert written["et"].endswith("19. nov, kell 14:00")
    assert write_wall_time("2026-11-19", language("en")) == "Thu 19 Nov"
    assert write_weekday("2026-11-19", language("nl")) == "do 19 nov 2026"
    assert write_weekday("in spring", language("nl")) == "in spring"


def test_an_end_on_another_day_has_that():
    assert time_of_line(LINES["2026-05-01 12:00-13:00 Lunch"]) == "12:00–13:00"
    assert time_of_line(LINES["2026-05-01 22:00-2026-05-02T01:00 Blitz night"]) == "22:00–2026-05-02 01:00"
    assert time_of_line(LINES["2026-05-01 1"]) == ""


def test_until_when_absences_are_announced():
    english = language("en")
    assert notice_text(Schedule(), english) == ""
    assert "90 minutes" in notice_text(Schedule(notice=90), english)
    assert "1 hour " in notice_text(Schedule(notice=60), english)


def test_the_next_round_is_the_first_that_is_not_published():
    lines = (ScheduleLine("2026-05-01T14:00", 1), ScheduleLine("2026-05-02T10:00", 2))
    before = (*with_players(2), ScheduleSet(schedule=lines))
    english = language("en")
    assert next_round_text(given(*before).state, english) == "Round 1: Fri 1 May, 14:00"
    after = (*before, *played(1, {(1, 2): "1-0"}))
    assert next_round_text(given(*after).state, english) == "Round 2: Sat 2 May, 10:00"
    assert next_round_text(given(*after, TournamentFinished()).state, english) == ""
    assert next_round_text(given(*with_players(2)).state, english) == ""
