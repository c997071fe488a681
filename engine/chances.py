"""Chances of what may happen in a random tournament, and a plan drawn for one of which nothing was chosen."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.model import Value

STRONGEST, WEAKEST = 2700, 1200


class Chances(Value, frozen=True):
    """In whole per cent: of games, of players in a round, or (late entries) of all players."""

    draws: int = 30
    forfeits: int = 2  # of any kind
    byes: int = 3  # of any kind that is asked for
    withdrawals: int = 1
    late: int = 3
    forfeit_wins: int = 0  # one of the two does not come
    double_forfeits: int = 0  # neither does
    odd_results: int = 0  # half a point against none, or none for either
    unrated_games: int = 0  # shorter than a move each
    half_byes: int = 0
    full_byes: int = 0
    zero_byes: int = 0


USUAL = Chances()


class SimulationPlan(Value, frozen=True):
    """A tournament that is to be played out."""

    players: int
    rounds: int
    chances: Chances = USUAL
    ratings: tuple[int, ...] = ()  # from the first player down; none: drawn
    is_baku: bool = False
    tiebreaks: tuple[str, ...] = ()


# Lists as regulations of opens have them. What a rating is worth in them all players know: nobody is unrated here.
_LISTS: Sequence[tuple[str, ...]] = (
    ("BH/C1", "BH", "SB", "DE"),
    ("DE", "BH/C1", "BH", "WIN", "BWG"),
    ("BH/C1", "BH", "AOB", "PS"),
    ("ARO", "BH/C1", "SB", "BPG"),
    ("WON", "BPG", "DE", "SB/C1"),
    ("FB/C1", "FB", "REP", "TPR"),
    ("PS", "PS/C1", "APRO", "PTP"),
    ("BH/M1", "APPO", "STD", "TPN"),
)
_SHORT_LIST = ("DE", "WIN")  # cuts nothing: there may be one round
_LARGEST_DRAWN, _LONGEST_DRAWN = 200, 11


def draw_plan(seed: int, players: int | None = None, rounds: int | None = None) -> SimulationPlan:
    """Sensible values of everything. The lot is not that of the games, so that what is chosen does not change these."""
    lot = random.Random(f"plan {seed}")
    field = min(lot.randint(8, _LARGEST_DRAWN), lot.randint(8, _LARGEST_DRAWN))  # rather a small one
    field = players or field
    most = min(_LONGEST_DRAWN, max(1, field // 2))
    length = lot.randint(min(4, most), most)
    chosen = rounds or length
    tiebreaks = lot.choice(_LISTS)
    chances = Chances(
        draws=lot.randint(10, 60),
        forfeits=0,
        byes=0,
        withdrawals=lot.choice((0, 1, 1, 2)),
        late=lot.choice((0, 2, 5, 10)),
        forfeit_wins=lot.choice((0, 1, 2, 4)),
        double_forfeits=lot.choice((0, 0, 1, 2)),
        odd_results=lot.choice((0, 0, 1, 2)),
        unrated_games=lot.choice((0, 0, 0, 1)),
        half_byes=lot.choice((0, 1, 3, 6)),
        full_byes=lot.choice((0, 0, 0, 1)),
        zero_byes=lot.choice((0, 1, 2, 4)),
    )
    return SimulationPlan(
        players=field,
        rounds=chosen,
        chances=chances,
        is_baku=lot.randrange(4) == 0 and field >= 20,
        tiebreaks=tiebreaks if chosen > 2 else _SHORT_LIST,
    )


def draw_ratings(seed: int, players: int, lowest: int, highest: int) -> tuple[int, ...]:
    lot = random.Random(f"ratings {seed}")
    return tuple(sorted((lot.randint(lowest, highest) for _ in range(players)), reverse=True))
