"""KNSB:2014 D2: the first exchange between S1 and S2 that costs nothing more, found without going through the list.

How many players change sides and how far apart they are follows from weighing once; which ones, from weighing with a
digit for each place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.matching.bitsets import members
from engine.matching.cheapest import Cheapest, Price, lightest, room_for_digits

Places = tuple[int, ...]  # 1, 2, 3 … in the order of A2


def first_exchange(
    rows: Sequence[int], rest: int, price: Price, remainder: Sequence[int], count: int
) -> tuple[Places, Places]:
    """The places that leave S1, which has the first ``count`` of the remainder, and those that come from S2.

    The fewest players, then the least difference, then the first in the lists: of S1 those with the lowest players, of
    S2 those with the highest.
    """
    moves = _Moves(remainder, count)
    found = lightest(rows, rest, moves.on_top_of(price))
    assert found is not None
    cheapest = Cheapest(rows, rest, moves.on_top_of(price), *found)
    room = room_for_digits(cheapest.total, rest.bit_count())
    for places in _in_chunks(moves.in_order, room):
        _fix(cheapest, moves, places)
    moved = sorted(moves.moved_in(cheapest.mate))
    return tuple(place for place in reversed(moved) if place <= count), tuple(p for p in moved if p > count)


def _fix(cheapest: Cheapest, moves: _Moves, places: Sequence[int]) -> None:
    """Which of these places change sides: the first of them if it can, and so on. From now on it is so."""
    wish = {place: 1 << n for n, place in enumerate(reversed(places))}
    digits = len(places)

    def price(one: int, other: int) -> int:
        return (cheapest.price(one, other) + 1 << digits) - wish.get(moves.mover(one, other), 0)

    cheapest.solve(price)
    moved = moves.moved_in(cheapest.mate)
    for place in places:
        vertex = moves.vertices[place - 1]
        for other in members(cheapest.rows[vertex] & cheapest.rest):
            is_mover = moves.mover(vertex, other) == place
            if is_mover != (place in moved):
                cheapest.rows[vertex] &= ~(1 << other)
                cheapest.rows[other] &= ~(1 << vertex)


class _Moves:
    """Who changes sides in a pair, by places of the remainder of which S1 has the first ``count``.

    In a pair of two from S1 it is the lower one, in a pair of two from S2 the higher one, and whoever of S1 leaves.
    """

    def __init__(self, vertices: Sequence[int], count: int) -> None:
        self.vertices = vertices
        self._count = count
        self._place = {vertex: n for n, vertex in enumerate(vertices, start=1)}
        self._widest = len(vertices) ** 2 + 1  # more than any difference

    @property
    def in_order(self) -> list[int]:
        """Places in the order in which the lists of D2 begin: S1 from the lowest up, then S2 from the highest down."""
        return [*range(self._count, 0, -1), *range(self._count + 1, len(self.vertices) + 1)]

    def mover(self, one: int, other: int) -> int:
        """The place that changes sides in this pair, or 0. Whoever is no player of the remainder has no place."""
        upper, lower = self._place.get(one, 0), self._place.get(other, 0)
        if upper > lower:
            upper, lower = lower, upper
        if lower <= self._count:
            return lower
        return upper if upper > self._count else 0

    def on_top_of(self, price: Price) -> Price:
        """The price, then how many change sides, then how far they go."""
        room = self._widest * (len(self.vertices) + 1)

        def price_of(one: int, other: int) -> int:
            place = self.mover(one, other)
            if not place:
                return price(one, other) * room
            if place <= self._count:
                return price(one, other) * room + self._widest + self._count - place
            return price(one, other) * room + place - self._count

        return price_of

    def moved_in(self, mate: Sequence[int]) -> set[int]:
        return {self.mover(vertex, mate[vertex]) for vertex in self.vertices} - {0}


def _in_chunks(places: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    return (places[start : start + size] for start in range(0, len(places), size))
