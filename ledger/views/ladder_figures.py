"""Figures of a ladder: place, value and total of a player, for views that show them beside others.

Values, totals and points are exact, like every figure (``figures.py``): ``"143/2"`` for programs, ``71½`` for people;
the Elo variant counts in hundredths and writes ``19.45``.
"""

from __future__ import annotations

from fractions import Fraction

from engine.errors import Refusal
from engine.ladder import Ladder, LadderRules
from engine.model import PlayerId, Tournament, Value
from engine.registry import SYSTEMS, has_ladder
from engine.scoring import show as written
from ledger.views.figures import Amount, decimal


class LadderFigures(Value, frozen=True, omit_defaults=True):
    """Where a player stands on the whole ladder, and by what."""

    place: int
    value: Amount  # what the player is worth to the next opponent
    total: Amount
    is_unranked: bool = False  # after too few games without a place: ``place`` is where the line stands


def with_ladder(t: Tournament) -> Tournament:
    if not has_ladder(t.rules.system):
        raise Refusal("no-ladder", system=t.rules.system)
    return t


def ladder_rules(t: Tournament) -> LadderRules:
    rules = SYSTEMS[with_ladder(t).rules.system].ladder
    assert rules is not None
    return rules


def figures_on(t: Tournament, ladder: Ladder) -> dict[PlayerId, LadderFigures]:
    """Of everybody who is on it."""
    return {
        rung.player: LadderFigures(rung.place, worth(t, rung.value), worth(t, rung.total), rung.is_unranked)
        for rung in ladder.rungs
    }


def worth(t: Tournament, value: Fraction) -> Amount:
    """A figure of the ladder: in halves and thirds; where the system counts so, to the hundredth, ``19.45``, or to the
    thousandth where that says more, ``9.725``."""
    in_hundredths = ladder_rules(t).counts_in_hundredths
    return Amount(str(value), decimal(value, 3).removesuffix("0") if in_hundredths else written(value, 1))
