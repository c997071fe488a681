"""Cheapest pairings, weighed: one at hand, and more and more of them settled in the order of a text.

To find the first of the cheapest pairings in such an order, what the order asks about comes below the price as further
digits: one weighing then answers for as many players as have room in a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.matching.bitsets import confined_rows, members, narrow
from engine.matching.weighted import WIDEST, cheapest_pairing

Price = Callable[[int, int], int]  # of a pair, the lower vertex first
Ranks = Mapping[int, int]  # of the partners of a player, the best first from 0; all others come behind them


def lightest(rows: Sequence[int], rest: int, price: Price) -> tuple[int, list[int]] | None:
    """The least price of a complete pairing and such a pairing (partner by vertex), or None."""
    if rest.bit_count() % 2:
        return None
    vertices = list(members(rest))
    index = {vertex: n for n, vertex in enumerate(vertices)}
    prices = {
        (index[one], index[other]): price(one, other)
        for one in vertices
        for other in members(rows[one] & rest & ~((2 << one) - 1))
    }
    partners = cheapest_pairing(prices, len(vertices))
    if partners is None:
        return None
    mate = list(range(len(rows)))
    total = 0
    for one, other in enumerate(partners):
        mate[vertices[one]] = vertices[other]
        total += prices[one, other] if one < other else 0
    return total, mate


def room_for_digits(total: int, vertices: int) -> int:
    """How many binary digits fit below prices of at most so much."""
    return max(1, WIDEST - 2 - total.bit_length() - vertices.bit_length())


class Cheapest:
    """The cheapest pairings of what is left; ``mate`` is one of them."""

    def __init__(self, rows: Sequence[int], rest: int, price: Price, total: int, mate: list[int]) -> None:
        self.rows = _affordable(rows, rest, price, total)
        self.rest = rest
        self.price = price
        self.total = total
        self.mate = mate

    def settle_each(self, some: Sequence[int], partners: int) -> tuple[int, ...]:
        """For each in turn the first of these partners with whom the rest can be paired as cheaply."""
        found: list[int] = []
        known = 0  # so many have what the last weighing gave them
        for n, one in enumerate(some):
            best = next(members(self.rows[one] & self.rest & partners))
            if n >= known and self.mate[one] != best and not self._swap(one, best):
                options = ((other, self.rows[other] & self.rest & partners) for other in some[n:])
                known = n + self._weigh((one, _in_order(those)) for one, those in options)
            found.append(self.mate[one])
            self._take_out(one)
        return tuple(found)

    def restrict_each(self, wishes: Sequence[tuple[int, int]], enough: int | None = None) -> list[int]:
        """Each in turn has only such partners from now on if a cheapest pairing allows it, otherwise none of them.

        Says who has; no more are asked when there are enough of those.
        """
        granted: list[int] = []
        known = 0
        for n, (one, partners) in enumerate(wishes):
            if len(granted) == enough:
                break
            if n >= known and not partners >> self.mate[one] & 1:
                known = n + self._weigh((v, dict.fromkeys(members(self.rows[v] & p), 0)) for v, p in wishes[n:])
            if partners >> self.mate[one] & 1:
                granted.append(one)
                narrow(self.rows, one, self.rest & partners)
            else:
                narrow(self.rows, one, self.rest & ~partners)
        return granted

    def confine(self, some: Mapping[int, int]) -> Cheapest | None:
        """The same where each of these has such partners only; None if that costs more."""
        rows = confined_rows(self.rows, self.rest, some)
        found = lightest(rows, self.rest, self.price)
        if found is None or found[0] != self.total:
            return None
        return Cheapest(rows, self.rest, self.price, *found)

    def weigh_by(self, price: Price) -> Cheapest:
        """Of these the cheapest by another price."""
        rest = self.rest
        most = max(price(one, other) for one in members(rest) for other in members(self.rows[one] & rest))
        both = _on_top_of(self.price, most.bit_length() + rest.bit_count().bit_length(), price)
        found = lightest(self.rows, self.rest, both)
        assert found is not None  # the present pairing is one
        return Cheapest(self.rows, self.rest, both, *found)

    def _take_out(self, one: int) -> None:
        other = self.mate[one]
        self.total -= self.price(one, other)
        self.rest &= ~(1 << one | 1 << other)

    def _swap(self, one: int, other: int) -> bool:
        """The two become a pair and so do the partners they had, if that costs nothing."""
        left, right = self.mate[one], self.mate[other]
        if not self.rows[left] >> right & 1:
            return False
        price = self.price
        if price(one, other) + price(left, right) != price(one, left) + price(other, right):
            return False
        self._join(one, other)
        self._join(left, right)
        return True

    def _join(self, one: int, other: int) -> None:
        self.mate[one], self.mate[other] = other, one

    def _weigh(self, wishes: Iterable[tuple[int, Ranks]]) -> int:
        """Weigh with the ranks of partners as further digits, those of the first player in front.

        Says for how many players there was room; there always is for one.
        """
        room = room_for_digits(self.total, self.rest.bit_count())
        digits: list[tuple[int, Ranks, int]] = []
        used = 0
        for one, ranks in wishes:
            width = (max(ranks.values(), default=0) + 1).bit_length()
            if digits and used + width > room:
                break
            digits.append((one, ranks, width))
            used += width
        shift: dict[int, tuple[Ranks, int, int]] = {}
        left = used
        for one, ranks, width in digits:
            left -= width
            shift[one] = (ranks, max(ranks.values(), default=-1) + 1, left)

        def order(one: int, other: int) -> int:
            if one not in shift:
                return 0
            ranks, last, place = shift[one]
            return ranks.get(other, last) << place

        self.solve(lambda one, other: (self.price(one, other) << used) + order(one, other) + order(other, one))
        return len(digits)

    def solve(self, price: Price) -> None:
        """Take the pairing that is cheapest at other prices: they must agree with ours where ours differ."""
        found = lightest(self.rows, self.rest, price)
        assert found is not None
        self.mate = found[1]


def _in_order(options: int) -> Ranks:
    return {other: n for n, other in enumerate(members(options))}


def _on_top_of(price: Price, width: int, further: Price) -> Price:
    return lambda one, other: (price(one, other) << width) + further(one, other)


def _affordable(rows: Sequence[int], rest: int, price: Price, total: int) -> list[int]:
    """Rows without the pairs that alone cost more than a cheapest pairing of all."""
    kept = list(rows)
    for one in members(rest):
        for other in members(rows[one] & rest & ~((2 << one) - 1)):
            if price(one, other) > total:
                kept[one] &= ~(1 << other)
                kept[other] &= ~(1 << one)
    return kept
