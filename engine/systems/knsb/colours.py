"""Colour preference (KNSB:2014 A7) and who has which colour (E1–E5)."""

from __future__ import annotations

from engine.colours import BLACK, NEITHER, WHITE, By, Given, Strength, by_the_rules
from engine.model import Colour, Value


class KnsbPreference(Value, frozen=True):
    """The colour a player should have, and how strongly."""

    colour: int = NEITHER
    strength: Strength = Strength.NONE


def preference(colours: tuple[int, ...]) -> KnsbPreference:
    """KNSB:2014 A7a–A7f: what follows from the colours of the games played, oldest first.

    Rounds without a game are left out (F3). Should the difference and the last two games contradict each other, which
    no legal history does, the difference decides.
    """
    if not colours:
        return KnsbPreference()
    difference = sum(colours)
    balancing = BLACK if difference > 0 else WHITE
    if abs(difference) > 1:
        return KnsbPreference(balancing, Strength.ABSOLUTE)
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return KnsbPreference(-colours[-1], Strength.ABSOLUTE)
    if difference:
        return KnsbPreference(balancing, Strength.STRONG)
    return KnsbPreference(-colours[-1], Strength.MILD)


class KnsbSide(Value, frozen=True):
    """One player of a pair, as the allocation of colours sees them."""

    number: int
    colours: tuple[int, ...]
    preference: KnsbPreference


def allocate(higher: KnsbSide, lower: KnsbSide, first: Colour) -> Given:
    """KNSB:2014 E1–E5; ``clause`` is the number of the one that decides. All but E2 are FIDE's too."""
    return by_the_rules(higher, lower, first, grant_the_stronger)


def grant_the_stronger(higher: KnsbSide, lower: KnsbSide) -> Given | None:
    """KNSB:2014 E2: the stronger preference. Two absolute ones are equally strong."""
    one, other = higher.preference, lower.preference
    if one.strength == other.strength:
        return None
    return Given(one.colour if one.strength > other.strength else -other.colour, By.STRONGER)
