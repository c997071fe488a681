"""Random tournaments, from a seed: any preset, any combination of the axes."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.model import DRAUGHTS_POINTS, Board, Details, Entry, Player, Result, Round, Rules, Tournament
from engine.pairing import Paired

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "first_order": ("lot", "rating"),
    "first_method": ("halves", "high-low", "neighbours", "drawn"),
    "later_order": ("solkoff", "rating", "lot", "opponents-rating"),
    "method": ("halves", "high-low", "drawn", "dubov"),
    "odd": ("first", "last", "drawn"),
    "floater_meets": ("first", "last"),
    "waiting_room_first": (True, False),
    "colour": ("none", "weak", "strong"),
    "floats": (0, 1, 2),
    "colours": ("even", "lots"),
    "dummy": ("last-player", "as-player"),
    "acceleration": ("none", "four-groups", "haley"),
    "acceleration_groups": (4, 6),
}


def any_combination(draw: random.Random) -> dict[str, Any]:
    return {axis: draw.choice(values) for axis, values in CHOICES.items() if draw.random() < 0.5}


def opened(draw: random.Random, system: str, players: int, rounds: int, options: Mapping[str, Any]) -> Tournament:
    lots = draw.sample(range(1, players + 1), players)
    spread = draw.choice((10, 700))  # few different ratings, or many
    entries = {
        number: Entry(Player(number, f"player {number}", rating=draw.randint(1600, 1600 + spread), lot=lot))
        for number, lot in enumerate(lots, start=1)
    }
    rules = Rules(system, rounds, points=DRAUGHTS_POINTS, options=options)
    return Tournament(Details("random"), rules, entries)


def played(draw: random.Random, t: Tournament, paired: Paired, results: Sequence[Result] = RESULTS) -> Tournament:
    boards = tuple(Board(b.white, b.black, draw.choice(results)) for b in paired.boards)
    return replace(t, rounds=(*t.rounds, Round(t.next_round, boards, paired.sitouts)))


Pair = Callable[[Tournament], Paired]
