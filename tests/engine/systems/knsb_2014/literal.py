"""The procedure of KNSB:2014 C and D, step by step and slowly: the oracle for small fields.

It shares the contenders (what a player's history means) with the engine and nothing else. Every pairing of a group is
made in the order of the text and weighed; the first of the cheapest is taken. K-numbers are our readings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import TypeVar

from engine.colours import Strength
from engine.systems.knsb.contenders import Float, KnsbPlayer

T = TypeVar("T")
Pair = tuple[KnsbPlayer, KnsbPlayer]
Cost = tuple[int, ...]


class Unpairable(Exception):
    """K31: everything is merged and there is no legal pairing."""


@dataclass(frozen=True)
class Plan:
    """P1 and M1; M1 = 0: treated as homogeneous."""

    pairs: int
    moved: int


@dataclass(frozen=True)
class Candidate:
    pairs: tuple[Pair, ...]
    leaving: tuple[KnsbPlayer, ...]


@dataclass
class ScoreGroup:
    """A score group on its way: ``residents`` belong to it, ``arrived`` were moved down into it."""

    residents: list[KnsbPlayer]
    arrived: list[KnsbPlayer] = field(default_factory=list)
    sent_on: list[KnsbPlayer] = field(default_factory=list)  # by C1
    added: list[KnsbPlayer] = field(default_factory=list)  # residents of the group that C13 added to the last
    is_merged: bool = False
    plan: Plan = Plan(0, 0)
    chosen: Candidate = Candidate((), ())

    @property
    def everybody(self) -> list[KnsbPlayer]:
        return in_rank_order([*self.arrived, *self.residents])

    @property
    def players(self) -> list[KnsbPlayer]:
        return [p for p in self.everybody if p not in self.sent_on]

    @property
    def moved_down(self) -> list[KnsbPlayer]:
        return in_rank_order([p for p in (*self.arrived, *self.added) if p not in self.sent_on])

    @property
    def leaving(self) -> list[KnsbPlayer]:
        return in_rank_order([*self.sent_on, *self.chosen.leaving])


def in_rank_order(players: Sequence[KnsbPlayer]) -> list[KnsbPlayer]:
    return sorted(players, key=lambda p: (-p.score, p.number))


class Literal:
    def __init__(self, field: Sequence[KnsbPlayer], round_number: int) -> None:
        self.odd_round = round_number % 2 == 1
        scores = sorted({p.score for p in field}, reverse=True)
        self.groups = [ScoreGroup(in_rank_order([p for p in field if p.score == score])) for score in scores]
        self.trace: list[str] = []

    # -- pairs ---------------------------------------------------------------------------------------------------------

    def legal(self, one: KnsbPlayer, other: KnsbPlayer) -> bool:
        if one.player == other.player or other.player in one.barred:
            return False
        return not self.breaks_b2(one, other) or one.is_topscorer or other.is_topscorer

    @staticmethod
    def breaks_b2(one: KnsbPlayer, other: KnsbPlayer) -> bool:
        a, b = one.preference, other.preference
        return a.colour == b.colour and a.strength is b.strength is Strength.ABSOLUTE

    def pair_cost(self, one: KnsbPlayer, other: KnsbPlayer) -> Cost:
        a, b = one.preference, other.preference
        same = a.colour != 0 and a.colour == b.colour
        strong = same and min(a.strength, b.strength) >= Strength.STRONG
        b2 = self.breaks_b2(one, other)
        up = None if one.score == other.score else max((one, other), key=lambda p: -p.score)
        return (
            int(b2),
            int(self.odd_round and strong and not b2),
            int(same),
            int(not self.odd_round and strong),
            0,
            0,
            int(up is not None and up.last_float is Float.UP),
            int(up is not None and up.float_before is Float.UP),
        )

    def cost(self, candidate: Candidate) -> Cost:
        rows = [self.pair_cost(*pair) for pair in candidate.pairs]
        for p in candidate.leaving:
            rows.append((0, 0, 0, 0, int(p.last_float is Float.DOWN), int(p.float_before is Float.DOWN), 0, 0))
        ignored = tuple(map(sum, zip(*rows, strict=True))) if rows else (0,) * 8
        return (sum(p.score for p in candidate.leaving), *ignored)

    # -- candidates in the order of D ----------------------------------------------------------------------------------

    def candidates(self, group: ScoreGroup, plan: Plan) -> Iterator[Candidate]:
        players = group.players
        if plan.moved == 0:
            for pairs, rest in self.homogeneous(players, plan.pairs):
                yield Candidate(tuple(pairs), tuple(rest))
            return
        for first in subgroups(group.moved_down, plan.moved):
            others = [p for p in players if p not in first]
            for opponents in self.transpositions(first, others):
                remainder = [p for p in others if p not in opponents]
                for pairs, rest in self.homogeneous(remainder, plan.pairs - plan.moved):
                    yield Candidate((*zip(first, opponents, strict=True), *pairs), tuple(rest))

    def homogeneous(self, players: list[KnsbPlayer], count: int) -> Iterator[tuple[list[Pair], list[KnsbPlayer]]]:
        for first, second in exchanges(players, count):
            for opponents in self.transpositions(first, second):
                pairs = list(zip(first, opponents, strict=True))
                yield pairs, [p for p in second if p not in opponents]

    def transpositions(self, first: Sequence[KnsbPlayer], second: Sequence[KnsbPlayer]) -> Iterator[list[KnsbPlayer]]:
        """D1: the orders of S2, one after the other, of which only the first |S1| places matter; legal ones only."""
        if not first:
            yield []
            return
        for index, opponent in enumerate(second):
            if self.legal(first[0], opponent):
                rest = [*second[:index], *second[index + 1 :]]
                for others in self.transpositions(first[1:], rest):
                    yield [opponent, *others]

    # -- one group -----------------------------------------------------------------------------------------------------

    def is_last(self, group: ScoreGroup) -> bool:
        return group is self.groups[-1]

    def takes_bye(self, group: ScoreGroup) -> bool:
        return self.is_last(group) and len(group.everybody) % 2 == 1

    def allowed(self, group: ScoreGroup, candidate: Candidate) -> bool:
        """B1b: whoever is left over in the last group must be able to have the bye."""
        return not self.is_last(group) or all(p.may_have_bye for p in candidate.leaving)

    def in_order_of_cost(self, group: ScoreGroup, plan: Plan) -> list[Candidate]:
        found = [c for c in self.candidates(group, plan) if self.allowed(group, c)]
        return sorted(found, key=self.cost)  # a stable sort keeps the order of D

    def best(self, group: ScoreGroup, plan: Plan) -> Candidate | None:
        """C6–C10: the first in the order of D among those that ignore least."""
        least = self.least_cost(group, plan)
        best, price = None, None
        for candidate in self.candidates(group, plan):
            if self.allowed(group, candidate):
                cost = self.cost(candidate)
                if price is None or cost < price:
                    best, price = candidate, cost
                if cost <= least:
                    break
        return best

    def least_cost(self, group: ScoreGroup, plan: Plan) -> Cost:
        """A8: no pairing of the group ignores fewer preferences than this."""
        white = sum(p.preference.colour == 1 for p in group.players)
        black = sum(p.preference.colour == -1 for p in group.players)
        collisions = max(0, plan.pairs - (len(group.players) - max(white, black)))
        scores = sorted(p.score for p in group.players)
        return (sum(scores[: len(scores) - 2 * plan.pairs]), 0, 0, collisions, 0, 0, 0, 0, 0)

    def is_possible(self, group: ScoreGroup, plan: Plan) -> bool:
        return any(self.allowed(group, c) for c in self.candidates(group, plan))

    def opponents(self, group: ScoreGroup, player: KnsbPlayer) -> bool:
        """C1, K13: somebody to play, or the bye of the last group."""
        if self.takes_bye(group) and player.may_have_bye:
            return True
        return any(self.legal(player, p) for p in group.players)

    def first_plan(self, group: ScoreGroup) -> Plan:
        pairs = len(group.players) // 2
        moved = len(group.moved_down)
        if group.is_merged:
            return Plan(pairs, min(moved, pairs))
        return Plan(pairs, 0 if 2 * moved >= len(group.players) else moved)

    def next_plan(self, group: ScoreGroup, plan: Plan) -> Plan | None:
        """C14, C13: the next lower demand; None: nothing is left to lower."""
        last = self.is_last(group)
        if plan.moved == 0:
            return None if last or plan.pairs == 0 else Plan(plan.pairs - 1, 0)
        if not last and plan.pairs > plan.moved and self.is_possible(group, Plan(plan.moved, plan.moved)):
            return Plan(plan.pairs - 1, plan.moved)
        if plan.moved > 1:
            return Plan(plan.pairs, plan.moved - 1)
        return Plan(len(group.players) // 2, 0)

    # -- the procedure -------------------------------------------------------------------------------------------------

    def run(self) -> tuple[list[Pair], KnsbPlayer | None]:
        index = 0
        while index < len(self.groups):
            index = self.pair_group(index)
        pairs = [pair for group in self.groups for pair in group.chosen.pairs]
        left = self.groups[-1].leaving
        assert len(left) < 2
        return pairs, left[0] if left else None

    def pair_group(self, index: int) -> int:
        """Pair one group; the index of the group to go on with."""
        group = self.groups[index]
        group.sent_on, group.chosen = [], Candidate((), ())
        for player in group.players:
            if self.opponents(group, player):
                continue
            if player in group.arrived and self.reopen_for(index, self.first_plan(group), player):
                self.trace.append(f"C1-C12 {player.number}")
                return index
            if self.is_last(group):
                return self.c13(index)
            group.sent_on.append(player)
        plan: Plan | None = self.first_plan(group)
        while plan is not None:
            found = self.best(group, plan)
            if found is not None:
                group.plan, group.chosen = plan, found
                return self.go_down(index)
            if group.arrived and self.reopen_for(index, plan, None):
                self.trace.append(f"C12 {group.arrived}")
                return index
            plan = self.next_plan(group, plan)
        return self.c13(index)

    def go_down(self, index: int) -> int:
        if index + 1 < len(self.groups):
            self.groups[index + 1].arrived = self.groups[index].leaving
        return index + 1

    def reopen_for(self, index: int, plan: Plan, stranded: KnsbPlayer | None) -> bool:
        """C12: another pairing of the group above, whose leavers can be paired here as the plan asks."""
        if index == 0:
            return False
        above, group = self.groups[index - 1], self.groups[index]
        if not above.chosen.pairs:
            return False
        old = Counter(p.score for p in above.chosen.leaving)
        for candidate in self.in_order_of_cost(above, above.plan):
            if set(candidate.leaving) == set(above.chosen.leaving):
                continue
            if Counter(p.score for p in candidate.leaving) != old:
                continue
            if self.helps(group, in_rank_order([*above.sent_on, *candidate.leaving]), plan, stranded):
                above.chosen = candidate
                group.arrived = above.leaving
                return True
        return False

    def helps(self, group: ScoreGroup, arrived: list[KnsbPlayer], plan: Plan, stranded: KnsbPlayer | None) -> bool:
        sent_on = [p for p in group.sent_on if p in group.residents or p in arrived]
        trial = ScoreGroup(group.residents, arrived, sent_on, group.added, group.is_merged)
        last = self.is_last(group)
        players = trial.players

        def seat_groups(p: KnsbPlayer) -> bool:
            if last and len(players) % 2 == 1 and p.may_have_bye:
                return True
            return any(self.legal(p, q) for q in players)

        if not all(seat_groups(p) for p in arrived if p not in group.arrived or p is stranded):
            return False
        found = self.candidates(trial, plan)
        return any(not last or all(p.may_have_bye for p in c.leaving) for c in found)

    def c13(self, index: int) -> int:
        """C13: open the group above the last one; failing that, make the two one."""
        if index == 0:
            raise Unpairable
        above, last = self.groups[index - 1], self.groups[index]
        plan: Plan | None = self.first_plan(above) if above.chosen.pairs else None
        while plan is not None and plan.pairs > 0:
            for candidate in self.in_order_of_cost(above, plan):
                leaving = in_rank_order([*above.sent_on, *candidate.leaving])
                if self.complete(in_rank_order([*leaving, *last.residents])):
                    self.trace.append(f"C13 reopened {plan}")
                    above.plan, above.chosen, last.arrived = plan, candidate, leaving
                    return index
            plan = self.next_plan(above, plan)
        self.trace.append("C13 merged")
        residents = in_rank_order([*above.residents, *last.residents])
        merged = ScoreGroup(residents, above.arrived, added=above.residents, is_merged=True)
        self.groups[index - 1 :] = [merged]
        return index - 1

    def complete(self, players: list[KnsbPlayer]) -> bool:
        if not players:
            return True
        first, rest = players[0], players[1:]
        for index, other in enumerate(rest):
            if self.legal(first, other) and self.complete([*rest[:index], *rest[index + 1 :]]):
                return True
        odd = len(players) % 2 == 1
        return odd and first.may_have_bye and self.complete(rest)


def exchanges(players: list[KnsbPlayer], count: int) -> Iterator[tuple[list[KnsbPlayer], list[KnsbPlayer]]]:
    """D2: S1 and S2 as they are, then after each exchange, by the number of players and the difference."""
    first, second = players[:count], players[count:]
    yield first, second
    for number in range(1, min(len(first), len(second)) + 1):
        for leaving, coming in exchanged_places(count, len(players), number):
            gone = {players[place - 1].player for place in leaving}
            come = {players[place - 1].player for place in coming}
            yield (
                [p for i, p in enumerate(players) if (i < count and p.player not in gone) or p.player in come],
                [p for i, p in enumerate(players) if (i >= count and p.player not in come) or p.player in gone],
            )


def exchanged_places(first: int, size: int, number: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """D2: which places of S1 (1 … first) and of S2 (… size) are exchanged, in the order of the tables.

    Both lists are in order place by place; the "exact procedure" speaks of sums, by which the tables do not come out.
    """
    outs = sorted(combinations(range(first, 0, -1), number), reverse=True)
    ins = sorted(combinations(range(first + 1, size + 1), number))
    swaps = [(sum(j) - sum(i), a, b) for a, i in enumerate(outs) for b, j in enumerate(ins)]
    return ((outs[a], ins[b]) for _, a, b in sorted(swaps))


def subgroups(moved_down: Sequence[T], count: int) -> Iterator[tuple[T, ...]]:
    """D3: which of those moved down are S1."""
    return combinations(moved_down, count)


def orders_of_s2(second: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """D1.1: all orders of S2, the lowest ranked moving first."""
    return permutations(second)
