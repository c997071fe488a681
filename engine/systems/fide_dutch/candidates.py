"""The best candidate of a bracket, by the quickest way that is sure to find it; and a round made of such brackets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.matching.bitsets import bits
from engine.matching.cardinality import FREE, has_perfect_matching, largest_matching
from engine.model import Tournament
from engine.pairing import Paired
from engine.swiss import Readings, contenders, drawn_colour, in_publishing_order, require_a_field
from engine.systems.fide_dutch.bracket import Bracket, Costs, Criterion
from engine.systems.fide_dutch.field import DutchField
from engine.systems.fide_dutch.lookahead import Lookahead
from engine.systems.fide_dutch.order import Order
from engine.systems.fide_dutch.ordered import Candidate, first_candidate
from engine.systems.fide_dutch.pool import Pool, Ties


class PairedBracket(NamedTuple):
    """A bracket as it was paired."""

    bracket: Bracket
    criteria: Sequence[Criterion]
    completes: bool  # whether everybody below had to find an opponent
    candidate: Candidate


def settle(b: Bracket, criteria: Sequence[Criterion], *, completes: bool) -> PairedBracket:
    """FIDE C.04.3:2026 3.8 (2017: B.8): with the first of the best candidates."""
    costs = Costs(b, criteria)
    lookahead = Lookahead(costs, completes)
    candidate = first_candidate(b, costs, lookahead) or Order(*best_pairings(costs, lookahead)).first_candidate()
    return PairedBracket(b, criteria, completes, candidate)


Solved = tuple[Pool, Ties]


def best_pairings(costs: Costs, lookahead: Lookahead) -> Solved:
    """With as few of the players below as will do."""
    return best_alone(costs, lookahead) or best_with_those_below(costs, lookahead.completes)


def best_alone(costs: Costs, lookahead: Lookahead) -> Solved | None:
    """Without the players below, if that is enough: nobody floats down, or one; rather a resident than an MDP."""
    b = costs.bracket
    if len(b.members) % 2 == 0:
        return _solve(Pool.alone(costs, {})) if lookahead.rest_is_completable else None
    if not _lets_all_but_one_pair(b):
        return None
    residents_first = (b.residents, b.members) if b.movers and not b.is_collapsed else (b.members,)
    tries = (_solve(Pool.alone(costs, lookahead.costs_of(floaters))) for floaters in residents_first)
    return next((solved for solved in tries if solved is not None), None)


def best_with_those_below(costs: Costs, completes: bool) -> Solved:
    """The bracket, the next one and, if all must be completed, everybody below."""
    near = _solve(Pool.with_the_next(costs)) if costs.bracket.below or not completes else None
    if near is not None and (not completes or near[0].is_safe_below(near[1].mate)):
        return near
    everybody = _solve(Pool.with_everybody_below(costs))
    assert everybody is not None  # the field can be paired
    return everybody


def _solve(pool: Pool) -> Solved | None:
    ties = pool.best()
    return None if ties is None else (pool, ties)


def _lets_all_but_one_pair(b: Bracket) -> bool:
    """Whatever it costs: what one downfloater means for those below is worked out only where one is enough."""
    everybody = bits(b.members)
    mate = largest_matching(_rows_of(b), everybody)
    return sum(mate[player] == FREE for player in b.members) <= 1


def _rows_of(b: Bracket) -> list[int]:
    """Who may meet whom in the bracket."""
    everybody = bits(b.members)
    return [row & (b.resident_set if b.is_mover(i) else everybody) for i, row in enumerate(b.field.allowed)]


def lets_one_float(b: Bracket) -> bool:
    """Whether the best candidates let exactly one player float down, who has the bye: nobody below can have it."""
    if len(b.members) % 2 == 0 or not b.field.is_completable(b.all_below, 0):
        return False
    everybody = bits(b.members)
    chair = len(b.cards)
    rows = [row | (b.bye >> i & 1) << chair for i, row in enumerate(_rows_of(b))]
    return has_perfect_matching([*rows, b.bye], everybody | 1 << chair)


Brackets = Callable[
    [DutchField], list[PairedBracket]
]  # of an edition: those of a field from the highest score down, each paired


def settled_round(t: Tournament, readings: Readings, brackets: Brackets) -> list[PairedBracket]:
    cards = contenders(t, readings)
    require_a_field(cards)
    return brackets(DutchField(cards, t))


def pair_brackets(t: Tournament, brackets: Sequence[PairedBracket]) -> Paired:
    """FIDE C.04.3:2026 1.9 (2017: A.9): the pairs of all brackets; who floats down from the last has the bye."""
    first = drawn_colour(t)
    cards = brackets[0].bracket.cards
    pairs = [(cards[high], cards[low]) for settled in brackets for high, low in settled.candidate.pairs]
    left = brackets[-1].candidate.floaters
    return Paired(in_publishing_order(pairs, first), cards[left[0]].player if left else None)
