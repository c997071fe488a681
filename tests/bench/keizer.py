"""The Keizer system: how the ladder and the pairing grow with the club, as ratios to the smallest club."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.model import Board, Details, Entry, Outcome, Phase, Player, Result, Round, Rules, SitOut, Tournament
from engine.registry import SYSTEMS
from engine.systems.keizer.ladder import ladder
from tests.bench.measure import Figure, best, seconds

ROUNDS = 40
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


def keizer(directory: Path, is_quick: bool) -> Iterator[Figure]:
    """After 40 rounds with a fifth of the club away; what is paired is the round after them, with everybody there."""
    smallest, *larger = (50, 200) if is_quick else (50, 200, 800)
    works: dict[str, Callable[[int], float]] = {
        "ladder, one pass": lambda size: ladder_time(size, passes="one"),
        "ladder, until stable": lambda size: ladder_time(size, passes="until-stable"),
        "pairing, next opponent": lambda size: pairing_time(size, pairing="next-opponent"),
        "pairing, least distance": lambda size: pairing_time(size, pairing="least-distance"),
    }
    for name, work in works.items():
        least = work(smallest)
        for size in larger:
            against = f"{smallest} players: {size // smallest} times the games"
            yield Figure(f"{name}, {size} players", work(size), least, against, is_speed=False)


def ladder_time(size: int, **options: str) -> float:
    t = season(size, **options)
    (taken,) = best(3, lambda: seconds(lambda: ladder(t)))
    return taken


def pairing_time(size: int, **options: str) -> float:
    t = season(size, rematch_gap=6, **options)
    (taken,) = best(3, lambda: seconds(lambda: SYSTEMS["keizer"].pair(t)))
    return taken


def season(size: int, **options: int | str) -> Tournament:
    """Who meets whom is by chance, so that all clubs are alike but for their size."""
    chance = random.Random(size)
    entries = {number: Entry(Player(number, f"Player {number}", 2400 - number)) for number in range(1, size + 1)}
    rounds = tuple(_round(number, size, chance) for number in range(1, ROUNDS + 1))
    return Tournament(Details("Season"), Rules("keizer", ROUNDS + 1, options=options), entries, rounds)


def _round(number: int, size: int, chance: random.Random) -> Round:
    players = chance.sample(range(1, size + 1), size)
    there = players[: size * 4 // 5 // 2 * 2]
    boards = tuple(Board(*pair, chance.choice(RESULTS)) for pair in zip(there[::2], there[1::2], strict=True))
    away = tuple(SitOut(player, Outcome.ABSENT) for player in players[len(there) :])
    return Round(number, boards, away, phase=Phase.CLOSED)
