"""Sets of vertices as integers: bit i says whether i is in the set.

A row of a compatibility table is then one integer, and a step of a search a few operations on whole rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


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
