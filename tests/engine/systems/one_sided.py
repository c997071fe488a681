"""One-sided tournaments: whole score groups want the same colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType

import pytest
from _pytest.mark import ParameterSet
from msgspec.structs import replace

from engine.model import (
    CHESS_POINTS,
    DRAUGHTS_POINTS,
    Colour,
    Details,
    Entry,
    Phase,
    Player,
    Result,
    Round,
    Rules,
    Tournament,
)
from engine.pairing import Choice
from engine.system import System

NO_OPTIONS: Mapping[str, Choice] = MappingProxyType({})
RESULTS = {"white": (100, 0), "mostly white": (85, 10), "drawn": (0, 100), "mostly drawn": (10, 85), "black": (0, 0)}


def random_mix(seed: int) -> tuple[int, int]:
    """How many of a hundred games White wins, and how many are drawn."""
    lot = Random(f"mix {seed}")
    white = lot.randrange(101)
    return white, lot.randrange(101 - white)


def games_by_lot(seed: int) -> tuple[Result, ...]:
    """A hundred results of a one-sided tournament, from which each game's is drawn."""
    white, drawn = Random(f"games {seed}").choice((*RESULTS.values(), random_mix(seed)))
    return tuple(_result(game, white, drawn) for game in range(100))


def _case(name: str, mix: tuple[int, int], seed: int, sampled: int) -> ParameterSet:
    marks = [pytest.mark.exhaustive] if seed >= sampled else []
    return pytest.param(*mix, seed, id=f"{name}-{seed}", marks=marks)


# White's wins, draws, seed; for ``make test`` the first of each kind, and a few mixes by lot.
CASES = [
    *(_case(kind, mix, seed, sampled=1) for kind, mix in RESULTS.items() for seed in range(12)),
    *(_case("by lot", random_mix(seed), seed, sampled=4) for seed in range(60)),
]


def one_sided(
    system: System,
    white: int,
    drawn: int,
    seed: int,
    options: Mapping[str, Choice] = NO_OPTIONS,
    size: tuple[int, int] = (40, 70),
    rounds: int = 7,
) -> Iterator[Tournament]:
    """A tournament before each of its rounds; White wins and draws in so many of a hundred games."""
    lot = Random(f"{seed} {white} {drawn}")
    players = lot.randrange(*size)
    points = DRAUGHTS_POINTS if system.game == "draughts" else CHESS_POINTS
    t = Tournament(
        details=Details(name=f"One-sided, seed {seed}"),
        rules=Rules(system.key, rounds, points=points, options=options),
        entries={n: Entry(Player(n, f"Player {n}", 2500 - n, lot=n)) for n in range(1, players + 1)},
        start_order=tuple(range(1, players + 1)),
        first_colour=Colour.WHITE,
    )
    while t.next_round <= rounds:
        yield t
        paired = system.pair(t)
        boards = tuple(replace(board, result=_result(lot.randrange(100), white, drawn)) for board in paired.boards)
        t = replace(t, rounds=(*t.rounds, Round(t.next_round, boards, paired.sitouts, system.key, Phase.CLOSED)))


def _result(lot: int, white: int, drawn: int) -> Result:
    if lot < white:
        return Result.WHITE_WINS
    return Result.DRAW if lot < white + drawn else Result.BLACK_WINS
