"""KEIZER PARING: opponents, rematch rules, who has no game, colours, and the reasons for all of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.audit import breaches
from engine.errors import NoPairing
from engine.model import Board, Colour, Outcome, Separation, Tournament
from engine.pairing import Paired
from engine.systems.keizer.system import KEIZER, KEIZER_ELO
from tests.engine.systems.keizer.club import club, with_entry


def pairs(paired: Paired) -> list[set[int]]:
    return [{board.white, board.black} for board in paired.boards]


def still_ladder(size: int, *rounds: str, **options: Any) -> Tournament:
    """Draws on a ladder so high and flat that nobody moves: the places stay 1, 2, 3 …"""
    return club(
        size, *rounds, top_value=10_000, step="1000", draw="0", loss="0", win="0", absence="0", no_game="0", **options
    )


def reasons(paired: Paired, code: str) -> list[tuple[tuple[int, ...], dict[str, object]]]:
    return [(reason.players, dict(reason.facts)) for reason in paired.reasons if reason.code == code]


# -- opponents --------------------------------------------------------------------------------------------------------


def test_1_meets_2_and_3_meets_4() -> None:
    assert pairs(KEIZER.pair(club(6))) == [{1, 2}, {3, 4}, {5, 6}]


def test_the_absent_and_the_not_yet_joined_are_not_paired() -> None:
    t = with_entry(with_entry(club(6), 1, absences={1: Outcome.ABSENT}), 4, from_round=2)
    assert pairs(KEIZER.pair(t)) == [{2, 3}, {5, 6}]


def test_each_pair_is_told_by_its_places_among_those_present() -> None:
    t = with_entry(club(6), 1, absences={1: Outcome.ABSENT})
    assert reasons(KEIZER.pair(t), "keizer-pair") == [
        ((2, 3), {"place": 1, "other_place": 2}),
        ((4, 5), {"place": 3, "other_place": 4}),
    ]


def test_who_meets_again_is_told_that_the_rules_allow_it() -> None:
    t = still_ladder(4, "1-2 =, 3-4 =")
    assert reasons(KEIZER.pair(t), "keizer-rematch") == [((1, 2), {"round": 1}), ((3, 4), {"round": 1})]
    assert reasons(KEIZER.pair(still_ladder(4)), "keizer-rematch") == []


def test_who_has_no_game_keeps_his_place_among_those_present() -> None:
    t = still_ladder(5, "1-2 =, 3-4 =, 5 bye", "1-2 =, 3-5 =, 4 bye")
    paired = KEIZER.pair(t)
    assert paired.bye == 3
    assert reasons(paired, "keizer-pair") == [
        ((1, 2), {"place": 1, "other_place": 2}),
        ((4, 5), {"place": 4, "other_place": 5}),
    ]


def test_without_a_rematch_rule_1_meets_2_again() -> None:
    assert pairs(KEIZER.pair(still_ladder(4, "1-2 =, 3-4 ="))) == [{1, 2}, {3, 4}]


def test_at_most_once_1_gets_3_and_then_4() -> None:
    t = still_ladder(4, "1-2 =, 3-4 =", max_meetings=1)
    assert pairs(KEIZER.pair(t)) == [{1, 3}, {2, 4}]
    t = still_ladder(4, "1-2 =, 3-4 =", "1-3 =, 2-4 =", max_meetings=1)
    assert pairs(KEIZER.pair(t)) == [{1, 4}, {2, 3}]


def test_at_most_twice() -> None:
    t = still_ladder(4, "1-2 =, 3-4 =", max_meetings=2)
    assert pairs(KEIZER.pair(t)) == [{1, 2}, {3, 4}]
    t = still_ladder(4, "1-2 =, 3-4 =", "1-2 =, 3-4 =", max_meetings=2)
    paired = KEIZER.pair(t)
    assert pairs(paired) == [{1, 3}, {2, 4}]
    assert reasons(paired, "keizer-met-enough") == [((1, 2), {"rounds": (1, 2)})]


def test_so_many_rounds_between_two_games_and_the_reason_says_when_they_met() -> None:
    t = still_ladder(4, "1-2 =, 3-4 =", "1-3 =, 2-4 =", rematch_gap=2)
    paired = KEIZER.pair(t)
    assert pairs(paired) == [{1, 4}, {2, 3}]
    assert reasons(paired, "keizer-met-recently") == [
        ((1, 2), {"round": 1, "gap": 2}),
        ((1, 3), {"round": 2, "gap": 2}),
    ]
    later = still_ladder(4, "1-2 =, 3-4 =", "1-3 =, 2-4 =", "1-4 =, 2-3 =", rematch_gap=2)
    assert pairs(KEIZER.pair(later)) == [{1, 2}, {3, 4}]


def test_looking_ahead_an_opponent_is_passed_over_when_the_rest_could_not_be_paired() -> None:
    t = replace(club(4), separations=(Separation((3, 4)),))
    paired = KEIZER.pair(t)
    assert pairs(paired) == [{1, 3}, {2, 4}]
    assert reasons(paired, "keizer-rest-unpairable") == [((1, 2), {})]


def test_players_kept_apart_do_not_meet() -> None:
    paired = KEIZER.pair(replace(club(4), separations=(Separation((1, 2)),)))
    assert pairs(paired) == [{1, 3}, {2, 4}]
    assert reasons(paired, "kept-apart") == [((1, 2), {})]


def test_a_forfeited_game_is_no_meeting() -> None:
    t = still_ladder(2, "1-2 +", max_meetings=1)
    assert pairs(KEIZER.pair(t)) == [{1, 2}]


def test_the_spacing_yields_by_as_little_as_helps() -> None:
    t = still_ladder(4, "1-2 =, 3-4 =", "1-3 =, 2-4 =", "1-4 =, 2-3 =", rematch_gap=6)
    paired = KEIZER.pair(t)
    assert pairs(paired) == [{1, 2}, {3, 4}]
    everybody = (1, 2, 3, 4)
    relaxed = {"gap": 6, "rematch_gap_used": 2, "too_soon": everybody}
    assert reasons(paired, "keizer-gap-relaxed") == [(everybody, relaxed)]


def test_a_rematch_within_the_spacing_is_remarked_on_whoever_paired_it() -> None:
    t = still_ladder(4, "1-2 =, 3-4 =", "1-3 =, 2-4 =", "1-4 =, 2-3 =", rematch_gap=6)
    soon = {"round": 1, "between": 2, "gap": 6}
    first, second = breaches(t, KEIZER.pair(t).boards, 4)
    assert (first.code, {*first.players}, first.facts, first.is_wish) == ("rematch-too-soon", {1, 2}, soon, True)
    assert {*second.players} == {3, 4}
    by_hand = breaches(t, (Board(4, 1), Board(3, 2)), 4)
    assert [(b.board, b.players, b.facts["between"]) for b in by_hand] == [(1, (4, 1), 0), (2, (3, 2), 0)]


def test_no_remark_is_made_where_the_spacing_is_kept_or_the_two_did_not_play() -> None:
    t = still_ladder(4, "1-2 =, 3-4 =", "1-3 =, 2-4 =", "1-4 =, 2-3 =", rematch_gap=2)
    assert breaches(t, KEIZER.pair(t).boards, 4) == ()
    assert breaches(still_ladder(2, "1-2 +", rematch_gap=6), (Board(1, 2),), 2) == ()


# -- no pairing -------------------------------------------------------------------------------------------------------


def refused(t: Tournament) -> dict[str, object]:
    with pytest.raises(NoPairing) as refusal:
        KEIZER.pair(t)
    return {"code": refusal.value.code, **refusal.value.facts}


def test_a_spacing_that_may_not_be_relaxed_is_named_with_what_would_do() -> None:
    t = still_ladder(2, "1-2 =", "", rematch_gap=6, relax_gap=False)
    assert refused(t) == {"code": "keizer-gap-must-yield", "round": 3, "gap": 6, "possible": 1}


def test_the_limit_of_meetings_is_named_when_only_it_stands_in_the_way() -> None:
    t = still_ladder(2, "1-2 =", max_meetings=1)
    assert refused(t) == {"code": "keizer-meetings-must-yield", "round": 2, "most": 1}


def test_separations_are_named_when_only_they_stand_in_the_way() -> None:
    t = replace(club(2), separations=(Separation((1, 2)),))
    assert refused(t) == {"code": "keizer-separations-must-yield", "round": 1}


def test_two_rules_are_named_when_both_stand_in_the_way() -> None:
    t = still_ladder(2, "1-2 =", max_meetings=1)
    both = replace(t, separations=(Separation((1, 2)),))
    assert refused(both) == {"code": "keizer-meetings-and-separations-must-yield", "round": 2, "most": 1}


def test_nobody_there() -> None:
    assert refused(with_entry(club(1), 1, absences={1: Outcome.ABSENT}))["code"] == "nobody-to-pair"


# -- GEEN PARTIJ: who has no game -------------------------------------------------------------------------------------


def test_the_lowest_has_no_game() -> None:
    paired = KEIZER.pair(club(5))
    assert (pairs(paired), paired.bye) == ([{1, 2}, {3, 4}], 5)
    assert reasons(paired, "keizer-bye") == [((5,), {"byes": 0})]


def test_one_player_alone_has_no_game() -> None:
    paired = KEIZER.pair(club(1))
    assert (paired.boards, paired.bye) == ((), 1)


def test_the_lowest_of_those_with_the_fewest_byes() -> None:
    t = still_ladder(5, "1-2 =, 3-4 =, 5 bye", "1-2 =, 3-5 =, 4 bye")
    paired = KEIZER.pair(t)
    assert paired.bye == 3
    assert reasons(paired, "keizer-bye-had-more") == [((5,), {"byes": 1})]
    assert reasons(paired, "keizer-bye-just-had") == [((4,), {"round": 2})]


def test_a_newcomer_may_be_spared_the_bye_of_their_first_evening() -> None:
    """5 was not there in round 1, and is the lowest without a bye."""
    usual = KEIZER.pair(still_ladder(5, "1-2 =, 3-4 ="))
    assert (usual.bye, reasons(usual, "keizer-bye-first-evening")) == (5, [((5,), {})])
    spared = KEIZER.pair(still_ladder(5, "1-2 =, 3-4 =", newcomer_bye=False))
    assert (spared.bye, reasons(spared, "keizer-bye-newcomer")) == (4, [((5,), {})])
    assert reasons(spared, "keizer-bye-first-evening") == []


def test_in_the_first_round_everybody_is_new() -> None:
    assert KEIZER.pair(club(5, newcomer_bye=False)).bye == 5


def test_who_stayed_away_without_notice_may_sit_out_the_next_odd_evening() -> None:
    """2 was not there in round 1, and nobody had known."""
    rounds = ("1-3 =, 2 silent, 4-5 =", "1-4 =, 2-3 =, 5 absent")
    usual = KEIZER.pair(still_ladder(5, *rounds))
    assert (usual.bye, reasons(usual, "keizer-bye-no-show")) == (5, [])
    sits_out = KEIZER.pair(still_ladder(5, *rounds, no_show_bye=True))
    assert (sits_out.bye, reasons(sits_out, "keizer-bye-no-show")) == (2, [((2,), {"round": 1})])
    assert reasons(sits_out, "keizer-bye-had-notice") == [((5,), {}), ((4,), {}), ((3,), {})]
    assert reasons(sits_out, "keizer-bye") == []


def test_who_has_sat_out_for_it_is_as_everybody_again() -> None:
    t = still_ladder(5, "1-3 =, 2 silent, 4-5 =", "1-4 =, 2 bye, 3-5 =", "1-5 =, 2-4 =, 3 bye", no_show_bye=True)
    assert KEIZER.pair(t).bye == 5


def test_a_game_lost_by_forfeit_is_staying_away_too() -> None:
    t = still_ladder(5, "1-3 =, 2-4 -, 5 bye", "1-4 =, 2-5 =, 3 absent", no_show_bye=True)
    assert KEIZER.pair(t).bye == 2


def test_never_twice_in_a_row_while_there_is_another() -> None:
    """3 has had one bye, just now, and 1 and 2 have had two each."""
    t = still_ladder(3, "2-3 =, 1 bye", "1-3 =, 2 bye", "2-3 =, 1 bye", "1-3 =, 2 bye", "1-2 =, 3 bye")
    assert KEIZER.pair(t).bye == 2


def test_another_has_no_game_when_otherwise_the_rest_could_not_be_paired() -> None:
    t = replace(club(3), separations=(Separation((1, 2)),))
    paired = KEIZER.pair(t)
    assert (pairs(paired), paired.bye) == ([{1, 3}], 2)
    assert reasons(paired, "keizer-bye-leaves-rest-unpairable") == [((3,), {})]


# -- least distance ---------------------------------------------------------------------------------------------------


def test_the_second_way_gives_up_the_first_opponent_for_smaller_distances() -> None:
    """3 may meet neither 4 nor 5. Squares: 1 + 9 + 1 by the text, 4 + 4 + 1 over the whole field."""
    t = replace(club(6), separations=(Separation((3, 4)), Separation((3, 5))))
    assert pairs(KEIZER.pair(t)) == [{1, 2}, {3, 6}, {4, 5}]
    by_distance = replace(t, rules=replace(t.rules, options={"pairing": "least-distance"}))
    assert pairs(KEIZER.pair(by_distance)) == [{1, 3}, {2, 4}, {5, 6}]


def test_least_distance_names_the_reason_for_a_nearer_opponent_passed_over() -> None:
    t = replace(club(4, pairing="least-distance"), separations=(Separation((3, 4)),))
    paired = KEIZER.pair(t)
    assert pairs(paired) == [{1, 3}, {2, 4}]
    assert reasons(paired, "keizer-shorter-overall") == [((1, 2), {})]


def test_least_distance_avoids_a_rematch_soon_after_the_spacing() -> None:
    rounds = ("1-2 =, 3-4 =", "1-3 =, 2-4 =")
    by_weight = {
        weight: still_ladder(4, *rounds, pairing="least-distance", rematch_gap=1, gap_weight=weight, colour_weight=0)
        for weight in (3, 5)  # twice the weight against 9 + 1 - 1 - 1
    }
    assert pairs(KEIZER.pair(by_weight[3])) == [{1, 2}, {3, 4}]
    assert pairs(KEIZER.pair(by_weight[5])) == [{1, 4}, {2, 3}]


def test_least_distance_looks_at_colours() -> None:
    rounds = ("1-3 =, 2-4 =",)
    assert pairs(KEIZER.pair(still_ladder(4, *rounds, pairing="least-distance", colour_weight=0))) == [{1, 2}, {3, 4}]
    assert pairs(KEIZER.pair(still_ladder(4, *rounds, pairing="least-distance", colour_weight=9))) == [{1, 3}, {2, 4}]


# -- colours ----------------------------------------------------------------------------------------------------------


def first_board(t: Tournament) -> Board:
    return KEIZER.pair(t).boards[0]


def test_colour_a_the_smaller_balance_of_whites_and_blacks_gets_white() -> None:
    t = still_ladder(4, "1-3 =, 4-2 =")
    assert first_board(t) == Board(2, 1)


def test_colour_b_equal_balance_the_one_who_had_black_last_gets_white() -> None:
    t = still_ladder(4, "1-3 =, 2-4 =", "3-1 =, 4-2 =", "1-4 =, 3-2 =", "4-1 =, 2-3 =")
    assert first_board(t) == Board(1, 2)


def test_colour_c_otherwise_the_higher_placed_gets_white() -> None:
    assert first_board(club(2)) == Board(1, 2)
    assert first_board(still_ladder(4, "3-1 =, 4-2 =")) == Board(1, 2)


def test_who_has_not_played_yet_has_nothing_to_alternate_with() -> None:
    t = still_ladder(3, "1-3 =", "3-1 =")
    assert first_board(t) == Board(1, 2)


def test_a_forfeited_game_gives_no_colour() -> None:
    assert first_board(still_ladder(4, "1-3 +, 2-4 +")) == Board(1, 2)


def swiss(*rounds: str) -> Tournament:
    return still_ladder(4, *rounds, colours="swiss")


def test_fn_335_swiss_both_get_the_colour_they_are_due() -> None:
    assert first_board(swiss("1-3 =, 4-2 =")) == Board(2, 1)


def test_fn_336_swiss_the_higher_alternates_where_the_text_gives_him_white() -> None:
    assert first_board(swiss("1-3 =, 2-4 =")) == Board(2, 1)
    assert first_board(still_ladder(4, "1-3 =, 2-4 =")) == Board(1, 2)


def test_swiss_the_stronger_claim_comes_first() -> None:
    """1 is due Black after one White; 2 absolutely after two."""
    t = swiss("2-4 =, 1-3 =", "2-3 =, 1 absent, 4 absent")
    assert first_board(t) == Board(1, 2)


def test_swiss_equal_claims_alternate_from_the_last_difference() -> None:
    """Both are mildly due White; in the second round 1 had it and 2 had not."""
    t = swiss("3-1 =, 2-4 =", "1-3 =, 4-2 =", "1-3 =, 2-4 =", "3-1 =, 4-2 =")
    assert first_board(t) == Board(2, 1)


def test_swiss_without_any_claim_the_drawn_colour_goes_to_odd_places() -> None:
    t = replace(club(4, colours="swiss"), first_colour=Colour.BLACK)
    assert KEIZER.pair(t).boards == (Board(2, 1), Board(4, 3))
    assert KEIZER.pair(club(4, colours="swiss")).boards == (Board(1, 2), Board(3, 4))


def test_swiss_one_without_a_claim_leaves_the_choice_to_the_other() -> None:
    t = still_ladder(3, "1-3 =", colours="swiss")
    assert first_board(t) == Board(2, 1)
    assert first_board(still_ladder(3, "2-3 =", colours="swiss")) == Board(1, 2)


# -- and why ---------------------------------------------------------------------------------------------------------


def colours_of_first(t: Tournament) -> tuple[str, tuple[int, ...], dict[str, object]]:
    reason = next(r for r in KEIZER.pair(t).reasons if r.code in ("colours", "colour-given"))
    return reason.article, reason.players, dict(reason.facts)


def by_text(by: str, white: int, black: int) -> dict[str, object]:
    return {"by": by, "white_difference": white, "black_difference": black}


def test_paring_a_colour_says_by_which_sentence_of_the_text_it_was_given() -> None:
    balance = still_ladder(4, "1-3 =, 4-2 =")
    assert colours_of_first(balance) == ("KEIZER PARING", (2, 1), by_text("balance", -1, 1))
    alternating = still_ladder(4, "1-3 =, 2-4 =", "3-1 =, 4-2 =", "1-4 =, 3-2 =", "4-1 =, 2-3 =")
    assert colours_of_first(alternating) == ("KEIZER PARING", (1, 2), by_text("alternate", 0, 0))
    assert colours_of_first(club(2)) == ("KEIZER PARING", (1, 2), by_text("higher-white", 0, 0))


def test_paring_every_pair_is_told_its_colours_before_who_was_passed_over() -> None:
    t = still_ladder(4, "1-2 =, 3-4 =", "1-3 =, 2-4 =", rematch_gap=2)
    codes = [(r.code, {*r.players}) for r in KEIZER.pair(t).reasons]
    assert codes[:4] == [
        ("keizer-pair", {1, 4}),
        ("colours", {1, 4}),
        ("keizer-met-recently", {1, 2}),
        ("keizer-met-recently", {1, 3}),
    ]
    assert codes[4:] == [("keizer-pair", {2, 3}), ("colours", {2, 3})]


def test_fn_335_a_colour_by_the_swiss_rule_says_the_clause_and_the_preferences() -> None:
    article, players, facts = colours_of_first(swiss("2-4 =, 1-3 =", "2-3 =, 1 absent, 4 absent"))
    assert (article, players) == ("KEIZER fn 335, FIDE C.04.3:2026 5.2.2", (1, 2))
    assert (facts["by"], facts["white_strength"], facts["black_strength"]) == (
        "stronger-preference",
        "strong",
        "absolute",
    )


def test_fn_335_without_any_preference_the_place_among_those_who_play_is_told() -> None:
    t = with_entry(replace(club(4, colours="swiss"), first_colour=Colour.BLACK), 1, absences={1: Outcome.ABSENT})
    article, players, facts = colours_of_first(t)
    assert (article, players) == ("KEIZER fn 335, FIDE C.04.3:2026 5.2.5", (3, 2))
    assert (facts["by"], facts["higher"], facts["number"], facts["parity"], facts["drawn"]) == (
        *("place", 2, 1),
        *("odd", "black"),
    )


# -- the variant ------------------------------------------------------------------------------------------------------


def test_the_elo_variant_pairs_by_its_own_ladder() -> None:
    t = club(4, "1-2 0, 3-4 0", system="keizer-elo", ratings={1: 2000, 2: 1900, 3: 1000, 4: 900}, rematch_gap=1)
    assert pairs(KEIZER_ELO.pair(t)) == [{2, 4}, {1, 3}]  # the ladder is 2, 1, 4, 3
