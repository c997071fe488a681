"""Seating of a group (KNSB:2014 D): who is still to be paired, and whether the rest can be paired as well.

A ``Seating`` knows the least that a pairing has to ignore, and settles pairs one at a time, each only if the rest can
still be paired at that price. Vertices are the places of the group and, behind them, the ``Beyond``: what a player who
leaves the group unpaired goes to.

Where counting proves the price (KNSB:2014 A8), or the prices of kinds of players do, it is a matter of leaving out
pairs: every complete pairing of what remains costs the same, and plain matching answers. Otherwise pairings are
weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from engine.colours import BLACK, WHITE
from engine.matching.bitsets import members
from engine.matching.cardinality import FREE
from engine.matching.cheapest import Cheapest, lightest
from engine.matching.tied import Tied, paired_from
from engine.systems.knsb.beyond import NOBODY, Beyond
from engine.systems.knsb.criteria import NAMES, CriteriaTable, Ignored, X, Z
from engine.systems.knsb.exchanging import Places, first_exchange
from engine.systems.knsb.weighing import Weights, ignored_by, pairs_here, tied_or_cheapest


class Seating(Protocol):
    """What is left of a group while its pairs are settled."""

    @property
    def rest(self) -> int: ...

    def settle_each(self, some: Sequence[int], partners: int) -> tuple[int, ...]:
        """KNSB:2014 D1: for each in turn the highest of these partners with whom the rest can still be paired as well.

        The pairs are taken out. All of these must have such partners only.
        """
        ...

    def split(self, uppers: int) -> Seating | None:
        """The same with S1 and S2 fixed: S1 meets S2, and nobody of S1 leaves. None if that costs more."""
        ...

    def exchange(self, remainder: Sequence[int], count: int) -> tuple[Places, Places]:
        """KNSB:2014 D2: the first exchange after which this remainder can be split; S1 has ``count`` of it before."""
        ...


class Counted:
    """Every complete pairing of what is left has the same price."""

    def __init__(self, tied: Tied, size: int, beyond: Beyond) -> None:
        self._tied = tied
        self._size = size  # of the group; vertices from here on are beyond it
        self._beyond = beyond

    @property
    def rest(self) -> int:
        return self._tied.rest

    def settle_each(self, some: Sequence[int], partners: int) -> tuple[int, ...]:
        return self._tied.settle_each(some, partners)

    def split(self, uppers: int) -> Counted | None:
        tied = _tie(_halve(self._tied.rows, uppers, self.rest, self._size, self._beyond), self.rest)
        return None if tied is None else Counted(tied, self._size, self._beyond)

    def exchange(self, remainder: Sequence[int], count: int) -> tuple[Places, Places]:
        return first_exchange(self._tied.rows, self.rest, lambda one, other: 0, remainder, count)


def _tie(rows: Sequence[int], rest: int) -> Tied | None:
    """All complete pairings; None if there is none."""
    mate = paired_from(rows, rest, [FREE] * len(rows))
    return None if mate is None else Tied(rows, rest, mate)


class Weighed:
    """The pairings that are left differ in price; only the cheapest count."""

    def __init__(self, cheapest: Cheapest, size: int, beyond: Beyond) -> None:
        self._cheapest = cheapest
        self._size = size
        self._beyond = beyond

    @property
    def rest(self) -> int:
        return self._cheapest.rest

    def settle_each(self, some: Sequence[int], partners: int) -> tuple[int, ...]:
        return self._cheapest.settle_each(some, partners)

    def split(self, uppers: int) -> Weighed | None:
        now = self._cheapest
        rows = _halve(now.rows, uppers, now.rest, self._size, self._beyond)
        found = lightest(rows, now.rest, now.price)
        if found is None or found[0] != now.total:
            return None
        return Weighed(Cheapest(rows, now.rest, now.price, *found), self._size, self._beyond)

    def exchange(self, remainder: Sequence[int], count: int) -> tuple[Places, Places]:
        now = self._cheapest
        return first_exchange(now.rows, now.rest, now.price, remainder, count)


NO_ONE_BELOW = Beyond((), ())


def _halve(rows: Sequence[int], uppers: int, rest: int, size: int, behind: Beyond) -> list[int]:
    """Rows with pairs between S1 and S2 only; whoever leaves comes from S2."""
    players = (1 << size) - 1
    lowers = rest & players & ~uppers
    beyond = rest & ~players
    halved = list(rows)
    for vertex in members(rest):
        if uppers >> vertex & 1:
            halved[vertex] &= lowers
        elif vertex < size:
            halved[vertex] &= uppers | beyond | behind.below(vertex)
        else:
            halved[vertex] &= lowers | beyond
    return halved


# -- how a seating is made ---------------------------------------------------------------------------------------------


class SeatedGroup(NamedTuple):
    """What has to be ignored at least, and who can be paired at that price.

    ``leaving``: how many leave the group then; ``unled``: how many pairs below are of the kind that is limited.
    """

    ignored: Ignored
    leaving: int
    unled: int
    seating: Seating


def seat(table: CriteriaTable, first: int, beyond: Beyond) -> SeatedGroup | None:
    """All that a plan asks, at the least price; None if it is impossible.

    ``first`` are the players moved down who are S1: they meet others, and none of them leaves.
    """
    rows = _open_rows(table, first, beyond)
    rest = (1 << len(rows)) - 1
    if not beyond.is_open:
        ignored, narrowed = _by_counting(table, rows, beyond.size)
        counted = _tie(narrowed, rest)
        if counted is not None:
            return SeatedGroup(ignored, beyond.size, 0, Counted(counted, table.size, NO_ONE_BELOW))
    found = tied_or_cheapest(rows, rest, Weights(table, beyond))
    if found is None:
        return None
    tied, mate = found
    ignored, leaving = ignored_by(table, beyond, mate)
    seating: Seating = _weigh(table, rows, ignored, beyond, mate) if tied is None else Counted(tied, table.size, beyond)
    return SeatedGroup(ignored, leaving, _unled_in(table, beyond, mate), seating)


def _unled_in(table: CriteriaTable, beyond: Beyond, mate: Sequence[int]) -> int:
    """How many pairs below are of two who both are of the limited kind."""
    limited = beyond.unled << table.size
    return sum(limited >> mate[vertex] & 1 for vertex in members(limited)) // 2


def _weigh(table: CriteriaTable, rows: Sequence[int], ignored: Ignored, beyond: Beyond, mate: list[int]) -> Weighed:
    """Only criteria that have to be ignored need be weighed from now on; pairs that break others are out."""
    counted = tuple(n for n, count in enumerate(ignored) if count)
    narrowed = _with_nothing_ignored(table, rows, counted, beyond)
    price = Weights(table, beyond, counted=counted).price
    total = sum(price(one, other) for one, other in enumerate(mate) if one < other)
    return Weighed(Cheapest(narrowed, (1 << len(rows)) - 1, price, total, mate), table.size, beyond)


class Estimate(NamedTuple):
    """Of a group in which not all who moved down can be S1; ``without``: how many pairs have none of them."""

    price: int
    leaving: int
    without: int
    mate: Sequence[int]


def estimate(table: CriteriaTable, first: int, moved_down: int, beyond: Beyond) -> Estimate | None:
    """The least price with as many as possible of those moved down in different pairs, ``first`` among them."""
    rows = _open_rows(table, first, beyond)
    rest = (1 << len(rows)) - 1
    weights = Weights(table, beyond, moved_down)
    found = tied_or_cheapest(rows, rest, weights)
    if found is None:
        return None
    mate = found[1]
    price = sum(weights.price(one, other) for one, other in enumerate(mate) if one < other)
    pairs = pairs_here(table, beyond, mate)
    without = sum(not moved_down >> one & 1 and not moved_down >> other & 1 for one, other in pairs)
    return Estimate(price, table.size - 2 * len(pairs), without, mate)


def _open_rows(table: CriteriaTable, first: int, beyond: Beyond) -> list[int]:
    staying = table.everybody & ~beyond.forced
    rows = [table.legal[place] & staying | beyond.reach[place] << table.size for place in range(table.size)]
    for place in members(first):
        rows[place] = table.legal[place] & staying & ~first
    for place in members(beyond.forced):
        rows[place] = 0 if first >> place & 1 else beyond.reach[place] << table.size
    for vertex, others in enumerate(beyond.among):
        rows.append(others << table.size | _who_reaches(vertex, beyond.reach, first))
    if beyond.upper != NOBODY:
        _keep_only(rows, beyond.upper, table.legal[beyond.upper] & beyond.meeting_below & ~((2 << beyond.upper) - 1))
    return rows


def _keep_only(rows: list[int], one: int, partners: int) -> None:
    for other in members(rows[one] & ~partners):
        rows[other] &= ~(1 << one)
    rows[one] &= partners


def _who_reaches(vertex: int, reach: Sequence[int], first: int) -> int:
    found = 0
    for place, open_to in enumerate(reach):
        found |= (open_to >> vertex & 1) << place
    return found & ~first


def _by_counting(table: CriteriaTable, rows: Sequence[int], leaving: int) -> tuple[Ignored, list[int]]:
    """KNSB:2014 A8: the least X and Z that counting allows with all else kept, and the pairs by which they are reached.

    When more want one colour than can be given it, everybody else must meet (or be missed by) one of them: then
    X is what it must be, however they are paired. Likewise Z when the mild ones are too few to soften every clash.
    """
    white, black = table.wanting[WHITE], table.wanting[BLACK]
    major, strong = (white, table.strong[WHITE])
    if black.bit_count() > white.bit_count():
        major, strong = (black, table.strong[BLACK])
    others = table.everybody & ~major
    clashes = table.least_clashes((table.size - leaving) // 2)
    hard = table.least_strong_clashes((table.size - leaving) // 2)
    mild = major & ~strong
    narrowed = _with_nothing_ignored(table, rows, (X, Z) if hard else (X,) if clashes else ())
    if clashes:
        _confine(narrowed, others | mild if hard else others, strong if hard else major, table.size)
    return tuple(clashes if n == X else hard if n == Z else 0 for n in range(len(NAMES))), narrowed


def _with_nothing_ignored(
    table: CriteriaTable, rows: Sequence[int], except_for: tuple[int, ...], beyond: Beyond = NO_ONE_BELOW
) -> list[int]:
    """Rows without the pairs, and without the ways out of the group, that break any other criterion."""
    narrowed = list(rows)
    for criterion, breaking in table.breaking.items():
        if criterion not in except_for:
            for place in range(table.size):
                narrowed[place] &= ~breaking[place] | beyond.below(place)
    for criterion, stay in table.leaving.items():
        if criterion not in except_for:
            for place in range(table.size):
                out = beyond.below(place) if stay >> place & 1 else beyond.below(place) & stay
                narrowed[place] &= ~out
            for vertex in range(table.size, len(rows)):
                narrowed[vertex] &= ~stay
            for place in members(stay):
                narrowed[place] &= table.everybody
    return narrowed


def _confine(rows: list[int], some: int, partners: int, size: int) -> None:
    """These players, and the chairs, are for those partners only."""
    for vertex in (*members(some), *range(size, len(rows))):
        rows[vertex] &= partners


def is_seatable(table: CriteriaTable, first: int, beyond: Beyond) -> bool:
    """Can all that is asked be had at any price?"""
    rows = _open_rows(table, first, beyond)
    return _tie(rows, (1 << len(rows)) - 1) is not None
