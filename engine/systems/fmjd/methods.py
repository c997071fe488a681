"""Methods of pairing inside a group (FMJD 3.4): whose turn it is, and whom each would get, best first.

Each takes the first who can be had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.acceleration import blocks
from engine.systems.fmjd.field import FmjdField

Turn = tuple[int, Sequence[int]]  # a player and their candidates, in order
Method = Callable[[FmjdField, Sequence[int]], Iterator[Turn]]


def halves(field: FmjdField, order: Sequence[int]) -> Iterator[Turn]:
    """FMJD 3.4a: the first half meets the second half in order: 1–4, 2–5, 3–6.

    A player who can have nobody of the other half gets one of their own, from nearest the middle; who is then left over
    in the second half meets the next in order (our reading; it fits round 8 of a real event, FMJD 2022).
    """
    half = len(order) // 2
    upper, lower = order[:half], order[half:]
    for place, player in enumerate(upper):
        yield player, (*lower, *reversed(upper[place + 1 :]))
    for place, player in enumerate(lower):
        yield player, lower[place + 1 :]


def high_low(field: FmjdField, order: Sequence[int]) -> Iterator[Turn]:
    """FMJD 3.4b: the highest meets the lowest: 1–6, 2–5, 3–4."""
    for place, player in enumerate(order):
        yield player, order[:place:-1]


def neighbours(field: FmjdField, order: Sequence[int]) -> Iterator[Turn]:
    """FMJD 5.3, round 1: 1–2, 3–4, 5–6."""
    for place, player in enumerate(order):
        yield player, order[place + 1 :]


def by_lot(field: FmjdField, order: Sequence[int]) -> Iterator[Turn]:
    """FMJD 3.4c: by lot; the drawn order is then paired like any other, half against half."""
    return halves(field, sorted(order, key=lambda v: field.entrants[v].drawn))


def dubov(field: FmjdField, order: Sequence[int]) -> Iterator[Turn]:
    """FMJD 3.4, 5.1a: the highest mean rating of opponents meets the lowest own rating."""
    players = field.entrants
    by_opponents = sorted(order, key=lambda v: (-players[v].opponents_rating, -players[v].rating, players[v].sheet.lot))
    by_rating = sorted(order, key=lambda v: (players[v].rating, -players[v].sheet.lot))
    for player in by_opponents:
        yield player, [other for other in by_rating if other != player]


def in_blocks(groups: int) -> Method:
    """FMJD 6.1: group 1 meets group 2, group 3 meets group 4 …; outside a block only whom nobody inside can have."""

    def method(field: FmjdField, order: Sequence[int]) -> Iterator[Turn]:
        for block in blocks(order, groups):
            outside = [player for player in order if player not in block]
            for player, candidates in halves(field, block):
                yield player, (*candidates, *outside)

    return method


METHODS: dict[str, Method] = {
    "halves": halves,
    "high-low": high_low,
    "neighbours": neighbours,
    "drawn": by_lot,
    "dubov": dubov,
}
