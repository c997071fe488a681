"""Reasons for the colours of a pair: read off what decided, never decided a second time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.colours import BLACK, NEITHER, WHITE, By, Claimant, Given
from engine.errors import Fact
from engine.model import MEANINGS, Colour, PlayerId, Tournament
from engine.pairing import Reason

_WORDS = {WHITE: Colour.WHITE.value, BLACK: Colour.BLACK.value, NEITHER: "none"}
_LETTERS = {WHITE: "w", BLACK: "b"}

Rounds = Mapping[PlayerId, tuple[int, ...]]  # of each player's games with a colour, oldest first


class SidedPlayer(Protocol):
    @property
    def player(self) -> PlayerId: ...
    @property
    def side(self) -> Claimant: ...


def rounds_with_colour(t: Tournament) -> Rounds:
    """In which rounds everybody had a colour that counts: the history of colours says the order only."""
    found: dict[PlayerId, list[int]] = {player: [] for player in t.entries}
    for played in t.rounds:
        for board in played.boards:
            for player, _, _, outcome in board.seats():
                if MEANINGS[outcome].colour:
                    found[player].append(played.number)
    return {player: tuple(rounds) for player, rounds in found.items()}


def colour_given(
    article: str,
    given: Given,
    higher: SidedPlayer,
    lower: SidedPlayer,
    first: Colour,
    rounds: Rounds,
    numbered: str = By.NUMBER.value,
) -> Reason:
    """White is named first. ``numbered``: what it is whose parity decides, where nobody has a preference."""
    white, black = (higher, lower) if given.colour == WHITE else (lower, higher)
    facts = {**_claim("white", white.side), **_claim("black", black.side)}
    if given.games_ago:
        facts["white_round"] = rounds[white.player][-given.games_ago]
        facts["black_round"] = rounds[black.player][-given.games_ago]
    if given.by is By.NUMBER:
        number = higher.side.number
        parity = "odd" if number % 2 else "even"
        facts |= {"higher": higher.player, "number": number, "parity": parity, "drawn": first.value}
    by = numbered if given.by is By.NUMBER else given.by.value
    return Reason("colour-given", article, (white.player, black.player), {"by": by, **facts})


def _claim(whose: str, side: Claimant) -> dict[str, Fact]:
    return {
        f"{whose}_preference": _WORDS[side.preference.colour],
        f"{whose}_strength": side.preference.strength.name.lower(),
        f"{whose}_difference": sum(side.colours),
        f"{whose}_had": "".join(_LETTERS[colour] for colour in side.colours),
    }
