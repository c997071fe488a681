"""Round 7 of 9 by the KNSB rating Swiss of 2014 beside FIDE (Dutch) of 2017: the same fields, in one process.

The last fields are as hard as they can be: White wins every game, so that whole score groups want the same colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from engine.chances import Chances
from engine.model import Board, Phase, Result, Round, Tournament
from engine.registry import SYSTEMS
from engine.simulation import simulate
from tests.bench.measure import Figure, best, cpu_seconds

OURS, OTHER = "knsb-2014", "fide-dutch-2017"
SIZES = (50, 200, 500, 1000)
PATIENT = 200  # up to so many players the best of three; above, once
SAME_ORDER = 3.0  # at 200 players: "a time of the same order"
PLAYED, ROUNDS = 6, 9
NOTHING_ODD = Chances(forfeits=0, byes=0, withdrawals=0, late=0)


def knsb(directory: Path, is_quick: bool) -> Iterator[Figure]:
    for size in SIZES:
        if size <= PATIENT or not is_quick:
            t = simulate(SYSTEMS[OTHER], size, PLAYED, size, NOTHING_ODD).tournament
            goal = SAME_ORDER if size == 200 else None
            yield _figure(f"KNSB 2014: pair {size} players, round {PLAYED + 1}", t, goal)
    for size in (50, 200, 1000):
        if size <= PATIENT or not is_quick:
            t = _white_wins(size)
            goal = SAME_ORDER if size >= PATIENT else None
            yield _figure(f"  the same where White always wins, {size} players", t, goal)


def _figure(name: str, t: Tournament, goal: float | None) -> Figure:
    times = 3 if len(t.entries) <= PATIENT else 1
    ours, other = (_to_be_paired(t, system) for system in (OURS, OTHER))
    mine, theirs = best(
        times,
        lambda: cpu_seconds(lambda: SYSTEMS[OURS].pair(ours)),
        lambda: cpu_seconds(lambda: SYSTEMS[OTHER].pair(other)),
    )
    return Figure(name, mine, theirs, OTHER, goal, is_speed=False)


def _to_be_paired(t: Tournament, system: str) -> Tournament:
    return replace(t, rules=replace(t.rules, system=system, rounds=ROUNDS))


def _white_wins(size: int) -> Tournament:
    t = simulate(SYSTEMS[OTHER], size, 1, size, NOTHING_ODD).tournament
    t = replace(_to_be_paired(t, OURS), rounds=())
    for number in range(1, PLAYED + 1):
        paired = SYSTEMS[OURS].pair(t)
        boards = tuple(Board(board.white, board.black, Result.WHITE_WINS) for board in paired.boards)
        t = replace(t, rounds=(*t.rounds, Round(number, boards, paired.sitouts, OURS, Phase.CLOSED)))
    return t
