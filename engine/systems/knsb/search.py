"""One group under one plan: the first pairing in the order of KNSB:2014 D among those that ignore least (C4–C10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.matching.bitsets import bits, members
from engine.model import Value
from engine.systems.knsb.beyond import NOBODY, Beyond
from engine.systems.knsb.criteria import CriteriaTable, Ignored
from engine.systems.knsb.seating import Estimate, SeatedGroup, Seating, estimate, seat


class Plan(Value, frozen=True):
    """KNSB:2014 C2a: how many pairs are asked for (P1), and how many players moved down are to be in them (M1).

    M1 = 0: the group is treated as homogeneous.
    """

    pairs: int
    moved: int


class Exchange(Value, frozen=True):
    """KNSB:2014 D2: places of S1 and S2 (1, 2, 3 …) that change sides, and what the order of exchanges goes by."""

    leaving: tuple[int, ...] = ()
    coming: tuple[int, ...] = ()

    @property
    def rank(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        difference = sum(self.coming) - sum(self.leaving)
        return (len(self.leaving), difference, tuple(-place for place in self.leaving), self.coming)


class Choice(Value, frozen=True):
    """A pairing of a group, by places, in the terms of the text."""

    plan: Plan
    ignored: Ignored
    first: tuple[int, ...]  # D3: the players moved down who are S1
    opponents: tuple[int, ...]  # D1.2: of these, in order
    exchange: Exchange  # D2, in the remainder or the homogeneous group
    uppers: tuple[int, ...]
    partners: tuple[int, ...]  # D1.1: of the uppers, in order
    leaving: tuple[int, ...]

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        moved = zip(self.first, self.opponents, strict=True)
        return (*moved, *zip(self.uppers, self.partners, strict=True))

    @property
    def rank(self) -> tuple[object, ...]:
        """Where it stands among all pairings under its plan: what is ignored, then the order of D."""
        return (self.ignored, self.first, self.opponents, self.exchange.rank, self.partners)


class NotWeighable(Exception):
    """With the group below in view, better could be had than is asked for; weighing cannot ask for less."""


def first_choice(table: CriteriaTable, plan: Plan, moved_down: Sequence[int], beyond: Beyond) -> Choice | None:
    """KNSB:2014 C4–C10: the pairing that the text comes to first under this plan, or None."""
    seated = _seat_group(table, plan, moved_down, beyond)
    if seated is None:
        return None
    first, found = seated
    return _in_order(table, plan, found.ignored, first, found.seating, beyond.upper)


def least_ignored(table: CriteriaTable, plan: Plan, moved_down: Sequence[int], beyond: Beyond) -> Ignored | None:
    """KNSB:2014 C10: what that pairing ignores, without going on to find it."""
    seated = _seat_group(table, plan, moved_down, beyond)
    return None if seated is None else seated[1].ignored


def _seat_group(
    table: CriteriaTable, plan: Plan, moved_down: Sequence[int], beyond: Beyond
) -> tuple[tuple[int, ...], SeatedGroup] | None:
    """Who of those moved down are S1, and the group seated with them at the least price."""
    wanted = table.size - 2 * plan.pairs
    first = _first_subgroup(table, plan, moved_down, beyond, wanted)
    found = None if first is None else seat(table, bits(first), beyond)
    if first is None or found is None or not _is(found.leaving, wanted):
        return None
    if beyond.unled and not _is(found.unled, beyond.most_unled):
        return None
    return first, found


def _is(least: int, wanted: int) -> bool:
    """What weighing kept as low as it can is as low as wanted."""
    if least < wanted:
        raise NotWeighable
    return least == wanted


def most_pairs(table: CriteriaTable, moved: int, moved_down: Sequence[int], beyond: Beyond) -> int:
    """No plan with this M1 and more pairs than that can be had."""
    if moved in (0, len(moved_down)):
        found = seat(table, bits(moved_down[:moved]), beyond)
        return 0 if found is None else (table.size - found.leaving) // 2
    least = estimate(table, 0, bits(moved_down), beyond)
    return 0 if least is None else (table.size - least.leaving) // 2


def _first_subgroup(
    table: CriteriaTable, plan: Plan, moved_down: Sequence[int], beyond: Beyond, wanted: int
) -> tuple[int, ...] | None:
    """KNSB:2014 C8b, D3: of the subgroups by which the least is ignored, the first.

    M1 is as a rule the greatest number for which there is a pairing: then those of S1 stand in the only pairs that have
    anybody moved down in them, and each in turn either belongs to S1 or not.
    """
    if plan.moved in (0, len(moved_down)):
        return tuple(moved_down[: plan.moved])
    among = bits(moved_down)
    least = estimate(table, 0, among, beyond)
    if least is None or not _is(least.leaving, wanted):
        return None
    if least.without < plan.pairs - plan.moved:
        return _first_of_all(table, plan, moved_down, beyond, wanted)
    if least.without > plan.pairs - plan.moved:
        return None
    return _one_by_one(table, plan, moved_down, beyond, least)


def _one_by_one(
    table: CriteriaTable, plan: Plan, moved_down: Sequence[int], beyond: Beyond, least: Estimate
) -> tuple[int, ...]:
    """Whoever can be in S1 beside those chosen before, at the least price."""
    chosen: list[int] = []
    for one in moved_down:
        if len(chosen) == plan.moved:
            break
        partner = least.mate[one]
        if partner >= table.size or partner in chosen:  # otherwise this pairing shows that they can
            found = estimate(table, bits((*chosen, one)), bits(moved_down), beyond)
            if found is None or found.price != least.price:
                continue
            least = found
        chosen.append(one)
    return tuple(chosen)


def _first_of_all(
    table: CriteriaTable, plan: Plan, moved_down: Sequence[int], beyond: Beyond, wanted: int
) -> tuple[int, ...] | None:
    """The same, one subgroup after the other: when a reopened group is asked for fewer than it could seat."""
    best: tuple[Ignored, tuple[int, ...]] | None = None
    for first in combinations(moved_down, plan.moved):
        found = seat(table, bits(first), beyond)
        if found is not None and _is(found.leaving, wanted) and (best is None or found.ignored < best[0]):
            best = (found.ignored, first)
    return None if best is None else best[1]


def _in_order(
    table: CriteriaTable, plan: Plan, ignored: Ignored, first: tuple[int, ...], seating: Seating, upper: int
) -> Choice:
    """KNSB:2014 C6–C9: opponents for those moved down, then the exchange and the transposition in the remainder."""
    opponents = seating.settle_each(first, table.everybody)
    remainder = tuple(members(seating.rest & table.everybody))
    count = plan.pairs - plan.moved
    if count == 0:
        return Choice(plan, ignored, first, opponents, Exchange(), (), (), remainder)
    exchange, halves = _first_exchange(seating, remainder, count, upper)
    uppers = _after(exchange, remainder, count)
    partners = halves.settle_each(uppers, table.everybody)
    leaving = tuple(place for place in remainder if place not in uppers and place not in partners)
    return Choice(plan, ignored, first, opponents, exchange, uppers, partners, leaving)


def _first_exchange(seating: Seating, remainder: Sequence[int], count: int, upper: int) -> tuple[Exchange, Seating]:
    """KNSB:2014 C8a: none if none is needed, otherwise the first of D2. ``upper``: who must be S1, if that is known."""
    halves = None if upper != NOBODY else seating.split(bits(remainder[:count]))
    if halves is not None:
        return Exchange(), halves
    exchange = Exchange(*seating.exchange(remainder, count)) if upper == NOBODY else _to_be_s1(upper, remainder)
    halves = seating.split(bits(_after(exchange, remainder, count)))
    assert halves is not None
    return exchange, halves


def _to_be_s1(upper: int, remainder: Sequence[int]) -> Exchange:
    place = remainder.index(upper) + 1
    return Exchange() if place == 1 else Exchange((1,), (place,))


def _after(exchange: Exchange, remainder: Sequence[int], count: int) -> tuple[int, ...]:
    """S1 after the exchange, ordered by A2 again."""
    places = set(range(1, count + 1)).difference(exchange.leaving).union(exchange.coming)
    return tuple(remainder[place - 1] for place in sorted(places))
