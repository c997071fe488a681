"""FIDE B.02:2024 8.1 and 8.3, C.07:2026 10.2 and 10.3; FMJD Annex D."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from engine.performance import (
    Curve,
    annex_d_performance,
    expected_percent,
    fide_performance,
    half_up,
    perfect_performance,
    rating_change,
    worth,
)


@pytest.mark.parametrize(
    ("difference", "percent"),
    [(0, 50), (3, 50), (4, 51), (-3, 50), (-4, 49), (97, 63), (391, 91), (392, 92), (619, 98), (735, 99), (736, 100)],
)
def test_8_1_2_the_expectation_by_the_table(difference: int, percent: int) -> None:
    assert expected_percent(difference) == percent
    assert expected_percent(-difference) == 100 - percent


def test_8_1_1_the_worth_of_a_score_by_the_table() -> None:
    assert [worth(percent) for percent in (0, 1, 25, 49, 50, 51, 75, 99, 100)] == [
        *(-800, -677, -193, -7),
        *(0, 7, 193, 677, 800),
    ]


def test_8_1_the_two_tables_agree() -> None:
    """What a score is worth is a difference for which that score is expected."""
    assert all(expected_percent(worth(percent)) == percent for percent in range(101))


def test_10_1_a_half_is_rounded_up() -> None:
    assert [half_up(total, 2) for total in (4001, 4000, 3999)] == [2001, 2000, 2000]


def test_10_2_the_performance_is_the_mean_and_the_worth_of_the_score() -> None:
    assert fide_performance([2400, 2000], 3) == 2200 + 193
    assert fide_performance([2000, 1950, 1951], 4) == 1967 + 125  # 2 of 3 are 67 per cent
    assert fide_performance([1878, 1864], 4) == 1871 + 800
    assert fide_performance([2000], 0) == 2000 - 800
    assert fide_performance([], 0) is None


def test_10_3_the_perfect_performance_is_the_lowest_rating_that_expects_the_score() -> None:
    for ratings, halves in (([2400, 2000], 3), ([2000, 1950, 1951], 4), ([1500, 2500, 1800, 1801], 1)):
        found = perfect_performance(ratings, halves)
        assert found is not None
        assert sum(expected_percent(found - rating) for rating in ratings) >= 50 * halves
        assert sum(expected_percent(found - 1 - rating) for rating in ratings) < 50 * halves
    assert perfect_performance([1878, 1864], 4) == 1878 + 736
    assert perfect_performance([1878, 1864], 0) == 1864 - 800
    assert perfect_performance([], 0) is None


def test_8_3_the_change_of_a_rating_and_the_400_points_rule() -> None:
    assert rating_change(2000, [(2000, 2), (2100, 1)], 20) == 20 * (Fraction(50, 100) + Fraction(14, 100))
    assert rating_change(2500, [(1800, 2)], 10) == Fraction(8, 10)  # 700 points count as 400: 92 per cent
    assert rating_change(2500, [(1800, 2)], 10, most=None) == Fraction(1, 10)
    assert rating_change(2000, [], 40) == 0


@pytest.mark.parametrize(
    ("ratings", "halves", "expected"),
    [((2400, 2000), 3, "2449.04"), ((2200, 2200), 3, "2390.85"), ((2200, 2000, 2100), 3, "2100")],
)
def test_annex_d_the_examples_of_our_digest(ratings: tuple[int, ...], halves: int, expected: str) -> None:
    assert annex_d_performance(ratings, halves, Curve.LOGISTIC) == Fraction(expected)


def test_annex_d_a_solution_that_is_exact_is_found_exactly() -> None:
    for curve in Curve:
        assert annex_d_performance([2000, 2101], 2, curve) == Fraction(4101, 2)
        assert annex_d_performance([1234], 1, curve) == 1234


def test_f26_f27_without_a_solution() -> None:
    assert annex_d_performance([2000, 2100], 4) == 2836
    assert annex_d_performance([2000, 2100], 0) == 1264
    assert annex_d_performance([], 0) is None


def _normal(difference: float) -> float:
    return math.erfc(-difference * 7 / 2000 / math.sqrt(2)) / 2


def _logistic(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


@pytest.mark.parametrize(("curve", "expectation"), [(Curve.NORMAL, _normal), (Curve.LOGISTIC, _logistic)])
def test_annex_d_the_figure_solves_the_equation(curve: Curve, expectation: object) -> None:
    """Against the floating-point functions of the standard library: half a hundredth to either side."""
    assert callable(expectation)
    ratings = [2317, 1988, 2204, 1703, 2111]
    for halves in range(1, 10):
        found = annex_d_performance(ratings, halves, curve)
        assert found is not None
        below = sum(expectation(float(found) - 0.005 - rating) for rating in ratings)
        above = sum(expectation(float(found) + 0.005 - rating) for rating in ratings)
        assert below - 1e-9 <= halves / 2 <= above + 1e-9


def test_annex_d_extreme_fields_have_a_figure() -> None:
    for curve in Curve:
        found = annex_d_performance([1, 3999], 2, curve)
        assert found == 2000
        assert annex_d_performance([1, 1, 3999], 5, curve) is not None
