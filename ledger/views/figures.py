"""The figures of a table: exact for programs, and as they are written on a wall.

``exact`` is a whole number or a fraction in lowest terms, ``"31/2"``: points, rating points or a plain count, never
units of the point table. A list that is compared part by part has spaces between its parts; what has no value is empty.
``shown`` is the same for people, in any language: ``15½``, ``2⅓``; a rating to the hundredth, ``2449.03``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from engine.model import Tournament, Value
from engine.scoring import show
from engine.tiebreaks import DEFINITIONS, Figure, TieBreak, Unit, criteria

NO_VALUE = "–"
SCORE = "PTS"  # the code of the points


class Amount(Value, frozen=True):
    exact: str
    shown: str


class Column(Value, frozen=True):
    """One criterion of a table."""

    code: str  # as it was agreed: "BH/C1"
    unit: Unit


def columns(t: Tournament) -> tuple[Column, ...]:
    """The criteria in their order; the first is the score, unless another order was agreed."""
    return tuple(Column(tiebreak.code, unit_of(tiebreak)) for tiebreak in criteria(t.rules.tiebreaks))


def unit_of(tiebreak: TieBreak) -> Unit:
    return DEFINITIONS[tiebreak.base].unit


def state_amount(figure: Figure, column: Column, per_point: int) -> Amount:
    """Of a criterion that looks at who is tied with whom (direct encounter, play-off) 0 means that it set nobody apart,
    or was not asked: that is no value."""
    looks_at_ties = DEFINITIONS[column.code.partition("/")[0]].measure is None
    return amount(None if looks_at_ties and figure == 0 else figure, column.unit, per_point)


@lru_cache(maxsize=1 << 14)
def amount(figure: Figure, unit: Unit, per_point: int) -> Amount:
    """Kept: a table has thousands of figures and few different ones."""
    if figure is None:
        return Amount("", NO_VALUE)
    parts = figure if isinstance(figure, tuple) else (figure,)
    values = [Fraction(part) / (per_point if unit is Unit.POINTS else 1) for part in parts]
    written = _rating if unit is Unit.RATING else _points
    return Amount(" ".join(map(str, values)), " ".join(map(written, values)) or NO_VALUE)


def _points(value: Fraction) -> str:
    return show(value, 1)


def _rating(value: Fraction) -> str:
    """To the hundredth: nobody reads thirds of a rating point."""
    return decimal(value, 2).removesuffix(".00")


def decimal(value: Fraction, places: int) -> str:
    """``decimal(Fraction(98, 3), 3)`` is ``32.667``; a half is rounded up."""
    rounded = (2 * value * 10**places + 1) // 2
    whole, rest = divmod(abs(rounded), 10**places)
    return f"{'-' if rounded < 0 else ''}{whole}.{rest:0{places}}"
