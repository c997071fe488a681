"""Keizer's ladder as a secretary counts it on paper, from the text alone: it knows nothing of the engine.

Every place has a value, the first the highest. What all evenings paid is counted anew after each, by the values of the
ladder before it; the own value is added once. With equal totals who stood higher stays higher.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

# What somebody did in a round: how it ended, and against whom (0: nobody).
Doing = tuple[str, int]
OF_OPPONENT = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0), "postponed": Fraction(0)}
OF_OWN = {"absent": Fraction(1, 3), "silent": Fraction(0), "no-game": Fraction(2, 3), "team": Fraction(2, 3)}


def count(
    start: Sequence[int], rounds: Sequence[Mapping[int, Doing]], *, end_correction: bool = False
) -> list[tuple[int, Fraction]]:
    """The ladder after these rounds, best first; ``start`` is the one before them."""
    order, totals = list(start), dict[int, Fraction]()
    for until in [*range(1, len(rounds) + 1), *([len(rounds)] if end_correction else [])]:
        values = _values(order)
        totals = {player: values[player] + _paid(player, rounds[:until], values) for player in order}
        order.sort(key=lambda player: -totals[player])  # stable: of equal ones the one who stood higher
    return [(player, totals[player]) for player in order]


def _values(order: Sequence[int]) -> dict[int, int]:
    top = ceil(len(order) * Fraction(3, 2))
    return {player: top - place for place, player in enumerate(order)}


def _paid(player: int, rounds: Sequence[Mapping[int, Doing]], values: Mapping[int, int]) -> Fraction:
    paid = Fraction(0)
    for done in rounds:
        how, opponent = done[player]
        if opponent:
            paid += OF_OPPONENT[how] * values[opponent]
        else:
            paid += Fraction(ceil(2 * OF_OWN[how] * values[player]), 2)  # up to the next half point
    return paid
