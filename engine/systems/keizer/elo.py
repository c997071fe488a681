"""Ratings that evolve while the season is played: KEIZER fn 344, with the expected scores of FIDE B.02 8.1.2.

A rating is an integer in hundredths of a rating point: a K-factor times a percentage is exactly that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from engine.model import MEANINGS, Tournament
from engine.systems.keizer.items import Item
from engine.systems.keizer.options import KeizerEloOptions
from engine.systems.keizer.order import start_order

PER_POINT = 100  # hundredths in a rating point
VALUE_UNIT = 100 * PER_POINT  # a value is rating / 100: rating 1945 is worth 19.45

# The largest difference in rating at which the stronger player is expected to score 50, 51, 52 … per cent.
_LARGEST_DIFFERENCE = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),
    *(374, 391),
)
_LARGEST_COUNTED = 400

_HALF_A_GAME = 50  # per cent


def expected_per_cent(rating: int, opponent: int) -> int:
    """FIDE B.02 8.1.2, 8.3.1: the expected score; a difference above 400 counts as 400. Ratings in hundredths.

    The table is made for whole differences; one between two of its rows is rounded to the nearest, halves up.
    """
    difference = (abs(rating - opponent) + PER_POINT // 2) // PER_POINT
    stronger = 50 + bisect_left(_LARGEST_DIFFERENCE, min(difference, _LARGEST_COUNTED))
    return stronger if rating >= opponent else 100 - stronger


def ratings_at_start(t: Tournament, options: KeizerEloOptions) -> tuple[int, ...]:
    """KEIZER fn 344: the "(estimated)" rating of everybody, in the start order, in hundredths."""
    ratings = (t.entries[number].player.rating for number in start_order(t))
    return tuple(PER_POINT * (options.estimated_rating if rating is None else rating) for rating in ratings)


def after_round(
    ratings: Sequence[int], items: Iterable[Item], index: Mapping[int, int], k_factor: int
) -> tuple[int, ...]:
    """KEIZER fn 344: rated games move ratings by K times (score − expected), all from the ratings before the round.

    They stay exact, without the rounding of the rating office: a season adds up many small steps.
    """
    new = list(ratings)
    for item in items:
        meaning = MEANINGS[item.outcome]
        if item.opponent is not None and meaning.rated:
            one, other = index[item.player], index[item.opponent]
            new[one] += k_factor * (_HALF_A_GAME * meaning.halves - expected_per_cent(ratings[one], ratings[other]))
    return tuple(new)
