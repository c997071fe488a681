"""Positions of Chess960, values from outside and exchanged numbers at the command line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.displays.commandline import Roundlog


@pytest.fixture
def swiss(roundlog: Roundlog) -> Roundlog:
    roundlog(
        "open",
        "open",
        "--name",
        "Open",
        "--system",
        "fide-dutch-2026",
        "--rounds",
        "5",
        "--chess960",
        "--tiebreaks",
        "EXT",
    )
    for name in ("Ada", "Bob", "Cor"):
        roundlog("register", "open", name, "--rating", "1900" if name == "Cor" else "2000")
    return roundlog


def test_222_a_position_is_drawn_or_recorded(swiss: Roundlog) -> None:
    swiss("position", "open", "1")
    assert swiss.tried("position", "open", "1", "518").code != 0
    assert "518" in swiss("position", "open", "1", "518", "--reason", "the card was upside down")
    assert swiss.tried("position", "open", "1", "960", "--reason", "why").code != 0


def test_207_values_are_typed_or_read_from_a_file(swiss: Roundlog, tmp_path: Path) -> None:
    swiss("external-values", "open", "1:12.5", "2:9")
    file = tmp_path / "values.csv"
    file.write_text("\ufeff3;7,25\n1;\n\n", "utf-8")
    swiss("external-values", "open", "--csv", str(file))
    assert "12.5" in swiss("audit", "open")
    file.write_text("3;7,25\nAda;9\n", "utf-8")
    told = swiss.tried("external-values", "open", "--csv", str(file))
    assert told.code != 0
    assert "Line 2" in told.err
    assert swiss.tried("external-values", "open").code != 0
    assert swiss.tried("external-values", "open", "1:1", "--csv", str(file)).code != 0


def test_150_numbers_are_exchanged_once_that_is_confirmed(swiss: Roundlog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    told = swiss.tried("exchange-numbers", "open", "1", "2")
    assert told.code == 1
    assert "start number 1 becomes 2" in told.err
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    assert "start numbers exchanged" in swiss("exchange-numbers", "open", "1", "2")
    assert "different" in swiss.tried("exchange-numbers", "open", "1", "3").err


def test_146_the_order_of_equals_is_announced_when_it_is_opened(roundlog: Roundlog) -> None:
    told = roundlog.tried("open", "open", "--name", "Open", "--rounds", "5", "--equals-by", "beauty")
    assert told.code != 0
    assert "oldest" in told.err
