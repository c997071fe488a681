"""Performance ratings: what a score against rated opponents is worth: FIDE by tables, FMJD by a curve, game by game.

All arithmetic is exact or in whole numbers of a fixed scale, so that every machine gives the same figure. Scores come
as half points of 1-½-0 (2 for a win), whatever the tournament pays.
"""

from __future__ import annotations

import enum
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isqrt

# FIDE B.02:2024 8.1.1: the rating difference that a score of 50, 51, … 100 per cent is worth.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)

# FIDE B.02:2024 8.1.2: the last rating difference for which the expectation is 50, 51, … 99 per cent; above it is 100.
_LAST_DIFFERENCES = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
_CERTAIN = _LAST_DIFFERENCES[-1] + 1  # the first difference with an expectation of 100 per cent


def half_up(total: int, count: int) -> int:
    """The mean as a whole number, a half rounded up."""
    return (2 * total + count) // (2 * count)


def expected_percent(difference: int) -> int:
    """FIDE B.02:2024 8.1.2: the expected score in per cent of who is so many points stronger, on the full scale."""
    percent = 50 + bisect_left(_LAST_DIFFERENCES, abs(difference))
    return percent if difference >= 0 else 100 - percent


def worth(percent: int) -> int:
    """FIDE B.02:2024 8.1.1: the rating difference that a score in per cent is worth."""
    return _DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent]


def fide_performance(ratings: Sequence[int], halves: int) -> int | None:
    """FIDE C.07:2026 10.2: the rounded mean of the opponents and the worth of the score in whole per cent.

    The text does not say how a score like 2 of 3 becomes a whole per cent: we round a half up, as everywhere in it.
    """
    if not ratings:
        return None
    return half_up(sum(ratings), len(ratings)) + worth(half_up(50 * halves, len(ratings)))


def perfect_performance(ratings: Sequence[int], halves: int) -> int | None:
    """FIDE C.07:2026 10.3: the lowest whole rating whose expectations add up to the score; 0 points: lowest - 800."""
    if not ratings:
        return None
    if not halves:
        return min(ratings) - 800
    candidates = range(min(ratings) - _CERTAIN, max(ratings) + _CERTAIN + 1)
    reached = bisect_left(candidates, 50 * halves, key=lambda own: sum(expected_percent(own - r) for r in ratings))
    return candidates[reached]


def rating_change(rating: int, games: Sequence[tuple[int, int]], k: int, most: int | None = 400) -> Fraction:
    """FIDE B.02:2024 8.3: K times what was scored above expectation; an estimate. Games: opponent's rating, halves.

    A difference above ``most`` counts as ``most``; None: the full scale.
    """
    surplus = 0
    for opponent, halves in games:
        difference = rating - opponent
        counted = difference if most is None else max(-most, min(most, difference))
        surplus += 50 * halves - expected_percent(counted)
    return Fraction(k * surplus, 100)


# -- FMJD Annex D ------------------------------------------------------------------------------------------------------


class Curve(enum.Enum):
    """Which expectation Annex D means is lost with its formula; fmjd.md F25 takes the normal one."""

    NORMAL = "normal"  # sigma 2000/7: the curve behind the printed Elo table
    LOGISTIC = "logistic"  # 1 / (1 + 10^(-D/400))


def annex_d_performance(ratings: Sequence[int], halves: int, curve: Curve = Curve.NORMAL) -> Fraction | None:
    """FMJD Annex D: the rating R with sum E(R - opponent) = score over the games played, to the nearest hundredth.

    fmjd.md F26: all won is the highest opponent + 736, all lost the lowest - 736. F27: no games, no value.
    """
    if not ratings:
        return None
    if halves == 2 * len(ratings):
        return Fraction(max(ratings) + _CERTAIN)
    if not halves:
        return Fraction(min(ratings) - _CERTAIN)
    expectation = _EXPECTATIONS[curve]
    return Fraction(_nearest_hundredth(ratings, halves * _ONE // 2, expectation), 100)


def _nearest_hundredth(ratings: Sequence[int], score: int, expectation: Callable[[int], int]) -> int:
    """The crossing lies between two whole ratings; from a guess on the line between them we step to the nearest.

    The guess saves time only: what is returned is checked half a hundredth to either side.
    """

    def expected_score(steps: int) -> int:  # of a rating in steps of half a hundredth
        return sum(expectation(steps - 200 * rating) for rating in ratings)

    whole = range(min(ratings) - 4 * _CERTAIN, max(ratings) + 4 * _CERTAIN)
    above = whole[bisect_left(whole, score, key=lambda rating: expected_score(200 * rating))]
    low, high = expected_score(200 * (above - 1)), expected_score(200 * above)
    hundredth = 100 * (above - 1) + 100 * (score - low) // (high - low)
    while expected_score(2 * hundredth - 1) > score:
        hundredth -= 1
    while expected_score(2 * hundredth + 1) <= score:
        hundredth += 1
    return hundredth


_BITS = 128  # far more than the figures need: the series below lose at most some 40 of them to cancellation
_ONE = 1 << _BITS
_STEPS = 200  # a rating difference comes in steps of half a hundredth of a point
_LN_10 = 2302585092994045684017991454684364207601101488628772  # times 10^51
_PI = 3141592653589793238462643383279502884197169399375105  # times 10^51
_FURTHEST = 2000  # beyond it both curves are flat to more digits than a score has


@lru_cache(maxsize=1 << 16)
def _normal(steps: int) -> int:
    """The normal distribution at 7·D/2000, times 2^128, by its power series in whole numbers."""
    steps = max(-_FURTHEST * _STEPS, min(_FURTHEST * _STEPS, steps))
    above, below = 7 * steps, 2000 * _STEPS
    term = _ONE * above // below
    total, k = term, 0
    while term:
        # x^(2k+1) / (2^k k!) goes over to the next k; the series has it with alternating sign, divided by 2k+1.
        k += 1
        term = -_toward_zero(term * above * above, below * below * 2 * k)
        total += _toward_zero(term, 2 * k + 1)
    return _ONE // 2 + total * _ONE // _ROOT_2_PI


def _toward_zero(above: int, below: int) -> int:
    """So that a series ends at 0 and both signs are treated alike."""
    return above // below if above >= 0 else -(-above // below)


_ROOT_2_PI = isqrt((2 * _PI << (2 * _BITS)) // 10**51)


@lru_cache(maxsize=1 << 16)
def _logistic(steps: int) -> int:
    """1 / (1 + 10^(-D/400)), times 2^128, the power by the series of exp in whole numbers."""
    steps = max(-_FURTHEST * _STEPS, min(_FURTHEST * _STEPS, steps))
    tens, rest = divmod(-steps, 400 * _STEPS)  # 10^tens · 10^(rest / 80000), the latter between 1 and 10
    exponent = (_LN_10 * rest << _BITS) // (10**51 * 400 * _STEPS)
    term = power = _ONE
    k = 0
    while term:
        k += 1
        term = (term * exponent >> _BITS) // k
        power += term
    above, below = (10**tens, 1) if tens >= 0 else (1, 10**-tens)
    return _ONE * _ONE // (_ONE + power * above // below)


_EXPECTATIONS: Mapping[Curve, Callable[[int], int]] = {Curve.NORMAL: _normal, Curve.LOGISTIC: _logistic}
