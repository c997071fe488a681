"""The draughts systems against the chess systems: one round, from the same history, in the same run.

The history is paired by FIDE (Dutch) 2026, so that both have a legal pairing left; then every system pairs the round
that comes next. A ratio of ten still is the same order.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from engine.model import (
    DRAUGHTS_POINTS,
    Colour,
    Details,
    Entry,
    Player,
    Result,
    Round,
    Rules,
    Tournament,
    Value,
)
from engine.registry import SYSTEMS
from tests.bench.measure import Figure, best, cpu_seconds

CHESS, CHESS_BEFORE = "fide-dutch-2026", "fide-dutch-2017"
SAME_ORDER = 10.0
TIMES = 3
DECIDED = (Result.WHITE_WINS, Result.BLACK_WINS)


class Course(Value, frozen=True):
    """How a field came to the round that is paired: its size, that round, and how the games end."""

    name: str
    size: int
    round: int
    rounds: int
    draws: int = 30  # per cent
    white_wins: bool = False


COURSES = (
    Course("200 players, round 7 of 9", 200, 7, 9),
    Course("200 players, the last round", 200, 9, 9),
    Course("201 players, the last round", 201, 9, 9),
    Course("50 players, the last round", 50, 9, 9),
    Course("500 players, the last round", 500, 9, 9),
    Course("200 players, White always wins, round 7", 200, 7, 9, white_wins=True),
    Course("200 players, 80 % draws, the last round", 200, 9, 9, draws=80),
    Course("24 players, round 14 of 14", 24, 14, 14),
)
QUICK = 4
LARGEST = Course("4000 players, round 7", 4000, 7, 9)

# What is paired: the system and the options that make it work hardest.
ENTRANTS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("kndb", {}),
    ("kndb", {"dummy": "last-player"}),
    ("fmjd-5.1", {}),
    ("fmjd-5.1", {"acceleration": "four-groups"}),
    ("fmjd-5.1", {"colour": "strong"}),
    ("fmjd-5.1a", {}),
    ("fmjd-5.2", {}),
    ("fmjd-5.2", {"colour": "weak"}),
    ("fmjd-5.2a", {}),
    ("fmjd-5.2b", {}),
    ("fmjd-5.3", {}),
)


def draughts(directory: Path, is_quick: bool) -> Iterator[Figure]:
    for course in COURSES[:QUICK] if is_quick else COURSES:
        t = _history(course)
        chess = _pairing(t, CHESS, {})
        for key, options in ((CHESS_BEFORE, {}), *ENTRANTS):
            ours, other = best(TIMES, _pairing(t, key, options), chess)
            name = " ".join((f"{course.name}:", key, *(f"{option}={value}" for option, value in options.items())))
            goal = None if key == CHESS_BEFORE else SAME_ORDER
            yield Figure(name, ours, other, CHESS, goal, is_speed=False)
    if not is_quick:
        yield from _largest()


def _largest() -> Iterator[Figure]:
    """What once took two minutes."""
    t = _history(LARGEST)
    ours, other = best(1, _pairing(t, "kndb", {}), _pairing(t, CHESS, {}))
    yield Figure(f"{LARGEST.name}: kndb", ours, other, CHESS, SAME_ORDER, is_speed=False)


def _pairing(t: Tournament, key: str, options: Mapping[str, str]) -> Callable[[], float]:
    agreed = replace(t, rules=replace(t.rules, system=key, options=options))
    return lambda: cpu_seconds(lambda: SYSTEMS[key].pair(agreed))


def _history(course: Course) -> Tournament:
    chance = random.Random(course.name)
    entries = {
        number: Entry(Player(number, f"Player {number}", chance.randint(1200, 2400), lot=number))
        for number in range(1, course.size + 1)
    }
    rules = Rules(CHESS, course.rounds, points=DRAUGHTS_POINTS)
    t = Tournament(Details(course.name), rules, entries, first_colour=Colour.WHITE)
    for number in range(1, course.round):
        paired = SYSTEMS[CHESS].pair(t)
        boards = tuple(replace(board, result=_result(course, chance)) for board in paired.boards)
        t = replace(t, rounds=(*t.rounds, Round(number, boards, paired.sitouts)))
    return t


def _result(course: Course, chance: random.Random) -> Result:
    if course.white_wins:
        return Result.WHITE_WINS
    return Result.DRAW if chance.randrange(100) < course.draws else chance.choice(DECIDED)
