"""Random tournaments: the same from the same seed, of all kinds of trouble, and never against a rule."""

from __future__ import annotations

import pytest

from engine.audit import breaches
from engine.chances import Chances
from engine.model import Colour, Outcome, Result
from engine.simulation import simulate
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026

QUIET = Chances(draws=0, forfeits=0, byes=0, withdrawals=0, late=0)
TROUBLE = Chances(draws=40, forfeits=10, byes=10, withdrawals=4, late=20)


def test_the_seed_decides_everything():
    one, same, other = (simulate(FIDE_DUTCH_2026, 24, 5, seed, TROUBLE) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_the_first_colour_is_drawn():
    drawn = {simulate(FIDE_DUTCH_2026, 4, 1, seed).tournament.first_colour for seed in range(20)}
    assert drawn == {Colour.WHITE, Colour.BLACK}


def test_without_trouble_everybody_plays_every_round():
    t = simulate(FIDE_DUTCH_2026, 20, 5, 3, QUIET).tournament
    assert [len(played.boards) for played in t.rounds] == [10] * 5
    assert {board.result for played in t.rounds for board in played.boards} == {Result.WHITE_WINS, Result.BLACK_WINS}


def test_trouble_is_of_every_kind():
    t = simulate(FIDE_DUTCH_2026, 120, 9, 4, TROUBLE).tournament
    outcomes = {outcome for played in t.rounds for board in played.boards for outcome in board.result.outcomes}
    assert {Outcome.DRAW, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS} <= outcomes
    asked = {out.outcome for played in t.rounds for out in played.sitouts}
    assert {Outcome.ZERO_BYE, Outcome.HALF_BYE, Outcome.FULL_BYE} <= asked
    assert any(entry.from_round > 1 for entry in t.entries.values())
    assert any(entry.withdrawals for entry in t.entries.values())


def test_the_stronger_score_more():
    t = simulate(FIDE_DUTCH_2026, 200, 7, 5, QUIET).tournament
    upsets = [
        board.white > board.black if board.result is Result.WHITE_WINS else board.black > board.white
        for played in t.rounds
        for board in played.boards
    ]
    assert 0 < sum(upsets) < len(upsets) / 2


def test_who_cannot_be_paired_ends_the_tournament():
    simulated = simulate(FIDE_DUTCH_2026, 4, 9, 6, QUIET)
    assert simulated.stopped is not None
    assert simulated.stopped.facts["round"] == len(simulated.tournament.rounds) + 1


@pytest.mark.parametrize("system", [FIDE_DUTCH_2026, FIDE_DUTCH_2017])
def test_the_audit_finds_nothing(system):
    for seed in range(10):
        t = simulate(system, 25, 7, seed, TROUBLE).tournament
        for played in t.rounds:
            assert breaches(t, played.boards, played.number, played.sitouts) == ()
