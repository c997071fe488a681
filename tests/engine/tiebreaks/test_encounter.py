"""FIDE C.07:2026 6: direct encounter."""

from __future__ import annotations

from engine.standings import rank, table_of
from engine.tiebreaks import TieBreak
from engine.tiebreaks.encounter import places
from tests.engine.tiebreaks.build import tournament

DE = TieBreak("DE")


def test_6_2_two_who_have_met() -> None:
    table = table_of(tournament("1-2:0"))
    assert places(table, (1, 2), DE) == {2: 1, 1: 2}


def test_6_2_two_who_drew_stay_tied_and_so_do_two_who_never_met() -> None:
    assert places(table_of(tournament("1-2:=")), (1, 2), DE) == {1: 0, 2: 0}
    assert places(table_of(tournament("1-3:1 2-4:1")), (1, 2), DE) == {1: 0, 2: 0}


def test_6_1_1_a_forfeit_is_no_encounter_in_a_swiss_but_is_one_in_a_round_robin_or_if_the_rules_say_so() -> None:
    swiss, all_play_all = tournament("1-2:+"), tournament("1-2:+", system="round-robin")
    assert places(table_of(swiss), (1, 2), DE) == {1: 0, 2: 0}
    assert places(table_of(swiss), (1, 2), TieBreak("DE", forfeits_played=True)) == {1: 1, 2: 2}
    assert places(table_of(all_play_all), (1, 2), DE) == {1: 1, 2: 2}


def test_6_1_2_of_two_games_the_mean_counts() -> None:
    # 1 beat 2 once and lost to 3; 3 drew 2 twice: the mean of 3 against 2 is ½ and not 1.
    table = table_of(tournament("1-2:1", "3-2:=", "2-3:=", "1-3:0"))
    assert places(table, (1, 2, 3), DE) == {3: 1, 1: 2, 2: 3}
    twice = table_of(tournament("1-2:1", "2-1:1"))
    assert places(twice, (1, 2), DE) == {1: 0, 2: 0}


def test_6_2_who_is_still_tied_is_compared_again_among_themselves() -> None:
    # Among four: 1 has 2, 2 and 4 have 1½, 3 has 1; between 2 and 4 their own game decides.
    table = table_of(tournament("1-2:1 3-4:0", "1-3:= 2-4:1", "1-4:= 2-3:="))
    assert places(table, (1, 2, 3, 4), DE) == {1: 1, 2: 2, 4: 3, 3: 4}
    circle = table_of(tournament("1-2:1", "2-3:1", "3-1:1"))
    assert places(circle, (1, 2, 3), DE) == {1: 0, 2: 0, 3: 0}


def test_6_3_who_is_on_top_whatever_the_missing_games_would_give_is_first() -> None:
    # 1 beat 2 and 3, who have not met: neither can reach his 2 points. Then 2 and 3 stay tied.
    table = table_of(tournament("1-2:1", "1-3:1"))
    assert places(table, (1, 2, 3), DE) == {1: 1, 2: 2, 3: 2}


def test_6_3_who_could_still_be_caught_is_not_first() -> None:
    # 1 beat 2; 3 has met nobody and could have beaten both.
    table = table_of(tournament("1-2:1 3-4:1"))
    assert places(table, (1, 2, 3), DE) == {1: 0, 2: 0, 3: 0}


def test_6_3_then_the_second_and_the_rest_again_among_themselves() -> None:
    # 1 beat all three and is first. The others: 2 beat 3 and 4, who have not met: 2 is second.
    table = table_of(tournament("1-2:1", "1-3:1", "1-4:1", "2-3:1", "2-4:1"))
    assert places(table, (1, 2, 3, 4), DE) == {1: 1, 2: 2, 3: 3, 4: 3}


def test_a_game_to_come_is_a_missing_game() -> None:
    assert places(table_of(tournament("1-2:?")), (1, 2), DE) == {1: 0, 2: 0}


def test_4_2_only_who_is_tied_at_that_point_is_compared() -> None:
    # 1, 2 and 3 have one point each in a circle; by wins with Black 2 is ahead, and between 1 and 3 their game decides.
    t = tournament("1-2:0", "2-3:0", "3-1:0", tiebreaks=("DE", "BPG", "DE"))
    assert [(line.place, line.player) for line in rank(t)] == [(1, 1), (1, 2), (1, 3)]
    other = tournament("1-2:0", "3-2:1", "3-1:0", tiebreaks=("DE", "BPG", "DE"))
    assert [(line.place, line.player, line.values[1:]) for line in rank(other)] == [
        (1, 2, (0, 2, 0)),
        (2, 1, (0, 1, 0)),
        (3, 3, (0, 0, 0)),
    ]
