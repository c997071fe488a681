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
from engine.systems.fide_dutch.candidates import PairedBracket, weighed_alone
from engine.systems.fide_dutch.field import DutchField
from engine.systems.fide_dutch.lookahead import Lookahead
from engine.systems.fide_dutch.ordered import Candidate, first_candidate
from engine.systems.fide_dutch.weighing import Weighing
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
    alone = weighed_alone(costs, lookahead)
    together = Weighing.with_those_below(costs, settled.completes)
    return {
        "ordered": first_candidate(settled.bracket, costs, lookahead),
        "alone": None if alone is None else alone.first_candidate(),
        "together": together.first_candidate(),
        "everybody": Weighing.with_everybody_below(costs).first_candidate() if settled.completes else None,
    }


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
