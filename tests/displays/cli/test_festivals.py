"""A festival on the command line: sections, schedule, players, moves, one file for all."""

import json
from pathlib import Path

import pytest

from tests.displays.commandline import Roundlog
from tests.displays.remote_commandline import ANYWHERE, RemoteRoundlog
from tests.ledger.store.logs import break_stream

pytestmark = ANYWHERE


@pytest.fixture(autouse=True)
def tartu(roundlog: Roundlog) -> None:
    """The festival ``tartu`` with the sections ``a`` and ``b``."""
    for section in ("a", "b"):
        roundlog("open", section, "--name", section.upper(), "--rounds", 3)
        roundlog("register", section, "Kask, Ann")
    roundlog("register", "a", "Tamm, Di")
    roundlog("open-festival", "tartu", "--name", "Tartu Festival", "--place", "Tartu")
    roundlog("add-section", "tartu", "a")
    roundlog("add-section", "tartu", "b")


def test_a_festival_is_shown_with_its_sections_and_schedule(roundlog: Roundlog):
    roundlog("schedule", "tartu", "--line", "2026-05-01T14:00 1@a", "--line", "2026-05-01T13:30 Opening")
    shown = roundlog("festival", "tartu")
    assert shown.splitlines()[0] == "Tartu Festival"
    assert "2026-05-01 13:30  Opening\n2026-05-01 14:00  Round 1 · A" in shown
    assert "tartu" not in roundlog("list")


def test_everybody_is_listed_and_somebody_moves(roundlog: Roundlog):
    listed = json.loads(roundlog("festival-players", "tartu", "--json"))
    assert [(one["player"]["name"], one["section"]) for one in listed] == [
        ("Kask, Ann", "a"),
        ("Kask, Ann", "b"),
        ("Tamm, Di", "a"),
    ]
    assert listed[0]["elsewhere"] == [{"section": "b", "number": 1}]
    assert roundlog("move-player", "tartu", 2, "--from", "a", "--to", "b") == "Moved to b, number 2.\n"
    assert json.loads(roundlog("festival-players", "tartu", "--json"))[2]["section"] == "b"


def test_an_announcement_reaches_the_sections(roundlog: Roundlog):
    roundlog("announce", "tartu", "Lunch")
    assert "Lunch" in roundlog("ticker", "a")


def test_one_file_carries_all_of_it(roundlog: Roundlog, tmp_path: Path):
    file = tmp_path / "tartu.jsonl"
    roundlog("export", "tartu", file)
    roundlog("verify", file)
    (tmp_path / "other").mkdir()
    other = Roundlog(tmp_path / "other")
    assert len(other("import", file).splitlines()) == 3
    assert other("festival", "tartu") == roundlog("festival", "tartu")


def test_a_section_that_cannot_be_read_hides_no_other(roundlog: Roundlog):
    break_stream(roundlog.log, "b")
    if isinstance(roundlog, RemoteRoundlog):  # what comes from a server is one file, verified as a whole
        assert roundlog.refused(1, "festival", "tartu").startswith("Broken: step 1 of b does not fit its check value")
        return
    assert "unreadable (unknown-event)" in roundlog("festival", "tartu")
    assert "Tamm, Di" in roundlog("festival-players", "tartu")


def test_the_events_of_the_log_are_listed(roundlog: Roundlog):
    roundlog("change-details", "tartu", "--starts", "2026-05-01")
    assert roundlog("festivals").split("\n")[2].split() == ["tartu", "Tartu", "Festival", "2026-05-01", "2"]
    assert json.loads(roundlog("festivals", "--json"))[0]["sections"] == 2


@pytest.mark.parametrize("view", ["boards", "standings", "crosstable", "ranks", "replay"])
def test_what_only_a_section_has_is_not_shown_empty_of_an_event(roundlog: Roundlog, view: str):
    assert "one of its sections" in roundlog.refused(1, view, "tartu")


def test_news_and_audit_of_an_event_are_shown(roundlog: Roundlog):
    roundlog("announce", "tartu", "Lunch")
    assert "Lunch" in roundlog("ticker", "tartu")
    assert "Tartu Festival" in roundlog("audit", "tartu")


def test_the_schedule_is_typed_as_it_is_shown(roundlog: Roundlog):
    roundlog("schedule", "tartu", "--line", "2026-05-01 14:00 1@a", "--line", "2026-05-01 13:30 Opening")
    assert "2026-05-01 13:30  Opening\n2026-05-01 14:00  Round 1 · A" in roundlog("festival", "tartu")


def test_the_clock_is_of_a_round_that_a_section_has(roundlog: Roundlog):
    times = ("--starts", "2026-05-01T14:00Z", "--ends", "2026-05-01T16:00Z")
    roundlog("clock", "tartu", 3, *times)
    assert "4" in roundlog.refused(1, "clock", "tartu", 4, *times)


def test_the_export_says_that_the_sections_are_in_the_file(roundlog: Roundlog, tmp_path: Path):
    assert "With 2 sections: a, b." in roundlog("export", "tartu", tmp_path / "told.jsonl")
