"""Colours of a pair (FMJD 3.7, annexes A and B), given after the pairing is made."""

from __future__ import annotations

from collections.abc import Mapping

from engine.colour_reasons import Rounds
from engine.draughts_swiss import seat
from engine.errors import Fact
from engine.model import Colour, Value
from engine.systems.fmjd.entrants import Entrant
from engine.systems.fmjd.field import due_colour
from engine.systems.fmjd.options import Axes


class FmjdColours(Value, frozen=True):
    """Who of a pair has White, and what decided it."""

    white: Entrant
    black: Entrant
    by: str  # what decided
    details: Mapping[str, Fact] = {}  # and what it went by
    games_ago: int = 0  # of the games that they change; the last is 1

    def facts(self, rounds: Rounds) -> dict[str, Fact]:
        """What a reason tells of it."""
        balances = {"white_difference": self.white.sheet.balance, "black_difference": self.black.sheet.balance}
        if not self.games_ago:
            return {**balances, **self.details}
        changed = {
            "white_round": rounds[self.white.player][-self.games_ago],
            "black_round": rounds[self.black.player][-self.games_ago],
        }
        return {**balances, **changed}


def give_colours(axes: Axes, round_number: int, board: int, higher: Entrant, lower: Entrant) -> FmjdColours:
    """``higher`` stands before ``lower`` in the order of the field; boards are numbered from 1."""
    rule = axes.first_colours if round_number == 1 else axes.colours
    if rule == "alternate":
        return _with_white(higher, lower, board % 2 == 1, "board")
    if rule == "upper-white":
        return _with_white(higher, lower, True, "first-round")
    if rule == "lots":
        seating = seat(higher.sheet, lower.sheet, by_last_game=True)
        return _with_white(higher, lower, seating.white is higher.sheet, seating.rule.value, seating.facts())
    return _as_even_as_possible(axes, board, higher, lower)


def _as_even_as_possible(axes: Axes, board: int, one: Entrant, other: Entrant) -> FmjdColours:
    """FMJD 3.7, annexes A and B (d): everybody's colours as even as possible.

    The text says no more. We read: the lower balance has White; then both change what they last had different; then
    the higher (score, then the order of round 1) has the colour that they are due; and before any game, odd boards give
    White to the higher.
    """
    if one.sheet.balance != other.sheet.balance:
        return _with_white(one, other, one.sheet.balance < other.sheet.balance, "balance")
    latest = zip(reversed(one.colours), reversed(other.colours), strict=False)
    for games_ago, (mine, theirs) in enumerate(latest, start=1):
        if mine is not theirs:
            return _with_white(one, other, mine is Colour.BLACK, "last-difference", games_ago=games_ago)
    higher, lower = sorted((one, other), key=lambda e: _standing(axes, e))
    if higher.colours:
        return _with_white(higher, lower, due_colour(higher) is Colour.WHITE, "higher-due", {"due": higher.player})
    if lower.colours:
        return _with_white(lower, higher, due_colour(lower) is Colour.WHITE, "lower-due", {"due": lower.player})
    return _with_white(higher, lower, board % 2 == 1, "board")


def _standing(axes: Axes, entrant: Entrant) -> tuple[int, int, int, int]:
    by_rating = axes.first_order == "rating"
    return (-entrant.score, -entrant.rating if by_rating else 0, entrant.sheet.lot, entrant.player)


def _with_white(
    one: Entrant,
    other: Entrant,
    one_is_white: bool,
    by: str,
    details: Mapping[str, Fact] = {},
    games_ago: int = 0,
) -> FmjdColours:
    white, black = (one, other) if one_is_white else (other, one)
    return FmjdColours(white, black, by, details, games_ago)
