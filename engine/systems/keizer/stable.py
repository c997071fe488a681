"""Passes until the ladder stands still (KEIZER RANGLIJST).

Keizer's text makes one pass a round; others go on until nothing changes (KEIZER fn 344 mentions it). The map from
ladder to ladder may run in a circle instead, and then every rule that stops after so many passes, or at the first
repetition, gives an answer that depends on where it began to count. Here the circle itself is the answer: each
player's total is the exact mean of their totals over it, whichever of its ladders was met first. There is no cap: there
are finitely many ladders, so one is met again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.model import Value
from engine.systems.keizer.order import Ranking


class Rest(Value, frozen=True):
    """Where the passes came to rest: on one ladder, or on a circle of several."""

    circle: tuple[Ranking, ...]
    totals: tuple[tuple[int, ...], ...]  # those computed from each ladder of the circle
    passes: int  # before the first of them was reached

    @property
    def summed_totals(self) -> list[int]:
        """The mean totals times the length of the circle: still integers, in the same order."""
        return [sum(of_player) for of_player in zip(*self.totals, strict=True)]


def come_to_rest(
    ladder: Ranking,
    totals_by: Callable[[Ranking], tuple[int, ...]],
    rank: Callable[[Sequence[int], Ranking], Ranking],
) -> Rest:
    """Pass after pass from this ladder until one comes up for the second time."""
    met: dict[Ranking, int] = {}
    totals: list[tuple[int, ...]] = []
    while ladder not in met:
        met[ladder] = len(met)
        totals.append(totals_by(ladder))
        ladder = rank(totals[-1], ladder)
    first = met[ladder]
    return Rest(tuple(met)[first:], tuple(totals[first:]), first)
