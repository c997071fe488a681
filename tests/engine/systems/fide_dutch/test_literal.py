"""Small fields, thousands of brackets: the search gives what the literal enumeration of all candidates gives."""

from __future__ import annotations

import pytest

from engine.errors import NoPairing
from engine.swiss import contenders
from engine.systems.fide_dutch import edition_2026
from engine.systems.fide_dutch.field import DutchField
from engine.systems.fide_dutch.system import FIDE_DUTCH_2026
from tests.engine.systems.fide_dutch.chance import Chance
from tests.engine.systems.fide_dutch.literal import Literal
from tests.engine.systems.one_sided import games_by_lot

SEEDS = [pytest.param(seed, marks=[pytest.mark.exhaustive] if seed % 6 else []) for seed in range(120)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_search_finds_the_first_of_the_best_candidates(seed: int) -> None:
    """FIDE C.04.3:2026 3.8.1, in every bracket of a random tournament."""
    _compare(Chance(seed, FIDE_DUTCH_2026.key))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_search_finds_the_first_of_the_best_candidates_where_all_want_one_colour(seed: int) -> None:
    """Where one colour has won, or nobody: what the prices of kinds decide, and the search gives up."""
    _compare(Chance(seed, FIDE_DUTCH_2026.key, games=games_by_lot(seed)))


def _compare(chance: Chance) -> None:
    t = chance.start
    while t.next_round <= chance.rounds:
        t = chance.before_round(t)
        cards = contenders(t, edition_2026.READINGS)
        if len(cards) < 2:
            return
        literal = Literal(DutchField(cards, t))
        if not literal.is_possible:
            with pytest.raises(NoPairing, match="field-cannot-be-paired"):
                FIDE_DUTCH_2026.pair(t)
            return
        ours = [
            (sorted(settled.candidate.pairs), settled.candidate.floaters)
            for settled in edition_2026.brackets(DutchField(cards, t))
        ]
        assert ours == [(sorted(pairs), sorted(floaters)) for pairs, floaters in literal.pair()]
        t = chance.after_round(t, FIDE_DUTCH_2026.pair(t))
