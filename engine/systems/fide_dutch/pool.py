"""The players who are looked at to pair a bracket: who of them can be a pair, and what that costs.

Every pairing of all of them stands for a candidate of the bracket and for what it means below; its pairs cost together
what the candidate costs. Vertices are the players' places in the field; behind them stands an empty chair, if they are
odd in number.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import copy

from engine.colours import BLACK, WHITE
from engine.matching.bitsets import bits, members, narrow
from engine.matching.cardinality import FREE, largest_matching
from engine.matching.cheapest import Cheapest
from engine.matching.kinds import tied_by_kind
from engine.matching.stages import weigh_in_stages
from engine.matching.tied import Tied
from engine.systems.fide_dutch.bracket import Bracket, Costs

Ties = Tied | Cheapest


class Pool:
    """``inside``: the players of the bracket, who pay for their pairs; ``near``: they and those of the next one."""

    def __init__(self, costs: Costs, inside: int, near: int, rest: int, chair: int, may_be_alone: bool = False) -> None:
        """``chair``: for whom there is an empty chair, if ``rest`` (all of them) is odd."""
        self.costs = costs
        self.bracket: Bracket = costs.bracket
        self.may_be_alone = may_be_alone  # not all need be paired; two who are not count as a pair
        self.below: Mapping[int, int] = {}  # what a single downfloater costs below, where the bracket stands alone
        self.inside = inside
        self.near = near
        self.chair = len(self.bracket.cards)
        self.rest = rest
        self.rows = [0] * (self.chair + 1)
        self._barred = 1 << self.chair  # must have a partner at any price
        self._outside: dict[tuple[int, bool], int] = {}
        for one in members(self.rest):
            others = self.rest & ~self.bracket.mover_set if self.bracket.is_mover(one) else self.rest
            self.rows[one] = self.bracket.field.allowed[one] & others
        if self.rest.bit_count() % 2:
            self.rows[self.chair] = chair & self.rest
            for one in members(chair & self.rest):
                self.rows[one] |= 1 << self.chair
            self.rest |= 1 << self.chair

    @classmethod
    def alone(cls, costs: Costs, below: Mapping[int, int]) -> Pool:
        """The bracket by itself; one of those of whom it is known what they cost below floats down if it is odd."""
        b = costs.bracket
        pool = cls(costs, b.member_set, b.member_set, b.member_set, bits(below))
        pool.below = below
        return pool

    @classmethod
    def with_the_next(cls, costs: Costs) -> Pool:
        """The bracket and the next one, whatever becomes of who leaves both."""
        b = costs.bracket
        near = b.member_set | b.following_set
        return cls(costs, b.member_set, near, near, near, may_be_alone=True)

    @classmethod
    def with_everybody_below(cls, costs: Costs) -> Pool:
        b = costs.bracket
        near = b.member_set | b.following_set
        return cls(costs, b.member_set, near, near | b.below_set, b.bye)

    @classmethod
    def of_the_next(cls, costs: Costs, floater: int) -> Pool:
        """The next bracket with a single player who floats down to it, whatever becomes of who leaves it."""
        near = costs.bracket.following_set | 1 << floater
        return cls(costs, 0, near, near, near, may_be_alone=True)

    @classmethod
    def of_all_below(cls, costs: Costs, floater: int) -> Pool:
        b = costs.bracket
        near = b.following_set | 1 << floater
        return cls(costs, 0, near, near | b.below_set, b.bye)

    # --- what a pair costs -------------------------------------------------------------------------------------------

    def cost(self, one: int, other: int) -> int:
        """Of two who may meet, or sit down on the chair."""
        if self.inside >> one & self.inside >> other & 1:
            return self.costs.pair(one, other)
        return self._cost_outside(one, other) + self._cost_outside(other, one)

    def _cost_outside(self, one: int, other: int) -> int:
        """What it costs that a player has this partner, who is not of the bracket."""
        is_near = bool(self.near >> other & 1)
        found = self._outside.get((one, is_near))
        if found is None:
            found = self.costs.floater(one) if self.inside >> one & 1 else 0
            if self.below:
                found += self.below.get(one, 0)
            elif self.near >> one & 1 and not is_near:
                found += self.costs.beyond(one)
            self._outside[one, is_near] = found
        return found

    def cost_alone(self, one: int) -> int:
        """What it costs that a player has nobody: too much for who must stay, and for the chair of an odd number."""
        return self._cost_outside(one, self.chair) + ((self._barred >> one & 1) << self.costs.width)

    def cost_of_any_two(self, one: int, other: int) -> int:
        """Also of two who have nobody."""
        return self.cost(one, other) if self.are_a_pair(one, other) else self.cost_alone(one) + self.cost_alone(other)

    def are_a_pair(self, one: int, other: int) -> bool:
        return bool(self.rows[one] >> other & 1)

    def kind(self, one: int) -> Hashable:
        """Players of one kind cost the same with partners of one kind."""
        if one == self.chair:
            return None
        b, field = self.bracket, self.bracket.field
        absolute = (field.absolute[WHITE] >> one & 1, field.absolute[BLACK] >> one & 1, field.topscorers >> one & 1)
        costs = (self.cost_alone(one), self._cost_outside(one, one)) if self.near >> one & 1 else ()
        own = (b.is_mover(one), self.costs.kind(one)) if self.inside >> one & 1 else self.near >> one & 1
        return absolute, self.rows[one] >> self.chair & 1, costs, own

    def of_kinds_not_met(self, one: int) -> int:
        """Everybody of whose kind this player may meet nobody."""
        others = list(members(self.rest & ~(1 << one)))
        kinds = {other: self.kind(other) for other in others}
        met = {kinds[other] for other in members(self.rows[one] & self.rest)}
        return bits(other for other in others if kinds[other] not in met)

    # --- the best pairings -------------------------------------------------------------------------------------------

    def best(self) -> Ties | None:
        """All that cost the least; None if not all can be paired."""
        mate = largest_matching(self.rows, self.rest)
        if not self.may_be_alone and any(mate[one] == FREE for one in members(self.rest)):
            return None
        alone = self.cost_alone if self.may_be_alone else None
        tied = tied_by_kind(self.rows, self.rest, mate, self.kind, self.cost, alone)
        return tied or self.weigh()

    def weigh(self) -> Cheapest | None:
        """The same by weighing: where the prices of kinds do not tell."""
        rows = list(self.rows)
        if self.may_be_alone:
            idle = self.rest & ~self._barred
            for one in members(idle):
                rows[one] |= idle & ~(1 << one)
        return weigh_in_stages(rows, self.rest, self.cost_of_any_two, self.costs.places)

    def partner(self, one: int, mate: Sequence[int]) -> int | None:
        """Their opponent inside the bracket."""
        other = mate[one]
        return other if self.rows[one] & self.inside & self.rest & 1 << other else None

    def total(self, mate: Sequence[int]) -> int:
        """What a pairing costs."""
        return sum(self.cost_of_any_two(one, mate[one]) for one in members(self.rest) if one < mate[one])

    def leaving(self, mate: Sequence[int]) -> list[int]:
        """Who would leave the next bracket as well."""
        near = self.near & self.rest
        return [one for one in members(near) if not self.rows[one] & near & 1 << mate[one]]

    def is_safe_below(self, mate: Sequence[int]) -> bool:
        """As many as leave the next bracket can join those below, whoever they are."""
        b = self.bracket
        if not b.below:
            return False
        joined = len(b.below) + len(self.leaving(mate))
        if joined % 2 and not b.below_set & b.bye:
            return False
        return b.field.is_surely_completable(joined - joined % 2)

    # --- demands -----------------------------------------------------------------------------------------------------

    def without(self, players: Iterable[int]) -> Pool:
        """The others, where these are paired with each other."""
        found = self._copy()
        found.rest &= ~bits(players)
        return found

    def with_floater(self, player: int, staying: int | None = None) -> Pool:
        """The same where this player floats down and the other, if one is named, does not."""
        found = self._copy()
        narrow(found.rows, player, ~found.inside)
        if staying is not None:
            narrow(found.rows, staying, found.inside)
            found._barred |= 1 << staying
        return found

    def _copy(self) -> Pool:
        found = copy(self)
        found.rows, found._outside = list(self.rows), {}
        return found

    def stranded_players(self) -> list[int]:
        """Who has nobody, not even the chair, when as many as possible are paired."""
        mate = largest_matching(self.rows, self.rest)
        return [one for one in members(self.rest) if mate[one] == FREE and one != self.chair]
