"""Colour preferences and who has which colour: FIDE C.04.3:2026 articles 1.6, 1.7 and 5 (2017: A.6 and E)."""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import cache
from typing import Protocol, TypeVar

from engine.model import Colour, Value

WHITE, BLACK, NEITHER = 1, -1, 0  # a colour as a number: the colour difference is then a sum
NUMBERS = {Colour.WHITE: WHITE, Colour.BLACK: BLACK}


class Strength(enum.IntEnum):
    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(Value, frozen=True):
    """What a player is due: a colour, how strongly, and the two facts that make a preference absolute."""

    colour: int = NEITHER
    strength: Strength = Strength.NONE
    imbalance: int = 0  # how far the colour difference is from zero
    repeated: int = NEITHER  # the colour of both of the two latest games

    @property
    def is_absolute(self) -> bool:
        return self.strength is Strength.ABSOLUTE


NO_PREFERENCE = Preference()


@cache  # a field has few different colour histories
def preference(colours: tuple[int, ...]) -> Preference:
    """FIDE C.04.3:2026 1.7 (2017: A.6): what follows from the colours of the games played, oldest first.

    When the difference and the last two games contradict each other, the difference decides.
    """
    if not colours:
        return NO_PREFERENCE
    difference = sum(colours)
    imbalance = abs(difference)
    balancing = BLACK if difference > 0 else WHITE
    repeated = colours[-1] if colours[-2:] == (colours[-1], colours[-1]) else NEITHER
    if imbalance > 1:
        return Preference(balancing, Strength.ABSOLUTE, imbalance, repeated)
    if repeated:
        return Preference(-repeated, Strength.ABSOLUTE, imbalance, repeated)
    if imbalance:
        return Preference(balancing, Strength.STRONG, imbalance)
    return Preference(-colours[-1], Strength.MILD)


class Side(Value, frozen=True):
    """One player of a pair, as the allocation of colours sees them."""

    number: int  # the pairing number, without those who have not yet taken part
    colours: tuple[int, ...]
    preference: Preference


class Claim(Protocol):
    """A preference, whichever regulation it is of."""

    @property
    def colour(self) -> int: ...
    @property
    def strength(self) -> enum.IntEnum: ...


class Claimant(Protocol):
    """One player of a pair, as the rules see them that several regulations have in the same words."""

    @property
    def number(self) -> int: ...
    @property
    def colours(self) -> tuple[int, ...]: ...
    @property
    def preference(self) -> Claim: ...


_Claimant = TypeVar("_Claimant", bound=Claimant)


class By(enum.Enum):
    """What gave a pair its colours: a word for each sentence of FIDE C.04.3:2026 5.2 (2017: E; KNSB:2014 E)."""

    BOTH = "both-preferences"
    ONLY = "only-preference"
    STRONGER = "stronger-preference"
    WIDER = "wider-difference"
    ALTERNATION = "alternation"
    HIGHER = "higher-preference"
    NUMBER = "number"


_CLAUSES = {By.BOTH: 1, By.ONLY: 1, By.STRONGER: 2, By.WIDER: 2, By.ALTERNATION: 3, By.HIGHER: 4, By.NUMBER: 5}


class Given(Value, frozen=True):
    """The higher ranked player's colour, and what gave it: whoever asks why is told by what decided."""

    colour: int
    by: By
    games_ago: int = 0  # alternation: the last is 1

    @property
    def clause(self) -> int:
        """The number of the rule: the last of 5.2.1–5.2.5, E.1–E.5."""
        return _CLAUSES[self.by]


def allocate(higher: Side, lower: Side, first: Colour) -> Given:
    """FIDE C.04.3:2026 5.2 (2017: E)."""
    return by_the_rules(higher, lower, first, grant_the_stronger)


def by_the_rules(
    higher: _Claimant, lower: _Claimant, first: Colour, by_strength: Callable[[_Claimant, _Claimant], Given | None]
) -> Given:
    """By the first rule that decides. Only what is the stronger preference differs between the regulations."""
    for rule in (grant_both, by_strength, alternate, grant_the_higher):
        given = rule(higher, lower)
        if given is not None:
            return given
    return by_number(higher, first)


def grant_both(higher: Claimant, lower: Claimant) -> Given | None:
    """FIDE C.04.3:2026 5.2.1 (2017: E.1), KNSB:2014 E1: both preferences, where they do not collide.

    Who has none takes what is left (KNSB:2014 A7f).
    """
    one, other = higher.preference.colour, lower.preference.colour
    if one == other:
        return None
    return Given(one or -other, By.BOTH if one and other else By.ONLY)


def grant_the_stronger(higher: Side, lower: Side) -> Given | None:
    """FIDE C.04.3:2026 5.2.2 (2017: E.2): the stronger preference; of two absolute ones the wider difference."""
    one, other = higher.preference, lower.preference
    if one.strength != other.strength:
        return Given(one.colour if one.strength > other.strength else -other.colour, By.STRONGER)
    if one.is_absolute and one.imbalance != other.imbalance:
        return Given(one.colour if one.imbalance > other.imbalance else -other.colour, By.WIDER)
    return None


def alternate(higher: Claimant, lower: Claimant) -> Given | None:
    """FIDE C.04.3:2026 5.2.3 (2017: E.3), KNSB:2014 E3: other than when one had White and the other Black last.

    Rounds without a game are skipped (C.04.2 3.4; KNSB F3), so the games are compared from the latest backwards.
    """
    latest = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
    for games_ago, (mine, theirs) in enumerate(latest, start=1):
        if mine != theirs:
            return Given(theirs, By.ALTERNATION, games_ago)
    return None


def grant_the_higher(higher: Claimant, lower: Claimant) -> Given | None:
    """FIDE C.04.3:2026 5.2.4 (2017: E.4), KNSB:2014 E4: the preference of the higher ranked player."""
    return Given(higher.preference.colour, By.HIGHER) if higher.preference.colour else None


def by_number(higher: Claimant, first: Colour) -> Given:
    """FIDE C.04.3:2026 5.2.5 (2017: E.5), KNSB:2014 E5: an odd pairing number has the colour drawn by lot.

    An even one has the other. (The KNSB gives it for the first round; later, where its text is silent, it is also the
    rule for two players who have not yet played.)
    """
    return Given(NUMBERS[first] if higher.number % 2 else -NUMBERS[first], By.NUMBER)
