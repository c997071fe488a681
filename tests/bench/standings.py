"""The full standings with eight tie-breaks beside gacrux: the same file, the same places, both in this process."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from engine.model import Tournament
from engine.standings import rank
from tests.bench.measure import Figure, best, seconds
from tests.engine.tiebreaks import trf
from tests.engine.tiebreaks.peer import Checker
from tests.engine.tiebreaks.simulated import swiss_of

CODES = ("DE", "WIN", "BPG", "BH/C1", "BH", "SB", "ARO/C1", "PS")
ROUNDS = 9
GOAL_AT = 1000


def standings(directory: Path, is_quick: bool) -> Iterator[Figure]:
    for size in (100, 1000) if is_quick else (100, 1000, 4000):
        file = directory / f"{size}.trf"
        file.write_text(swiss_of(size, ROUNDS, random.Random(size)), "utf-8")
        check_places(file)
        rounds = 3 if size <= GOAL_AT else 1
        ours, theirs = best(rounds, partial(from_file, file), partial(judged_from_file, file))
        goal = 10 if size == GOAL_AT else None
        yield Figure(f"standings of {size} players, 8 tie-breaks", ours, theirs, "gacrux, from the same file", goal)
        ours, theirs = best(rounds, partial(rank_players, file), partial(judged, file))
        yield Figure("  the same without the reading", ours, theirs, "gacrux, without the reading")


def check_places(file: Path) -> None:
    """What is compared must be the same."""
    theirs = Checker(file, ("PTS", *CODES), is_swiss=True).judge()
    assert {line.player: line.place for line in rank(_read(file))} == {p: line.rank for p, line in theirs.items()}


def rank_players(file: Path) -> float:
    t = _read(file)
    return seconds(lambda: rank(t))


def judged(file: Path) -> float:
    checker = Checker(file, ("PTS", *CODES), is_swiss=True)
    return seconds(checker.judge)


def from_file(file: Path) -> float:
    return seconds(lambda: rank(_read(file)))


def judged_from_file(file: Path) -> float:
    return seconds(lambda: Checker(file, ("PTS", *CODES), is_swiss=True).judge())


def _read(file: Path) -> Tournament:
    return trf.read(file, "by-hand", tiebreaks=CODES)
