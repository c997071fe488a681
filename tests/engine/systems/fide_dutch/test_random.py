"""Random tournaments in both editions: the ways to pair a bracket agree, and the audit finds nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.audit import breaches
from engine.errors import NoPairing
from engine.model import Tournament
from engine.swiss import contenders
from engine.systems.fide_dutch import edition_2017, edition_2026
from engine.systems.fide_dutch.bracket import Costs
from engine.systems.fide_dutch.candidates import PairedBracket, best_alone, best_with_those_below
from engine.systems.fide_dutch.field import DutchField
from engine.systems.fide_dutch.lookahead import Lookahead
from engine.systems.fide_dutch.order import Order
from engine.systems.fide_dutch.ordered import Candidate, first_candidate
from engine.systems.fide_dutch.pool import Pool, Ties
from tests.engine.systems.fide_dutch.chance import Chance

EDITIONS = {"fide-dutch-2017": edition_2017.EDITION, "fide-dutch-2026": edition_2026.EDITION}
SEEDS = [pytest.param(seed, marks=[pytest.mark.exhaustive] if seed % 8 else []) for seed in range(120)]


def before_each_round(seed: int, key: str, most_players: int) -> Iterator[Tournament]:
    """A tournament as it stands before each of its rounds, until one cannot be paired."""
    chance = Chance(seed, key, most_players)
    t = chance.start
    while t.next_round <= chance.rounds:
        t = chance.before_round(t)
        try:
            paired = EDITIONS[key].pair(t)
        except NoPairing:
            return
        yield t
        t = chance.after_round(t, paired)


def in_order(candidate: Candidate) -> tuple[list[tuple[int, int]], list[int]]:
    return sorted(candidate.pairs), sorted(candidate.floaters)


def all_ways(settled: PairedBracket) -> dict[str, Candidate | None]:
    """The candidate by each of the ways; None where a way does not settle the bracket."""
    costs = Costs(settled.bracket, settled.criteria)
    lookahead = Lookahead(costs, settled.completes)
    found = {"ordered": first_candidate(settled.bracket, costs, lookahead)}
    alone = best_alone(costs, lookahead)
    together, _ = best_with_those_below(costs, settled.completes)
    pools = {"alone": None if alone is None else alone[0], "together": together}
    if settled.completes:
        pools["everybody"] = Pool.with_everybody_below(costs)
    for name, pool in pools.items():
        if pool is not None:
            found[f"{name}, by kinds if they tell"] = _first(pool, pool.best())
            found[f"{name}, weighed"] = _first(pool, pool.weigh())
    return found


def _first(pool: Pool, ties: Ties | None) -> Candidate:
    assert ties is not None
    return Order(pool, ties).first_candidate()


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_all_ways_to_pair_a_bracket_give_the_same_candidate(seed: int, key: str) -> None:
    for t in before_each_round(seed, key, most_players=20):
        field = DutchField(contenders(t, EDITIONS[key].readings), t)
        for settled in EDITIONS[key].brackets(field):
            found = {way: in_order(c) for way, c in all_ways(settled).items() if c is not None}
            assert found == dict.fromkeys(found, in_order(settled.candidate))


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_audit_finds_nothing_in_our_pairings(seed: int, key: str) -> None:
    for t in before_each_round(seed, key, most_players=40):
        paired = EDITIONS[key].pair(t)
        assert breaches(t, paired.boards, t.next_round, paired.sitouts) == ()
