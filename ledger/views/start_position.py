"""The position from which the games of a round begin (Chess960)."""

from __future__ import annotations

from engine.chess960 import position_of
from engine.model import Tournament, Value


class StartPosition(Value, frozen=True):
    number: int
    pieces: str  # of White's first rank from the a-file on: R N B Q K


def start_position(t: Tournament, round_number: int) -> StartPosition | None:
    """``None``: it is not drawn yet, or there is none."""
    number = t.positions.get(round_number)
    return None if number is None else StartPosition(number, position_of(number))
