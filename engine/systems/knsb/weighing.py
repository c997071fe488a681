"""Weighed pairings of a group: what a pair ignores as one number, and the cheapest pairing of all.

To find the first of the cheapest pairings in an order of the text, what the order asks about comes below the price as
further digits: one weighing then answers for as many players as have room in a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.matching.bitsets import members
from engine.matching.weighted import WIDEST, cheapest_pairing
from engine.systems.knsb.beyond import Beyond
from engine.systems.knsb.criteria import B3, NAMES, CriteriaTable, Ignored, add_up

Price = Callable[[int, int], int]


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
        while len(found) < len(some):
            one = some[len(found)]
            best = next(members(self.rows[one] & self.rest & partners))
            if self.mate[one] != best and not self._swap(one, best):
                self._weigh(some[len(found) :], partners)
            found.append(self.mate[one])
            self._take_out(one)
        return tuple(found)

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

    def _weigh(self, some: Sequence[int], partners: int) -> None:
        """Weigh with the order of the next few players' partners as further digits."""
        room = room_for_digits(self.total, self.rest.bit_count())
        place: dict[int, tuple[dict[int, int], int]] = {}  # of a player: where each partner stands, how many digits
        used = 0
        for one in some:
            options = {other: n for n, other in enumerate(members(self.rows[one] & self.rest & partners))}
            width = len(options).bit_length()
            if place and used + width > room:
                break
            place[one] = (options, width)
            used += width
        shift: dict[int, int] = {}
        left = used
        for one, (_, width) in place.items():
            left -= width
            shift[one] = left

        def price(one: int, other: int) -> int:
            who, partner = (one, other) if one in place else (other, one)
            order = place[who][0][partner] << shift[who] if who in place else 0
            return (self.price(one, other) << used) + order

        self.solve(price)

    def solve(self, price: Price) -> None:
        """Take the pairing that is cheapest at other prices: they must agree with ours where ours differ."""
        found = lightest(self.rows, self.rest, price)
        assert found is not None
        self.mate = found[1]


def _affordable(rows: Sequence[int], rest: int, price: Price, total: int) -> list[int]:
    """Rows without the pairs that alone cost more than a cheapest pairing of all."""
    kept = list(rows)
    for one in members(rest):
        for other in members(rows[one] & rest & ~((2 << one) - 1)):
            if price(one, other) > total:
                kept[one] &= ~(1 << other)
                kept[other] &= ~(1 << one)
    return kept
