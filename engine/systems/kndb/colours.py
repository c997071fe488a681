"""Who plays with White."""

from __future__ import annotations

import enum

from engine.errors import Fact
from engine.model import Colour, Value
from engine.systems.kndb.sheets import Sheet


class ColourRule(enum.Enum):
    """By which sentence of the text a colour was given."""

    BALANCE = "balance"
    ALTERNATE = "alternate"
    ALTERNATE_ONE = "alternate-one"
    LOT = "lot"
    LOT_NO_COLOUR = "lot-no-colour"


class Seating(Value, frozen=True):
    white: Sheet
    black: Sheet
    rule: ColourRule
    parity: str = ""  # of the sum of the lots, where they decide: "odd" or "even"

    def facts(self) -> dict[str, Fact]:
        """What a reason tells of it."""
        found: dict[str, Fact] = {
            "white_difference": self.white.balance,
            "black_difference": self.black.balance,
        }
        if self.parity:
            found |= {"white_lot": self.white.lot, "black_lot": self.black.lot, "parity": self.parity}
        return found


def seat(one: Sheet, other: Sheet, *, by_last_game: bool = False) -> Seating:
    """KNDB colours: the lower balance has White; equal: both change, if they can; else the lots decide.

    "The round before" is just that; ``by_last_game`` (FMJD 5.3) looks at the last game instead. Where only one of
    them had a colour, that one changes; where neither had, the lots decide: the text is silent on both.
    """
    if one.balance != other.balance:
        return _seated(one, other, one.balance < other.balance, ColourRule.BALANCE)
    mine, theirs = (one.last, other.last) if by_last_game else (one.previous, other.previous)
    if mine is not theirs:
        rule = ColourRule.ALTERNATE if mine is not None and theirs is not None else ColourRule.ALTERNATE_ONE
        return _seated(one, other, mine is Colour.BLACK or theirs is Colour.WHITE, rule)
    rule = ColourRule.LOT if mine is not None else ColourRule.LOT_NO_COLOUR
    is_odd = (one.lot + other.lot) % 2 == 1
    return _seated(one, other, (one.lot < other.lot) == is_odd, rule, "odd" if is_odd else "even")


def _seated(one: Sheet, other: Sheet, one_is_white: bool, rule: ColourRule, parity: str = "") -> Seating:
    return Seating(one, other, rule, parity) if one_is_white else Seating(other, one, rule, parity)
