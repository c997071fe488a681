"""The variants that clubs play, one by one, with figures that anybody can work out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from engine.model import Outcome, Tournament, Withdrawal
from engine.systems.keizer.ladder import ladder, season_of, working
from engine.systems.keizer.options import KeizerEloOptions, KeizerOptions
from engine.systems.keizer.system import KEIZER
from tests.engine.systems.keizer.club import club, order, totals, with_entry
from tests.engine.systems.keizer.test_properties import seasons

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def points(t: Tournament, player: int = 1) -> list[Fraction]:
    return [line.points for line in working(t, player).lines]


def paid(line: str, player: int = 1, **options: Any) -> Fraction:
    """What one round pays in a club of two whose places are worth 60 and 59."""
    return points(club(2, line, top_value=60, **options), player)[0]


# -- fixed points in place of a fraction ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("absence", "1 absent"),
        ("absence_unnotified", "1 silent"),
        ("no_game", "1 bye"),
        ("team_duty", "1 team"),
        ("full_bye", "1 team-won"),
        ("half_bye", "1 team-drew"),
        ("zero_bye", "1 team-lost"),
    ],
)
def test_every_way_of_sitting_out_may_pay_fixed_points(option: str, line: str) -> None:
    options: dict[str, Any] = {option: "12p"}
    assert paid(line, **options) == 12
    options = {option: "1/4"}
    assert paid(line, **options) == 15


@pytest.mark.parametrize(
    "written", ["12p", "12 p", "12 P", "12 points", "12 punten", "12 Punkte", "12 punkti", "12 pt."]
)
def test_points_are_read_as_people_write_them(written: str) -> None:
    assert paid("1 absent", absence=written) == 12


def test_fixed_points_are_half_points_too_and_are_not_rounded() -> None:
    assert paid("1 absent", absence="12½p") == 12 + HALF
    assert paid("1 absent", absence="12,25 p") == 12 + QUARTER


def test_fixed_points_stay_when_the_player_falls() -> None:
    """1 was worth 30 when absent and is worth 20 now: a third of that would be 7."""
    t = club(2, "1 absent, 2 bye", "2-1 1", "2-1 1", top_value=30, absence="12p", step="10")
    assert working(t, 1).own_value == 20
    assert points(t) == [12, 0, 0]
    shown = working(t, 1).lines[0]
    assert [shown.is_fixed, shown.fraction] == [True, 0]


def test_fixed_points_in_the_elo_variant() -> None:
    t = club(1, "1 absent", system="keizer-elo", ratings={1: 1500}, absence="6p")
    assert points(t) == [6]


# -- absences that pay less and less ----------------------------------------------------------------------------------


def test_absences_may_halve() -> None:
    assert points(club(1, *["1 absent"] * 3, top_value=60, absence_halving=True)) == [20, 10, 5]


def test_fixed_points_may_halve_and_are_not_rounded() -> None:
    t = club(1, *["1 absent"] * 4, top_value=60, absence="12p", absence_halving=True)
    assert points(t) == [12, 6, 3, 1 + HALF]


def test_halved_fractions_are_rounded_each() -> None:
    """Of 55: 18⅓, 9⅙ and 4 7/12, each up to the next half."""
    assert points(club(1, *["1 absent"] * 3, top_value=55, absence_halving=True)) == [18 + HALF, 9 + HALF, 5]


@pytest.mark.parametrize(
    ("later", "pays"), [("0", 0), ("absent-unnotified", 6), ("1/6", 10), ("2p", 2)]
)  # without notice: a tenth of 60
def test_absences_from_the_fifth_on_may_be_of_another_kind(later: str, pays: int) -> None:
    t = club(1, *["1 absent"] * 6, top_value=60, absence_times=4, absence_later=later, absence_unnotified="1/10")
    assert points(t) == [20, 20, 20, 20, pays, pays]


def test_a_limit_after_which_absences_pay_otherwise_is_none_that_a_card_counts_down() -> None:
    limited = club(1, *["1 absent"] * 3, absence_times=2)
    assert (working(limited, 1).absences.used, working(limited, 1).absences.limit) == (3, 2)
    otherwise = club(1, *["1 absent"] * 3, absence_times=2, absence_later="1/6")
    assert (working(otherwise, 1).absences.used, working(otherwise, 1).absences.limit) == (3, None)


# -- forfeits ---------------------------------------------------------------------------------------------------------


def test_a_forfeit_may_pay_fractions_of_its_own_of_the_opponents_value() -> None:
    own: dict[str, Any] = {"forfeits": "own-fractions", "forfeit_win": "1/2", "forfeit_loss": "1/10"}
    assert paid("1-2 +", 1, **own) == 29 + HALF
    assert paid("1-2 +", 2, **own) == 6
    t = club(2, "1-2 +", top_value=60, **own)
    shown = working(t, 1).lines[0]
    assert [shown.whose, shown.fraction] == [2, HALF]


def test_a_forfeit_may_pay_fixed_points() -> None:
    own: dict[str, Any] = {"forfeits": "own-fractions", "forfeit_win": "10p"}
    assert [paid("1-2 +", 1, **own), paid("1-2 +", 2, **own)] == [10, 0]


# -- rounding of games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounding", "of_60", "of_59"),  # a sixth: 10, and 9 5/6
    [("exact", Fraction(10), Fraction(59, 6)), ("up-to-half", 10, 10), ("nearest-half", 10, 10)],
)
def test_what_games_pay_may_be_rounded(rounding: str, of_60: Fraction, of_59: Fraction) -> None:
    options: dict[str, Any] = {"loss": "1/6", "game_rounding": rounding}
    assert paid("1-2 1", 2, **options) == of_60
    assert paid("1-2 0", 1, **options) == of_59


def test_a_game_is_rounded_to_the_nearest_half_or_up() -> None:
    """A sixth of 49 is 8⅙."""
    t = club(2, "2-1 0", top_value=50, loss="1/6", game_rounding="nearest-half")
    assert points(club(2, "1-2 0", top_value=50, loss="1/6", game_rounding="nearest-half")) == [8]
    assert points(club(2, "1-2 0", top_value=50, loss="1/6", game_rounding="up-to-half")) == [8 + HALF]
    assert points(t, 2) == [8 + HALF]  # 50/6 is 8⅓


# -- values that stay those of their evening --------------------------------------------------------------------------

THREE = ("3-1 1, 2 bye", "3-2 1, 1 bye")  # after round 1 the ladder is 3, 2, 1


def test_a_game_may_keep_the_value_that_the_opponent_had_on_that_evening() -> None:
    now, then = (club(3, *THREE, top_value=30, games_valued=valued) for valued in ("now", "then"))
    assert points(now, 3) == [28, 29]
    assert points(then, 3) == [30, 29]
    assert totals(then) == {3: 30 + 30 + 29, 2: 29 + 19 + HALF, 1: 28 + 19}
    shown = working(then, 3).lines[0]
    assert [shown.then, shown.now, shown.points] == [30, 30, 30]


def test_so_does_what_is_paid_of_the_own_value() -> None:
    """1 was worth 30 on the first evening and 29 on the second."""
    t = club(3, "1 absent, 3-2 1", "1 absent, 3-2 1", top_value=30, games_valued="then", rounding="exact")
    assert points(t, 1) == [10, Fraction(29, 3)]


def test_who_joins_late_has_their_missed_rounds_valued_by_the_place_where_they_enter() -> None:
    t = club(3, "1-2 1", "1-2 1, 3 absent", top_value=60, games_valued="then", absence="1/2")
    t = with_entry(t, 3, from_round=2)
    assert points(t, 3) == [29, 29]  # of 58, the third place, both
    assert [line.then for line in working(t, 3).lines] == [None, 58]


def test_the_end_correction_then_revises_the_own_values_alone() -> None:
    t = club(3, "3-1 1, 2 bye", top_value=30, games_valued="then")
    corrected = replace(t, end_correction=True)
    assert totals(t) == {3: 28 + 30, 2: 29 + 19 + HALF, 1: 30}
    assert totals(corrected) == {3: 30 + 30, 2: 29 + 19 + HALF, 1: 28}


def test_until_stable_only_the_own_values_move() -> None:
    t = club(3, "3-1 1, 2 bye", top_value=30, games_valued="then", passes="until-stable")
    assert totals(t) == {3: 30 + 30, 2: 29 + 19 + HALF, 1: 28}


# -- rounds before joining --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "pays"), [("10p", 10), ("1/4", Fraction(59, 4)), ("absent", 20), ("nothing", 0)])
def test_rounds_before_joining_pay_what_the_club_says(written: str, pays: Fraction) -> None:
    rounding: dict[str, Any] = {"rounding": "exact"} if written == "1/4" else {}
    t = club(2, "1 bye", "1-2 1", top_value=60, missed_rounds=written, **rounding)
    assert points(with_entry(t, 2, from_round=2), 2)[0] == pays


def test_they_are_no_absences_then() -> None:
    """Two absences are paid, and the missed rounds are none of them."""
    t = club(2, "1 bye", "1 bye", "2 absent", "2 absent", top_value=60, missed_rounds="5p", absence_times=2)
    assert points(with_entry(t, 2, from_round=3), 2) == [5, 5, 20, 20]


def test_what_an_entry_says_of_them_goes_before() -> None:
    t = club(2, "1 bye", "1-2 1", top_value=60, missed_rounds="5p")
    assert points(with_entry(t, 2, from_round=2, missed=Outcome.PAIRING_BYE), 2)[0] == 39 + HALF


def test_rounds_that_count_as_nothing_pay_nothing_though_a_zero_point_bye_may() -> None:
    t = club(2, "1 bye", "1-2 1", top_value=60, missed_rounds="nothing", zero_bye="5p")
    assert points(with_entry(t, 2, from_round=2), 2)[0] == 0


# -- opponents who have left ------------------------------------------------------------------------------------------


def leaver(until: int | None = None, **options: Any) -> Tournament:
    """Places are worth 60, 50, 40 and 30. 1 and 2 draw; 1, the first, leaves, and is second after round 2."""
    t = club(
        *(4, "1-2 =, 3-4 =", "2-3 1, 4 bye", "2-4 1, 3 bye"),
        **{"top_value": 60, "step": "10", "no_game": "0", "leaver": "nothing", **options},
    )
    return with_entry(t, 1, withdrawals=(Withdrawal(2, until),))


def test_who_has_left_sinks_and_their_opponents_games_with_them() -> None:
    assert order(leaver(), 1) == [1, 2, 3, 4]
    assert order(leaver(), 2) == [2, 1, 3, 4]
    assert points(leaver(), 2) == [25, 40, 30]


def test_who_has_left_may_keep_their_last_value_for_their_opponents() -> None:
    t = leaver(left_opponents="last-value")
    assert points(t, 2) == [30, 40, 30]  # half of 60, the value when 1 left
    assert totals(t)[2] == 60 + 30 + 40 + 30
    shown = working(t, 2).lines[0]
    assert [shown.whose, shown.then, shown.now] == [1, 60, 60]
    assert working(t, 1).own_value == 50  # their own place is as it is


@pytest.mark.parametrize(("share", "pays"), [("1", 30), ("1/2", 15), ("2/3", 20)])
def test_or_their_games_are_paid_by_a_share_of_the_players_own_value(share: str, pays: int) -> None:
    t = leaver(left_opponents="own-value", left_share=share)
    assert points(t, 2) == [pays, 40, 30]  # of half of 60, which 2 is worth now
    shown = working(t, 2).lines[0]
    assert [shown.whose, shown.opponent, shown.now, shown.fraction] == [2, 1, 60, HALF * Fraction(share)]


def test_before_they_leave_and_when_they_come_back_they_are_like_everybody() -> None:
    for valued in ("last-value", "own-value"):
        t = leaver(3, left_opponents=valued)
        assert points(t, 2) == points(leaver(3), 2)
        assert working(t, 2, 1) == working(leaver(), 2, 1)


@pytest.mark.parametrize("valued", ["last-value", "own-value"])
def test_until_stable_and_with_the_end_correction_it_is_the_same(valued: str) -> None:
    stable = leaver(left_opponents=valued, passes="until-stable")
    corrected = replace(leaver(left_opponents=valued), end_correction=True)
    assert points(stable, 2)[0] == points(corrected, 2)[0] == 30


def test_in_the_elo_variant_a_game_with_who_has_left_may_be_paid_by_the_own_rating() -> None:
    t = club(
        2, "1-2 1", "1 bye", system="keizer-elo", ratings={1: 1800, 2: 1200}, left_opponents="own-value", left_share="½"
    )
    assert points(t)[0] == 12
    assert points(with_entry(t, 2, withdrawals=(Withdrawal(2),)))[0] == 9


# -- the list of a finished season ------------------------------------------------------------------------------------


def few(**options: Any) -> Tournament:
    """1 has played two games, 2 and 3 one each; 3 won by forfeit too. The ladder is 1, 3, 2."""
    t = club(3, "1-2 1, 3 bye", "1-3 1, 2 absent", "3-2 +, 1 bye", top_value=60, end_correction=False, **options)
    return replace(t, is_finished=True)


def test_who_has_played_too_few_games_stands_below_all_others_without_a_place() -> None:
    four = club(
        *(4, "1-2 1, 3-4 0", "4-1 1, 2 bye, 3 bye", "4-1 1, 2 absent, 3 absent", "2-3 1, 1 bye, 4 absent"),
        top_value=60,
        min_games=3,
    )
    usual = order(four)
    listed = ladder(replace(four, is_finished=True))
    enough = [player for player in usual if player in (1, 4)]
    assert list(listed.order) == [*enough, *(player for player in usual if player in (2, 3))]
    assert [(r.place, r.is_unranked, r.has_few_games) for r in listed.rungs] == [
        (1, False, False),
        (2, False, False),
        (3, True, True),
        (4, True, True),
    ]
    assert working(replace(four, is_finished=True), listed.order[2]).place == 3


def test_or_keeps_the_place_and_is_marked() -> None:
    t = few(min_games=2, few_games="marked")
    assert order(t) == order(few())
    assert {rung.player for rung in ladder(t).rungs if rung.has_few_games} == {2, 3}
    assert not any(rung.is_unranked for rung in ladder(t).rungs)


def test_a_win_by_forfeit_is_no_game() -> None:
    assert {rung.player for rung in ladder(few(min_games=2)).rungs if rung.is_unranked} == {2, 3}


def test_as_long_as_the_season_lasts_nobody_is_set_apart_and_the_ladder_for_the_pairing_never_changes() -> None:
    t = replace(few(min_games=2), is_finished=False)
    assert ladder(t) == ladder(replace(few(), is_finished=False))
    assert ladder(few(min_games=2), 2) == ladder(t, 2) == ladder(few(min_games=2).up_to(2))
    assert season_of(few(min_games=2)).before(4) == season_of(few()).before(4)
    assert KEIZER.pair(few(min_games=2)).boards == KEIZER.pair(few()).boards


# -- nothing changes unless it is asked for ---------------------------------------------------------------------------


def _usual(kind: type[msgspec.Struct]) -> Mapping[str, Any]:
    options = kind()
    return {name: getattr(options, name) for name in kind.__struct_fields__}


@given(seasons())
def test_every_option_written_out_as_usual_gives_the_same_ladders_byte_by_byte(t: Tournament) -> None:
    said = replace(t, rules=replace(t.rules, options={**_usual(KeizerOptions), **t.rules.options}))
    assert _encode(said) == _encode(t)
    elo = replace(t, rules=replace(t.rules, system="keizer-elo", options={}))
    assert _encode(replace(elo, rules=replace(elo.rules, options=_usual(KeizerEloOptions)))) == _encode(elo)


def _encode(t: Tournament) -> bytes:
    finished = replace(t, is_finished=True)
    evenings = [ladder(t, after) for after in range(len(t.rounds) + 1)]
    return repr([*evenings, *(working(finished, player) for player in ladder(finished).order)]).encode()
