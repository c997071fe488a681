"""What a season takes over from the one before it: colours that players had, and who met whom last.

It is part of what is played: a pairing may look at it. Players have their numbers of that season again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.outcomes import Colour, Value

_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
LETTERS = {colour: letter for letter, colour in _COLOURS.items()}


class Previous(Value, frozen=True):
    """The season before, as its log was when it was taken over. Nobody changes that log without its head changing."""

    stream: str
    name: str
    version: int
    hash: str  # of its record of that version


class CarriedMeeting(Value, frozen=True):
    one: int
    other: int
    before: int  # how many rounds before the first: 1 is the last round of the season before

    @property
    def round(self) -> int:
        """As the rounds of this season are counted on: 0 is the last of the season before."""
        return 1 - self.before


class Carried(Value, frozen=True, omit_defaults=True):
    """Nothing: a season that begins anew."""

    previous: Previous | None = None
    colours: Mapping[int, str] = {}  # by player, oldest first: "wbbw"
    meetings: tuple[CarriedMeeting, ...] = ()  # the last of each two players

    def colours_of(self, player: int) -> tuple[Colour, ...]:
        """Oldest first."""
        return tuple(_COLOURS[letter] for letter in self.colours.get(player, "") if letter in _COLOURS)

    def rounds_of_meetings(self) -> Iterator[tuple[tuple[int, int], int]]:
        """Who met in which round, the lower number first; rounds before the first are 0, -1, -2 …"""
        for met in self.meetings:
            yield (min(met.one, met.other), max(met.one, met.other)), met.round
