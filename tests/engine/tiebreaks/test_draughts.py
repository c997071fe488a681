"""FMJD 3.1 and KNDB: examples reckoned by hand, all met and with a bye, and the performance game by game."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from engine.model import DRAUGHTS_POINTS, ExtraGame, ExtraPurpose, Result, Settlement
from engine.standings import explain, rank
from tests.engine.tiebreaks.build import tournament, value, working

# A beats B, draws C, beats D; B draws D, beats C; C beats D.
ALL_PLAY_ALL = tournament("1-2:1 3-4:1", "1-3:= 2-4:=", "1-4:1 2-3:1", points=DRAUGHTS_POINTS)

# 1 beats 4, draws 2, beats 3; 2 beats 5, draws 1, bye; 3 bye, beats 4, loses to 1; 4 draws 5; 5 has the bye in round 2.
WITH_BYE = tournament("1-4:1 2-5:1 3:U", "1-2:= 3-4:1 5:U", "1-3:1 2:U 4-5:=", points=DRAUGHTS_POINTS)


def test_example_1_all_have_met() -> None:
    t = ALL_PLAY_ALL
    assert [value(t, player, "PTS") for player in (1, 2, 3, 4)] == [5, 3, 3, 1]
    assert [value(t, player, "SOL") for player in (1, 2, 3, 4)] == [7, 9, 9, 11]
    assert (value(t, 1, "SOL/M1"), value(t, 1, "SOL/C1"), value(t, 1, "FTS")) == (3, 6, (6, 3))
    assert (value(t, 1, "PSOL"), value(t, 1, "BAL"), value(t, 1, "SBD")) == (29, 65, 11)
    assert (value(t, 4, "SOL/C1"), value(t, 4, "PSOL"), value(t, 4, "BAL"), value(t, 4, "SBD")) == (8, 25, 89, 3)


def test_example_2_a_bye_is_an_opponent_with_no_points() -> None:
    t = WITH_BYE
    assert [value(t, player, "PTS") for player in (1, 2, 3, 4, 5)] == [5, 5, 4, 1, 3]
    assert [value(t, 1, code) for code in ("SOL", "SOL/C1", "SOL/M1", "SBD")] == [10, 9, 4, 15]
    assert [value(t, 2, code) for code in ("SOL", "SOL/C1", "SOL/M1", "SBD")] == [8, 8, 3, 11]
    assert (value(t, 2, "PSOL"), value(t, 2, "BAL"), value(t, 2, "WP")) == (16, 68, 8)
    assert [(part.opponent, part.cut) for part in working(t, 2, "SOL/C1").contributions] == [
        (5, ""),
        (1, ""),
        (None, "lowest"),
    ]


def test_example_3_the_performance_is_found_game_by_game() -> None:
    t = tournament("1-2:1", "1-3:=", ratings=(2200, 2400, 2000), points=DRAUGHTS_POINTS)
    assert round(Fraction(str(value(t, 1, "PRF/LOG"))), 1) == 2449
    assert value(t, 1, "PRF") != value(t, 1, "PRF/LOG")


def test_d_full_truncated_is_a_comparison_from_the_highest_sum_down() -> None:
    t = tournament(
        "1-3:= 2-4:= 5-6:1", "1-5:= 2-6:= 3-4:1", "1-6:= 2-3:= 4-5:=", points=DRAUGHTS_POINTS, tiebreaks=("FTS",)
    )
    assert (value(t, 1, "PTS"), value(t, 2, "PTS")) == (3, 3)
    assert (value(t, 1, "FTS"), value(t, 2, "FTS")) == ((8, 4), (6, 4))
    places = {line.player: line.place for line in rank(t)}
    assert places[1] < places[2]


def test_f21_an_unplayed_game_keeps_its_opponent_in_solkoff_and_gives_nothing_in_sb_and_wp() -> None:
    t = tournament("1-2:+ 3-4:1", "1-3:= 2-4:1", points=DRAUGHTS_POINTS)
    assert (value(t, 1, "SOL"), value(t, 1, "WP"), value(t, 1, "SBD")) == (2 + 3, 3, 3)
    called_off = tournament("1-2:x 3-4:1", "1-3:= 2-4:1", points=DRAUGHTS_POINTS)
    assert (value(called_off, 1, "SOL"), value(called_off, 1, "WP")) == (2 + 3, 3)


def test_h_the_mean_rating_takes_in_the_bye_as_the_weakest_less_one_and_g_leaves_it_out() -> None:
    t = tournament("1-2:1 3:U", "2-3:1 1:U", ratings=(2100, 2000, 1900), points=DRAUGHTS_POINTS)
    assert value(t, 1, "MOR") == Fraction(2000 + 1899, 2)
    assert value(t, 1, "MOR/G") == 2000
    absent = tournament("1-2:1 3:Z", ratings=(2100, 2000, 1900), points=DRAUGHTS_POINTS)
    assert value(absent, 3, "MOR") is None


def test_f28_who_is_equal_in_everything_shares_a_place_unless_the_lot_was_agreed() -> None:
    shared = tournament("1-2:= 3-4:=", points=DRAUGHTS_POINTS, tiebreaks=("fmjd-5.3",))
    assert [line.place for line in rank(shared)] == [1, 1, 1, 1]
    drawn = tournament("1-2:= 3-4:=", lots=(3, 4, 1, 2), points=DRAUGHTS_POINTS, tiebreaks=("WP", "SBD", "LOT"))
    assert [(line.place, line.player) for line in rank(drawn)] == [(1, 3), (2, 4), (3, 1), (4, 2)]


def test_i_the_performance_may_stand_before_the_score() -> None:
    t = tournament("1-2:1 3-4:=", ratings=(1500, 1400, 2400, 2500), points=DRAUGHTS_POINTS, tiebreaks=("PRF", "PTS"))
    assert [line.player for line in rank(t)] == [3, 4, 1, 2]


def test_sb_counts_twice_the_beaten_and_once_the_drawn_whatever_a_win_pays() -> None:
    chess = tournament("1-2:1 3-4:1", "1-3:= 2-4:=", "1-4:1 2-3:1")
    assert [value(chess, player, "SBD") for player in (1, 2, 3, 4)] == [
        value(ALL_PLAY_ALL, player, "SBD") for player in (1, 2, 3, 4)
    ]


def test_kndb_final_ranking_1_a_play_off_goes_before_resistance_points() -> None:
    """1 and 5 have won all; 1 has met the stronger opponents, but loses the play-off."""
    t = tournament("1-2:1 3-4:1 5-6:1", "1-3:1 2-6:1 5-4:1", points=DRAUGHTS_POINTS, tiebreaks=("kndb-barrage",))
    assert [(line.place, line.player) for line in rank(t)][:2] == [(1, 1), (2, 5)]
    played = msgspec.structs.replace(t, settlements=(Settlement((5, 1), "play-off", 2),))
    assert [(line.place, line.player) for line in rank(played)][:2] == [(1, 5), (2, 1)]


def test_kndb_final_ranking_1_only_a_play_off_of_all_who_are_level_counts() -> None:
    t = tournament("1-2:= 3-4:=", points=DRAUGHTS_POINTS, tiebreaks=("PO",))
    some = msgspec.structs.replace(t, settlements=(Settlement((2, 3), "play-off", 1),))
    assert [line.place for line in rank(some)] == [1, 1, 1, 1]
    by_lot = msgspec.structs.replace(t, settlements=(Settlement((4, 3, 2, 1), "lot", 1),))
    assert [line.values[1] for line in rank(by_lot)] == [0, 0, 0, 0]  # a lot settles what is left, after all criteria
    assert [line.player for line in rank(by_lot)] == [4, 3, 2, 1]


def test_kndb_final_ranking_1_the_games_of_the_play_off_are_shown() -> None:
    t = tournament("1-2:=", points=DRAUGHTS_POINTS, tiebreaks=("PO",))
    games = (ExtraGame(ExtraPurpose.PLAY_OFF, 1, 1, 2, Result.BLACK_WINS),)
    t = msgspec.structs.replace(t, extra_games=games, settlements=(Settlement((2, 1), "play-off", 1),))
    _, working = explain(t, 2)
    assert [(part.opponent, part.value) for part in working.contributions] == [(1, 2)]
    assert working.value == 1
