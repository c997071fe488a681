"""The best candidate of a bracket, by the quickest way that is sure to find it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.brackets.bracket import Bracket, Costs, Criterion
from engine.brackets.lookahead import Lookahead
from engine.brackets.ordered import first_candidate
from engine.brackets.weighing import Weighing

Pairs = list[tuple[int, int]]

TALLY = {}


def best_candidate(b: Bracket, criteria: Sequence[Criterion], *, completes: bool) -> tuple[Pairs, list[int]]:
    """FIDE C.04.3:2026 3.8 (2017: B.4): the pairs and downfloaters of the first of the best candidates."""
    costs = Costs(b, criteria)
    found = first_candidate(costs, Lookahead(costs, completes))
    TALLY[found is not None] = TALLY.get(found is not None, 0) + 1
    return Weighing(costs, completes).first_candidate() if found is None else found


def lets_one_float(b: Bracket, criteria: Sequence[Criterion]) -> bool:
    """Whether the best candidates of a bracket let exactly one player float down."""
    if len(b.members) % 2 == 0:
        return False
    return len(Weighing(Costs(b, criteria), True).floaters()) == 1
