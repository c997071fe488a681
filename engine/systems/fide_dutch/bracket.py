"""A bracket, and the cost of a candidate in it as one number.

A candidate pairs some players of the bracket and lets the others float down. Each criterion counts its failures: by
pair, by downfloater, or by player who would leave the next bracket as well. The counts are the digits of one integer,
the first criterion in front, so the better candidate is the one with the smaller number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from engine.matching.bitsets import bits
from engine.matching.stages import Place
from engine.swiss import Contender
from engine.systems.fide_dutch.field import DutchField


class Bracket:
    """FIDE C.04.3:2026 1.3.2 (2017: A.3): residents of one score group and the players moved down to them."""

    def __init__(
        self,
        field: DutchField,
        movers: Sequence[int],
        residents: Sequence[int],
        following: Sequence[int] = (),
        below: Sequence[int] = (),
        bye: int = 0,
    ) -> None:
        self.field = field
        self.cards: Sequence[Contender] = field.cards
        self.movers = tuple(movers)  # moved-down players (MDPs), best first
        self.residents = tuple(residents)
        self.following = tuple(following)  # the residents of the next bracket
        self.below = tuple(below)  # everybody further down
        self.bye = bye  # who may have the bye, if there is one to give
        self.counts_unplayed = False  # [C9]: exactly one player floats down, who has the bye

    def without(self, players: Iterable[int]) -> Bracket:
        """What is left of it when these players are taken out."""
        gone = set(players)
        movers = [player for player in self.movers if player not in gone]
        residents = [player for player in self.residents if player not in gone]
        return Bracket(self.field, movers, residents, self.following, self.below, self.bye)

    @cached_property
    def members(self) -> tuple[int, ...]:
        return self.movers + self.residents

    @cached_property
    def mover_set(self) -> int:
        return bits(self.movers)

    @cached_property
    def resident_set(self) -> int:
        return bits(self.residents)

    @cached_property
    def member_set(self) -> int:
        return self.mover_set | self.resident_set

    @cached_property
    def following_set(self) -> int:
        return bits(self.following)

    @cached_property
    def below_set(self) -> int:
        return bits(self.below)

    @property
    def all_below(self) -> int:
        return self.following_set | self.below_set

    @cached_property
    def is_collapsed(self) -> bool:
        """FIDE C.04.3:2017 A.9: the last bracket of all, whose residents come from several score groups."""
        return self.points(self.residents[0]) != self.points(self.residents[-1])

    def points(self, player: int) -> int:
        return self.cards[player].points

    def is_mover(self, player: int) -> bool:
        return bool(self.mover_set >> player & 1)

    def may_pair(self, one: int, other: int) -> bool:
        """No two moved-down players meet: FIDE C.04.3:2026 3.1.2 (2017: B.1)."""
        return self.field.may_meet(one, other) and not (self.is_mover(one) and self.is_mover(other))

    @cached_property
    def most_pairs(self) -> int:
        """No pair without a resident: FIDE C.04.3:2026 3.1.2."""
        return min(len(self.members) // 2, len(self.residents))

    @cached_property
    def places(self) -> Scale:
        """A digit for each score of moved-down players: the higher score is the more significant digit."""
        return Scale(self.points(player) for player in self.movers)

    @cached_property
    def next_places(self) -> Scale:
        return Scale(self.points(player) for player in self.members)

    @cached_property
    def differences(self) -> Scale:
        """A digit for each score difference that a pair or a downfloater of a collapsed bracket can have."""
        scores = [self.points(player) for player in self.members]
        apart = {one - other for one in set(scores) for other in set(scores) if one > other}
        floating = {self.floating_difference(player) for player in self.members}
        return Scale(difference for difference in apart | floating for _ in scores)

    def floating_difference(self, player: int) -> int:
        """FIDE C.04.3:2017 A.8: a downfloater counts as paired with a point less than the lowest score here."""
        return self.points(player) - self.points(self.residents[-1]) + self.field.point


class Scale:
    """Digits, wide enough that no count runs over into the next."""

    def __init__(self, values: Iterable[int]) -> None:
        counts: dict[int, int] = {}
        for value in values:
            counts[value] = counts.get(value, 0) + 1
        self._place: dict[int, int] = {}
        self.widths = [counts[value].bit_length() for value in sorted(counts)]  # of the digits, the lowest first
        width = 0
        for value, own in zip(sorted(counts), self.widths, strict=True):
            self._place[value] = 1 << width
            width += own
        self.most = (1 << width) - 1

    def one(self, value: int) -> int:
        return self._place[value]


def _places(shift: int, most: int | Scale) -> list[Place]:
    """Where the digits of a criterion stand, the highest first."""
    found: list[Place] = []
    for width in most.widths if isinstance(most, Scale) else [most.bit_length()]:
        found.insert(0, Place(shift, width))
        shift += width
    return found


PairCost = Callable[[Bracket, int, int], int]
PlayerCost = Callable[[Bracket, int], int]


def _free_pair(b: Bracket, high: int, low: int) -> int:
    return 0


def _free(b: Bracket, player: int) -> int:
    return 0


class Criterion(msgspec.Struct, frozen=True):
    """One quality criterion: what counts as a failure, and the most that can be counted in a bracket."""

    article: str
    most: Callable[[Bracket], int | Scale]  # a scale where there is a digit for each score
    pair: PairCost = _free_pair  # high is ranked above low
    floater: PlayerCost = _free  # of a player who leaves the bracket
    beyond: PlayerCost = _free  # of a player who leaves the next bracket too
    is_count: bool = True  # a failure counts one


class Difference(NamedTuple):
    """A criterion in which a candidate is worse than the best one."""

    article: str
    is_count: bool  # whether the two are numbers of players or pairs
    there: int
    here: int


class Costs:
    """The criteria of a bracket as digits of one number. A criterion that cannot fail here has no digit."""

    def __init__(self, bracket: Bracket, criteria: Sequence[Criterion]) -> None:
        self.bracket = bracket
        self.digits: list[tuple[Criterion, int, int | Scale]] = []
        shift = 0
        for criterion in reversed(criteria):
            most = criterion.most(bracket)
            width = (most.most if isinstance(most, Scale) else most).bit_length()
            if width:
                self.digits.insert(0, (criterion, shift, most))
                shift += width
        self.width = shift
        self.places = [place for _, shift, most in self.digits for place in _places(shift, most)]
        self._pairs: dict[tuple[object, object], int] = {}
        self._pair_digits = [(c.pair, s) for c, s, _ in self.digits if c.pair is not _free_pair]
        self._floater_digits = [(c.floater, s) for c, s, _ in self.digits if c.floater is not _free]
        self._beyond_digits = [(c.beyond, s) for c, s, _ in self.digits if c.beyond is not _free]
        self._kinds: dict[int, object] = {}

    def pair(self, one: int, other: int) -> int:
        high, low = (one, other) if one < other else (other, one)
        key = (self.kind(high), self.kind(low))
        cost = self._pairs.get(key)
        if cost is None:
            cost = sum(count(self.bracket, high, low) << shift for count, shift in self._pair_digits)
            self._pairs[key] = cost
        return cost

    def kind(self, player: int) -> object:
        """Players of one kind cost the same in a pair: there are few kinds."""
        found = self._kinds.get(player)
        if found is None:
            card = self.bracket.cards[player]
            wish = card.preference
            found = self._kinds[player] = (
                wish.colour, int(wish.strength), wish.imbalance, wish.repeated,
                card.last_float, card.float_before, card.points,
            )  # fmt: skip
        return found

    def one(self, pair: PairCost) -> int:
        """What one failure of this criterion costs."""
        return next((1 << shift for criterion, shift, _ in self.digits if criterion.pair is pair), 0)

    def floater(self, player: int) -> int:
        return sum(count(self.bracket, player) << shift for count, shift in self._floater_digits)

    def beyond(self, player: int) -> int:
        return sum(count(self.bracket, player) << shift for count, shift in self._beyond_digits)

    @property
    def articles_of_leaving(self) -> set[str]:
        """Of the criteria that count who leaves this bracket, and the next."""
        first = self.digits[0][0]
        return {first.article, *(c.article for c, _, _ in self.digits if c.beyond is not _free)}

    def counts(self, cost: int) -> Iterator[tuple[str, int | None]]:
        """The criteria that a cost stands for, by article, and how often; None where scores are compared."""
        for criterion, shift, most in self.digits:
            value, cost = cost >> shift, cost & (1 << shift) - 1
            if value:
                yield criterion.article, value if criterion.is_count and not isinstance(most, Scale) else None

    def first_difference(self, cost: int, best: int) -> Difference | None:
        """The first criterion that tells a cost from the best one; None where both count the same."""
        for criterion, shift, most in self.digits:
            there, here = cost >> shift, best >> shift
            if there != here:
                is_count = criterion.is_count and not isinstance(most, Scale)
                return Difference(criterion.article, is_count, there, here)
            cost, best = cost & (1 << shift) - 1, best & (1 << shift) - 1
        return None
