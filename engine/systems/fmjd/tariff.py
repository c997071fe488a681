"""Counts of pairs, and what a pair costs by several of them in order of importance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.matching.bitsets import members
from engine.model import Value


class Count(Value, frozen=True):
    """``marked[v]``: those with whom v makes a pair that counts. No complete pairing has fewer than ``least``."""

    marked: tuple[int, ...]
    least: int = 0

    def of(self, mate: Sequence[int], among: int) -> int:
        return sum(self.marked[v] >> mate[v] & 1 for v in members(among)) // 2


Tariff = list[tuple[Count, int]]  # with the unit of each


def kinds_of(scope: int, tariff: Tariff) -> dict[int, tuple[object, ...]]:
    """Vertices of one kind make the same pairs that count: all of them with each other, or none."""
    found: dict[int, tuple[object, ...]] = dict.fromkeys(members(scope), ())
    for count, _ in tariff:
        together = Counter(count.marked[v] & scope | 1 << v for v in found)
        for v in found:
            marked = count.marked[v] & scope
            with_itself = marked | 1 << v
            found[v] = (*found[v], (True, with_itself) if together[with_itself] > 1 else (False, marked))
    return found


def prices_of(scope: int, rows: Sequence[int], tariff: Tariff) -> tuple[dict[tuple[int, int], int], list[int]]:
    """The price of each pair that can be, by places in the list of players."""
    vertices = list(members(scope))
    local = {vertex: place for place, vertex in enumerate(vertices)}
    prices = {}
    for place, one in enumerate(vertices):
        partners = rows[one] & scope >> one + 1 << one + 1
        for other in members(partners):
            if rows[other] >> one & 1:
                prices[place, local[other]] = 0
        for count, unit in tariff:
            for other in members(partners & count.marked[one]):
                if rows[other] >> one & 1:
                    prices[place, local[other]] += unit
    return prices, vertices


def without(count: Count, those: int) -> Count:
    """The same count of the pairs of all others."""
    marked = (0 if those >> v & 1 else partners & ~those for v, partners in enumerate(count.marked))
    return Count(tuple(marked))


def from_above(count: Count, mates: Mapping[int, int]) -> int:
    """The marked pairs of these players, each counted by its higher player."""
    return sum(count.marked[v] >> mate & 1 for v, mate in mates.items() if v < mate)


def total_of(mate: Sequence[int], scope: int, tariff: Tariff) -> int:
    return sum(unit * count.of(mate, scope) for count, unit in tariff)
