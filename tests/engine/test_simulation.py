"""Random tournaments: the same from the same seed, of all kinds of trouble, and never against a rule."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from engine.audit import breaches
from engine.chances import Chances, draw_plan, draw_ratings
from engine.model import Colour, Outcome, Result, Rules
from engine.simulation import simulate, simulate_plan
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from engine.tiebreaks import check

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


PLAIN = Chances(draws=40, forfeits=0, byes=0, withdrawals=0, late=0)
KINDS = {
    "forfeit_wins": {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS},
    "double_forfeits": {Outcome.FORFEIT_LOSS},
    "unrated_games": {Outcome.UNRATED_WIN, Outcome.UNRATED_DRAW, Outcome.UNRATED_LOSS},
    "half_byes": {Outcome.HALF_BYE},
    "full_byes": {Outcome.FULL_BYE},
    "zero_byes": {Outcome.ZERO_BYE},
}
ALWAYS = {Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.PAIRING_BYE}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_comes_alone(kind: str):
    t = simulate(FIDE_DUTCH_2026, 60, 6, 4, replace(PLAIN, **{kind: 20})).tournament
    games = {outcome for played in t.rounds for board in played.boards for outcome in board.result.outcomes}
    asked = {out.outcome for played in t.rounds for out in played.sitouts}
    assert (games | asked) - ALWAYS == KINDS[kind]


def test_odd_results():
    t = simulate(FIDE_DUTCH_2026, 60, 6, 4, replace(PLAIN, odd_results=20)).tournament
    results = {board.result for played in t.rounds for board in played.boards}
    assert {Result.HALF_TO_WHITE, Result.HALF_TO_BLACK, Result.BOTH_LOSE} <= results


# -- plans -------------------------------------------------------------------------------------------------------------


def test_a_plan_is_drawn_by_the_seed_and_keeps_what_was_chosen():
    assert draw_plan(5) == draw_plan(5)
    assert len({msgspec.json.encode(draw_plan(seed)) for seed in range(30)}) == 30
    chosen = draw_plan(5, players=31, rounds=6)
    assert (chosen.players, chosen.rounds) == (31, 6)
    assert chosen.chances == draw_plan(5).chances


def test_what_is_drawn_can_be_played():
    for seed in range(60):
        plan = draw_plan(seed)
        rules = Rules(system="fide-dutch-2026", rounds=plan.rounds, tiebreaks=plan.tiebreaks)
        check(rules)
        assert plan.rounds <= max(1, plan.players // 2)
    assert {draw_plan(seed).is_baku for seed in range(60)} == {True, False}


def test_a_plan_is_played_with_its_ratings_and_rules():
    plan = replace(draw_plan(3, players=12, rounds=4), ratings=tuple(range(2200, 2080, -10)), is_baku=True)
    t = simulate_plan(FIDE_DUTCH_2026, plan, 3).tournament
    assert [entry.player.rating for entry in t.entries.values()] == list(plan.ratings)
    assert (t.rules.options, t.rules.tiebreaks) == ({"acceleration": "baku"}, plan.tiebreaks)


def test_ratings_are_drawn_from_their_range():
    ratings = draw_ratings(1, 200, 1500, 1600)
    assert len(ratings) == 200
    assert (min(ratings) >= 1500, max(ratings) <= 1600) == (True, True)
    assert list(ratings) == sorted(ratings, reverse=True)
    assert ratings != draw_ratings(2, 200, 1500, 1600)


# -- who wins ----------------------------------------------------------------------------------------------------------


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
