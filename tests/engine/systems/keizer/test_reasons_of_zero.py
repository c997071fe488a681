"""Why a round of a Keizer season pays nothing (KEIZER BELONING, VERHINDERING): a code with every 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from engine.ladder import LadderLine
from engine.model import Outcome, Tournament, Withdrawal
from engine.periods import Period
from engine.systems.keizer.ladder import working
from tests.engine.systems.keizer.club import club, with_entry

THIRD = Fraction(1, 3)


def line(t: Tournament, player: int, round_number: int) -> LadderLine:
    return working(t, player).lines[round_number - 1]


@pytest.mark.parametrize(
    ("evening", "because"),
    [
        ("1-2 1, 3-4 0", "lost"),
        ("1-2 +, 3-4 0", "forfeit-lost"),
        ("1-2 ?, 3-4 0", "pending"),
        ("1-2 p, 3-4 0", "postponed"),
        ("3-4 0, 1 bye, 2 silent", "absent-unnotified"),
        ("3-4 0, 1 bye, 2 team-lost", "zero-bye"),
        ("3-4 0, 1 bye, 2 absent", ""),
        ("3-4 0, 1 bye, 2 team", ""),
        ("1-2 =, 3-4 0", ""),
    ],
)
def test_a_round_that_pays_nothing_says_why(evening: str, because: str) -> None:
    found = line(club(4, evening), 2, 1)
    assert (found.because, found.points == 0) == (because, because != "")


@pytest.mark.parametrize(
    ("evening", "options", "because"),
    [
        ("3-4 0, 1 bye, 2 absent", {"absence": "0"}, "not-paid"),
        ("3-4 0, 1 absent, 2 bye", {"no_game": "0"}, "not-paid"),
        ("1-2 =, 3-4 0", {"draw": "0"}, "not-paid"),
        ("3-4 0, 1 bye, 2 team", {"team_duty_by_result": True}, "team-result-missing"),
        ("1-2 +, 3-4 0", {"forfeits": "as-played"}, "forfeit-lost"),
        ("1-2 1, 3-4 0", {"loss": "1/4"}, ""),
        ("1-2 p, 3-4 0", {"postponed": "draw"}, ""),
        ("3-4 0, 1 bye, 2 silent", {"absence_unnotified": "1/9"}, ""),
        ("3-4 0, 1 bye, 2 absent", {"absence": "5p"}, ""),
        ("3-4 0, 1 bye, 2 absent", {"absence": "0p"}, "not-paid"),
    ],
)
def test_what_the_club_chose_is_the_reason_too(evening: str, options: dict[str, Any], because: str) -> None:
    found = line(club(4, evening, **options), 2, 1)
    assert (found.because, found.points == 0) == (because, because != "")


def test_fn_338_after_the_last_absence_that_is_paid_the_limit_is_the_reason() -> None:
    t = club(3, *["2-3 1, 1 absent"] * 3, absence_times=2)
    assert [(one.fraction, one.because) for one in working(t, 1).lines] == [
        (THIRD, ""),
        (THIRD, ""),
        (0, "absences-used-up"),
    ]
    assert (working(t, 1).absences.used, working(t, 1).absences.limit) == (3, 2)
    assert working(t, 1, 1).absences.used == 1, "as many as there were then"


def test_after_the_limit_it_is_told_also_where_the_club_pays_the_later_ones_in_another_way() -> None:
    found = working(club(3, *["2-3 1, 1 absent"] * 2, absence_times=1, absence_later="1/6"), 1).lines
    assert [(one.fraction, one.because) for one in found] == [(THIRD, ""), (Fraction(1, 6), "absences-used-up")]


def test_a_game_with_somebody_who_has_left_says_so_where_it_is_valued_otherwise() -> None:
    t = club(4, "1-2 1, 3-4 1", "1-3 1, 4 bye", left_opponents="own-value", left_share="0")
    t = with_entry(t, 2, withdrawals=(Withdrawal(2),))
    assert [(one.because, one.points == 0) for one in working(t, 1).lines] == [("opponent-left", True), ("", False)]


def test_absences_that_are_counted_by_periods_begin_anew() -> None:
    t = club(3, *["2-3 1, 1 absent"] * 3, absence_times=1, absence_counted="period")
    t = replace(t, periods=(Period(1, "autumn", 1), Period(2, "spring", 3)))
    assert [one.because for one in working(t, 1).lines] == ["", "absences-used-up", ""]
    assert [working(t, 1, after).absences.used for after in (1, 2, 3)] == [1, 2, 1]


def test_absences_without_notice_and_for_the_team_are_not_counted_among_those_with_notice() -> None:
    t = club(3, "2-3 1, 1 silent", "2-3 1, 1 team", "2-3 1, 1 absent")
    assert (working(t, 1).absences.used, working(t, 1).absences.limit) == (1, None)


@pytest.mark.parametrize(("pays", "fraction"), [("absent", THIRD), ("nothing", 0)])
def test_rounds_before_joining_and_after_leaving_say_so_whether_paid_or_not(pays: str, fraction: Fraction) -> None:
    t = club(4, "1-2 1", "1-2 1, 3-4 1", missed_rounds=pays, leaver=pays)
    joined = with_entry(t, 3, from_round=2)
    left = with_entry(replace(t, rounds=(t.rounds[1], t.rounds[0])), 4, withdrawals=(Withdrawal(2),))
    left = replace(left, rounds=tuple(replace(one, number=n) for n, one in enumerate(left.rounds, start=1)))
    for found in (line(joined, 3, 1), line(left, 4, 2)):
        assert found.fraction == fraction
        assert found.outcome is (Outcome.ABSENT if pays == "absent" else Outcome.ZERO_BYE)
    assert (line(joined, 3, 1).because, line(left, 4, 2).because) == ("joined-later", "left")


def test_the_value_used_is_told_also_where_the_own_value_is_not_counted() -> None:
    shown = working(club(4, "1-2 1, 3-4 1", top_value=10, own_value="never"), 2)
    assert [*map(str, (shown.value_used, shown.own_value, shown.total))] == ["9", "0", "0"]
