"""``roundlog ratings``: load lists, see which there are, look somebody up, remove one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from displays.cli import terminal
from tests.displays.commandline import Roundlog
from tests.ledger.rating_lists.lists import COMBINED, KNSB


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "players_nov26.xml", tmp_path / "knsb.csv"
    for path, content in zip(paths, (COMBINED, KNSB), strict=True):
        path.write_text(content, "utf-8")
    return paths


def test_lists_are_loaded_looked_into_and_removed(roundlog: Roundlog, files):
    assert roundlog("ratings", "lists") == "No rating list is loaded.\n"
    assert roundlog("ratings", "find", "jan") == "No rating list is loaded.\n"
    told = roundlog("ratings", "load", *files, "--month", "2026-11").splitlines()
    assert told == [
        "FIDE, standard, rapid, blitz, 2026-11: 5 players loaded.",
        "KNSB, standard, 2026-11: 2 players loaded.",
    ]
    listed = roundlog("ratings", "lists")
    assert "fide-standard-rapid-blitz-2026-11" in listed
    assert (roundlog.folder / "roundlog.db.ratings").is_dir()
    found = roundlog("ratings", "find", "Soerensen", "A").splitlines()
    assert found[2].split("  ")[0] == "Sørensen, Anna-Lise"
    assert "FIDE standard 2105 · FIDE rapid 2010" in found[2]
    assert roundlog("ratings", "find", "nobody") == "Nobody is found.\n"
    assert "removed" in roundlog("ratings", "remove", "knsb-standard-2026-11")
    assert "KNSB" not in roundlog("ratings", "lists")


def test_as_json(roundlog: Roundlog, files):
    (loaded,) = [roundlog.tried("ratings", "load", files[0], "--json").json()]
    assert loaded["about"]["month"] == "2026-11"
    assert loaded["is_month_said"]
    assert roundlog.tried("ratings", "lists", "--json").json()[0]["players"] == 5
    (one,) = roundlog.tried("ratings", "find", "1001", "--json").json()
    assert one["ids"] == {"fide": "1001"}


def test_a_month_that_is_a_guess_and_lines_that_name_nobody_are_told(roundlog: Roundlog, files):
    files[1].write_text(KNSB + ";Nobody;;NED;1;;;\n", "utf-8")
    said = roundlog.tried("ratings", "load", files[1])
    assert said.err.splitlines()[0].startswith("The file does not say its month")
    assert said.err.splitlines()[1] == "1 line without a name or a number is left out."


def test_what_is_wrong_is_told(roundlog: Roundlog, files):
    assert "no file" in roundlog.refused(2, "ratings", "load", "nowhere.zip")
    assert "no rating list x" in roundlog.refused(1, "ratings", "remove", "x")
    assert "month" in roundlog.refused(2, "ratings", "load", files[0], "--month", "11/2026")
    assert "whose list" in roundlog.refused(2, "ratings", "load", clubs(roundlog))
    roundlog.refused(2, "ratings", "load")
    roundlog.refused(2, "ratings", "find", "a", "--limit", "0")
    said = roundlog.run("ratings", "lists", "--server", "http://127.0.0.1:1")
    assert said.code == 2  # only beside the log


def clubs(roundlog: Roundlog) -> Path:
    path = roundlog.folder / "mine.csv"
    path.write_text("number,name,rating\n1,A B,1500\n")
    return path


def test_the_bar_goes_to_its_end(roundlog: Roundlog, files, monkeypatch):
    steps: list[Fraction] = []
    monkeypatch.setattr(terminal.Progress, "step", lambda _bar, share: steps.append(share))
    roundlog("ratings", "load", files[0])
    assert sum(steps) == Fraction(9, 10)
