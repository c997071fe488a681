"""Sets of vertices as integers: bit i says whether i is in the set.

A row of a compatibility table is then one integer, and a step of a search a few operations on whole rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence


def bits(vertices: Iterable[int]) -> int:
    """The set of these vertices."""
    found = 0
    for vertex in vertices:
        found |= 1 << vertex
    return found


def members(bitset: int) -> Iterator[int]:
    """The vertices of a set, lowest first."""
    while bitset:
        lowest = bitset & -bitset
        yield lowest.bit_length() - 1
        bitset ^= lowest


def members_from_below(bitset: int) -> Iterator[int]:
    """The same, highest number first."""
    while bitset:
        highest = bitset.bit_length() - 1
        yield highest
        bitset ^= 1 << highest


def narrow(rows: list[int], one: int, partners: int) -> None:
    """Only these partners for this vertex."""
    for other in members(rows[one] & ~partners):
        rows[other] &= ~(1 << one)
    rows[one] &= partners


def confined_rows(rows: Sequence[int], rest: int, some: Mapping[int, int]) -> list[int]:
    """The rows of these vertices where each of some has such partners only."""
    found = list(rows)
    for one, partners in some.items():
        narrow(found, one, rest & partners)
    return found
