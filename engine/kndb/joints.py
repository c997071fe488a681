"""Two neighbouring groups: which fillings of the upper waiting room suit them both?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kndb.fillings import Filling, Possible
from engine.matching import cheapest_pairing, has_perfect_matching, largest_matching, members

Prices = dict[tuple[int, int], int]


class Joint:
    """The upper group, which gives some players to the lower one. Who waits is paired below, all others above.

    In the last group (rule 4) everybody must be paired; in any other one (rule 3) only those from above must.
    """

    def __init__(self, rows: Sequence[int], upper: Filling, lower: Filling, *, is_last: bool) -> None:
        self.rows = rows
        self.upper = upper
        self.lower = lower
        self.is_last = is_last
        self._upper_set = sum(1 << vertex for vertex in upper)
        self._lower_set = sum(1 << vertex for vertex in lower)

    def fits(self, waiting: Filling) -> bool:
        """Those who stay can be paired in the upper group and those who wait in the lower one."""
        going = sum(1 << vertex for vertex in waiting)
        if not has_perfect_matching(self.rows, self._upper_set & ~going):
            return False
        if self.is_last:
            return has_perfect_matching(self.rows, self._lower_set | going)
        across = {v: self.rows[v] & self._lower_set for v in waiting}
        rows = [across.get(v, self.rows[v] & going) for v in range(len(self.rows))]
        mate = largest_matching(rows, self._lower_set | going)
        return all(mate[v] >= 0 for v in waiting)

    def for_size(self, size: int, barred: Filling) -> Possible:
        """Whether some of these inside, none of those outside, and none of the barred, can come to that size."""

        def possible(inside: Sequence[int], outside: Sequence[int]) -> bool:
            going, staying = frozenset(inside), frozenset((*outside, *barred))
            least = self._fewest(self._waiting_at_least(going, staying))
            most = self._fewest(self._staying_at_least(going, staying))
            return least is not None and most is not None and least <= size <= len(self.upper) - most

        return possible

    def _waiting_at_least(self, going: frozenset[int], staying: frozenset[int]) -> Prices:
        """How many of a pair must wait: one of a pair across, both of a pair that has one of those who go."""
        prices = self._pairs_below()
        for one, other in self._pairs_above(going, staying):
            prices[one, other] = 2 if one in going or other in going else 0
        return prices | {pair: 1 for pair in self._pairs_across(staying)}

    def _staying_at_least(self, going: frozenset[int], staying: frozenset[int]) -> Prices:
        """How many of a pair must stay: both of a pair that has one of those who stay."""
        prices = self._pairs_below()
        for one, other in self._pairs_above(going, staying):
            prices[one, other] = 2 if one in staying or other in staying else 0
        return prices | dict.fromkeys(self._pairs_across(staying), 0)

    def _pairs_above(self, going: frozenset[int], staying: frozenset[int]) -> list[tuple[int, int]]:
        """Nobody who goes is paired with somebody who stays; in rule 3 those who go meet none of their own group."""
        found = []
        for one in self.upper:
            for other in members(self.rows[one] & self._upper_set >> one + 1 << one + 1):
                are_apart = (one in going and other in staying) or (one in staying and other in going)
                one_goes = one in going or other in going
                if not are_apart and (self.is_last or not one_goes):
                    found.append((one, other))
        return found

    def _pairs_across(self, staying: frozenset[int]) -> list[tuple[int, int]]:
        return [
            (one, other)
            for one in self.upper
            if one not in staying
            for other in members(self.rows[one] & self._lower_set)
        ]

    def _pairs_below(self) -> Prices:
        """Rule 3 asks nothing of the lower group's own players: there anybody may be paired with anybody."""
        anybody = self._lower_set if not self.is_last else 0
        return {
            (one, other): 0
            for one in self.lower
            for other in members((self.rows[one] & self._lower_set | anybody) >> one + 1 << one + 1)
        }

    def _fewest(self, prices: Mapping[tuple[int, int], int]) -> int | None:
        """The least sum of a pairing of both groups. A free place is added where rule 3 leaves an odd number."""
        vertices = [*self.upper, *self.lower]
        local = {vertex: place for place, vertex in enumerate(vertices)}
        table = {(local[one], local[other]): price for (one, other), price in prices.items()}
        size = len(vertices)
        if size % 2 and not self.is_last:
            table |= {(local[vertex], size): 0 for vertex in self.lower}
            size += 1
        mate = cheapest_pairing(table, size)
        return None if mate is None else sum(table[v, m] for v, m in enumerate(mate) if v < m)
