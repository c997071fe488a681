"""Weighed pairings of a group: what a pair ignores as one number."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from engine.matching.cardinality import FREE
from engine.matching.cheapest import lightest
from engine.matching.kinds import tied_by_kind
from engine.matching.tied import Tied, paired_from
from engine.systems.knsb.beyond import Beyond
from engine.systems.knsb.criteria import B3, NAMES, CriteriaTable, Ignored, add_up


class Weights:
    """What a pair ignores as one number, the higher criterion in the higher digits.

    A criterion that nobody can break has no digits, nor has one that is not among those ``counted``.
    """

    def __init__(
        self,
        table: CriteriaTable,
        beyond: Beyond,
        moved_down: int | None = None,
        counted: Iterable[int] = range(len(NAMES)),
    ) -> None:
        self._table = table
        self._beyond = beyond
        self._moved_down = table.everybody if moved_down is None else moved_down
        self._digits: dict[int, int] = {}
        self._known: dict[tuple[int, int], int] = {}
        width = (table.size + 1).bit_length()
        shift = 0
        for criterion in sorted(counted, reverse=True):
            rows = table.breaking.get(criterion)
            if any(rows) if rows is not None else table.leaving[criterion]:
                self._digits[criterion] = shift
                shift += width if criterion != B3 else sum(table.excess).bit_length()
        self._unled = 1 << shift  # a pair below of the kind that is limited
        shift += beyond.unled.bit_count().bit_length()
        self._without = 1 << shift  # a pair with nobody of those moved down
        self._leaver = 1 << shift + width if beyond.is_open else 0
        self._leaving = [self._leaver + self._pack(table.of_leaving(place)) for place in range(table.size)]
        self._pairs = [(table.breaking[n], shift) for n, shift in self._digits.items() if n in table.breaking]

    def price(self, one: int, other: int) -> int:
        """A pair is asked for many times while pairs are settled, so each price is worked out once."""
        pair = (one, other) if one < other else (other, one)
        found = self._known.get(pair)
        if found is None:
            found = self._known[pair] = self._worked_out(*pair)
        return found

    def kind(self, vertex: int) -> Hashable:
        """Two of one kind cost the same with partners of one kind."""
        if vertex >= self._table.size:
            return self._beyond.kind(vertex - self._table.size)
        one = self._table.players[vertex]
        own = (one.preference, one.score, one.last_float, one.float_before, one.is_topscorer)
        goes = (vertex == self._beyond.upper, self._beyond.below(vertex) != 0, self._moved_down >> vertex & 1)
        return own, goes

    def _worked_out(self, one: int, other: int) -> int:
        size = self._table.size
        if one >= size:
            limited = self._beyond.unled << size
            return self._unled if limited >> one & limited >> other & 1 else 0
        if other >= size:
            return self._leaving[one]
        if self._beyond.below(one) >> other & 1:
            return self._leaving[one] + self._leaving[other]
        is_without = not (self._moved_down >> one | self._moved_down >> other) & 1
        price = self._without if is_without else 0
        return price + sum((rows[one] >> other & 1) << shift for rows, shift in self._pairs)

    def _pack(self, ignored: Ignored) -> int:
        return sum(ignored[n] << shift for n, shift in self._digits.items())


def tied_or_cheapest(rows: Sequence[int], rest: int, weights: Weights) -> tuple[Tied | None, list[int]] | None:
    """A cheapest pairing of all, and all of them if the prices of kinds tell them; None if not all can be paired."""
    mate = paired_from(rows, rest, [FREE] * len(rows))
    if mate is None:
        return None
    tied = tied_by_kind(rows, rest, mate, weights.kind, weights.price)
    if tied is not None:
        return tied, tied.mate
    found = lightest(rows, rest, weights.price)
    assert found is not None  # all can be paired
    return None, found[1]


def pairs_here(table: CriteriaTable, beyond: Beyond, mate: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs of a complete pairing that are made in the group itself."""
    inside = ((place, mate[place]) for place in range(table.size) if place < mate[place] < table.size)
    return [(one, other) for one, other in inside if not beyond.below(one) >> other & 1]


def ignored_by(table: CriteriaTable, beyond: Beyond, mate: Sequence[int]) -> tuple[Ignored, int]:
    """What a complete pairing ignores, and how many leave."""
    pairs = pairs_here(table, beyond, mate)
    paired = {place for pair in pairs for place in pair}
    leavers = [place for place in range(table.size) if place not in paired]
    rows = [table.of_pair(*pair) for pair in pairs] + [table.of_leaving(place) for place in leavers]
    return add_up(rows), len(leavers)
