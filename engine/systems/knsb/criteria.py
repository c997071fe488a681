"""Criteria of a pairing (KNSB:2014 C3, C10): what it ignores, one by one.

C10 lowers one requirement at a time, each for the fewest pairs possible, and sets the lower ones back every time. The
pairing that is found first is therefore the one with the smallest ``Ignored``, compared from left to right, and of
several such the first in the order of D.

Before all these stands B3, which C10 never lowers: B names its relative norms "in decreasing priority", and B3 before
the colours of B4; A11 puts the score differences before the colours; A7d yields to them. So whoever leaves a group has
as low a score as can be, and the rest is compared among such pairings only. (Here we depart from note K23; see
RULES.md.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.colours import BLACK, WHITE, Strength
from engine.matching.bitsets import bits
from engine.systems.knsb.contenders import Float, KnsbPlayer

NAMES = ("B3", "B2", "A7d", "X", "Z", "B5-down", "B6-down", "B5-up", "B6-up")
B3, B2, A7D, X, Z, B5_DOWN, B6_DOWN, B5_UP, B6_UP = range(len(NAMES))

Ignored = tuple[int, ...]  # how often each criterion is ignored, in the order of NAMES
NOTHING: Ignored = (0,) * len(NAMES)


def may_meet(one: KnsbPlayer, other: KnsbPlayer) -> bool:
    """KNSB:2014 B1a, B2: for two players of different groups; inside a group, see ``CriteriaTable``."""
    wish = one.preference
    is_clash = wish.strength is Strength.ABSOLUTE and wish == other.preference
    return other.player not in one.barred and (not is_clash or one.is_topscorer or other.is_topscorer)


class CriteriaTable:
    """The players of one group by place, highest first, and what every pair of them would break.

    A row is a set of places: with whom the player of that row may be paired, or breaks that criterion.
    """

    def __init__(self, players: Sequence[KnsbPlayer], is_odd_round: bool) -> None:
        self.players = players
        self.size = len(players)
        self.everybody = (1 << self.size) - 1
        self.place = {one.player: place for place, one in enumerate(players)}
        self.wanting = {colour: self._with(colour, Strength.MILD) for colour in (WHITE, BLACK)}
        self.strong = {colour: self._with(colour, Strength.STRONG) for colour in (WHITE, BLACK)}
        self.absolute = {colour: self._with(colour, Strength.ABSOLUTE) for colour in (WHITE, BLACK)}
        self.is_odd_round = is_odd_round
        self.may_have_bye = bits(place for place, one in enumerate(players) if one.may_have_bye)
        self.breaks_b2 = [self._breaks_b2(one) for one in players]
        self.legal = self._legal()
        self.breaking: Mapping[int, Sequence[int]] = {
            B2: self.breaks_b2,
            A7D: [self._breaks_a7d(one) if is_odd_round else 0 for one in players],
            X: [self.wanting.get(one.preference.colour, 0) for one in players],
            Z: [0 if is_odd_round else self._breaks_strong(one) for one in players],
            B5_UP: self._rising_again([one.last_float for one in players]),
            B6_UP: self._rising_again([one.float_before for one in players]),
        }
        lowest = min((one.score for one in players), default=0)
        self.excess = [one.score - lowest for one in players]  # of a leaver: how much they have above the lowest (B3)
        self.leaving: Mapping[int, int] = {
            B3: bits(place for place, excess in enumerate(self.excess) if excess),
            B5_DOWN: bits(place for place, one in enumerate(players) if one.last_float is Float.DOWN),
            B6_DOWN: bits(place for place, one in enumerate(players) if one.float_before is Float.DOWN),
        }

    def _with(self, colour: int, strength: Strength) -> int:
        """Who wants that colour, at least so strongly."""
        wishes = (one.preference for one in self.players)
        return bits(n for n, wish in enumerate(wishes) if wish.colour == colour and wish.strength >= strength)

    def _legal(self) -> list[int]:
        """KNSB:2014 B1a, B2: not twice against the same opponent; no two with the same absolute preference.

        The second holds for topscorers only as long as it can (NB to B2): for them it is a criterion of C10.
        """
        topscorers = bits(place for place, one in enumerate(self.players) if one.is_topscorer)
        rows = []
        for place, one in enumerate(self.players):
            barred = bits(self.place[other] for other in one.barred if other in self.place) | 1 << place
            strict = self.everybody if not one.is_topscorer else 0
            rows.append(self.everybody & ~barred & ~(self.breaks_b2[place] & strict & ~topscorers))
        return rows

    def _breaks_b2(self, one: KnsbPlayer) -> int:
        """KNSB:2014 B2: with two absolute preferences for one colour, somebody gets it too often."""
        wish = one.preference
        return self.absolute[wish.colour] if wish.strength is Strength.ABSOLUTE else 0

    def _breaks_strong(self, one: KnsbPlayer) -> int:
        """KNSB:2014 A7e, A8b: two preferences for one colour, neither of them mild."""
        wish = one.preference
        return self.strong[wish.colour] if wish.strength >= Strength.STRONG else 0

    def _breaks_a7d(self, one: KnsbPlayer) -> int:
        """KNSB:2014 A7d: in odd rounds a strong preference is to be treated as an absolute one.

        Two absolute ones are not meant here: they break B2.
        """
        return self._breaks_strong(one) & ~self._breaks_b2(one)

    def _rising_again(self, floats: Sequence[Float | None]) -> list[int]:
        """KNSB:2014 B5, B6: the lower of two unequal scores floats up, as they did before."""
        risen = bits(place for place, float_ in enumerate(floats) if float_ is Float.UP)
        higher: dict[int, int] = {}  # score → who has more
        equal: dict[int, int] = {}
        for place, one in enumerate(self.players):
            higher.setdefault(one.score, (1 << place) - 1)
            equal[one.score] = equal.get(one.score, 0) | 1 << place
        rows = []
        for place, one in enumerate(self.players):
            lower = self.everybody & ~(higher[one.score] | equal[one.score])
            rows.append((higher[one.score] if risen >> place & 1 else 0) | (lower & risen))
        return rows

    def least_clashes(self, pairs: int) -> int:
        """KNSB:2014 A8a: X1, the fewest pairs in which not every colour preference can be met."""
        most_wanted = max(self.wanting.values(), key=int.bit_count)
        return max(0, pairs - (self.everybody & ~most_wanted).bit_count())

    def least_strong_clashes(self, pairs: int) -> int:
        """KNSB:2014 A8b: Z1, the same for strong preferences, in even rounds: mild ones give way (A7e)."""
        most_wanted = max(self.strong.values(), key=int.bit_count)
        return 0 if self.is_odd_round else max(0, pairs - (self.everybody & ~most_wanted).bit_count())

    def of_pair(self, one: int, other: int) -> Ignored:
        """What this pair ignores."""
        return tuple(self.breaking[n][one] >> other & 1 if n in self.breaking else 0 for n in range(len(NAMES)))

    def of_leaving(self, place: int) -> Ignored:
        """What it ignores when this player leaves the group unpaired, or has the bye."""
        floats = (self.leaving[n] >> place & 1 if n in self.leaving else 0 for n in range(B3 + 1, len(NAMES)))
        return (self.excess[place], *floats)


def add_up(rows: Iterable[Ignored]) -> Ignored:
    return tuple(map(sum, zip(NOTHING, *rows, strict=True)))
