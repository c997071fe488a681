"""The players of a group who are still to be paired, and whether the rest can be paired as well as is possible.

A ``Seating`` knows the least that a pairing has to ignore, and settles pairs one at a time, each only if the rest can
still be paired at that price. Vertices are the places of the group and, behind them, the ``Beyond``: what a player who
leaves the group unpaired goes to.

Where counting proves the price (KNSB:2014 A8), it is a matter of leaving out pairs: every complete pairing of what
remains costs the same, and plain matching answers. Otherwise pairings are weighed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from engine.knsb.colours import BLACK, WHITE
from engine.knsb.criteria import NAMES, Ignored, Table, X, Z, added
from engine.matching import Completion, heaviest_matching, members
from engine.model import Value

Price = Callable[[int, int], int]


class Beyond(Value, frozen=True):
    """What the players who leave a group unpaired go to: empty chairs, or the opponents in the group below."""

    reach: tuple[int, ...]  # for each place of the group: which of these it could go to
    among: tuple[int, ...]  # for each of these: which others it could be paired with
    is_open: bool = False  # more or fewer may leave than the plan says: then the fewest is wanted first

    @property
    def size(self) -> int:
        return len(self.among)


def chairs(table: Table, count: int, may_leave: int) -> Beyond:
    """As many empty chairs as players have to leave."""
    every = (1 << count) - 1
    return Beyond(tuple(every if may_leave >> place & 1 else 0 for place in range(table.size)), (0,) * count)


class Seating(Protocol):
    """What is left of a group while its pairs are settled."""

    @property
    def rows(self) -> Sequence[int]: ...

    @property
    def rest(self) -> int: ...

    def settle(self, one: int, other: int) -> bool:
        """Take this pair out if the rest can still be paired at the price; otherwise change nothing and say no."""
        ...

    def split(self, uppers: int) -> Seating | None:
        """The same with S1 and S2 fixed: S1 meets S2, and nobody of S1 leaves. None if that costs more."""
        ...

    def least(self, price: Price, below: int) -> int:
        """The least sum of these prices, always below a limit, over the pairings that are left."""
        ...


class Counted:
    """Every complete pairing of what is left has the same price."""

    def __init__(self, rows: Sequence[int], rest: int, size: int) -> None:
        self.rows = rows
        self._size = size  # of the group; vertices from here on are beyond it
        self._completion = Completion(rows, rest)

    @property
    def is_possible(self) -> bool:
        return self._completion.is_possible

    @property
    def rest(self) -> int:
        return self._completion.rest

    def settle(self, one: int, other: int) -> bool:
        return self._completion.settle(one, other)

    def split(self, uppers: int) -> Counted | None:
        halves = Counted(_halved(self.rows, uppers, self.rest, self._size), self.rest, self._size)
        return halves if halves.is_possible else None

    def least(self, price: Price, below: int) -> int:
        found = lightest(self.rows, self.rest, price)
        assert found is not None
        return found[0]


class Weighed:
    """The pairings that are left differ in price; only the cheapest count."""

    def __init__(self, rows: Sequence[int], rest: int, size: int, price: Price, mate: Sequence[int], due: int) -> None:
        self.rows = rows
        self.rest = rest
        self._size = size
        self._price = price
        self._mate = mate  # a cheapest pairing of the rest: the certificate that it can be done
        self._due = due

    def settle(self, one: int, other: int) -> bool:
        if not self.rows[one] >> other & 1:
            return False
        rest = self.rest & ~(1 << one | 1 << other)
        due = self._due - self._price(one, other)
        if self._mate[one] != other:
            found = lightest(self.rows, rest, self._price) if due >= 0 else None
            if found is None or found[0] != due:
                return False
            self._mate = found[1]
        self.rest, self._due = rest, due
        return True

    def split(self, uppers: int) -> Weighed | None:
        rows = _halved(self.rows, uppers, self.rest, self._size)
        found = lightest(rows, self.rest, self._price)
        if found is None or found[0] != self._due:
            return None
        return Weighed(rows, self.rest, self._size, self._price, found[1], self._due)

    def least(self, price: Price, below: int) -> int:
        found = lightest(self.rows, self.rest, lambda one, other: self._price(one, other) * below + price(one, other))
        assert found is not None
        return found[0] % below


def _halved(rows: Sequence[int], uppers: int, rest: int, size: int) -> list[int]:
    """Rows with pairs between S1 and S2 only; whoever leaves comes from S2."""
    players = (1 << size) - 1
    lowers = rest & players & ~uppers
    beyond = rest & ~players
    halved = list(rows)
    for vertex in members(rest):
        if uppers >> vertex & 1:
            halved[vertex] &= lowers
        elif vertex < size:
            halved[vertex] &= uppers | beyond
        else:
            halved[vertex] &= lowers | beyond
    return halved


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
    most = max(prices.values(), default=0) * (len(vertices) // 2) + 1
    partners = heaviest_matching(len(vertices), {pair: most - cost for pair, cost in prices.items()})
    mate = list(range(len(rows)))
    total = 0
    for one, other in enumerate(partners):
        if one == other:
            return None
        mate[vertices[one]] = vertices[other]
        total += prices[one, other] if one < other else 0
    return total, mate


# -- how a seating is made ---------------------------------------------------------------------------------------------


class Seated(NamedTuple):
    """What has to be ignored at least, how many leave then, and who can be paired at that price."""

    ignored: Ignored
    leaving: int
    seating: Seating


def seat(table: Table, first: int, beyond: Beyond) -> Seated | None:
    """All that a plan asks, at the least price; None if it is impossible.

    ``first`` are the players moved down who are S1: they meet others, and none of them leaves.
    """
    rows = _open_rows(table, first, beyond)
    rest = (1 << len(rows)) - 1
    if not beyond.is_open:
        ignored, narrowed = _by_counting(table, rows, beyond.size)
        counted = Counted(narrowed, rest, table.size)
        if counted.is_possible:
            return Seated(ignored, beyond.size, counted)
    if not Completion(rows, rest).is_possible:
        return None
    weights = Weights(table, beyond)
    found = lightest(rows, rest, weights.price)
    assert found is not None
    total, mate = found
    ignored, leaving = weights.read(mate)
    return Seated(ignored, leaving, Weighed(rows, rest, table.size, weights.price, mate, total))


class Estimate(NamedTuple):
    """Of a group in which not all who moved down can be S1; ``without``: how many pairs have none of them."""

    price: int
    leaving: int
    without: int


def estimate(table: Table, first: int, moved_down: int, beyond: Beyond) -> Estimate | None:
    """The least price with as many as possible of those moved down in different pairs, ``first`` among them."""
    rows = _open_rows(table, first, beyond)
    rest = (1 << len(rows)) - 1
    if not Completion(rows, rest).is_possible:
        return None
    weights = Weights(table, beyond, moved_down)
    found = lightest(rows, rest, weights.price)
    assert found is not None
    price, mate = found
    pairs = [(one, mate[one]) for one in range(table.size) if one < mate[one] < table.size]
    without = sum(not moved_down >> one & 1 and not moved_down >> other & 1 for one, other in pairs)
    return Estimate(price, table.size - 2 * len(pairs), without)


def _open_rows(table: Table, first: int, beyond: Beyond) -> list[int]:
    rows = [table.legal[place] | beyond.reach[place] << table.size for place in range(table.size)]
    for place in members(first):
        rows[place] = table.legal[place] & ~first
    for vertex, others in enumerate(beyond.among):
        rows.append(others << table.size | _who_reaches(vertex, beyond.reach, first))
    return rows


def _who_reaches(vertex: int, reach: Sequence[int], first: int) -> int:
    found = 0
    for place, open_to in enumerate(reach):
        found |= (open_to >> vertex & 1) << place
    return found & ~first


def _by_counting(table: Table, rows: Sequence[int], leaving: int) -> tuple[Ignored, list[int]]:
    """KNSB:2014 A8: the least X and Z that counting allows with all else kept, and the pairs by which they are reached.

    When more want one colour than can be given it, everybody else must meet (or be missed by) one of them: then
    X is what it must be, however they are paired. Likewise Z when the mild ones are too few to soften every clash.
    """
    white, black = table.wanting[WHITE], table.wanting[BLACK]
    major, strong = (white, table.strong[WHITE])
    if black.bit_count() > white.bit_count():
        major, strong = (black, table.strong[BLACK])
    others = table.everybody & ~major
    clashes = max(0, (major.bit_count() - others.bit_count() - leaving) // 2)
    mild = major & ~strong
    hard = 0 if table.is_odd_round else max(0, clashes - mild.bit_count())
    narrowed = _with_nothing_ignored(table, rows, except_for=(X, Z) if hard else (X,) if clashes else ())
    if clashes:
        _confine(narrowed, others | mild if hard else others, strong if hard else major, table.size)
    return tuple(clashes if n == X else hard if n == Z else 0 for n in range(len(NAMES))), narrowed


def _with_nothing_ignored(table: Table, rows: Sequence[int], except_for: tuple[int, ...]) -> list[int]:
    narrowed = list(rows)
    for criterion, breaking in table.breaking.items():
        if criterion not in except_for:
            for place in range(table.size):
                narrowed[place] &= ~breaking[place]
    stay = table.leaving
    for criterion in stay:
        for vertex in range(table.size, len(rows)):
            narrowed[vertex] &= ~stay[criterion]
        for place in members(stay[criterion]):
            narrowed[place] &= table.everybody
    return narrowed


def _confine(rows: list[int], some: int, partners: int, size: int) -> None:
    """These players, and the chairs, are for those partners only."""
    for vertex in (*members(some), *range(size, len(rows))):
        rows[vertex] &= partners


class Weights:
    """What a pair ignores as one number, the higher criterion in the higher digits; what nobody can break has none."""

    def __init__(self, table: Table, beyond: Beyond, moved_down: int | None = None) -> None:
        self._table = table
        self._moved_down = table.everybody if moved_down is None else moved_down
        self._digits: dict[int, int] = {}
        self._known: dict[tuple[int, int], int] = {}
        width = (table.size + 1).bit_length()
        shift = 0
        for criterion in reversed(range(len(NAMES))):
            rows = table.breaking.get(criterion)
            if any(rows) if rows is not None else table.leaving[criterion]:
                self._digits[criterion] = shift
                shift += width
        self._without = 1 << shift  # a pair with nobody of those moved down
        self._leaver = 1 << (shift + width) if beyond.is_open else 0
        self._leaving = [self._leaver + self._packed(table.of_leaving(place)) for place in range(table.size)]
        self._pairs = [(table.breaking[n], shift) for n, shift in self._digits.items() if n in table.breaking]

    def price(self, one: int, other: int) -> int:
        """A pair is asked for many times while pairs are settled, so each price is worked out once."""
        pair = (one, other) if one < other else (other, one)
        found = self._known.get(pair)
        if found is None:
            found = self._known[pair] = self._worked_out(*pair)
        return found

    def _worked_out(self, one: int, other: int) -> int:
        if other < self._table.size:
            is_without = not (self._moved_down >> one | self._moved_down >> other) & 1
            price = self._without if is_without else 0
            return price + sum((rows[one] >> other & 1) << shift for rows, shift in self._pairs)
        return self._leaving[one] if one < self._table.size else 0

    def read(self, mate: Sequence[int]) -> tuple[Ignored, int]:
        """What a complete pairing ignores, and how many leave."""
        size = self._table.size
        leavers = [place for place in range(size) if mate[place] >= size]
        pairs = [(place, mate[place]) for place in range(size) if place < mate[place] < size]
        rows = [self._table.of_pair(*pair) for pair in pairs] + [self._table.of_leaving(p) for p in leavers]
        return added(rows), len(leavers)

    def _packed(self, ignored: Ignored) -> int:
        return sum(ignored[n] << shift for n, shift in self._digits.items())


def is_seatable(table: Table, first: int, beyond: Beyond) -> bool:
    """Can all that is asked be had at any price?"""
    rows = _open_rows(table, first, beyond)
    return Completion(rows, (1 << len(rows)) - 1).is_possible
