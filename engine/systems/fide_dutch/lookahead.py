"""Look-ahead of a bracket: what a single downfloater means for those below.

Can all still be paired, and how well will the next bracket do?

FIDE C.04.3:2026 [C4], [C8]; 2017: C.4, C.7. Answered by counting where there are many players, by a search for a
pairing where there are few, and by the best pairings below only for a downfloater who makes the next bracket worse
than it need be.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property
from typing import NamedTuple

from engine.matching.bitsets import bits
from engine.matching.tied import Tied
from engine.systems.fide_dutch.bracket import Bracket, Costs
from engine.systems.fide_dutch.pool import Pool


class _Weighed(NamedTuple):
    """What it costs that a player of some kind floats down, and whom they get then (nobody: the empty set).

    The prices of kinds prove that it costs no less for another player of that kind, but only if they were asked of all
    pairs that this one could make: kinds of which the first may meet nobody had no say in the prices. So for who may
    meet this opponent, and nobody of those ``unasked``, it costs as much.
    """

    cost: int
    opponents: int
    unasked: int

    def holds_for(self, allowed: int) -> bool:
        return bool(self.opponents & allowed) and not self.unasked & allowed


class Lookahead:
    def __init__(self, costs: Costs, completes: bool) -> None:
        self.costs = costs
        self.bracket: Bracket = costs.bracket
        self.field = self.bracket.field
        self.completes = completes  # whether everybody below must find an opponent
        self._known: dict[int, int | None] = {}
        self._weighed: dict[Hashable, list[_Weighed]] = {}

    @cached_property
    def rest_is_completable(self) -> bool:
        """Those below can be paired if nobody floats down to them."""
        return not self.completes or self.field.is_completable(self.bracket.all_below, self.bracket.bye)

    def _fits(self, player: int) -> bool:
        """Those below the next bracket can be paired with this player who joins them."""
        b = self.bracket
        return not self.completes or self.field.is_completed_by(player, b.below_set, b.bye)

    def cost(self, floater: int) -> int | None:
        """What it costs in the next bracket that this player alone floats down; None if the rest cannot be paired."""
        if floater not in self._known:
            best = self.least(floater)
            self._known[floater] = best if best is not None else self._weigh(floater)
        return self._known[floater]

    def costs_of(self, floaters: Iterable[int]) -> dict[int, int]:
        """The same of each of them who can be the only one to float down."""
        return {floater: cost for floater in floaters if (cost := self.cost(floater)) is not None}

    def least(self, floater: int) -> int | None:
        """The least that it can cost, if it costs no more than that; otherwise None.

        They find an opponent in the next bracket, and the others there are paired but for one if they are odd.
        """
        b = self.bracket
        if not b.following:
            return self.costs.beyond(floater) if self._fits(floater) else None
        if self._bye_is_here:
            return self._least_with_bye(floater)
        if self.may_pay_to_float_on:
            return None
        if len(b.following) % 2:
            return 0 if self.field.is_completed_by(floater, b.following_set, 0) and self._below_fits else None
        return self._least_with_one_leaving(floater)

    @cached_property
    def may_pay_to_float_on(self) -> bool:
        """FIDE C.04.3:2017 C.7: the next bracket is the last, odd, and none of its residents may have the bye."""
        b = self.bracket
        if len(b.following) % 2 or not b.following:
            return False
        cheapest, _ = self._cheapest_leaving
        return any(self.costs.beyond(player) < cheapest for player in b.members)

    @cached_property
    def _bye_is_here(self) -> bool:
        """Nobody below can have the bye, so a single downfloater must."""
        b = self.bracket
        below = b.all_below
        return self.completes and below.bit_count() % 2 == 0 and self.field.is_odd and not below & b.bye

    def _least_with_bye(self, floater: int) -> int | None:
        b = self.bracket
        if not b.bye >> floater & 1:
            return None
        own = self.costs.beyond(floater)
        if len(b.following) % 2 == 0:
            return own if self._next_pairs_off and self._below_fits else None
        others = self._least_of_the_next
        return None if others is None else own + others

    @cached_property
    def _below_fits(self) -> bool:
        return not self.completes or self.field.is_completable(self.bracket.below_set, self.bracket.bye)

    @cached_property
    def _next_pairs_off(self) -> bool:
        return self.field.is_completable(self.bracket.following_set, 0)

    @cached_property
    def _cheapest_leaving(self) -> tuple[int, list[int]]:
        """Of the next bracket's residents: the least that it costs when one leaves it, and who may, lowest first."""
        prices = {player: self.costs.beyond(player) for player in self.bracket.following}
        cheapest = min(prices.values())
        return cheapest, [p for p in reversed(prices) if prices[p] == cheapest and self._fits(p)]

    @cached_property
    def _least_of_the_next(self) -> int | None:
        """One of its residents leaves it."""
        cheapest, leaving = self._cheapest_leaving
        return cheapest if self.field.is_completable(self.bracket.following_set, bits(leaving)) else None

    def _least_with_one_leaving(self, floater: int) -> int | None:
        """A resident of the next bracket leaves it, or the floater where nothing is counted there (2017: A.9)."""
        cheapest, residents = self._cheapest_leaving
        leaving = bits(residents)
        if self.costs.beyond(floater) == cheapest and self._fits(floater):
            leaving |= 1 << floater
        return cheapest if self.field.is_completed_by(floater, self.bracket.following_set, leaving) else None

    def _weigh(self, floater: int) -> int | None:
        """The same from the best pairings: those of the next bracket, with everybody below if that does not do."""
        b = self.bracket
        if self._bye_is_here and not b.bye >> floater & 1:
            return None
        if self.completes and not self.field.is_completed_by(floater, b.all_below, b.bye):
            return None
        near = Pool.of_the_next(self.costs, floater)
        kind = near.kind(floater), b.bye >> floater & 1
        for known in self._weighed.get(kind, ()):
            if known.holds_for(self.field.allowed[floater]):
                return known.cost
        pool, ties = near, near.best()
        joining = bits(near.leaving(ties.mate)) if ties is not None else 0
        if self.completes and not self.field.is_completable(joining | b.below_set, b.bye):
            pool = Pool.of_all_below(self.costs, floater)
            ties = pool.best()
        assert ties is not None  # everybody below can be paired
        cost = pool.total(ties.mate)
        if isinstance(ties, Tied):
            opponents = pool.rows[floater] & 1 << ties.mate[floater]
            known = _Weighed(cost, opponents, pool.of_kinds_not_met(floater))
            self._weighed.setdefault(kind, []).append(known)
        return cost
