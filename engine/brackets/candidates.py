"""The best candidate of a bracket, by the quickest way that is sure to find it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.brackets.bracket import Bracket, Costs, Criterion
from engine.brackets.field import bits
from engine.brackets.lookahead import Lookahead
from engine.brackets.ordered import first_candidate
from engine.brackets.weighing import Weighing
from engine.matching import has_perfect_matching

Pairs = list[tuple[int, int]]

TALLY = {}


def best_candidate(b: Bracket, criteria: Sequence[Criterion], *, completes: bool) -> tuple[Pairs, list[int]]:
    """FIDE C.04.3:2026 3.8 (2017: B.4): the pairs and downfloaters of the first of the best candidates."""
    costs = Costs(b, criteria)
    lookahead = Lookahead(costs, completes)
    found = first_candidate(costs, lookahead)
    if found is not None:
        TALLY['ordered'] = TALLY.get('ordered', 0) + 1
        return found
    weighing = _weighed_alone(costs, lookahead)
    TALLY[weighing is not None] = TALLY.get(weighing is not None, 0) + 1
    return (weighing or Weighing.with_those_below(costs, completes)).first_candidate()


def _weighed_alone(costs: Costs, lookahead: Lookahead) -> Weighing | None:
    """Without the players below, if that is enough: nobody floats down, or one; rather a resident than an MDP."""
    b = costs.bracket
    if len(b.members) % 2 == 0:
        return Weighing.alone(costs, lookahead, ()) if lookahead.rest_is_completable else None
    residents_first = (b.residents, b.members) if b.movers and not b.is_collapsed else (b.members,)
    tries = (Weighing.alone(costs, lookahead, floaters) for floaters in residents_first)
    return next((weighing for weighing in tries if weighing is not None), None)


def lets_one_float(b: Bracket) -> bool:
    """Whether the best candidates let exactly one player float down, who has the bye: nobody below can have it."""
    if len(b.members) % 2 == 0 or not b.field.is_completable(b.following_set | b.below_set, 0):
        return False
    everybody = bits(b.members)
    chair = len(b.cards)
    rows = [row & (b.resident_set if b.is_mover(i) else everybody) for i, row in enumerate(b.field.allowed)]
    rows = [row | (b.bye >> i & 1) << chair for i, row in enumerate(rows)]
    return has_perfect_matching([*rows, b.bye], everybody | 1 << chair)
