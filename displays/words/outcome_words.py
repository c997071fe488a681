"""What a round without a game is called. Byes are named by the points of chess; where one is worth another number it is
called by that: a "half-point bye" of draughts (2-1-0) is worth a whole one."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction

from displays.words.language import Language
from engine.model import Outcome, PointTable
from engine.scoring import scale, show

_POINTS_IN_THE_NAME = {Outcome.FULL_BYE: Fraction(1), Outcome.HALF_BYE: Fraction(1, 2)}


def outcome_word(outcome: Outcome, units: int, per_point: int, language: Language) -> str:
    """``units`` is what it scores."""
    if _POINTS_IN_THE_NAME.get(outcome, Fraction(units, per_point)) == Fraction(units, per_point):
        return language.word(outcome.value, "outcomes")
    return language.phrase("bye-worth", points=show(units, per_point))


@functools.lru_cache(maxsize=256)
def outcome_words(table: PointTable, language: Language) -> Mapping[str, str]:
    """All of them, as a tournament with that table calls them."""
    return {
        outcome.value: outcome_word(outcome, units, table.per_point, language)
        for outcome, units in scale(table).items()
    }
