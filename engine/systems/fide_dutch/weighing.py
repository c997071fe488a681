"""A bracket paired by weighted matching: exact for every bracket, and slow; for those that the ordered search leaves.

The costs of ``bracket`` become gains of edges: a pair gains what its players would cost if they were left over, less
what the pair costs. The heaviest matching is then a best candidate. The first best candidate in the order of the
regulation is read off by fixing one choice after the other, in that order; a choice is tried by a small bonus on the
edges that make it, which can never outweigh a criterion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property

from engine.matching.bitsets import bits, members
from engine.matching.weighted import WIDEST, heaviest_matching
from engine.systems.fide_dutch.bracket import Bracket, Costs
from engine.systems.fide_dutch.lookahead import Lookahead
from engine.systems.fide_dutch.ordered import Candidate, Pairs

Wish = dict[tuple[int, int], int]  # what edges are worth to an order


class Weighing:
    """The players of a bracket and what lies below it, the gains of their pairs, and the heaviest matching."""

    def __init__(self, costs: Costs, players: Sequence[int]) -> None:
        self.costs = costs
        self.bracket: Bracket = costs.bracket
        self.players = list(players)  # those of the bracket first
        self.slot = {player: i for i, player in enumerate(self.players)}
        size = len(self.bracket.members).bit_length()
        everybody = len(self.players).bit_length()
        self.whole = 1 << costs.width + everybody + 1  # more than all criteria together
        # Room for the bonuses: what an exchange needs, and as much more as the matching library can count.
        self.order_bits = max(3 * size + 2, WIDEST - costs.width - 2 * everybody - 4)
        self.room = self.order_bits - size - 1  # below what a lock is worth
        self.room_of_exchange = self.order_bits - 3 * size - 1  # below what an exchange is worth
        self.gains: dict[tuple[int, int], int] = {}
        self.has_taken_out = False  # and their gains not yet
        self.left = set(self.players)  # not yet taken out
        self.budget = 0  # what those cost in this bracket who are not yet taken out

    @classmethod
    def alone(cls, costs: Costs, lookahead: Lookahead, floaters: Sequence[int]) -> Weighing | None:
        """The bracket by itself, if nobody need float down, or only one player: what they cost below is known.

        None if there is no such candidate.
        """
        b = costs.bracket
        found = cls(costs, b.members)
        found._weigh_pairs(lambda player: found.whole)
        for player in floaters:
            below = lookahead.cost(player)
            if below is not None:
                gain = found.whole - costs.floater(player) - below
                found.gains[found.slot[player], len(b.members)] = gain << found.order_bits
        found.mate = found._solve()
        paired = all(found.mate[i] != i for i in range(len(b.members)))
        return found if paired else None

    @classmethod
    def with_those_below(cls, costs: Costs, completes: bool) -> Weighing:
        """The bracket, the next one and, if all must be completed, everybody below."""
        near = cls.with_the_next(costs)
        return near if not completes or near.below_is_safe() else cls.with_everybody_below(costs)

    @classmethod
    def with_the_next(cls, costs: Costs) -> Weighing:
        b = costs.bracket
        return cls(costs, b.members + b.following)._weighed_together(0)

    @classmethod
    def with_everybody_below(cls, costs: Costs) -> Weighing:
        b = costs.bracket
        found = cls(costs, b.members + b.following + b.below)
        return found._weighed_together(found.whole)

    def below_is_safe(self) -> bool:
        """As many as leave the next bracket can join those below, whoever they are."""
        b = self.bracket
        if not b.below:
            return False
        joined = len(b.below) + len(self.leaving())
        if joined % 2 and not b.below_set & b.bye:
            return False
        return b.field.is_surely_completable(joined - joined % 2)

    # --- the gains ---------------------------------------------------------------------------------------------------

    def _weigh_pairs(self, alone: Callable[[int], int]) -> None:
        """A pair inside the bracket gains what its two players cost if left alone, less what the pair costs."""
        b = self.bracket
        worth = {player: alone(player) for player in b.members}
        for one in b.members:
            partners = b.field.allowed[one] & (b.resident_set if b.is_mover(one) else self.set_of_members)
            for other in members(partners & ~((1 << one + 1) - 1)):
                self._set(one, other, worth[one] + worth[other] - self.costs.pair(one, other))

    @cached_property
    def set_of_members(self) -> int:
        return bits(self.bracket.members)

    def _weighed_together(self, whole: int) -> Weighing:
        b, costs = self.bracket, self.costs
        near = self.set_of_members | b.following_set
        beyond = {player: costs.beyond(player) for player in members(near)}
        self._weigh_pairs(lambda player: whole + costs.floater(player) + beyond[player])
        window = bits(self.players)
        for one in self.players:
            others = window & ~self.set_of_members if self.set_of_members >> one & 1 else window
            for other in members(b.field.allowed[one] & others & ~((1 << one + 1) - 1)):
                inside = near >> one & 1 and near >> other & 1
                self._set(one, other, 2 * whole + (beyond[one] + beyond[other] if inside else 0))
            if whole and b.bye >> one & 1 and len(self.players) % 2:
                self.gains[self.slot[one], len(self.players)] = 2 * whole << self.order_bits
        self.mate = self._solve()
        return self

    def _set(self, one: int, other: int, gain: int) -> None:
        i, j = self.slot[one], self.slot[other]
        self.gains[(i, j) if i < j else (j, i)] = gain << self.order_bits

    def _solve(self, bonus: Wish | None = None) -> list[int]:
        if self.has_taken_out:
            slots = {self.slot[player] for player in self.left} | {len(self.players)}
            self.gains = {edge: gain for edge, gain in self.gains.items() if slots.issuperset(edge)}
            self.has_taken_out = False
        gains = self.gains
        if bonus:
            gains = dict(gains)
            for edge, extra in bonus.items():
                gains[edge] += extra
        return heaviest_matching(len(self.players) + 1, gains)

    def _solve_in_turn(self, wishes: Iterable[Wish], room: int, bonus: Wish | None = None) -> int:
        """Weigh with the wishes as digits of the bonus, the first in front, below that of all edges.

        Says how many of them had room; one always has.
        """
        digits: list[tuple[Wish, int]] = []
        for wish in wishes:
            width = max(map(abs, wish.values()), default=0).bit_length()
            if digits and width > room:
                break
            digits.append((wish, width))
            room -= width
        packed = dict(bonus or {})
        shift = sum(width for _, width in digits)
        for wish, width in digits:
            shift -= width
            for edge, value in wish.items():
                packed[edge] = packed.get(edge, 0) + (value << shift)
        self.mate = self._solve(packed)
        return len(digits)

    def _edges(self, player: int, others: Iterable[int]) -> list[tuple[int, int]]:
        i = self.slot[player]
        both = ((i, self.slot[o]) if i < self.slot[o] else (self.slot[o], i) for o in others)
        return [edge for edge in both if edge in self.gains]

    def _drop(self, edges: Iterable[tuple[int, int]]) -> None:
        for edge in list(edges):
            self.gains.pop(edge, None)

    def partner(self, player: int) -> int | None:
        """Their opponent inside the bracket."""
        j = self.mate[self.slot[player]]
        if j >= len(self.bracket.members) or j == self.slot[player]:
            return None
        return self.players[j]

    # --- what a candidate costs --------------------------------------------------------------------------------------

    def copy_for_demand(self) -> Weighing:
        """For a demand that does not hold for the next question."""
        twin = copy(self)
        twin.gains, twin.left = dict(self.gains), set(self.left)
        return twin

    def insist_on(self, pairs: Pairs) -> None:
        """Look only at candidates with these pairs."""
        self._take_out(*(player for pair in pairs for player in pair))
        self.mate = self._solve()

    def let_float(self, player: int, staying: int | None = None) -> None:
        """Look only at candidates in which this player floats down and the other, if one is named, does not.

        Whether there is one is seen afterwards: nobody is stranded, and who stays has a partner.
        """
        self._drop(self._edges(player, self.bracket.members))
        if staying is not None:
            inside = self._edges(staying, self.bracket.members)
            self._drop([edge for edge in self.gains if self.slot[staying] in edge and edge not in inside])
            for edge in inside:
                self.gains[edge] += self.whole << self.order_bits
        self.mate = self._solve()

    def stranded_players(self) -> list[int]:
        """Who of those still to be paired has nobody: no opponent, and not the bye."""
        return sorted(player for player in self.left if self.mate[self.slot[player]] == self.slot[player])

    def cost(self, lookahead: Lookahead | None = None) -> int:
        """What the best candidate costs, without the pairs that were insisted on.

        A bracket weighed alone knows what a downfloater costs below from the look ahead.
        """
        if lookahead is None:
            return self._cost_here() + sum(self.costs.beyond(player) for player in self.leaving())
        return self._cost_here() + sum(lookahead.cost(player) or 0 for player in self._floaters())

    def _cost_here(self) -> int:
        """What it costs in this bracket."""
        paired = ((player, self.partner(player)) for player in self.left.intersection(self.bracket.members))
        return sum(
            self.costs.floater(player) if partner is None else self.costs.pair(player, partner)
            for player, partner in paired
            if partner is None or player < partner
        )

    def _floaters(self) -> list[int]:
        return [player for player in self.left.intersection(self.bracket.members) if self.partner(player) is None]

    def leaving(self) -> list[int]:
        """Who would leave the next bracket as well."""
        b = self.bracket
        near = len(b.members) + len(b.following)
        inside = (player for player in b.members + b.following if player in self.left)
        return [player for player in inside if not self._is_paired_near(self.slot[player], near)]

    def _is_paired_near(self, slot: int, near: int) -> bool:
        return self.mate[slot] != slot and self.mate[slot] < near

    # --- the first of the best, in the order of the regulation -------------------------------------------------------

    def first_candidate(self) -> Candidate:
        """FIDE C.04.3:2026 3.8.1 and 4: the pairs and the downfloaters of the first of the best candidates."""
        self.budget = self._cost_here()
        chosen = self._choose_movers()
        pairs = self._choose_opponents(chosen)
        rest = [player for player in self.bracket.residents if player in self.left]
        uppers = self._choose_uppers(rest)
        pairs += self._choose_partners(uppers, rest)
        paired = {player for pair in pairs for player in pair}
        return Candidate(pairs, [player for player in self.bracket.members if player not in paired])

    def _choose_movers(self) -> list[int]:
        """FIDE C.04.3:2026 4.4 (2017: D.3): of the sets of MDPs that can be paired, the one with the first numbers."""
        b = self.bracket
        if all(self.partner(player) is not None for player in b.movers):
            return list(b.movers)
        inside = {player: self._edges(player, b.residents) for player in b.movers}
        locked: dict[tuple[int, int], int] = {}
        chosen: list[int] = []
        turn: Sequence[int] = b.movers
        while turn:
            answered = 1
            if self.partner(turn[0]) is None:
                answered = self._solve_in_turn((dict.fromkeys(inside[p], 1) for p in turn), self.room, locked)
            for player in turn[:answered]:
                if self.partner(player) is None:
                    self._drop(inside[player])
                else:
                    locked.update(dict.fromkeys(inside[player], 1 << self.room))
                    chosen.append(player)
            turn = turn[answered:]
        for edge, extra in locked.items():
            self.gains[edge] += extra
        return chosen

    def _choose_opponents(self, chosen: Sequence[int]) -> Pairs:
        """FIDE C.04.3:2026 4.2 (2017: D.1): the MDPs, best first, have the highest opponents that can be had."""
        return self._settle(chosen, self.bracket.residents)

    def _settle(self, players: Sequence[int], candidates: Sequence[int]) -> Pairs:
        """Give each player in turn the first of the candidates that leaves the cost the best; take both out."""
        pairs: Pairs = []
        for n, player in enumerate(players):
            slot, first = self.slot[player], self._open_edges(player, candidates)[0]
            other = sum(first) - slot
            if self.mate[slot] != other and not self._swap(slot, other):
                self._solve_in_turn((self._in_order(p, candidates) for p in players[n:]), self.room)
            partner = self.partner(player)
            assert partner is not None
            self._take_out(player, partner)
            self.budget -= self.costs.pair(player, partner)
            pairs.append((player, partner))
        return pairs

    def _open_edges(self, player: int, candidates: Sequence[int]) -> list[tuple[int, int]]:
        return self._edges(player, (c for c in candidates if c in self.left and self._is_affordable(player, c)))

    def _in_order(self, player: int, candidates: Sequence[int]) -> Wish:
        edges = self._open_edges(player, candidates)
        return {edge: len(edges) - place for place, edge in enumerate(edges)}

    def _is_affordable(self, one: int, other: int) -> bool:
        """A best candidate may have this pair: by no criterion does it cost more than all that are left cost together.

        (All best candidates cost the same by each criterion.)
        """
        return self.costs.is_within(self.costs.pair(one, other), self.budget)

    def _swap(self, one: int, other: int) -> bool:
        """The two become a pair and so do the partners they had, if that changes nothing in the sum of the gains."""
        left, right = self.mate[one], self.mate[other]
        beside = left if right == other else right  # who had nobody has somebody now, and the partner they take nobody
        now = self._gain(one, left), self._gain(other, right)
        then = self._gain(one, other), self._gain(left, beside)
        if None in then or sum(filter(None, now)) != sum(filter(None, then)):
            return False
        self.mate[one], self.mate[other], self.mate[left], self.mate[beside] = other, one, beside, left
        return True

    def _gain(self, one: int, other: int) -> int | None:
        """Of a pair; nothing of who is alone. None of two who cannot be a pair."""
        return 0 if one == other else self.gains.get((min(one, other), max(one, other)))

    def _take_out(self, *taken: int) -> None:
        self.left.difference_update(taken)
        self.has_taken_out = True

    def _is_upper(self, player: int, mate: list[int] | None = None) -> bool:
        """Paired inside the bracket with somebody ranked lower."""
        mate = self.mate if mate is None else mate
        slot = self.slot[player]
        return slot < mate[slot] < len(self.bracket.members)

    def _choose_uppers(self, rest: Sequence[int]) -> list[int]:
        """FIDE C.04.3:2026 4.3 (2017: D.2): who plays in S1 after the first exchange that keeps the cost the best."""
        count = sum(self._is_upper(player) for player in rest)
        if not all(self._is_upper(player) for player in rest[:count]):
            self._exchange(rest, count)
        return [player for player in rest if self._is_upper(player)]

    def _exchange(self, rest: Sequence[int], count: int) -> None:
        """Fewest exchanged; least difference of numbers; lowest leaving S1; highest leaving S2: in this order."""
        size = len(rest)
        wide = 2 * size.bit_length() + 1
        bonus = {}
        for place, player in enumerate(rest):
            worth = ((place < count) << wide) + size - place
            bonus.update(dict.fromkeys(self._edges(player, rest[place + 1 :]), worth << self.room_of_exchange))
        self.mate = self._solve(bonus)
        left = sum(not self._is_upper(player) for player in rest[:count])
        self._choose_leaving(rest, count, left, bonus)
        self._choose_joining(rest, count, left, bonus)

    def _choose_leaving(self, rest: Sequence[int], count: int, left: int, bonus: Wish) -> None:
        as_upper = {player: self._edges(player, rest[place + 1 :]) for place, player in enumerate(rest[:count])}
        turn = list(reversed(rest[:count]))
        while left:
            answered = 1
            if self._is_upper(turn[0]):
                wishes = (dict.fromkeys(as_upper[player], -1) for player in turn)
                answered = self._solve_in_turn(wishes, self.room_of_exchange, bonus)
            for player in turn[:answered]:
                if left and not self._is_upper(player):
                    left -= 1
                    self._drop(as_upper[player])
                    for edge in as_upper[player]:
                        bonus.pop(edge)
            turn = turn[answered:]

    def _choose_joining(self, rest: Sequence[int], count: int, left: int, bonus: Wish) -> None:
        as_upper = {p: self._edges(p, rest[place + 1 :]) for place, p in enumerate(rest) if place >= count}
        turn = rest[count:]
        while left:
            answered = 1
            if not self._is_upper(turn[0]):
                wishes = (dict.fromkeys(as_upper[player], 1) for player in turn)
                answered = self._solve_in_turn(wishes, self.room_of_exchange, bonus)
            for player in turn[:answered]:
                if left and self._is_upper(player):
                    left -= 1
                    self._keep_upper(player, as_upper[player], bonus)
            turn = turn[answered:]

    def _keep_upper(self, player: int, as_upper: Sequence[tuple[int, int]], bonus: Wish) -> None:
        keep = set(as_upper)
        gone = [edge for edge in self.gains if self.slot[player] in edge and edge not in keep]
        self._drop(gone)
        for edge in gone:
            bonus.pop(edge, None)

    def _choose_partners(self, uppers: Sequence[int], rest: Sequence[int]) -> Pairs:
        """FIDE C.04.3:2026 4.2 (2017: D.1): the players of S1, best first, have the highest partner of S2 there is."""
        top = set(uppers)
        below = [player for player in rest if player not in top]
        for place, player in enumerate(rest):
            for other in rest[place + 1 :]:
                if player not in top or other in top:
                    self._drop(self._edges(player, [other]))
        return self._settle(uppers, below)
