"""The FMJD text, article by article."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.acceleration import blocks
from engine.cards import cards
from engine.errors import NoPairing, Refusal
from engine.matching.bitsets import members
from engine.model import Adjustment, Result, Rules, Separation, Tournament, Withdrawal
from engine.registry import SYSTEMS
from engine.systems.fmjd.entrants import dummy_rating, entrants, score_before
from engine.systems.fmjd.field import field
from engine.systems.fmjd.options import Rating, Solkoff
from engine.systems.fmjd.system import SYSTEMS as FMJD_SYSTEMS
from tests.engine.systems.kndb.build import tournament

EXAMPLES = json.loads((Path(__file__).parent / "golden" / "text_examples.json").read_text("utf-8"))
KEYS = ("fmjd-5.1", "fmjd-5.1a", "fmjd-5.2", "fmjd-5.2a", "fmjd-5.2b", "fmjd-5.3")
FMJD = {system.key: system for system in FMJD_SYSTEMS}


def event(system: str, players: int, *rounds: str, **more: Any) -> Tournament:
    """Ratings fall with the numbers, lots are the numbers: 1 stands first in every order."""
    ratings = {number: 2400 - 10 * number for number in range(1, players + 1)}
    return tournament(players, *rounds, system=system, ratings=ratings, **more)


def standing(
    system: str, scores: Mapping[int, int], apart: tuple[tuple[int, ...], ...] = (), **more: Any
) -> Tournament:
    """Nobody has played, but they stand so, and those apart cannot be paired: to see one rule at a time."""
    nothing = ", ".join(f"{player} absent" for player in scores)
    t = event(system, len(scores), nothing, **more)
    given = tuple(Adjustment(player, 1, points, "to stand so") for player, points in scores.items())
    return msgspec.structs.replace(t, adjustments=given, separations=tuple(map(Separation, apart)))


def boards(t: Tournament) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in SYSTEMS[t.rules.system].pair(t).boards]


def pairs(t: Tournament) -> set[frozenset[int]]:
    return {frozenset(board) for board in boards(t)}


def _possible(t: Tournament) -> set[frozenset[int]]:
    """The pairs that the field of the next round offers."""
    entered = field(t, Rating())
    names = [entrant.player for entrant in entered.entrants]
    return {frozenset((names[v], names[mate])) for v, row in enumerate(entered.rows) for mate in members(row)}


def these(*found: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in found}


def test_5_the_named_systems_are_in_the_registry() -> None:
    assert tuple(FMJD) == KEYS
    assert all(SYSTEMS[key] is FMJD[key] for key in KEYS)


def test_5_an_option_that_is_none_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"colour": "purple"}, FMJD["fmjd-5.2"].options)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"colours_": "even"}, FMJD["fmjd-5.2"].options)


# -- 3: the axes -------------------------------------------------------------------------------------------------------


def test_3_2_and_3_3_the_orders() -> None:
    t = event("fmjd-5.2", 4, "1-4 0-2, 2-3 0-2")
    assert [e.player for e in field(t, Solkoff(later_order="lot")).entrants] == [3, 4, 1, 2]
    assert [e.player for e in field(t, Rating()).entrants] == [3, 4, 1, 2]
    means = {e.player: e.opponents_rating for e in entrants(t, Rating())}
    assert means == {1: 2360, 2: 2370, 3: 2380, 4: 2390}
    by_opponents = field(t, Rating(later_order="opponents-rating"))
    assert [e.player for e in by_opponents.entrants] == [4, 3, 2, 1]


def test_3_4a_two_halves() -> None:
    assert pairs(event("fmjd-5.2", 6)) == these(*EXAMPLES["in_group_halves_3.4a"]["pairs"])


def test_3_4a_who_has_met_all_of_the_other_half_gets_the_nearest_the_middle_of_his_own() -> None:
    t = standing("fmjd-5.1", dict.fromkeys(range(1, 9), 2), apart=((1, 5), (1, 6), (1, 7), (1, 8)))
    assert pairs(t) == these((1, 4), (2, 5), (3, 6), (7, 8))


def test_3_4b_highest_with_lowest() -> None:
    t = event("fmjd-5.2", 6, first_method="high-low")
    assert pairs(t) == these(*EXAMPLES["in_group_high_low_3.4b"]["pairs"])


def test_3_4c_by_lot_is_drawn_from_a_seed() -> None:
    draws = {frozenset(pairs(event("fmjd-5.2", 8, first_method="drawn", draw_seed=str(seed)))) for seed in range(12)}
    assert len(draws) > 1
    assert pairs(event("fmjd-5.2", 8, first_method="drawn")) == pairs(event("fmjd-5.2", 8, first_method="drawn"))


def test_3_4_and_5_1a_highest_opponents_mean_with_lowest_own_rating() -> None:
    # After round 1 the winners 1, 2, 3, 4 have beaten 8, 5, 6, 7: the strongest opponents were those of 2.
    t = event("fmjd-5.1a", 8, "1-8 2-0, 2-5 2-0, 3-6 2-0, 4-7 2-0")
    assert these((2, 4), (1, 3)) <= pairs(t)


def test_3_5_who_leaves_an_odd_group() -> None:
    scores = {1: 4, 2: 4, 3: 4, 4: 2, 5: 2, 6: 2}
    assert pairs(standing("fmjd-5.1", scores, odd="last")) == these((1, 2), (3, 4), (5, 6))
    assert pairs(standing("fmjd-5.1", scores, odd="first")) == these((1, 4), (2, 3), (5, 6))
    drawn = {frozenset(pairs(standing("fmjd-5.1", scores, odd="drawn", draw_seed=str(seed)))) for seed in range(12)}
    assert len(drawn) == 3


def test_3_5_the_next_player_leaves_where_the_group_cannot_do_without_the_first() -> None:
    scores = {1: 4, 2: 4, 3: 4, 4: 2, 5: 2, 6: 2}
    assert these((1, 3), (2, 4)) <= pairs(standing("fmjd-5.1", scores, apart=((1, 2),)))


def test_3_5_as_many_as_possible_are_paired_in_their_own_group() -> None:
    scores = {1: 4, 2: 4, 3: 4, 4: 4, 5: 2, 6: 2}
    assert these((1, 4), (2, 3)) <= pairs(standing("fmjd-5.1", scores, apart=((1, 3), (2, 4), (1, 2))))


LEADERS = {1: 4, 2: 4, 3: 4}
SIX_BEHIND = dict.fromkeys(range(4, 10), 2)
LAST = {10: 0}


@pytest.mark.parametrize("article", ["a", "b"])
def test_3_6_three_floaters_from_the_highest(article: str) -> None:
    example = EXAMPLES[f"floaters_3.6{article}"]
    names = dict(zip("ABC", (1, 2, 3), strict=True)) | {place: place + 3 for place in example["group"]}
    t = standing(
        "fmjd-5.1",
        LEADERS | SIX_BEHIND | LAST,
        apart=((1, 2, 3),),
        floater_meets={"a": "first", "b": "last"}[article],
    )
    assert these(*((names[floater], names[other]) for floater, other in example["pairs"])) <= pairs(t)


def test_3_6_a_floater_passes_no_group_without_need() -> None:
    scores = {1: 6, 2: 4, 3: 4, 4: 4, 5: 2, 6: 2}
    assert these((1, 3)) <= pairs(standing("fmjd-5.1", scores, apart=((1, 2),)))
    through = pairs(standing("fmjd-5.1", {1: 6, 2: 4, 3: 2, 4: 2}, apart=((1, 2),)))
    assert through == these((1, 3), (2, 4))


# All of these have met nobody of their group; what differs is the colours that they had.
HAD_WHITE_TWICE = ("1-5 1-1, 2-6 1-1, 7-3 1-1, 8-4 1-1", "1-6 1-1, 2-5 1-1, 8-3 1-1, 7-4 1-1")


def test_3_7_without_preference_colours_do_not_change_the_pairs() -> None:
    assert these((1, 7)) <= pairs(event("fmjd-5.1", 8, *HAD_WHITE_TWICE))  # both had White two times more often


@pytest.mark.parametrize("colour", ["weak", "strong"])
def test_3_7_with_preference_nobody_meets_his_like(colour: str) -> None:
    t = event("fmjd-5.1", 8, *HAD_WHITE_TWICE, colour=colour)
    white_twice = {1, 2, 7, 8}
    assert all(len(pair & white_twice) == 1 for pair in pairs(t))


def test_3_7_never_at_the_cost_of_the_pairs_in_a_group() -> None:
    t = event("fmjd-5.1", 8, *HAD_WHITE_TWICE, colour="strong")
    leading = tuple(Adjustment(player, 2, 5, "to stand so") for player in (1, 2, 7, 8))
    t = msgspec.structs.replace(t, adjustments=leading)
    assert all(pair <= {1, 2, 7, 8} or pair <= {3, 4, 5, 6} for pair in pairs(t))


def test_3_8_nobody_floats_down_again() -> None:
    # 1, 2 and 3 lead. 3, the last of them, met a lower score in round 2.
    played = ("1-5 1-1, 2-6 1-1, 3-7 2-0, 4-8 1-1", "6-1 0-2, 5-2 0-2, 3-8 1-1, 4-7 1-1")
    avoiding, indifferent = (event("fmjd-5.1", 8, *played, floats=window) for window in (1, 0))
    floated = {e.player: (e.floated_down[0], e.floated_up[0]) for e in entrants(avoiding, Rating())}
    assert floated[3] == (True, False)
    assert floated[8] == (False, True)
    assert floated[1] == (False, False)
    assert these((1, 2)) <= pairs(indifferent)
    assert these((1, 3)) <= pairs(avoiding)


def test_3_8_the_window_is_one_round_or_two() -> None:
    played = (
        "1-5 1-1, 2-6 1-1, 3-7 2-0, 4-8 1-1",
        "6-1 0-2, 5-2 0-2, 3-8 1-1, 4-7 1-1",
        "1-4 1-1, 2-8 1-1, 3-5 0-2, 6-7 1-1",
    )
    last = {e.player: e.floated_down for e in entrants(event("fmjd-5.1", 8, *played), Rating())}
    assert last[3] == (True, True)
    assert last[4] == (False, True)


# -- 4: general details ------------------------------------------------------------------------------------------------


def test_4_1_the_last_player_of_the_lowest_group_has_the_bye_once() -> None:
    assert SYSTEMS["fmjd-5.1"].pair(event("fmjd-5.1", 5)).bye == 5
    t = event("fmjd-5.1", 5, "1-3 2-0, 4-2 0-2, 5 bye")
    assert SYSTEMS["fmjd-5.1"].pair(t).bye == 4


def test_4_1_a_bye_of_round_1_counts_nothing_when_round_2_is_paired() -> None:
    t = event("fmjd-5.1", 5, "1-3 2-0, 4-2 0-2, 5 bye")
    before = score_before(t, Rating(), cards(t))
    assert [before(player, 2) for player in range(1, 6)] == [2, 2, 0, 0, 0]
    assert cards(t)[5].score == 2


def test_4_1_the_dummy_is_one_point_below_the_weakest() -> None:
    assert dummy_rating([2100, 1900, 2000]) == 1899
    t = event("fmjd-5.1a", 3, "1-2 2-0, 3 bye")
    assert {e.player: e.opponents_rating for e in entrants(t, Rating())}[3] == 2370 - 1


def test_4_1_as_a_member_of_the_last_group_the_dummy_meets_whom_the_method_says() -> None:
    t = event("fmjd-5.3", 5, "1-2 1-1, 3-4 1-1, 5 bye", dummy="as-player")
    assert SYSTEMS["fmjd-5.3"].pair(t).bye == 1
    assert SYSTEMS["fmjd-5.3"].pair(event("fmjd-5.3", 5, "1-2 1-1, 3-4 1-1, 5 bye")).bye == 4


def test_4_1_nobody_left_who_may_have_the_bye() -> None:
    t = event("fmjd-5.1", 3, "1-2 1-1, 3 bye", "1-3 1-1, 2 bye", "2-3 1-1, 1 bye")
    with pytest.raises(NoPairing) as refused:
        SYSTEMS["fmjd-5.1"].pair(t)
    assert refused.value.code == "nobody-can-be-paired-without-a-rematch"


def test_4_2_who_withdrew_is_not_paired_but_counts_as_an_opponent() -> None:
    t = event("fmjd-5.2", 6, "1-4 1-1, 2-5 2-0, 3-6 2-0")
    gone = {**t.entries, 4: msgspec.structs.replace(t.entries[4], withdrawals=(Withdrawal(2),))}
    t = msgspec.structs.replace(t, entries=gone)
    paired = SYSTEMS["fmjd-5.2"].pair(t)
    assert 4 not in {player for board in paired.boards for player in (board.white, board.black)}
    assert paired.bye == 6  # five are left
    one = next(e for e in entrants(t, Solkoff()) if e.player == 1)
    assert one.sheet.resistance == 1


def test_4_3_an_unfinished_game_counts_as_a_draw_and_one_never_played_may_be_paired_again() -> None:
    t = event("fmjd-5.1", 4, "1-3 2-0, 2-4 2-0")

    def with_result(result: Result) -> Tournament:
        first, second = t.rounds[0].boards
        changed = (first, msgspec.structs.replace(second, result=result))
        return msgspec.structs.replace(t, rounds=(msgspec.structs.replace(t.rounds[0], boards=changed),))

    unfinished = with_result(Result.POSTPONED)
    assert [e.score for e in field(unfinished, Rating()).entrants] == [2, 1, 1, 0]
    assert frozenset((2, 4)) not in _possible(unfinished)
    never = with_result(Result.NEVER_PLAYED)
    assert [e.score for e in field(never, Rating()).entrants] == [2, 0, 0, 0]
    assert frozenset((2, 4)) in _possible(never)
    assert frozenset((1, 3)) not in _possible(never)


# -- colours -----------------------------------------------------------------------------------------------------------


def test_annex_a_b_colours_of_round_1_alternate() -> None:
    example = EXAMPLES["round1_colours_annex_A"]["white_black"]
    numbers = {f"{half}{place}": place + (4 if half == "B" else 0) for half in "AB" for place in range(1, 5)}
    assert boards(event("fmjd-5.1", 8)) == [(numbers[white], numbers[black]) for white, black in example]


def test_annex_b_b_all_of_the_first_half_have_white_in_round_1() -> None:
    example = EXAMPLES["round1_colours_annex_B"]["white_black"]
    numbers = {f"{half}{place}": place + (3 if half == "B" else 0) for half in "AB" for place in range(1, 4)}
    assert boards(event("fmjd-5.2", 6)) == [(numbers[white], numbers[black]) for white, black in example]


def test_5_3_round_1_by_neighbours_with_the_lots_for_the_colours() -> None:
    assert boards(event("fmjd-5.3", 6)) == [(1, 2), (3, 4), (5, 6)]


def test_annex_a_d_colours_as_even_as_possible() -> None:
    # 1 and 2 had White and Black: both change.
    assert (2, 1) in boards(event("fmjd-5.1", 4, "1-3 2-0, 4-2 0-2"))
    # 1 and 2 had White both: the higher is due Black.
    assert (2, 1) in boards(event("fmjd-5.1", 4, "1-3 2-0, 2-4 2-0"))


def colours_of(t: Tournament, *players: int) -> dict[str, object]:
    told = FMJD["fmjd-5.1"].pair_with_reasons(t).reasons
    (reason,) = [r for r in told if r.code == "colours" and r.players == players]
    return dict(reason.facts)


def test_annex_a_d_the_reason_says_what_the_colours_went_by() -> None:
    level = {"white_difference": 0, "black_difference": 0}
    assert colours_of(event("fmjd-5.1", 8), 1, 5) == {"by": "board", **level}
    by_balance = event("fmjd-5.1", 4, "1-3 2-0, 4-2 0-2")
    assert colours_of(by_balance, 2, 1) == {"by": "balance", "white_difference": -1, "black_difference": 1}
    both_white = event("fmjd-5.1", 4, "1-3 2-0, 2-4 2-0")
    assert colours_of(both_white, 2, 1) == {"by": "higher-due", "white_difference": 1, "black_difference": 1, "due": 1}
    changing = event("fmjd-5.1", 4, "1-3 2-0, 4-2 0-2", "4-1 0-2, 2-3 2-0")
    assert colours_of(changing, 1, 2) == {"by": "last-difference", **level, "white_round": 2, "black_round": 2}


# -- 6: accelerations --------------------------------------------------------------------------------------------------


def test_6_1_four_groups_of_which_1_meets_2_and_3_meets_4() -> None:
    t = event("fmjd-5.1", 8, acceleration="four-groups")
    assert pairs(t) == these((1, 3), (2, 4), (5, 7), (6, 8))


def test_6_1_more_groups_where_ratings_are_far_apart() -> None:
    t = event("fmjd-5.1", 12, acceleration="four-groups", acceleration_groups=6)
    assert pairs(t) == these((1, 3), (2, 4), (5, 7), (6, 8), (9, 11), (10, 12))


def test_6_1_the_first_blocks_have_the_extra_pairs() -> None:
    assert [list(block) for block in blocks(range(1, 11))] == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10]]
    assert [len(block) for block in blocks(range(22), 6)] == [8, 8, 6]


def test_6_1_later_only_in_the_first_group_while_it_is_larger_than_the_rounds_left() -> None:
    scores = dict.fromkeys(range(1, 9), 4) | dict.fromkeys(range(9, 17), 0)
    many_left = standing("fmjd-5.1", scores, acceleration="four-groups", rounds_planned=20)
    few_left = standing("fmjd-5.1", scores, acceleration="four-groups", rounds_planned=5)
    lower = these((9, 13), (10, 14), (11, 15), (12, 16))
    assert pairs(few_left) == these((1, 3), (2, 4), (5, 7), (6, 8)) | lower
    assert pairs(many_left) == these((1, 5), (2, 6), (3, 7), (4, 8)) | lower


def test_6_1_the_number_of_groups_is_even() -> None:
    with pytest.raises(Refusal) as refused:
        pairs(event("fmjd-5.1", 8, acceleration="four-groups", acceleration_groups=5))
    assert refused.value.code == "acceleration-groups-odd"
    with pytest.raises(Refusal) as both:
        FMJD["fmjd-5.1"].check(Rules("fmjd-5.1", 9, options={"acceleration_groups": 5, "odd": "both"}), 0)
    assert [one.code for one in both.value.problems] == ["option-not-readable", "acceleration-groups-odd"]


def test_6_3_haley_two_points_ahead_in_round_2_and_never_again() -> None:
    example = EXAMPLES["haley_round2_points"]
    t = event("fmjd-5.1", 8, "1-3 2-0, 4-2 1-1, 5-7 2-0, 8-6 1-1", acceleration="haley")
    axes = Rating(acceleration="haley")
    before = score_before(t, axes, cards(t))
    assert [before(player, 2) for player in (1, 2, 3)] == [example["upper"][how] for how in ("win", "draw", "loss")]
    assert [before(player, 2) for player in (5, 6, 7)] == [example["lower"][how] for how in ("win", "draw", "loss")]
    played = event("fmjd-5.1", 8, "1-3 2-0, 4-2 1-1, 5-7 2-0, 8-6 1-1", "1-5 1-1, 2-6 1-1, 3-7 1-1, 4-8 1-1")
    later = score_before(played, axes, cards(played))
    assert [later(1, number) for number in (1, 2, 3)] == [0, 4, 3]


def test_6_3_haley_round_1_is_that_of_four_groups() -> None:
    assert pairs(event("fmjd-5.1", 8, acceleration="haley")) == these((1, 3), (2, 4), (5, 7), (6, 8))


def test_6_3_haley_who_had_the_bye_was_in_no_group() -> None:
    t = event("fmjd-5.1", 9, "1-3 2-0, 4-2 1-1, 5-7 2-0, 8-6 1-1, 9 bye", acceleration="haley")
    assert score_before(t, Rating(acceleration="haley"), cards(t))(9, 2) == 0


# -- reasons -----------------------------------------------------------------------------------------------------------


def test_6_1_reasons_say_which_group_meets_which() -> None:
    for acceleration, article in (("four-groups", "FMJD 6.1"), ("haley", "FMJD 6.3")):
        t = event("fmjd-5.1", 8, acceleration=acceleration)
        told = [r for r in FMJD["fmjd-5.1"].pair_with_reasons(t).reasons if r.code == "accelerated-groups"]
        assert [(r.article, r.players, r.facts) for r in told] == [
            (article, (1, 2, 3, 4), {"first": 1, "second": 2, "upper_group": (1, 2), "lower_group": (3, 4)}),
            (article, (5, 6, 7, 8), {"first": 3, "second": 4, "upper_group": (5, 6), "lower_group": (7, 8)}),
        ]


def test_6_3_reasons_say_who_is_ahead_in_round_2_and_never_again() -> None:
    one_round = "1-3 2-0, 4-2 1-1, 5-7 2-0, 8-6 1-1"
    t = event("fmjd-5.1", 8, one_round, acceleration="haley")
    told = {r.code: r for r in FMJD["fmjd-5.1"].pair_with_reasons(t).reasons if r.code.startswith("haley")}
    assert (told["haley-ahead"].players, told["haley-ahead"].facts) == ((1, 2, 3, 4), {"score": 2})
    assert told["haley-not-ahead"].players == (5, 6, 7, 8)
    own = FMJD["fmjd-5.1"].pair_with_reasons(t, 6).reasons
    assert [r.code for r in own if r.code.startswith("haley")] == ["haley-not-ahead"]
    later = event("fmjd-5.1", 8, one_round, "1-2 1-1, 3-4 1-1, 5-6 1-1, 7-8 1-1", acceleration="haley")
    assert not [r for r in FMJD["fmjd-5.1"].pair_with_reasons(later).reasons if r.code.startswith("haley")]


def test_reasons_say_the_groups_who_floats_and_who_was_passed_over() -> None:
    t = standing("fmjd-5.1", {1: 4, 2: 4, 3: 4, 4: 2, 5: 2, 6: 2}, apart=((3, 4),))
    paired = FMJD["fmjd-5.1"].pair_with_reasons(t)
    reasons = {reason.code: reason for reason in paired.reasons}
    assert reasons["floats-down"].players == (3,)
    assert reasons["floater-meets"].players == (3, 5)
    assert reasons["floater-meets"].facts == {"met": (), "apart": (4,), "rest_worse": (), "floated_lately": ()}
    assert {"bracket", "pair", "colours"} <= set(reasons)
    assert all(reason.article.startswith("FMJD") for reason in paired.reasons)
    assert FMJD["fmjd-5.1"].pair(t) == msgspec.structs.replace(paired, reasons=())


def test_4_1_who_has_the_bye_as_the_last_is_told_so_and_nobody_else() -> None:
    first, second = event("fmjd-5.1", 5), event("fmjd-5.1", 5, "1-3 2-0, 4-2 0-2, 5 bye")
    last = [
        [r.players for r in FMJD["fmjd-5.1"].pair_with_reasons(t).reasons if r.code == "ranked-last"]
        for t in (first, second)
    ]
    assert last == [[(5,)], []]


def test_reasons_say_who_had_the_bye_before_and_who_floated_lately() -> None:
    t = event("fmjd-5.1", 5, "1-3 2-0, 4-2 0-2, 5 bye")
    bye = next(reason for reason in FMJD["fmjd-5.1"].pair_with_reasons(t).reasons if reason.code == "has-the-bye")
    assert (bye.players, bye.facts["had_bye"]) == ((4,), (5,))
    played = ("1-5 1-1, 2-6 1-1, 3-7 2-0, 4-8 1-1", "6-1 0-2, 5-2 0-2, 3-8 1-1, 4-7 1-1")
    floater = next(
        reason for reason in FMJD["fmjd-5.1"].pair_with_reasons(event("fmjd-5.1", 8, *played)).reasons
        if reason.code == "floats-down"
    )  # fmt: skip
    assert floater.players == (2,)
    assert (floater.facts["tried"], floater.facts["floated_lately"]) == ((3,), (3,))


def test_reasons_are_told_group_by_group() -> None:
    t = standing("fmjd-5.1", {1: 4, 2: 4, 3: 2, 4: 2})
    codes = [reason.code for reason in FMJD["fmjd-5.1"].pair_with_reasons(t).reasons]
    assert codes == ["bracket", "pair", "bracket", "pair", "colours", "colours"]
