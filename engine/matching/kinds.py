"""Cheapest pairings where the kinds of two players tell what their pair costs.

Linear duality: give every kind a price, so that no pair costs less than the prices of its two players together. Then
no pairing of all costs less than all prices together, and a pairing costs just that if each of its pairs does. So
where all can be paired by such pairs alone, those pairings and no others are the cheapest: what follows is a matter
of leaving out pairs, whatever the size of the numbers. Prices of a few dozen kinds are found in no time.

Prices as good as that do not always exist (an odd number of players may have to give up what half a player need not);
then there is no answer here, and the pairings must be weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import reduce
from operator import or_

from engine.matching.bitsets import members
from engine.matching.cardinality import FREE
from engine.matching.tied import Tied, paired_from

Cost = Callable[[int, int], int]
PATIENCE = 8  # so many improvements for each kind, and no more: then weighing is quicker


def tied_by_kind(
    rows: Sequence[int],
    rest: int,
    mate: Sequence[int],
    kind: Callable[[int], Hashable],
    cost: Cost,
    alone: Callable[[int], int] | None = None,
) -> Tied | None:
    """All cheapest pairings of these vertices, or None where prices of kinds do not tell them.

    ``mate``: some pairing to begin with. ``alone``: what it costs that a vertex has nobody; it must be more than what
    two who may meet save by it. Two such vertices then count as a pair. Without it all must be paired.
    """
    kinds = _Kinds(rows, rest, kind)
    table = kinds.table(cost, alone)
    prices = _Transport(table, kinds.flow(mate, alone is not None)).prices()
    if prices is None:
        return None
    narrowed = kinds.rows_that_cost(table, prices)
    begun = [m if m != FREE and rest >> v & 1 and narrowed[v] >> m & 1 else FREE for v, m in enumerate(mate)]
    found = paired_from(narrowed, rest, begun)
    return None if found is None else Tied(narrowed, rest, found)


class _Kinds:
    """The vertices by kind; behind the kinds, as one more, nobody."""

    def __init__(self, rows: Sequence[int], rest: int, kind: Callable[[int], Hashable]) -> None:
        self.rows = rows
        self.rest = rest
        number: dict[Hashable, int] = {}
        self.of = {vertex: number.setdefault(kind(vertex), len(number)) for vertex in members(rest)}
        self.nobody = len(number)
        self.sets = [0] * len(number)
        for vertex, own in self.of.items():
            self.sets[own] |= 1 << vertex

    def table(self, cost: Cost, alone: Callable[[int], int] | None) -> list[dict[int, int]]:
        """What a pair of two kinds costs, where some two of them may meet."""
        found: list[dict[int, int]] = [{} for _ in range(self.nobody + 1)]
        for one, first in enumerate(self.sets):
            for other in range(one, self.nobody):
                pair = self._some_pair(first, self.sets[other])
                if pair is not None:
                    found[one][other] = found[other][one] = cost(*pair)
            if alone is not None:
                found[one][self.nobody] = found[self.nobody][one] = alone(next(members(first)))
        if alone is not None:
            found[self.nobody][self.nobody] = 0
        return found

    def _some_pair(self, first: int, second: int) -> tuple[int, int] | None:
        for one in members(first):
            others = self.rows[one] & second
            if others:
                other = (others & -others).bit_length() - 1
                return (one, other) if one < other else (other, one)
        return None

    def flow(self, mate: Sequence[int], may_be_alone: bool) -> dict[tuple[int, int], int]:
        """How many of each kind have a partner of each."""
        found: dict[tuple[int, int], int] = {}
        if may_be_alone:
            found[self.nobody, self.nobody] = len(self.of)
        for vertex, own in self.of.items():
            other = self.nobody if mate[vertex] == FREE else self.of[mate[vertex]]
            found[own, other] = found.get((own, other), 0) + 1
            if other == self.nobody:
                found[other, own] = found.get((other, own), 0) + 1
        return found

    def rows_that_cost(self, table: Sequence[Mapping[int, int]], prices: Sequence[int]) -> list[int]:
        """The pairs that cost what their two kinds are priced at, also those of two who have nobody."""

        def are_tight(one: int, other: int) -> bool:
            return 2 * table[one][other] == prices[one] + prices[other]

        alone = 0
        if table[self.nobody]:
            alone = reduce(or_, (s for own, s in enumerate(self.sets) if are_tight(own, self.nobody)), 0)
        tight = [
            reduce(or_, (self.sets[other] for other in costs if other != self.nobody and are_tight(own, other)), 0)
            for own, costs in enumerate(table[: self.nobody])
        ]
        found = [0] * len(self.rows)
        for vertex, own in self.of.items():
            idle = alone & ~(1 << vertex) if alone >> vertex & 1 else 0
            found[vertex] = self.rows[vertex] & tight[own] | idle
        return found


class _Transport:
    """Kinds that send players to kinds, each as many as it has, at least cost: the pairing, with halves allowed.

    An improvement is a circle: some are sent elsewhere, in whose places others are sent, and so on. When there is none
    left, what it costs to reach each kind gives the prices.
    """

    def __init__(self, table: Sequence[Mapping[int, int]], flow: dict[tuple[int, int], int]) -> None:
        self.sending = [list(costs.items()) for costs in table]
        self.table = table
        self.flow = flow
        self.leave = [0] * len(table)  # the cost of getting somebody free to be sent from a kind
        self.reach: list[int | None] = [None] * len(table)  # the cost of getting somebody to a kind

    def prices(self) -> list[int] | None:
        """Of each kind, doubled, so that halves are whole numbers."""
        for _ in range(PATIENCE * len(self.table)):
            circle = self._improvement()
            if not circle:
                return [(reach or 0) - leave for reach, leave in zip(self.reach, self.leave, strict=True)]
            self._send_round(circle)
        return None

    def _send_round(self, circle: Sequence[tuple[int, int, int]]) -> None:
        amount = min(self.flow[before, to] for before, to, _ in circle)
        for before, to, instead in circle:
            self.flow[before, to] -= amount
            self.flow[instead, to] = self.flow.get((instead, to), 0) + amount

    def _improvement(self) -> list[tuple[int, int, int]]:
        """(who was sent, to whom, who is sent instead) all round a circle that saves something (Bellman and Ford)."""
        senders: list[list[tuple[int, int]]] = [[] for _ in self.table]
        for (one, to), number in self.flow.items():
            if number:
                senders[to].append((one, self.table[one][to]))
        best_sender: list[int] = [FREE] * len(self.table)
        freed_by: list[int] = [FREE] * len(self.table)
        self.reach = [None] * len(self.table)
        while True:
            has_changed = False
            for one, costs in enumerate(self.sending):
                leave = self.leave[one]
                for to, cost in costs:
                    now = self.reach[to]
                    if now is None or leave + cost < now:
                        self.reach[to] = leave + cost
                        best_sender[to] = one
            for to, those in enumerate(senders):
                for one, cost in those:
                    reach = self.reach[to]
                    assert reach is not None
                    if reach - cost < self.leave[one]:
                        self.leave[one] = reach - cost
                        freed_by[one] = to
                        has_changed = True
            if not has_changed:
                return []
            circle = _circle(freed_by, best_sender)
            if circle:
                return circle


def _circle(freed_by: Sequence[int], best_sender: Sequence[int]) -> list[tuple[int, int, int]]:
    """A kind that, followed back, is freed by itself."""
    seen: dict[int, int] = {}
    for start in range(len(freed_by)):
        one = start
        while freed_by[one] != FREE and one not in seen:
            seen[one] = start
            one = best_sender[freed_by[one]]
        if freed_by[one] != FREE and seen[one] == start:
            circle = []
            first = one
            while True:
                to = freed_by[one]
                circle.append((one, to, best_sender[to]))
                one = best_sender[to]
                if one == first:
                    return circle
    return []
