"""Tournaments of more than 30 days, by the questions of FIDE's checklist for programs (VCL4THP)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model import Details, RatingOf, RatingRule, Tournament
from engine.performance import fide_performance
from engine.ratings import OF_EACH_GAME
from tests.engine.tiebreaks.build import tournament, value


def test_213_a_game_is_worked_out_by_the_rating_of_its_round():
    t = with_later_ratings()
    assert [t.rating_in(2, number) for number in (1, 2, 3)] == [2000, 1900, 1900]


def with_later_ratings(tiebreak_round: int = 1) -> Tournament:
    """Player 2 has 2000, from round 2 on 1900; player 1 met players 2, 3 and 2."""
    t = tournament("1-2:1 3-4:=", "1-3:1 2-4:=", "2-1:0 3-4:1", ratings=(2200, 2000, 1990, 1980))
    entry = replace(t.entries[2], ratings=(RatingOf("fide", "standard", 1900, from_round=2),))
    rules = replace(t.rules, ratings=RatingRule(tiebreak_round=tiebreak_round))
    return replace(t, rules=rules, entries={**t.entries, 2: entry})


def test_215_tie_breaks_on_ratings_take_the_first_rating():
    assert value(with_later_ratings(), 1, "ARO") == (2000 + 1990 + 2000 + 1) // 3
    assert value(with_later_ratings(), 2, "RTNG") == 2000


def test_216_or_that_of_another_round():
    assert value(with_later_ratings(2), 1, "ARO") == (1900 + 1990 + 1900 + 1) // 3
    assert value(with_later_ratings(2), 2, "RTNG") == 1900


def test_214_or_that_of_the_round_of_each_game():
    t = with_later_ratings(OF_EACH_GAME)
    games = [2000, 1990, 1900]
    assert value(t, 1, "ARO") == (sum(games) + 1) // 3
    assert value(t, 1, "TPR") == fide_performance(games, 6)
    assert value(t, 1, "PRF") == value(tournament_of(games), 1, "PRF")
    assert value(t, 2, "RTNG") == 2000


def tournament_of(opponents: list[int]) -> Tournament:
    """Player 1 beats one after the other."""
    return tournament("1-2:1 3-4:=", "1-3:1 2-4:=", "4-1:0 2-3:1", ratings=(2200, *opponents))


# -- how long ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("starts", "ends", "was_said", "is_long"),
    [
        ("2026-09-01", "2026-09-30", True, False),  # 30 days
        ("2026-09-01", "2026-10-01", False, True),  # 31
        ("2026-09-01", "", True, True),
        ("in autumn", "2027-05-31", False, False),
        ("2026-02-30", "2027-05-31", True, True),
    ],
)
def test_210_a_tournament_of_more_than_30_days(starts, ends, was_said, is_long):
    assert Details("Club", starts=starts, ends=ends, lasts_long=was_said).is_long is is_long
