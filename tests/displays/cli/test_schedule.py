"""The schedule on the command line: set, filled, shown, a round moved."""

from __future__ import annotations

import json

import pytest

from tests.displays.commandline import Roundlog
from tests.displays.remote_commandline import ANYWHERE

pytestmark = ANYWHERE


@pytest.fixture(autouse=True)
def club(roundlog: Roundlog) -> None:
    roundlog("open", "club", "--name", "Club evening", "--rounds", 3)


def test_a_schedule_is_typed_as_it_is_shown(roundlog: Roundlog):
    assert roundlog("schedule", "club") == "There is no schedule yet.\n"
    lines = ("2026-12-04 19:30 1", "2026-12-11 21:00-21:15 Coffee", "2026-12-11 19:30 2")
    roundlog("schedule", "club", *(word for line in lines for word in ("--line", line)), "--zone", "Europe/Amsterdam")
    assert roundlog("schedule", "club").splitlines() == [
        "2026-12-04 19:30  Round 1",
        "2026-12-11 19:30  Round 2",
        "2026-12-11 21:00–21:15  Coffee",
    ]
    shown = json.loads(roundlog("schedule", "club", "--json"))
    assert (shown["zone"], shown["lines"][0]["at"]) == ("Europe/Amsterdam", "2026-12-04T18:30:00Z")


def test_the_rounds_are_filled_in_from_a_first_day(roundlog: Roundlog):
    roundlog("schedule", "club", "--line", "2026-12-04 13:00 Opening")
    roundlog("schedule", "club", "--first", "2026-12-04", "--at", "14:00", "--at", "19:30", "--every", 1)
    assert roundlog("schedule", "club").splitlines() == [
        "2026-12-04 13:00  Opening",
        "2026-12-04 14:00  Round 1",
        "2026-12-04 19:30  Round 2",
        "2026-12-05 14:00  Round 3",
    ]
    roundlog("schedule", "club", "--notice", 120)
    assert json.loads(roundlog("schedule", "club", "--json"))["notice"] == 120
    assert len(roundlog("schedule", "club").splitlines()) == 4, "what is not said stays as it is"
    roundlog("schedule", "club", "--clear")
    assert roundlog("schedule", "club") == "There is no schedule yet.\n"


def test_a_round_is_moved_with_a_reason(roundlog: Roundlog):
    roundlog("schedule", "club", "--first", "2026-12-04", "--at", "19:30")
    told = roundlog("move-round", "club", 2, "2026-12-12 14:00", "--public-reason", "The hall is not free.")
    assert "2026-12-11 19:30 → 2026-12-12 14:00" in told
    assert "Round 2 has a new time: Sat 12 Dec, 14:00 (The hall is not free)." in roundlog("ticker", "club")
    assert "eason" in roundlog.refused(1, "move-round", "club", 3, "2026-12-19 14:00")
    assert "has to begin after round 2" in roundlog.refused(
        1, "move-round", "club", 3, "2026-12-12 14:00", "--reason", "x"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--line", "later 1"), "later 1"),
        (("--first", "4 December", "--at", "14:00"), "4 December"),
        (("--first", "2026-12-04", "--at", "2 pm"), "2 pm"),
        (("--first", "2026-12-04"), "--at"),
        (("--first", "2026-12-04", "--at", "14:00", "--every", "0"), "has to begin after"),
        (("--line", "2026-12-04 14:00 1", "--zone", "Amsterdam"), "Amsterdam"),
        (("--notice", "-5"), "-5"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_was_typed(roundlog: Roundlog, words: tuple[str, ...], told: str):
    said = roundlog.tried("schedule", "club", *words)
    assert said.code != 0
    assert told in said.err
    assert roundlog("schedule", "club") == "There is no schedule yet.\n"


def test_a_season_leaves_out_the_holidays(roundlog: Roundlog):
    roundlog(
        "schedule", "club", "--first", "2026-12-18", "--at", "19:30", "--skip", "2026-12-25", "--skip", "2027-01-01"
    )
    told = roundlog("schedule", "club").splitlines()
    assert told[1:] == ["2027-01-08 19:30  Round 2", "2027-01-15 19:30  Round 3"]


def test_an_evening_is_cancelled_moved_and_played_after_all(roundlog: Roundlog):
    roundlog("schedule", "club", "--first", "2026-12-04", "--at", "19:30")
    roundlog("cancel-evening", "club", "2026-12-11", "--public-reason", "The hall is not free.")
    roundlog("move-evening", "club", "2026-12-18", "2026-12-17", "--reason", "Christmas")
    assert roundlog("schedule", "club").splitlines() == [
        "2026-12-04 19:30  Round 1",
        "2026-12-17 19:30  Round 2",
        "2026-12-25 19:30  Round 3",
        "2026-12-11  Cancelled (The hall is not free)",
        "2026-12-18  Moved to Thu, 17 Dec 2026",
    ]
    assert json.loads(roundlog("schedule", "club", "--json"))["off"][0]["reason"] == "The hall is not free."
    assert "The evening of Fri 11 Dec is cancelled (The hall is not free)." in roundlog("ticker", "club")
    roundlog("reinstate-evening", "club", "2026-12-18")
    roundlog("reinstate-evening", "club", "2026-12-11")
    assert "2026-12-11 19:30  Round 2" in roundlog("schedule", "club")
    assert "eason" in roundlog.refused(1, "cancel-evening", "club", "2026-12-11")
    roundlog("cancel-evening", "club", "2026-12-11", "--drop-last", "--reason", "x")
    assert roundlog("schedule", "club").splitlines()[:2] == ["2026-12-04 19:30  Round 1", "2026-12-18 19:30  Round 2"]


def test_a_team_is_absent_on_evenings(roundlog: Roundlog):
    for name in ("Ada", "Bob", "Cor"):
        roundlog("register", "club", name)
    roundlog("schedule", "club", "--first", "2026-12-04", "--at", "19:30")
    told = roundlog("absent", "club", "1,3", "2026-12-11 2026-12-18", "--kind", "team-duty")
    assert "absence on 18 December 2026" in told
    roundlog("present", "club", 3, "2026-12-18")
    assert "has not announced" in roundlog.refused(1, "present", "club", "1-3", "2026-12-11"), "all or none"
    assert roundlog("card", "club", 1).count("playing for the team") == 2
    assert "No round is on the schedule" in roundlog.refused(1, "absent", "club", 1, "2026-12-12")


def test_who_announces_an_absence_late_is_told_what_it_counts_as(roundlog: Roundlog):
    roundlog("register", "club", "Ada")
    roundlog("schedule", "club", "--first", "2020-12-04", "--at", "19:30", "--notice", 90, "--zone", "UTC")
    told = roundlog.tried("absent", "club", 1, "2020-12-04")
    assert (told.code, "Fri 4 Dec: notice counted until Fri 4 Dec, 18:00" in told.err) == (0, True)
    assert roundlog.tried("absent", "club", 1, "2020-12-04", "--kind", "absent-unnotified").err == ""
