"""FIDE C.07:2026, article by article, on tournaments that can be reckoned by hand. Chess points are half points."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from engine.model import FOOTBALL_POINTS, Adjustment, Settlement
from engine.standings import explain, places_among, rank
from engine.tiebreaks import Contribution
from tests.engine.tiebreaks.build import tournament, value, working

# Four players, three rounds, all played: 1 has 2½, 2 has 2, 3 has 1, 4 has ½.
FOUR = ("1-4:1 2-3:1", "3-1:0 4-2:=", "1-2:= 3-4:1")

# A Swiss of five with everything: scores in half points 1: 5, 2: 3, 3: 3, 4: 2, 5: 3.
#   1 beats 2, wins by forfeit against 4, draws 5      2 loses to 1, bye, half-point bye
#   3 draws 4, beats 5, zero-point bye                 4 draws 3, forfeit loss to 1, half-point bye
#   5 bye, loses to 3, draws 1
FIVE = ("1-2:1 3-4:= 5:U", "4-1:- 5-3:0 2:U", "1-5:= 2:H 3:Z 4:H")


# -- article 7 ---------------------------------------------------------------------------------------------------------


def test_7_1_and_7_2_a_win_without_a_game_is_a_win_but_no_game_won() -> None:
    t = tournament(*FIVE)
    assert [value(t, player, "WIN") for player in (1, 2, 3, 4, 5)] == [2, 1, 1, 0, 1]
    assert [value(t, player, "WON") for player in (1, 2, 3, 4, 5)] == [1, 0, 1, 0, 0]


def test_7_2_15_2_in_a_round_robin_a_forfeit_win_is_a_game_won_but_not_one_with_black() -> None:
    t = tournament("1-2:-", "2-1:1", system="round-robin")
    assert (value(t, 2, "WON"), value(t, 2, "BPG"), value(t, 2, "BWG")) == (2, 0, 0)
    assert (value(t, 1, "WON"), value(t, 1, "BPG"), value(t, 1, "REP")) == (0, 1, 1)


def test_7_3_and_7_4_forfeits_are_no_games_with_black() -> None:
    t = tournament("2-1:0", "3-1:-", "4-1:=")
    assert (value(t, 1, "BPG"), value(t, 1, "BWG")) == (2, 1)


def test_7_5_14_1_1_progressive_scores_and_the_first_rounds_cut() -> None:
    t = tournament(*FOUR)
    assert (value(t, 1, "PS"), value(t, 1, "PS/C1"), value(t, 1, "PS/C2")) == (2 + 4 + 5, 4 + 5, 5)
    assert [part.cut for part in working(t, 1, "PS/C2").contributions] == ["first-rounds", "first-rounds", ""]


def test_7_6_rounds_one_elected_to_play() -> None:
    t = tournament(*FIVE)
    assert [value(t, player, "REP") for player in (1, 2, 3, 4, 5)] == [3, 2, 2, 1, 3]


def test_7_7_standard_points_undo_3_1_0() -> None:
    t = tournament("1-2:1 3:U", "1-3:= 2:H", "2-3:-- 1:Z", points=FOOTBALL_POINTS)
    assert [value(t, player, "STD") for player in (1, 2, 3)] == [Fraction(3, 2), Fraction(1, 2), Fraction(3, 2)]


def test_7_8_the_pairing_number_lowest_first_or_the_other_way_round() -> None:
    forth = rank(tournament("1-2:= 3-4:=", tiebreaks=("TPN",)))
    back = rank(tournament("1-2:= 3-4:=", tiebreaks=("TPN/R",)))
    assert [line.player for line in forth] == [1, 2, 3, 4]
    assert [line.player for line in back] == [4, 3, 2, 1]


# -- articles 8 and 16 -------------------------------------------------------------------------------------------------


def test_8_1_buchholz_is_the_sum_of_the_opponents_scores() -> None:
    t = tournament(*FOUR)
    assert [value(t, player, "BH") for player in (1, 2, 3, 4)] == [1 + 2 + 4, 2 + 1 + 5, 4 + 5 + 1, 5 + 4 + 2]


def test_16_3_a_bye_at_the_end_is_a_draw_for_the_opponents_and_a_forfeit_loss_is_not() -> None:
    t = tournament("1-2:0 3-4:0", "2:H 1:Z 3-4:-", "1:Z 2:Z 4:Z 3-5:-")
    # 2 has 2 + 1 + 0, his zero-point bye counting as a draw: 4. 4 has 2 + 2 + 0: 5. 3 lost by forfeit twice: 0.
    assert working(t, 1, "BH").contributions[0] == Contribution(1, 2, 4, "opponent-adjusted", 4)
    assert working(t, 3, "BH").contributions[0] == Contribution(1, 4, 5, "opponent-adjusted", 5)
    assert working(t, 4, "BH").contributions[0] == Contribution(1, 3, 0, "opponent", 0)


def test_16_2_3_a_bye_before_another_game_stays_what_it_was() -> None:
    t = tournament("1-2:1 3-4:1", "1:Z 2-3:1 4:Z", "1-3:= 2-4:=")
    assert working(t, 2, "BH").contributions[0].value == 3


def test_16_4_2_in_a_round_without_a_game_stands_a_dummy_with_the_own_score_but_no_more_than_draws() -> None:
    t = tournament("1-2:1 3:U", "1-3:1 2:U", "1:U 2-3:=")
    # 1 has 6, three draws make 3.
    assert working(t, 1, "BH").contributions[2] == Contribution(3, None, 3, "dummy-capped-by-draws", 3)
    old = tournament("1-2:1 3:U", "1-3:1 2:U", "1:U 2-3:=", tiebreak_edition="2024")
    assert working(old, 1, "BH").contributions[2] == Contribution(3, None, 6, "dummy-own-score", 6)


def test_16_4_1_after_a_forfeit_the_dummy_has_no_more_than_the_scheduled_opponent() -> None:
    t = tournament(*FIVE)
    # 4 has 2, his bye in the last round is a draw already.
    assert working(t, 1, "BH").contributions[1] == Contribution(2, 4, 2, "dummy-capped-by-opponent", 2)
    assert working(t, 4, "BH").contributions[1] == Contribution(2, 1, 2, "dummy-own-score", 2, True)


def test_p_a_forfeit_is_a_game_against_the_scheduled_opponent() -> None:
    t = tournament(*FIVE)
    assert working(t, 4, "BH/P").contributions[1] == Contribution(2, 1, 5, "opponent", 5)


def test_16_5_a_voluntary_unplayed_round_is_cut_before_a_lower_score() -> None:
    t = tournament("1-2:1 3-4:1", "1:H 2-3:0 4:Z", "1-3:1 2-4:0")
    # 1 meets 2 (0 points) and 3 (4), and has a dummy with 3 (draws) for his bye.
    low = working(t, 1, "BH/C1")
    assert [(part.value, part.cut) for part in low.contributions] == [(0, ""), (3, "voluntary"), (4, "")]
    assert low.value == 4
    assert value(t, 1, "BH/C2") == 4
    assert value(t, 1, "BH/M1") == 0


def test_14_a_cut_of_more_rounds_than_there_are_leaves_nothing() -> None:
    t = tournament("1-2:1")
    assert (value(t, 2, "BH"), value(t, 2, "BH/C1"), value(t, 2, "BH/M1"), value(t, 2, "BH/C9")) == (2, 0, 0, 0)


def test_8_3_fore_buchholz_draws_the_last_round_forfeits_too() -> None:
    t = tournament(*FOUR)
    # 4, 3, 0 and 1 before the last round and a draw for everybody: 5, 4, 1 and 2.
    drawn = [2 + 1 + 4, 1 + 2 + 5, 4 + 5 + 2, 5 + 4 + 1]
    assert [value(t, player, "FB") for player in (1, 2, 3, 4)] == drawn
    forfeit = tournament(*FOUR[:2], "1-2:+ 3-4:--")
    assert [value(forfeit, player, "FB") for player in (1, 2, 3, 4)] == drawn
    free = tournament(*FOUR[:2], "1-2:= 3:U 4:Z")
    assert value(free, 1, "FB") == 2 + 2 + 4  # the bye stays; the zero-point bye of 4 is a draw for his opponents


def test_8_2_the_mean_buchholz_of_the_opponents_is_exact() -> None:
    t = tournament(*FOUR)
    assert value(t, 1, "AOB") == Fraction(11 + 10 + 8, 3)
    assert value(t, 4, "AOB") == Fraction(7 + 8 + 10, 3)


# -- article 9 ---------------------------------------------------------------------------------------------------------


def test_9_1_sonneborn_berger_is_in_points_and_exact() -> None:
    t = tournament(*FOUR)
    # 1: ½·1 + 1·1 + 2·½ = 2½ points; in half points 5.
    assert value(t, 1, "SB") == 5
    assert [part.value for part in working(t, 2, "SB").contributions] == [2, Fraction(1, 2), Fraction(5, 2)]


def test_14_1_1_of_sonneborn_berger_the_product_of_the_lowest_opponent_is_cut() -> None:
    t = tournament(*FOUR)
    # The lowest opponent of 1 is 4 with ½ point, beaten: ½ point goes. That of 4 is 3, who won: nothing goes.
    assert value(t, 1, "SB/C1") == 5 - 1
    assert [part.cut for part in working(t, 1, "SB/C1").contributions] == ["lowest", "", ""]
    assert value(t, 4, "SB/C1") == value(t, 4, "SB") == 2


def test_9_2_koya_counts_points_against_those_with_half_of_the_points_and_its_limit_can_move() -> None:
    t = tournament(*FOUR, system="round-robin")
    assert [value(t, player, "KS") for player in (1, 2, 3, 4)] == [1, 1, 0, 1]
    assert value(t, 1, "KS/L-1") == 3  # 3 with 1 of 3 points is now in
    assert value(t, 2, "KS/L+2") == 1  # 1 with 2½ of 3 just is
    assert value(t, 1, "KS/L100") == 0


def test_14_5_a_koya_limit_of_one_digit_moves_it_by_half_points() -> None:
    """MTB26: KS/L1 is half a point more, KS/L2 a point, KS/L-1 half a point less; two digits are per cent."""
    t = tournament(*FOUR, system="round-robin")
    for player in (1, 2, 3, 4):
        for steps in (1, 2):
            assert value(t, player, f"KS/L{steps}") == value(t, player, f"KS/L+{steps}")
    assert value(t, 2, "KS/L2") == 1
    assert value(t, 1, "KS/L1") != value(t, 1, "KS/L01")  # one per cent: everybody


def test_15_2_in_a_round_robin_a_forfeit_counts_as_a_game_against_the_opponent() -> None:
    t = tournament("1-2:+ 3:Z", "2-3:1 1:Z", "3-1:= 2:Z", system="round-robin")
    # 1: 3, 2: 2, 3: 1 half points. 1 beat 2 by forfeit: 1 + ½·½ points.
    assert value(t, 1, "SB") == Fraction(2 * 2 + 1 * 1, 2)
    assert [part.round for part in working(t, 1, "SB").contributions] == [1, 3]


# -- article 10 --------------------------------------------------------------------------------------------------------


def test_10_1_the_mean_rating_rounds_a_half_up_and_leaves_out_forfeits_in_a_round_robin_too() -> None:
    for system in ("by-hand", "round-robin"):
        t = tournament("1-2:1 3-4:1", "1-3:+ 2-4:1", "1-4:1 2-3:=", ratings=(2000, 1901, 1950, 1800), system=system)
        assert (value(t, 1, "ARO"), value(t, 1, "ARO/C1")) == (1851, 1901)


def test_10_with_an_unrated_player_nobody_has_a_value_unless_told_what_he_counts() -> None:
    t = tournament("1-2:1 3-4:=", ratings=(2000, None, 1900, 1800), tiebreaks=("ARO",))
    assert {line.values[1] for line in rank(t)} == {None}
    assert [line.place for line in rank(t)] == [1, 2, 2, 4]
    assert (value(t, 1, "ARO/U1400"), value(t, 3, "ARO/U1400"), value(t, 2, "RTNG/U1400")) == (1400, 1800, 1400)


def test_10_2_to_10_5_who_has_not_played_has_no_value_and_comes_last() -> None:
    t = tournament("1-2:= 3:H", tiebreaks=("TPR",))
    assert [(line.player, line.values[1]) for line in rank(t)] == [(2, 2000), (1, 1990), (3, None)]
    assert value(t, 3, "APRO") is None
    assert (value(t, 1, "APRO"), value(t, 1, "APPO")) == (2000, 1997)


# -- the table ---------------------------------------------------------------------------------------------------------


def test_4_2_each_criterion_decides_only_where_the_ones_before_leave_players_tied() -> None:
    t = tournament(*FIVE, tiebreaks=("BH", "SB"))
    assert [(line.place, line.player, line.values[:2]) for line in rank(t)] == [
        (1, 1, (5, 3 + 2 + 3)),
        (2, 5, (3, 3 + 4 + 5)),
        (3, 2, (3, 5 + 3 + 3)),
        (4, 3, (3, 2 + 3 + 3)),
        (5, 4, (2, 4 + 2 + 2)),
    ]


def test_a_criterion_before_the_score_decides_before_it() -> None:
    t = tournament(*FOUR, tiebreaks=("BPG", "PTS"))
    assert [line.player for line in rank(t)] == [2, 4, 1, 3]


def test_a_tie_that_was_settled_by_lot_or_play_off_is_settled() -> None:
    t = tournament("1-2:= 3-4:=")
    assert [line.place for line in rank(t)] == [1, 1, 1, 1]
    settled = msgspec.structs.replace(t, settlements=(Settlement((4, 3, 2, 1), "lot"), Settlement((3, 4, 1, 2), "lot")))
    assert [(line.place, line.player) for line in rank(settled)] == [(1, 3), (2, 4), (3, 1), (4, 2)]
    half = msgspec.structs.replace(t, settlements=(Settlement((4, 3), "lot"),))
    assert [line.place for line in rank(half)] == [1, 1, 1, 1]


def test_points_by_decision_count_in_the_score_and_for_the_opponents() -> None:
    t = msgspec.structs.replace(tournament(*FOUR), adjustments=(Adjustment(4, 2, 3, "appeal"),))
    assert (value(t, 4, "PTS"), value(t, 1, "BH"), value(t, 4, "PS")) == (4, 4 + 2 + 4, 0 + 4 + 4)


def test_the_table_after_an_earlier_round_is_that_of_a_tournament_that_ended_there() -> None:
    whole = tournament(*FIVE, tiebreaks=("BH", "FB"))
    assert rank(whole.up_to(2)) == rank(tournament(*FIVE[:2], tiebreaks=("BH", "FB")))


def test_a_game_that_is_still_going_on_is_one_against_that_opponent() -> None:
    t = tournament("1-2:1 3-4:=", "1-3:? 4-2:1")
    assert working(t, 1, "BH").contributions[1] == Contribution(2, 3, 1, "opponent-to-come", 1)
    assert (value(t, 1, "STD"), value(t, 1, "REP"), value(t, 3, "BPG"), value(t, 1, "SB")) == (1, 2, 0, 0)


def test_before_the_first_round_all_are_equal() -> None:
    t = msgspec.structs.replace(tournament(*FOUR, tiebreaks=("BH/C1", "FB", "DE", "ARO", "PTP")), rounds=())
    assert [line.values for line in rank(t)] == [(0, 0, 0, 0, None, None)] * 4


def test_the_working_of_every_criterion_in_the_order_of_the_table() -> None:
    t = tournament(*FIVE, tiebreaks=("DE", "BH/C1", "ARO"))
    found = explain(t, 5)
    assert [step.code for step in found] == ["PTS", "DE", "BH/C1", "ARO"]
    assert tuple(step.value for step in found) == next(line.values for line in rank(t) if line.player == 5)
    assert found[1].contributions == (Contribution(2, 3, 0, "mutual-game"),)


def test_a_category_is_ranked_apart() -> None:
    table = rank(tournament("1-2:= 3-4:= 5-6:1"))
    assert [(line.place, line.player) for line in table] == [(1, 5), (2, 1), (2, 2), (2, 3), (2, 4), (6, 6)]
    among = places_among(table, {2, 4, 6})
    assert [(line.place, line.player) for line in among] == [(1, 2), (1, 4), (3, 6)]


@pytest.mark.parametrize(
    "code", ["BH", "BH/C1", "BH/M1", "SB", "SB/C2", "FB/C1", "WIN", "WON", "BPG", "REP", "STD", "PS/C1"]
)
def test_what_is_not_cut_makes_the_value(code: str) -> None:
    t = tournament(*FIVE)
    for player in t.entries:
        found = working(t, player, code)
        assert sum(part.value for part in found.contributions if not part.cut) == found.value
