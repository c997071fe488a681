"""The lists of KNSB:2014 D2 and D3, in the order of the text.

Those of D1 need no list: the first order of S2 is the one in which the first of S1 has the highest possible opponent,
then the second, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

Places = tuple[int, ...]


def subgroups(moved_down: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """KNSB:2014 D3: which of the players moved down are S1: the highest first, then as the text lists them."""
    return combinations(moved_down, count)


def exchanges(first: int, size: int, count: int, difference: int) -> Iterator[tuple[Places, Places]]:
    """KNSB:2014 D2: exchanges of ``count`` players with this difference; S1 has the first ``first`` of ``size`` places.

    Subgroups of S1 come in descending order, those of S2 in ascending order, both place by place: that gives the
    numbers of the tables. (The "exact procedure" speaks of sums; sorting by them would not.)
    """
    highest_sum = sum(range(size, size - count, -1))
    for leaving in _descending(first, count, sum(range(first + 1, first + count + 1)) - difference):
        total = sum(leaving) + difference
        if total <= highest_sum:
            for coming in _ascending(first + 1, size, count, total):
                yield leaving, coming


def all_exchanges(first: int, size: int, count: int) -> Iterator[tuple[Places, Places]]:
    """KNSB:2014 D2: all exchanges of ``count`` players, by their difference."""
    widest = sum(range(size, size - count, -1)) - sum(range(1, count + 1))
    for difference in range(count * count, widest + 1):
        yield from exchanges(first, size, count, difference)


def _descending(highest: int, count: int, least: int) -> Iterator[Places]:
    """Places of S1, largest first, that add up to at least this much."""
    if count == 0:
        if least <= 0:
            yield ()
        return
    for place in range(highest, count - 1, -1):
        if sum(range(place - count + 1, place + 1)) < least:
            return
        for rest in _descending(place - 1, count - 1, least - place):
            yield (place, *rest)


def _ascending(lowest: int, size: int, count: int, total: int) -> Iterator[Places]:
    """Places of S2, smallest first, that add up to exactly this much."""
    if count == 0:
        if total == 0:
            yield ()
        return
    for place in range(lowest, size - count + 2):
        if sum(range(place, place + count)) > total:
            return
        for rest in _ascending(place + 1, size, count - 1, total - place):
            yield (place, *rest)
