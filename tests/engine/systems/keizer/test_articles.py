"""The Keizer text, heading by heading: values, rewards, absence, ladder, end correction, the Elo variant."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import (
    Adjustment,
    Board,
    Details,
    Entry,
    Outcome,
    Phase,
    Player,
    Result,
    Round,
    Rules,
    Tournament,
    Withdrawal,
)
from engine.registry import SYSTEMS
from engine.systems.keizer.elo import expected_per_cent
from engine.systems.keizer.ladder import ladder, season_of, working
from tests.engine.systems.keizer.club import club, order, totals, with_entry

HALF = Fraction(1, 2)


Exact = Fraction | int  # so that a test may write a whole number as one


def line(t: Tournament, player: int, round_number: int) -> tuple[Exact, Exact]:
    """Fraction and points of one round."""
    shown = working(t, player).lines[round_number - 1]
    return shown.fraction, shown.points


def points(t: Tournament, player: int) -> list[Exact]:
    return [line.points for line in working(t, player).lines]


def test_both_systems_are_in_the_registry() -> None:
    assert SYSTEMS["keizer"].regulation == "KEIZER"
    assert SYSTEMS["keizer-elo"].regulation == "KEIZER fn 344"


# -- WAARDECIJFER, HOOGTE DER WAARDECIJFERS ---------------------------------------------------------------------------


def test_fig_1_a_place_has_a_value_and_each_next_place_one_less() -> None:
    assert [rung.value for rung in ladder(club(7, top_value=50)).rungs] == [50, 49, 48, 47, 46, 45, 44]


def test_the_step_between_places_may_be_a_fraction() -> None:
    assert [rung.value for rung in ladder(club(3, top_value="9/2", step="1/2")).rungs] == [4 + HALF, 4, 3 + HALF]


def test_fn_340_thirty_players_give_a_top_value_of_45() -> None:
    assert ladder(club(30)).rungs[0].value == 45
    assert ladder(club(7)).rungs[0].value == 11  # 10½ rounded up
    assert ladder(club(7, expected_players=30)).rungs[0].value == 45


def test_values_stay_constant_when_somebody_joins_later() -> None:
    t = with_entry(club(7, "1-2 1, 3-4 1, 5-6 1"), 7, from_round=2)
    assert ladder(t, 0).rungs[0].value == ladder(t, 1).rungs[0].value == 9


# -- BELONING ---------------------------------------------------------------------------------------------------------


def test_a_win_pays_the_value_of_the_opponent_whatever_the_own_place() -> None:
    assert line(club(7, "7-1 1", top_value=50), 7, 1) == (1, 50)


def test_a_draw_pays_each_half_the_value_of_the_other() -> None:
    t = club(7, "2-7 =", top_value=50)
    assert line(t, 2, 1) == (HALF, 22)
    assert line(t, 7, 1) == (HALF, 24 + HALF)


def test_a_loss_pays_nothing_unless_the_club_says_so() -> None:
    assert line(club(2, "1-2 1", top_value=50), 2, 1) == (0, 0)
    assert line(club(2, "1-2 1", top_value=50, loss="1/6"), 2, 1) == (Fraction(1, 6), Fraction(50, 6))


# -- VERHINDERING -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounding", "value", "paid"),
    [
        ("up-to-half", 55, "37/2"),  # printed in the text
        ("up-to-half", 56, "19"),  # printed in the text
        ("up-to-half", 7, "5/2"),  # printed in the text
        ("up-to-half", 57, "19"),
        ("nearest-half", 55, "37/2"),
        ("nearest-half", 56, "37/2"),
        ("nearest-half", 7, "5/2"),
        ("exact", 55, "55/3"),
    ],
)
def test_absence_with_notice_pays_a_third_of_the_own_value_rounded(rounding: str, value: int, paid: str) -> None:
    assert points(club(1, "1 absent", top_value=value, rounding=rounding), 1) == [Fraction(paid)]


def test_to_the_nearest_half_a_quarter_goes_up() -> None:
    assert points(club(1, "1 absent", top_value=9, absence="1/4", rounding="nearest-half"), 1) == [2 + HALF]


def test_fn_338_a_third_a_quarter_a_fifth() -> None:
    t = club(1, "1 absent", "1 absent", "1 absent", top_value=60, absence_falling=True)
    assert points(t, 1) == [20, 15, 12]


def test_fn_338_at_most_three_times() -> None:
    t = club(1, *["1 absent"] * 5, top_value=60, absence_times=3)
    assert points(t, 1) == [20, 20, 20, 0, 0]


def test_fn_338_at_most_four_times_a_quarter() -> None:
    t = club(1, *["1 absent"] * 5, top_value=60, absence="1/4", absence_times=4)
    assert points(t, 1) == [15, 15, 15, 15, 0]


def test_other_rounds_between_absences_are_not_counted_as_absences() -> None:
    t = club(1, "1 absent", "1 bye", "1 silent", "1 absent", top_value=60, absence_falling=True)
    assert points(t, 1) == [20, 40, 0, 15]


def test_absence_without_notice_pays_nothing() -> None:
    assert points(club(1, "1 silent", top_value=60), 1) == [0]
    assert points(club(1, "1 silent", top_value=60, absence_unnotified="1/6"), 1) == [10]


def test_absence_is_revalued_with_the_ladder_like_everything_else() -> None:
    t = club(3, "2-3 1, 1 absent", "2-3 1, 1 absent", top_value=31)
    assert [row.points for row in working(t, 1, 1).lines] == [10 + HALF]  # a third of 31
    assert [row.points for row in working(t, 1, 2).lines] == [10, 10]  # of 30: player 2 had passed him


def test_a_late_joiner_enters_at_the_bottom_and_his_missed_rounds_are_absences() -> None:
    t = with_entry(club(4, "1-2 =", "1-2 =, 3-4 1", top_value=60, ratings={1: 2000, 2: 1500, 4: 1400}), 3, from_round=2)
    assert 3 not in order(t, 1)
    assert season_of(t).before(2) == (0, 1, 3, 2)
    assert [shown.outcome for shown in working(t, 3).lines] == [Outcome.ABSENT, Outcome.WIN]


def test_a_late_joiner_may_enter_by_rating_below_those_as_strong() -> None:
    ratings = {1: 2000, 2: 1500, 3: 1500, 4: 1400}
    t = club(4, "1-2 =", top_value=60, ratings=ratings, late_joiner="rating")
    assert season_of(with_entry(t, 3, from_round=2)).before(2) == (0, 1, 2, 3)


def test_missed_rounds_count_for_the_maximum_of_paid_absences() -> None:
    t = with_entry(club(2, "1 bye", "1 bye", "1-2 1", "2 absent", top_value=60, absence_times=2), 2, from_round=3)
    assert [shown.fraction for shown in working(t, 2).lines] == [Fraction(1, 3), Fraction(1, 3), 0, 0]


def test_missed_rounds_may_count_as_nothing_or_as_the_entry_says() -> None:
    t = with_entry(club(2, "1 bye", "1-2 1", missed_rounds="nothing"), 2, from_round=2)
    assert points(t, 2) == [0, 0]
    t = with_entry(club(2, "1 bye", "1-2 1", top_value=60), 2, from_round=2, missed=Outcome.PAIRING_BYE)
    assert working(t, 2).lines[0].fraction == Fraction(2, 3)


def test_an_early_leaver_stays_on_the_ladder_as_absent_with_notice() -> None:
    t = club(3, "1-2 1, 3 bye", "1-3 1", top_value=60)
    left = with_entry(t, 2, withdrawals=(Withdrawal(2),))
    assert working(left, 2).lines[1].outcome is Outcome.ABSENT
    unpaid = replace(left, rules=replace(left.rules, options={"leaver": "nothing"}))
    assert points(unpaid, 2) == [0, 0]
    assert 2 in order(unpaid)


# -- GEEN PARTIJ ------------------------------------------------------------------------------------------------------


def test_present_without_a_game_pays_two_thirds_of_the_own_value() -> None:
    assert points(club(1, "1 bye", top_value=60), 1) == [40]
    assert points(club(1, "1 bye", top_value=55), 1) == [37]  # 36⅔, rounded like absence


def test_team_duty_is_such_a_case() -> None:
    assert points(club(1, "1 team", top_value=60), 1) == [40]


def test_team_duty_by_the_result_of_the_team_game() -> None:
    rounds = ("1 team", "1 team-won", "1 team-drew", "1 team-lost")
    assert points(club(1, *rounds, top_value=60, team_duty_by_result=True), 1) == [0, 60, 30, 0]


def test_a_forfeit_is_no_game_for_the_one_and_absence_without_notice_for_the_other() -> None:
    t = club(2, "1-2 +", top_value=60)
    assert (points(t, 1), points(t, 2)) == ([40], [0])
    as_played = club(2, "1-2 +", top_value=60, forfeits="as-played")
    assert (points(as_played, 1), points(as_played, 2)) == ([59], [0])


def test_a_game_without_a_result_pays_nothing_yet() -> None:
    assert points(club(2, "1-2 ?", top_value=60), 1) == [0]
    assert points(club(2, "1-2 p", top_value=60), 1) == [0]
    assert points(club(2, "1-2 p", top_value=60, postponed="draw"), 1) == [29 + HALF]


# -- RANGLIJST --------------------------------------------------------------------------------------------------------


def test_the_start_order_is_by_rating_then_by_lot() -> None:
    t = replace(club(4, ratings={1: 1500, 2: 1700}), start_order=())
    t = with_entry(t, 4, player=replace(t.entries[4].player, lot=1))
    t = with_entry(t, 3, player=replace(t.entries[3].player, lot=2))
    assert order(t) == [2, 1, 4, 3]


def test_the_own_value_counts_once_or_never_or_in_the_first_rounds() -> None:
    rounds = ("1-2 1", "1-2 1", "1-2 1")
    assert totals(club(2, *rounds, top_value=60)) == {1: 60 + 3 * 59, 2: 59}
    assert totals(club(2, *rounds, top_value=60, own_value="never")) == {1: 3 * 59, 2: 0}
    fading = club(2, *rounds, top_value=60, own_value="first-rounds", own_value_rounds=2)
    assert [totals(fading, after)[2] for after in (1, 2, 3)] == [59, 59, 0]


def test_fig_4_a_round_is_valued_by_the_ladder_before_it_in_one_pass() -> None:
    t = club(3, "3-1 1, 2 bye", "2-1 1, 3 bye", top_value=30)
    assert order(t, 1) == [3, 2, 1]
    assert working(t, 2).own_value == 29
    assert working(t, 2).lines[1].now == 28  # player 1 was last after round 1


def test_equal_totals_keep_the_order_of_the_ladder_they_came_from() -> None:
    t = club(4, "1-2 =, 3-4 =", top_value=40, own_value="never", step="0")
    assert order(t) == [1, 2, 3, 4]


def test_equal_totals_may_be_ordered_by_rating() -> None:
    t = club(3, top_value=40, step="0", ratings={1: 1500, 2: 1500, 3: 1800}, ties="rating")
    t = replace(t, rounds=club(3, "1-2 =, 3 absent").rounds)
    equal = replace(t, rules=replace(t.rules, options={**t.rules.options, "absence": "1/2"}))
    assert order(equal) == [3, 1, 2]


def test_equal_totals_may_be_ordered_by_the_direct_encounter() -> None:
    t = club(3, "2-1 1, 3 bye", "1-3 1, 2 silent", top_value=40, step="0", no_game="1", ties="direct-encounter")
    assert set(totals(t).values()) == {80}
    assert order(t) == [2, 1, 3]


def test_categories_and_rating_groups_are_ranked_apart() -> None:
    t = club(
        4,
        "4-1 1, 2-3 =",
        ratings={1: 2000, 2: 1700, 3: 1650, 4: 1400},
        ranked_apart="rating",
        rating_groups=("1800", "1500"),
    )
    assert [(group.name, group.players) for group in ladder(t).groups] == [
        ("1800", (1,)),
        ("1500", (2, 3)),
        ("0", (4,)),
    ]
    t = club(3, "3-1 1", ranked_apart="category")
    t = with_entry(t, 2, player=replace(t.entries[2].player, category="youth"))
    assert [(group.name, group.players) for group in ladder(t).groups] == [("", (3, 1)), ("youth", (2,))]


def test_points_given_by_a_decision_are_part_of_the_total_and_of_the_working() -> None:
    t = replace(club(2, "1-2 1", "1-2 1", top_value=60), adjustments=(Adjustment(2, 2, -3, "telephone"),))
    assert [totals(t, after)[2] for after in (1, 2)] == [59, 59 - 1 - HALF]
    shown = working(t, 2)
    assert [given.points for given in shown.given] == [-1 - HALF]
    assert shown.total == shown.own_value + sum(row.points for row in shown.lines) + shown.given[0].points


# -- EINDKORREKTIE, until stable --------------------------------------------------------------------------------------


def test_the_end_correction_is_one_more_pass_and_leaves_the_past_alone() -> None:
    t = club(3, "3-1 1, 2 bye", top_value=30)
    corrected = replace(t, end_correction=True)
    assert totals(t) == {3: 28 + 30, 2: 29 + 19 + HALF, 1: 30}
    assert totals(corrected) == {3: 30 + 28, 2: 29 + 19 + HALF, 1: 28}
    assert ladder(corrected).is_corrected
    assert ladder(corrected, 1) == ladder(t)


def test_a_ladder_that_is_stable_gets_no_end_correction() -> None:
    t = replace(club(2, "2-1 1", top_value=30, passes="until-stable"), end_correction=True)
    assert not ladder(t).is_corrected


def test_a_circle_is_resolved_by_mean_totals_wherever_it_is_entered() -> None:
    """Without the own value, who is higher scores less from a draw: the two change places for ever."""
    options: dict[str, Any] = {"top_value": 10, "own_value": "never", "passes": "until-stable"}
    t = club(2, "1-2 =", **options)
    found = ladder(t)
    assert (found.circle, found.alternating) == (2, (1, 2))
    assert totals(t) == {1: Fraction(19, 4), 2: Fraction(19, 4)}
    assert order(t) == [1, 2]
    entered_at_the_other_ladder = replace(t, start_order=(2, 1))
    assert totals(entered_at_the_other_ladder) == totals(t)
    shown = working(t, 1)
    assert shown.lines[0].now == Fraction(19, 2)
    assert sum(row.points for row in shown.lines) == shown.total


# -- the Elo variant, fn 344 ------------------------------------------------------------------------------------------


def elo(*rounds: str, **options: bool | int | str) -> Tournament:
    return club(3, *rounds, system="keizer-elo", ratings={1: 1945, 2: 1500, 3: 1200}, **options)


def test_elo_a_win_over_1945_pays_19_45_and_a_draw_half() -> None:
    assert points(elo("2-1 1"), 2) == [Fraction("19.45")]
    assert points(elo("2-1 ="), 2) == [Fraction("9.725")]
    assert points(elo("2-1 ="), 1) == [Fraction("7.5")]
    assert points(elo("2-1 0"), 2) == [0]


def test_elo_absence_pays_a_third_and_the_odd_player_two_thirds_of_the_own_value() -> None:
    assert points(elo("2 absent, 3 bye"), 2) == [5]
    assert points(elo("2 absent, 3 bye"), 3) == [8]


def test_elo_the_own_value_counts_unless_the_club_says_no() -> None:
    assert totals(elo("2-1 1"))[2] == Fraction("34.45")
    assert totals(elo("2-1 1", own_value="never"))[2] == Fraction("19.45")


def test_elo_without_a_k_factor_values_stay_as_they_are() -> None:
    assert {rung.player: rung.value for rung in ladder(elo("3-1 1", "3-2 1")).rungs}[3] == 12


def test_elo_ratings_evolve_and_all_games_are_revalued_or_stay() -> None:
    rounds = ("2-1 1", "3-2 1")  # 2 was expected to score 8 % and then, 29 rating points richer, 88 %
    now = elo(*rounds, k_factor=32)
    assert ladder(now, 1).rungs[0].player == 2
    value_of_1 = Fraction("19.45") - Fraction(32 * 92, 10000)
    assert points(now, 2) == [value_of_1, 0]
    assert working(now, 2).lines[0].then == Fraction("19.45")
    then = elo(*rounds, k_factor=32, games_valued="then")
    assert points(then, 2) == [Fraction("19.45"), 0]
    own = Fraction("15") + Fraction(32 * 92 - 32 * 88, 10000)
    assert totals(then)[2] == own + Fraction("19.45")


@pytest.mark.parametrize(
    ("difference", "per_cent"),
    [
        (0, 50),
        (3, 50),
        (4, 51),
        (10, 51),
        (11, 52),
        (98, 63),
        (99, 64),
        (200, 76),
        (391, 91),
        (392, 92),
        (400, 92),
        (900, 92),
    ],
)
def test_fide_b02_8_1_2_expected_scores(difference: int, per_cent: int) -> None:
    assert expected_per_cent(150000 + 100 * difference, 150000) == per_cent
    assert expected_per_cent(150000, 150000 + 100 * difference) == 100 - per_cent


def test_elo_an_unrated_player_is_estimated() -> None:
    t = club(2, "1-2 1", system="keizer-elo", ratings={1: 1500}, estimated_rating=1100)
    assert points(t, 1) == [11]


# -- working shown ----------------------------------------------------------------------------------------------------


def test_the_working_shows_the_value_then_and_now() -> None:
    t = club(3, "3-1 1, 2 bye", "3-2 1, 1 bye", top_value=30)
    first = working(t, 3).lines[0]
    assert (first.opponent, first.whose) == (1, 1)
    assert (first.then, first.now, first.points) == (Fraction(30), Fraction(28), Fraction(28))
    bye = working(t, 2).lines[0]
    assert (bye.opponent, bye.whose, bye.fraction) == (None, 2, Fraction(2, 3))


def test_a_late_joiner_had_no_value_before_he_joined() -> None:
    t = with_entry(club(2, "1 bye", "1-2 1"), 2, from_round=2)
    assert [row.then is None for row in working(t, 2).lines] == [True, False]


def test_who_is_not_on_the_ladder_has_no_working() -> None:
    t = with_entry(club(2, "1 bye"), 2, from_round=2)
    with pytest.raises(Refusal, match="not-on-the-ladder"):
        working(t, 2, 1)
    with pytest.raises(Refusal, match="not-on-the-ladder"):
        working(t, 99)


def test_there_is_no_ladder_after_a_round_that_was_not_paired() -> None:
    with pytest.raises(Refusal, match="no-such-round"):
        ladder(club(2, "1-2 1"), 2)


def test_hoogte_an_automatic_top_value_leaves_the_last_place_worth_1_however_many_join() -> None:
    """KEIZER HOOGTE DER WAARDECIJFERS: 4 starters give a top of 6; when 8 more join, 12 places need 12."""
    entries = {n: Entry(Player(n, f"P{n}", 2000 - n), from_round=1 if n <= 4 else 2) for n in range(1, 13)}
    boards = (Board(1, 2, Result.WHITE_WINS), Board(3, 4, Result.WHITE_WINS))
    t = Tournament(Details("Club"), Rules("keizer", 5), entries, (Round(1, boards, phase=Phase.CLOSED),))
    before_round_2 = ladder(replace(t, rounds=(*t.rounds, Round(2, (Board(11, 12),)))))
    assert [rung.value for rung in before_round_2.rungs] == list(range(12, 0, -1))
