"""Colour preference (KNSB:2014 A7) and who has which colour (E1–E5)."""

from __future__ import annotations

import enum

from engine.colours import BLACK, NEITHER, NUMBERS, WHITE, By, Given
from engine.model import Colour, Value


class Strength(enum.IntEnum):
    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(Value, frozen=True):
    """The colour a player should have, and how strongly."""

    colour: int = NEITHER
    strength: Strength = Strength.NONE


def preference(colours: tuple[int, ...]) -> Preference:
    """KNSB:2014 A7a–A7f: what follows from the colours of the games played, oldest first.

    Rounds without a game are left out (F3). Should the difference and the last two games contradict each other, which
    no legal history does, the difference decides.
    """
    if not colours:
        return Preference()
    difference = sum(colours)
    balancing = BLACK if difference > 0 else WHITE
    if abs(difference) > 1:
        return Preference(balancing, Strength.ABSOLUTE)
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return Preference(-colours[-1], Strength.ABSOLUTE)
    if difference:
        return Preference(balancing, Strength.STRONG)
    return Preference(-colours[-1], Strength.MILD)


class Side(Value, frozen=True):
    """One player of a pair, as the allocation of colours sees him."""

    number: int
    colours: tuple[int, ...]
    preference: Preference


def allocate(higher: Side, lower: Side, first: Colour) -> Given:
    """KNSB:2014 E1–E5: by the first rule that decides; ``clause`` is its number."""
    for rule in (grant_both, grant_the_stronger, alternate, grant_the_higher):
        given = rule(higher, lower)
        if given is not None:
            return given
    return by_number(higher, first)


def grant_both(higher: Side, lower: Side) -> Given | None:
    """KNSB:2014 E1: both preferences, where they do not collide. Who has none takes what is left (A7f)."""
    one, other = higher.preference.colour, lower.preference.colour
    if one == other:
        return None
    return Given(one or -other, By.BOTH if one and other else By.ONLY)


def grant_the_stronger(higher: Side, lower: Side) -> Given | None:
    """KNSB:2014 E2: the stronger preference. Two absolute ones are equally strong."""
    one, other = higher.preference, lower.preference
    if one.strength == other.strength:
        return None
    return Given(one.colour if one.strength > other.strength else -other.colour, By.STRONGER)


def alternate(higher: Side, lower: Side) -> Given | None:
    """KNSB:2014 E3: the other way round than when the two last had different colours, games counted backwards (F3)."""
    latest = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
    for games_ago, (mine, theirs) in enumerate(latest, start=1):
        if mine != theirs:
            return Given(theirs, By.ALTERNATION, games_ago)
    return None


def grant_the_higher(higher: Side, lower: Side) -> Given | None:
    """KNSB:2014 E4: the preference of the higher ranked player."""
    return Given(higher.preference.colour, By.HIGHER) if higher.preference.colour else None


def by_number(higher: Side, first: Colour) -> Given:
    """KNSB:2014 E5: odd pairing numbers have the colour drawn by lot, even ones the other.

    The text gives it for the first round; later it is also the rule for two players who have not yet played, where the
    text is silent.
    """
    return Given(NUMBERS[first] if higher.number % 2 else -NUMBERS[first], By.NUMBER)
