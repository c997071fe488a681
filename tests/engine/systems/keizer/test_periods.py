"""Periods of a Keizer season: their points, and absences and meetings that are counted in each."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.audit import breaches
from engine.errors import NoPairing
from engine.model import Adjustment, Outcome, Period, Tournament
from engine.systems.keizer.items import items_by_round
from engine.systems.keizer.ladder import KeizerSeason, ladder, working
from engine.systems.keizer.options import options_of
from engine.systems.keizer.system import KEIZER
from tests.engine.systems.keizer.club import club, order
from tests.engine.systems.keizer.test_properties import seasons

HALVES = (Period(1, "Autumn", 1), Period(2, "Spring", 3))


def in_halves(t: Tournament) -> Tournament:
    return replace(t, periods=HALVES)


def totals(t: Tournament, from_round: int, after_round: int | None = None) -> dict[int, Fraction]:
    return {rung.player: rung.total for rung in KeizerSeason(t).period(from_round, after_round)}


# -- standings -------------------------------------------------------------------------------------------------------

EVENINGS = ("1-2 1, 3-4 =", "3-1 1, 4-2 =", "1-4 1, 2-3 =")


def test_a_period_pays_what_its_rounds_pay_on_the_ladder_after_it():
    """Worked by hand: round 2 is valued with the ladder 1, 3, 2, 4 after round 1, so with 6, 5, 4 and 3."""
    t = club(4, *EVENINGS, rounding="exact")
    assert order(t, 1) == [1, 3, 2, 4]
    half = Fraction(1, 2)
    # 3 drew with 4 and beat 1; 4 drew with 3 and 2; 1 beat 2; 2 drew with 4.
    assert totals(t, 1, 2) == {3: half * 3 + 6, 4: half * 5 + half * 4, 1: 4, 2: half * 3}


def test_the_own_value_is_no_part_of_it_and_everybody_begins_at_nothing():
    t = club(4, *EVENINGS)
    assert set(totals(t, 4).values()) == {0}
    assert {rung.total - rung.value for rung in ladder(club(4), 0).rungs} == {0}, "the ladder begins with it"


def test_equal_totals_rank_as_on_the_ladder_after_it():
    t = club(4, *EVENINGS)
    assert [rung.player for rung in KeizerSeason(t).period(4)] == order(t)


def test_points_by_decision_belong_to_the_period_of_their_round():
    t = replace(club(4, *EVENINGS), adjustments=(Adjustment(2, 3, -1, "telephone"),))
    without = club(4, *EVENINGS)
    assert totals(t, 1, 2) == totals(without, 1, 2)
    assert totals(without, 3)[2] - totals(t, 3)[2] == Fraction(1, 2), "a unit of the point table is half a point"


@given(seasons())
def test_all_rounds_pay_what_the_items_of_the_season_add_up_to(t: Tournament) -> None:
    for rung in KeizerSeason(t).period(1):
        card = working(t, rung.player)
        assert rung.total == sum((line.points for line in card.lines), Fraction(0)) == card.total - card.own_value


@given(seasons(), st.integers(1, 7))
def test_periods_of_one_ladder_add_up_to_all_rounds(t: Tournament, middle: int) -> None:
    """By the values of the same ladder; each period is shown by those at its own end."""
    late, everything = totals(t, middle), totals(t, 1)
    early = {
        player: sum((line.points for line in working(t, player).lines if line.round < middle), Fraction(0))
        for player in everything
    }
    assert everything == {player: early[player] + late[player] for player in everything}


@given(seasons(), st.integers(0, 6))
def test_later_rounds_change_nothing_in_a_period_that_is_over(t: Tournament, last: int) -> None:
    last = min(last, len(t.rounds))
    assert KeizerSeason(t).period(1, last) == KeizerSeason(t.up_to(last)).period(1, last)


# -- absences --------------------------------------------------------------------------------------------------------

ABSENT = tuple("1-2 1, 3 absent" for _ in range(4))


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({"absence_times": 1}, ["1/3", "0", "0", "0"]),
        ({"absence_times": 1, "absence_counted": "period"}, ["1/3", "0", "1/3", "0"]),
        ({"absence_falling": True}, ["1/3", "1/4", "1/5", "1/6"]),
        ({"absence_falling": True, "absence_counted": "period"}, ["1/3", "1/4", "1/3", "1/4"]),
    ],
)
def test_absences_are_counted_over_the_season_or_in_each_period(options, paid):
    t = in_halves(club(3, *ABSENT, **options))
    items = [item for items in items_by_round(t, options_of(t.rules)) for item in items if item.player == 3]
    assert [str(item.fraction) for item in items] == paid
    assert {item.outcome for item in items} == {Outcome.ABSENT}


def test_without_periods_there_is_one_count():
    counted = club(3, *ABSENT, absence_times=1, absence_counted="period")
    assert ladder(counted) == ladder(club(3, *ABSENT, absence_times=1))


# -- meetings --------------------------------------------------------------------------------------------------------


def test_the_same_two_meet_once_in_each_period():
    """1 has met 2 and 3 in autumn; in spring 2 is the next opponent again."""
    autumn = in_halves(club(4, "1-2 =, 3-4 =", period_meetings=1, max_meetings=2))
    one = next(board for board in KEIZER.pair(autumn).boards if 1 in (board.white, board.black))
    assert {one.white, one.black} == {1, 3}
    spring = in_halves(club(4, "1-2 =, 3-4 =", "1-3 =, 2-4 =", period_meetings=1, max_meetings=2))
    first, second = order(spring)[:2]
    one = next(board for board in KEIZER.pair(spring).boards if first in (board.white, board.black))
    assert {one.white, one.black} == {first, second}


def test_the_explanation_names_the_period():
    t = in_halves(club(4, "1-2 1, 3-4 1", "1-3 =, 2-4 =", "3-1 1, 4-2 =", period_meetings=1))
    told = [reason for reason in KEIZER.pair(t).reasons if reason.code == "keizer-met-enough-in-period"]
    assert told
    assert all(reason.facts == {"rounds": (3,), "period": "Spring"} for reason in told)


def test_where_nobody_may_meet_any_more_the_rule_of_the_period_is_named():
    t = in_halves(club(2, "1-2 1", period_meetings=1))
    with pytest.raises(NoPairing) as caught:
        KEIZER.pair(t)
    assert (caught.value.code, caught.value.facts) == ("keizer-period-meetings-must-yield", {"round": 2, "most": 1})
    assert KEIZER.pair(in_halves(club(2, "1-2 1", "1-2 1", period_meetings=1))).boards, "a new period"


def test_a_pairing_by_hand_that_breaks_it_is_told():
    t = in_halves(club(2, "1-2 1", "2-1 1", "1-2 1", "2-1 1", period_meetings=1))
    found = [one for one in breaches(t, t.rounds[3].boards, 4) if one.code == "met-enough-in-period"]
    assert [breach.facts for breach in found] == [{"rounds": (3,), "period": "Spring", "most": 1}]
    assert not breaches(t, t.rounds[2].boards, 3), "the first of a period"
