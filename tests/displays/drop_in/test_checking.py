"""``roundlog-engine FILE -c``: round by round, with the words that programs look for; a difference is no failure."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.displays.drop_in.conftest import Engine
from tests.ledger.formats.trf.sheets import player, sheet

GOLDEN = Path(__file__).parents[2] / "engine" / "systems" / "fide_dutch" / "golden"
SMALL = GOLDEN / "fide-dutch-2026" / "small-10004-n9-r7.trf"
STEM = SMALL.stem
ROUND_3 = """\
      2 -   4                  2 -   7
      9 -   7                  6 -   4
      5 -   6                  8 -   9
      8 -   0                  5 -   0
"""


def test_what_agrees_is_told_round_by_round(engine: Engine):
    """bbpPairings made the file."""
    said = engine("--dutch", SMALL, "-c")
    assert said == (0, "".join(f"{STEM}: Round #{number}\n" for number in range(1, 8)) + "\n", "")


def test_what_differs_stands_beside_what_the_file_has(engine: Engine):
    said = engine("--dutch-2017", SMALL, "-c")
    assert said.code == 0
    head = "  Checker pairings        Tournament pairings \n"
    assert f"{STEM}: Round #3\n{head}{ROUND_3}\n{STEM}: Round #4\n{head}" in said.out


def test_javafo_checks_one_round_where_it_is_named(engine: Engine):
    named = engine.put("192 FIDE_DUTCH_2017\n" + SMALL.read_text())
    said = engine(named, "-c", 3)
    assert said == (0, f"open: Round #3\n\n  Checker pairings        Tournament pairings\n\n{ROUND_3}\n\n", "")
    assert engine(named, "-c", 5) == (0, "open: Round #5\n\n", "")
    assert engine(named, "-c", 9).code == 3


def test_a_round_that_no_rule_allows(engine: Engine):
    lines = (player(1, "2w=", "2b=", points="1.0"), player(2, "1b=", "1w=", points="1.0"))
    said = engine("--dutch", engine.put(sheet("XXR 2", "XXC white1", *lines)), "-c")
    assert (said.code, said.err) == (0, "")
    assert "open: Round #2\nNo valid pairing exists for round 2.\n" in said.out


@pytest.mark.parametrize("named", [("--dutch",), ()])
def test_a_table_for_every_round(engine: Engine, named: tuple[str, ...]):
    shutil.copy(SMALL, engine.folder / "small.trf")
    assert engine(*named, "small.trf", "-c", "-l").code == 0
    text = (engine.folder / "small.list").read_text()
    assert [line for line in text.splitlines() if line.startswith("Round #")] == [f"Round #{n}" for n in range(1, 8)]
    assert text.count("ID\tPts\t") == 7
