"""Announcements and the round clock at the command line: a time says its zone."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.displays.commandline import Roundlog


@pytest.fixture
def in_tallinn(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "EET-2EEST,M3.5.0/3,M10.5.0/4")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.mark.usefixtures("in_tallinn")
@pytest.mark.parametrize(
    ("typed", "example"),
    [("2026-05-01T18:00", "2026-05-01T18:00+03:00"), ("2026-12-01 18:00:30", "2026-12-01T18:00+02:00")],
)
def test_a_time_without_a_zone_is_refused_with_how_it_is_written_here(club: Roundlog, typed: str, example: str):
    said = club.refused(1, "announce", "club", "Prizes", "--until", typed)
    assert said == (
        f"Until: “{typed}” does not say its time zone; end it with Z or +02:00. "
        f"On the clock of this machine that is {example}."
    )
    assert "2026" in club("announce", "club", "Prizes", "--until", example)


@pytest.mark.usefixtures("in_tallinn")
def test_both_times_of_a_clock_are_told(club: Roundlog):
    asked = ("clock", "club", 1, "--starts", "2026-05-01T14:00", "--ends", "2026-05-01T18:00")
    said = club.tried(*asked)
    assert said.code == 1
    assert "2026-05-01T14:00+03:00" in said.err.splitlines()[0]
    assert "2026-05-01T18:00+03:00" in said.err.splitlines()[1]
    said = club.tried("clock", "club", 1, "--starts", "2026-05-01T14:00Z", "--ends", "2026-05-01T18:00")
    assert said.err.startswith("roundlog: End")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("typed", ["six o'clock", "18:00", "0001-01-01T00:00+14:00"])
def test_what_is_no_time_is_told_as_such(club: Roundlog, typed: str):
    said = club.refused(1, "announce", "club", "Prizes", "--until", typed)
    assert said == f"Until: “{typed}” is not a time; write 2026-05-01T14:00Z."
