"""One pass: every item so far valued with the same values, and added up. KEIZER fig. 3 and fig. 4.

A season is revalued after every round, so this is the inner loop of everything. Players are numbered by their place in
the start order. Values and fractions are integers in two units chosen so that nothing is ever rounded but what the
club wants rounded: a value is ``n / value_unit``, a fraction ``n / weight_unit``, points ``n / unit``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import mul

from engine.keizer.items import Item
from engine.keizer.options import Rounding
from engine.model import PlayerId


class Book:
    """Everybody's card as sparse rows: whom one scored against and how much, and what is paid of one's own value."""

    def __init__(
        self,
        players: Sequence[PlayerId],
        items: Iterable[Item],
        gifts: Iterable[Fraction],
        rounding: Rounding,
        value_unit: int,
    ) -> None:
        exact = {item.fraction.denominator for item in items if item.of_opponent or rounding == "exact"}
        self.value_unit = value_unit
        self.weight_unit = lcm(2, *exact, *(gift.denominator for gift in gifts))
        self.unit = value_unit * self.weight_unit
        self.index: Mapping[PlayerId, int] = {player: index for index, player in enumerate(players)}
        self._rounding = rounding
        self._opponents: list[list[int]] = [[] for _ in players]
        self._weights: list[list[int]] = [[] for _ in players]
        self._of_own: list[Counter[Fraction]] = [Counter() for _ in players]
        self.gifts = [0] * len(players)
        self._paid: dict[tuple[Fraction, int], int] = {}

    def enter(self, items: Iterable[Item]) -> None:
        """Items that pay nothing are left out: they stay nothing whatever the values."""
        for item in items:
            if item.fraction and item.of_opponent and item.opponent is not None:
                row = self.index[item.player]
                self._opponents[row].append(self.index[item.opponent])
                self._weights[row].append(self._weight(item.fraction))
            elif item.fraction:
                self._of_own[self.index[item.player]][item.fraction] += 1

    def give(self, player: PlayerId, points: Fraction) -> None:
        """Points by a decision of the arbiter; they do not depend on values."""
        self.gifts[self.index[player]] += int(points * self.unit)

    def totals(self, values: Sequence[int], ladder: Iterable[int], own_value_counts: bool) -> list[int]:
        """KEIZER fig. 3: the own value once, and the rewards of all rounds so far, for everybody on the ladder."""
        value_of = values.__getitem__
        own_weight = self.weight_unit if own_value_counts else 0
        totals = self.gifts.copy()
        for row in ladder:
            own = values[row]
            totals[row] += own * own_weight + sum(map(mul, self._weights[row], map(value_of, self._opponents[row])))
            for fraction, times in self._of_own[row].items():
                totals[row] += times * self.compensation(fraction, own)
        return totals

    def points(self, item: Item, values: Sequence[int]) -> int:
        """What one item pays, in units."""
        if item.of_opponent and item.opponent is not None:
            return self._weight(item.fraction) * values[self.index[item.opponent]]
        return self.compensation(item.fraction, values[self.index[item.player]])

    def compensation(self, fraction: Fraction, value: int) -> int:
        """KEIZER VERHINDERING: a fraction of the own value, rounded by itself (never a game, never a total).

        The text rounds "to the half point" and prints 1/3 of 55 = 18½, of 56 = 19, of 7 = 2½: only rounding up gives
        all three. To the nearest half (a quarter goes up) and not at all are choices.
        """
        known = self._paid.get((fraction, value))
        if known is None:
            known = self._paid[fraction, value] = self._rounded(fraction.numerator * value, fraction.denominator)
        return known

    def _rounded(self, above: int, below: int) -> int:
        """``above / below`` in value units, as points in units."""
        below *= self.value_unit
        match self._rounding:
            case "up-to-half":
                return -(-2 * above // below) * (self.unit // 2)
            case "nearest-half":
                return (4 * above + below) // (2 * below) * (self.unit // 2)
            case "exact":
                return above * self.unit // below

    def _weight(self, fraction: Fraction) -> int:
        return fraction.numerator * (self.weight_unit // fraction.denominator)
