"""The book of a Keizer season: one pass values every item with the same values (KEIZER fig. 3 and 4).

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

from engine.model import PlayerId
from engine.systems.keizer.items import Item
from engine.systems.keizer.options import KeizerShared, Rounding, fraction

# Who has left by an evening, and what their opponents' games are valued by: their last value; None: by the own value.
Left = Mapping[int, int | None]
NOBODY_LEFT: Left = {}


class Book:
    """Everybody's card as sparse rows: whom one scored against and how much, and what is paid of one's own value."""

    def __init__(
        self,
        players: Sequence[PlayerId],
        items: Iterable[Item],
        gifts: Iterable[Fraction],
        options: KeizerShared,
        value_unit: int,
    ) -> None:
        items = tuple(items)
        exact = {item.fraction.denominator for item in items if item.of_opponent or options.rounding == "exact"}
        fixed = {item.points.denominator for item in items if item.points is not None}
        self.left_share = fraction(options, "left_share")
        self._rounding, self._game_rounding = options.rounding, options.game_rounding
        self.value_unit = value_unit
        self.weight_unit = lcm(2, *exact, *fixed, *(gift.denominator for gift in gifts)) * self.left_share.denominator
        self.unit = value_unit * self.weight_unit
        self.index: Mapping[PlayerId, int] = {player: index for index, player in enumerate(players)}
        self._opponents: list[list[int]] = [[] for _ in players]
        self._weights: list[list[int]] = [[] for _ in players]
        self._scored_by: list[list[tuple[int, int]]] = [[] for _ in players]  # the same, seen from the opponent
        self._of_own: list[Counter[Fraction]] = [Counter() for _ in players]
        self.gifts = [0] * len(players)
        self._paid: list[dict[int, int]] = [{} for _ in players]

    def enter(self, items: Iterable[Item]) -> None:
        """Items that pay nothing are left out: they stay nothing whatever the values."""
        for item in items:
            if item.points is not None:
                self.give(item.player, item.points)
            elif item.fraction and item.of_opponent and item.opponent is not None:
                row, opponent, weight = self.index[item.player], self.index[item.opponent], self._weight(item.fraction)
                self._opponents[row].append(opponent)
                self._weights[row].append(weight)
                self._scored_by[opponent].append((row, weight))
            elif item.fraction:
                row = self.index[item.player]
                self._of_own[row][item.fraction] += 1
                self._paid[row].clear()

    def give(self, player: PlayerId, points: Fraction) -> None:
        """Points that do not depend on values: fixed ones, and those by a decision of the arbiter."""
        self.gifts[self.index[player]] += int(points * self.unit)

    def keep(self, item: Item, values: Sequence[int]) -> None:
        """In place of entering it: what an item pays by these values, for ever."""
        self.gifts[self.index[item.player]] += self.points(item, values)

    def totals(
        self, values: Sequence[int], ladder: Iterable[int], own_value_counts: bool, left: Left = NOBODY_LEFT
    ) -> list[int]:
        """KEIZER fig. 3: the own value once, and the rewards of all rounds so far, for everybody on the ladder."""
        own_weight = self.weight_unit if own_value_counts else 0
        totals = self.gifts.copy()
        for row in ladder:
            own = values[row]
            totals[row] += own * own_weight + self._games(row, values, left) + self._compensations(row, own)
        return totals

    def _games(self, row: int, values: Sequence[int], left: Left) -> int:
        weights, opponents = self._weights[row], self._opponents[row]
        if self.is_linear(left):
            return sum(map(mul, weights, map(values.__getitem__, opponents)))
        pairs = zip(weights, opponents, strict=True)
        return sum(self._game(row, weight, opponent, values, left) for weight, opponent in pairs)

    def is_linear(self, left: Left) -> bool:
        """Whether a game pays its opponent's value times a weight, whoever plays it."""
        return self._game_rounding == "exact" and not left

    def _game(self, row: int, weight: int, opponent: int, values: Sequence[int], left: Left) -> int:
        if opponent not in left:
            paid = weight * values[opponent]
        elif (last := left[opponent]) is not None:
            paid = weight * last
        else:
            paid = weight * self.left_share.numerator // self.left_share.denominator * values[row]
        return self._round(paid, self.unit, self._game_rounding)

    def revalue(self, totals: list[int], row: int, old: int, new: int, own_value_counts: bool) -> None:
        """Change the totals as far as they depend on one player's value: their own and of those who scored on them."""
        rise = new - old
        for scorer, weight in self._scored_by[row]:
            totals[scorer] += weight * rise
        if own_value_counts:
            totals[row] += self.weight_unit * rise
        totals[row] += self._compensations(row, new) - self._compensations(row, old)

    def points(self, item: Item, values: Sequence[int], left: Left = NOBODY_LEFT) -> int:
        """What one item pays, in units."""
        row = self.index[item.player]
        if item.points is not None:
            return int(item.points * self.unit)
        if item.of_opponent and item.opponent is not None:
            return self._game(row, self._weight(item.fraction), self.index[item.opponent], values, left)
        return self.compensation(item.fraction, values[row])

    def compensation(self, fraction: Fraction, value: int) -> int:
        """KEIZER VERHINDERING: a fraction of the own value, rounded by itself (never a total).

        The text rounds "to the half point" and prints 1/3 of 55 = 18½, of 56 = 19, of 7 = 2½: only rounding up gives
        all three. To the nearest half (a quarter goes up) and not at all are choices. It rounds no game; a club may.
        """
        return self._round(fraction.numerator * value, fraction.denominator * self.value_unit, self._rounding)

    def _round(self, above: int, below: int, rounding: Rounding) -> int:
        """A fraction of a point, in units."""
        match rounding:
            case "up-to-half":
                return -(-2 * above // below) * (self.unit // 2)
            case "nearest-half":
                return (4 * above + below) // (2 * below) * (self.unit // 2)
            case "exact":
                return above * self.unit // below

    def _compensations(self, row: int, value: int) -> int:
        """All that is paid of one's own value. Passes come back to the same values, so it is remembered."""
        paid = self._paid[row].get(value)
        if paid is None:
            paid = sum(times * self.compensation(fraction, value) for fraction, times in self._of_own[row].items())
            self._paid[row][value] = paid
        return paid

    def _weight(self, fraction: Fraction) -> int:
        return fraction.numerator * (self.weight_unit // fraction.denominator)
