"""One-sided tournaments: whole score groups want the same colour."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from types import MappingProxyType

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


def one_sided(
    system: System, white: int, drawn: int, seed: int, options: Mapping[str, Choice] = NO_OPTIONS
) -> Iterator[Tournament]:
    """A tournament before each of its rounds; White wins and draws in so many of a hundred games."""
    lot = random.Random(f"{seed} {white} {drawn}")
    players, rounds = lot.randrange(40, 70), 7
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
