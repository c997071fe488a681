"""The engine against the literal reading, on random positions of small fields."""

from __future__ import annotations

import random

import pytest

from engine.errors import NoPairing
from engine.reason_log import ReasonLog
from engine.systems.kndb.waiting import Formation
from tests.engine.systems.kndb.literal import Literal


def _position(seed: int) -> tuple[list[int], list[int]]:
    """Who may meet whom, and scores from the top, of 4 to 10 players who have played much of what they can."""
    draw = random.Random(seed)
    size = draw.choice((4, 6, 8, 10))
    density = draw.uniform(0.2, 0.8)
    rows = [0] * size
    for one in range(size):
        for other in range(one + 1, size):
            if draw.random() < density:
                rows[one] |= 1 << other
                rows[other] |= 1 << one
    scores = sorted((draw.randint(0, draw.choice((2, 4, 8))) for _ in range(size)), reverse=True)
    return rows, scores


def _agree(seed: int) -> None:
    rows, scores = _position(seed)
    literal = Literal(rows, scores).form()
    formation = Formation(rows, scores, range(len(rows)), ReasonLog(is_asked=False))
    if literal is None:
        with pytest.raises(NoPairing):
            formation.form()
        return
    found = [(list(room.letters), list(room.numbers), room.waiting) for room in formation.form()]
    assert found == literal, f"seed {seed}"


@pytest.mark.parametrize("block", range(8))
def test_waiting_rooms_are_those_of_the_literal_reading(block: int) -> None:
    for seed in range(50 * block, 50 * block + 50):
        _agree(seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(40))
def test_waiting_rooms_are_those_of_the_literal_reading_in_many_positions(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        _agree(seed)
