"""The checker, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

import subprocess
import sys

import pytest

from displays.cli.commands import MODULES
from tests.displays.commandline import Roundlog
from tests.fide.checklist import HOUSE
from tests.ledger.formats.trf.sheets import player, sheet

OWN = {"displays", "engine", "ledger"}
# Of others: values, and the matching of graphs; none of them pairs or ranks a tournament.
LIBRARIES = {"msgspec", "numpy", "rustworkx", "typing_extensions"}
WHAT_IS_LOADED = """
import sys
from engine.registry import SYSTEMS
from engine.simulation import simulate
from engine.standings import rank
from msgspec.structs import replace
before = set(sys.modules)
t = simulate(SYSTEMS["fide-dutch-2026"], 12, 4, 1).tournament
rank(replace(t, rules=replace(t.rules, tiebreaks=("BH", "SB"))))
paths = {name.partition(".")[0]: getattr(found, "__file__", None) or "" for name, found in sys.modules.items()}
print(*sorted(name for name, path in paths.items() if "site-packages" in path or path.startswith(sys.argv[1])))
"""


def test_16_pairings_and_tiebreaks_are_worked_out_by_our_own_engine() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", WHAT_IS_LOADED, str(HOUSE)], cwd=HOUSE, capture_output=True, text=True, check=True
    )
    found = {name for name in loaded.stdout.split() if not name.startswith("_")}
    assert "engine" in found
    assert found <= OWN | LIBRARIES


def test_19_checker_and_generator_are_commands_of_the_program() -> None:
    assert {"check", "simulate"} <= set(MODULES)
    assert "Apache License" in (HOUSE / "LICENSE").read_text("utf-8")


def four(roundlog: Roundlog, *lines: str, colours: str = "wbbw", ranks: tuple[int, ...] = (1, 2, 3, 4)) -> None:
    """Four players, one round in which those above won; ``colours`` of each."""
    opponents, results, worth = (3, 4, 1, 2), "1100", ("1.0", "1.0", "0.0", "0.0")
    players = (
        player(n, f"{opponents[n - 1]}{colours[n - 1]}{results[n - 1]}", points=worth[n - 1], rank=str(ranks[n - 1]))
        for n in range(1, 5)
    )
    (roundlog.folder / "four.trf").write_text(sheet("012 Four", "142 2", *lines, *players), "utf-8")


RIGHT = ("152 W", "192 FIDE_DUTCH_2026", "202 DE,WIN")


def test_20_the_checker_is_free_and_needs_no_log(roundlog: Roundlog) -> None:
    four(roundlog, *RIGHT)
    assert roundlog.run("check", "four.trf").code == 0
    assert [path.name for path in roundlog.folder.iterdir()] == ["four.trf"]


def test_21_it_reads_trf26_and_names_the_round_and_the_pairs_that_are_wrong(roundlog: Roundlog) -> None:
    cells = (("2w1", "3b1"), ("1b0", "4w1"), ("4b1", "1w0"), ("3w0", "2b0"))
    worth = ("2.0", "1.0", "1.0", "0.0")
    players = (player(n, *played, points=worth[n - 1]) for n, played in enumerate(cells, start=1))
    (roundlog.folder / "four.trf").write_text(sheet("012 Four", "142 2", *RIGHT, *players), "utf-8")
    said = roundlog.run("check", "four.trf")
    assert said.code == 1
    assert "four.trf, round 1 differs. " in said.out
    assert "In the file: 1-2 4-3. By fide-dutch-2026: 1-3 4-2." in said.out
    assert "round 2 differs" not in said.out


def test_21_it_names_colours_that_are_wrong(roundlog: Roundlog) -> None:
    four(roundlog, *RIGHT, colours="bwwb")
    said = roundlog.run("check", "four.trf")
    assert said.code == 1
    assert "round 1: the pairs are the same, the colours are not." in said.out


@pytest.mark.parametrize("listed", ["202 DE,WIN", "212 PTS,DE,WIN"])
def test_21_it_names_the_ranks_that_do_not_follow_the_tiebreaks_of_the_file(roundlog: Roundlog, listed: str) -> None:
    four(roundlog, *RIGHT[:2], listed, ranks=(1, 3, 2, 4))
    said = roundlog.run("check", "four.trf")
    assert said.code == 1
    assert "player 2 has rank 3 in the file" in said.out
    assert "player 3 has rank 2 in the file" in said.out
