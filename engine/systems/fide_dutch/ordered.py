"""A bracket paired by a direct search in the order of the regulation.

Counting gives the least that each criterion can cost here. The candidates are tried in their order, and a partial one
is given up as soon as it must cost more than that. The first candidate that costs exactly the least is the answer:
no other can be better, and none that comes before it is as good. A bracket in which the least cannot be reached, or
in which the search takes too long, is left to ``pool`` and ``order``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.colours import BLACK, WHITE
from engine.matching.bitsets import bits
from engine.swiss import UP
from engine.systems.fide_dutch.bracket import Bracket, Costs
from engine.systems.fide_dutch.criteria import unmet_preference, unmet_strong_preference
from engine.systems.fide_dutch.lookahead import Lookahead

Pairs = list[tuple[int, int]]


class Candidate(NamedTuple):
    """FIDE C.04.3:2026 3.3 (2017: B.3): pairs, the higher ranked first, and who floats down."""

    pairs: Pairs
    floaters: list[int]


KINDS = 7  # of colour preference: none, then mild, strong, absolute for White and for Black


def _kind(colour: int, strength: int) -> int:
    return 0 if not colour else strength + (3 if colour == BLACK else 0)


COLOUR = (0, WHITE, WHITE, WHITE, BLACK, BLACK, BLACK)
IS_MILD = (False, True, False, False, True, False, False)
IS_ABSOLUTE = (False, False, False, True, False, False, True)


class Impatient(Exception):
    """The search takes too long."""


def first_candidate(b: Bracket, costs: Costs, lookahead: Lookahead) -> Candidate | None:
    """The pairs and downfloaters of the first candidate that costs the least that counting allows, if there is one.

    Of a whole bracket, or of what is left of it: ``costs`` and ``lookahead`` are those of the whole.
    """
    if not _is_searchable(b, costs):
        return None
    if len(b.members) % 2 == 0:
        return first_with_all(b, costs) if lookahead.rest_is_completable else None
    budget = _budget_of_one_floater(b, costs, lookahead)
    return None if budget is None else _search(b, budget)


def first_with_all(b: Bracket, costs: Costs) -> Candidate | None:
    """The same in which everybody is paired, whatever that means for those below."""
    if not _is_searchable(b, costs):
        return None
    return _search(b, _Budget(*_least_collisions(_count_kinds(b), len(b.members) // 2), 0))


def _is_searchable(b: Bracket, costs: Costs) -> bool:
    return bool(b.residents) and len(b.movers) <= len(b.residents) and not costs.bracket.is_collapsed


def _search(b: Bracket, budget: _Budget) -> Candidate | None:
    try:
        return _OrderedSearch(b, budget).run()
    except Impatient:
        return None


class _Budget:
    """What the candidate may cost: collisions of preferences, of strong ones, and who may float down."""

    def __init__(self, collisions: int, strong: int, floaters: int) -> None:
        self.collisions = collisions
        self.strong = strong
        self.floaters = floaters


def _count_kinds(b: Bracket) -> list[int]:
    kinds = [0] * KINDS
    for player in b.members:
        wish = b.cards[player].preference
        kinds[_kind(wish.colour, wish.strength)] += 1
    return kinds


def _budget_of_one_floater(b: Bracket, costs: Costs, lookahead: Lookahead) -> _Budget | None:
    if lookahead.may_pay_to_float_on:
        return None
    kinds, pairs = _count_kinds(b), len(b.members) // 2
    best: tuple[int, ...] | None = None
    floaters = 0
    for player in b.residents:
        below = lookahead.least(player)
        if below is None:
            continue
        wish = b.cards[player].preference
        kind = _kind(wish.colour, wish.strength)
        kinds[kind] -= 1
        least = _least_collisions(kinds, pairs)
        kinds[kind] += 1
        price = _in_order(costs, player, below, least)
        if best is None or price < best:
            best, floaters = price, 0
        if price == best:
            floaters |= 1 << player
    return None if best is None else _Budget(best[-2], best[-1], floaters)


def _in_order(costs: Costs, floater: int, below: int, least: tuple[int, int]) -> tuple[int, ...]:
    """The cost of a candidate with this downfloater and these collisions, as one number; and the collisions again."""
    collisions, strong = least
    total = costs.floater(floater) + below
    total += costs.one(unmet_preference) * collisions + costs.one(unmet_strong_preference) * strong
    return (total, collisions, strong)


def _least_collisions(kinds: Sequence[int], pairs: int) -> tuple[int, int]:
    """The least number of pairs in which both want the same colour, and of those in which neither wants it mildly."""
    white, black = sum(kinds[1:4]), sum(kinds[4:7])
    collisions = max(0, white - pairs, black - pairs)
    mild = kinds[1] if white > black else kinds[4]
    return collisions, max(0, collisions - mild)


class _OrderedSearch:
    """The walk through the candidates: moved-down players and their opponents, then exchanges, then transpositions."""

    def __init__(self, b: Bracket, budget: _Budget) -> None:
        self.b = b
        self.allowed = b.field.allowed
        self.collisions = budget.collisions  # still to spend
        self.strong = budget.strong
        self.may_float = budget.floaters
        self.floating = len(b.members) % 2
        self.pairs_left = len(b.members) // 2
        self.kind: dict[int, int] = {}
        self.of_kind = [0] * KINDS
        self.left = [0] * KINDS  # players not yet paired, by kind
        for player in b.members:
            wish = b.cards[player].preference
            kind = self.kind[player] = _kind(wish.colour, wish.strength)
            self.of_kind[kind] |= 1 << player
            self.left[kind] += 1
        self.patience = 200 + 4 * len(b.members)

    def run(self) -> Candidate | None:
        """FIDE C.04.3:2026 3.7 (2017: B.7): each way of pairing the MDPs, best first, with each of the remainder."""
        b = self.b
        risen = bits(player for player in b.residents if self._has_risen(player)) if b.movers else 0
        for opponents in self._assignments(b.movers, b.resident_set & ~risen, risen):
            rest = [player for player in b.residents if player not in opponents]
            found = self._pair_remainder(rest)
            if found is not None:
                pairs = list(zip(b.movers, opponents, strict=True)) + found
                paired = {player for pair in pairs for player in pair}
                return Candidate(pairs, [player for player in b.members if player not in paired])
        return None

    def _has_risen(self, player: int) -> bool:
        return UP in (self.b.cards[player].last_float, self.b.cards[player].float_before)

    def _pair_remainder(self, rest: Sequence[int]) -> Pairs | None:
        """FIDE C.04.3:2026 3.6 (2017: B.6): the transpositions of S2, then those after each exchange."""
        count = len(rest) // 2
        for uppers, lowers in self._exchanges(rest, count):
            for partners in self._assignments(uppers, lowers):
                return list(zip(uppers, partners, strict=True))
        if count > 1:
            raise Impatient  # an exchange of two or more might do
        return None

    def _exchanges(self, rest: Sequence[int], count: int) -> Iterator[tuple[Sequence[int], int]]:
        """FIDE C.04.3:2026 4.3 (2017: D.2): S1 and S2 as they are, then after each exchange of one player for one.

        Only those that leave somebody in S2 who may float down, if somebody must. Larger exchanges are left to
        ``order``.
        """
        lowers = bits(rest[count:])
        may_float = self.may_float if self.floating else self.b.field.everybody
        if may_float & lowers or not rest:
            yield rest[:count], lowers
        for apart in range(1, len(rest)):
            for out in range(min(count - 1, len(rest) - 1 - apart), max(-1, count - 1 - apart), -1):
                swapped = lowers ^ 1 << rest[out] ^ 1 << rest[out + apart]
                if may_float & swapped:
                    yield sorted([*rest[:out], *rest[out + 1 : count], rest[out + apart]]), swapped

    def _assignments(self, uppers: Sequence[int], pool: int, others: int = 0) -> Iterator[list[int]]:
        """FIDE C.04.3:2026 4.2 (2017: D.1): partners for these players, each within the budget, first things first.

        The partners come from the pool; who is left of it, or one of the others, may float down.
        """
        if not uppers:
            yield []
            return
        chosen: list[int] = []
        options = [self._options(uppers[0], pool, others)]
        while options:
            if options[-1]:
                bit = options[-1] & -options[-1]
                options[-1] ^= bit
                partner = bit.bit_length() - 1
                self._pair(uppers[len(chosen)], partner, 1)
                chosen.append(partner)
                pool ^= bit
                if len(chosen) < len(uppers):
                    options.append(self._options(uppers[len(chosen)], pool, others))
                    continue
                yield chosen
            else:
                options.pop()
                self.patience -= 1
                if self.patience < 0:
                    raise Impatient
            if chosen:
                partner = chosen.pop()
                pool |= 1 << partner
                self._pair(uppers[len(chosen)], partner, -1)

    def _pair(self, one: int, other: int, sign: int) -> None:
        """Count a pair in, or out again."""
        a, b = self.kind[one], self.kind[other]
        self.left[a] -= sign
        self.left[b] -= sign
        self.pairs_left -= sign
        if COLOUR[a] and COLOUR[a] == COLOUR[b]:
            self.collisions -= sign
            self.strong -= sign * (not IS_MILD[a] and not IS_MILD[b])

    def _options(self, player: int, pool: int, others: int) -> int:
        """Who can be this player's partner so that the rest may still cost no more than the least.

        Two with the same absolute preference may meet when one is a topscorer, but not without breaking 2.4 [C10]
        or 2.4 [C11] (2017: C.8, C.9).
        """
        open_to = self.allowed[player] & pool & ~((1 << player + 1) - 1)
        if self.floating:
            last = self.may_float & (pool | others)
            if not last & (last - 1):
                open_to &= ~last  # the only one left who may float down
        kind = self.kind[player]
        found = 0
        for other in range(KINDS):
            some = open_to & self.of_kind[other]
            if some and not (kind == other and IS_ABSOLUTE[kind]) and self._affords(kind, other):
                found |= some
        return found

    def _affords(self, one: int, other: int) -> bool:
        """After a pair of these kinds, counting still allows a rest within the budget."""
        collide = COLOUR[one] != 0 and COLOUR[one] == COLOUR[other]
        budget = self.collisions - collide
        strong = self.strong - (collide and not IS_MILD[one] and not IS_MILD[other])
        if budget < 0 or strong < 0:
            return False
        for first in (1, 4):
            wanting = sum(self.left[first : first + 3]) - (first <= one < first + 3) - (first <= other < first + 3)
            needed = wanting - (self.pairs_left - 1) - self.floating
            if needed <= 0:
                continue
            mild = self.left[first] - (one == first) - (other == first)
            absolute = self.left[first + 2] - (one == first + 2) - (other == first + 2)
            if needed > budget or needed - mild > strong or needed > wanting - absolute:
                return False
        return True
