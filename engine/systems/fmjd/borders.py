"""FMJD 3.5: as many pairs as possible inside the groups, border by border from the top.

A border that nobody crosses cuts the field in two, for good. So the work is done in windows between such borders: what
is reached there is compared with a bound that no pairing can beat, and only if it is missed, a larger window is tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.matching.bitsets import members
from engine.matching.cardinality import FREE, largest_matching
from engine.systems.fmjd.counts import borders
from engine.systems.fmjd.field import FmjdField
from engine.systems.fmjd.optimum import Optimum
from engine.systems.fmjd.tariff import Count


def cross_few_borders(field: FmjdField, optimum: Optimum) -> None:
    """For each border from the top: as few pairs across it as those above it allow."""
    counts = borders(field)
    start = 0  # the first player below the last border that nobody crosses
    for number, count in enumerate(counts):
        end = field.groups[number + 1][0]
        if count.of(optimum.mate, optimum.rest) > count.least:
            counts[number] = count = replace(count, least=_left_over(field, end))
            _lower(field, optimum, counts[number:], start, end)
        optimum.hold(count)
        if count.of(optimum.mate, optimum.rest) == 0:
            start = end


def _left_over(field: FmjdField, end: int) -> int:
    """How many at least cannot be paired above a border, whatever the groups above do."""
    above = _span(0, end)
    mate = largest_matching(field.rows, above)
    return sum(mate[v] == FREE for v in members(above))


def _lower(field: FmjdField, optimum: Optimum, counts: list[Count], start: int, end: int) -> None:
    """Bring the first of these counts down to its least, or to what those held before it allow."""
    count, *later = counts
    bound = count.least
    for scope in _windows(field, optimum, later, start):
        if count.of(optimum.mate, optimum.rest) > bound == count.least:
            bound = optimum.least_if_free_to_leave(_span(start, end), end, count)
        if count.of(optimum.mate, optimum.rest) == bound:
            return
        optimum.improve(scope, count, later)


def _windows(field: FmjdField, optimum: Optimum, below: list[Count], start: int) -> Iterator[int]:
    """From the start to the next border that the present pairing does not cross; at last, to the very end."""
    total = len(field.entrants)
    for count, group in zip(below, field.groups[len(field.groups) - len(below) :], strict=True):
        if count.of(optimum.mate, optimum.rest) == 0:
            yield _span(start, group[0])
            break
    yield _span(start, total)


def _span(start: int, end: int) -> int:
    return (1 << end) - (1 << start)
