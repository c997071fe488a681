"""Points: what an outcome scores, and how people write it. Exact: ints in the unit of the point table, or fractions."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from engine.errors import BadInput
from engine.model import MEANINGS, Outcome, PointTable


def points(table: PointTable, outcome: Outcome) -> int:
    """What a round with that outcome scores."""
    return scale(table)[outcome]


def pairing_points(table: PointTable, outcome: Outcome) -> int:
    """KNSB:2014 F9, FMJD 4.3: the same while a round is paired; a postponed game is a draw until it ends."""
    return pairing_scale(table)[outcome]


@cache  # a tournament has one table
def scale(table: PointTable) -> Mapping[Outcome, int]:
    """What every outcome scores: for whoever asks it of many rounds."""
    return {outcome: getattr(table, meaning.points) for outcome, meaning in MEANINGS.items()}


@cache
def pairing_scale(table: PointTable) -> Mapping[Outcome, int]:
    """What every outcome counts while a round is paired."""
    return {outcome: getattr(table, meaning.pairing_points) for outcome, meaning in MEANINGS.items()}


# -- as people write them ----------------------------------------------------------------------------------------------

_VULGAR: Mapping[str, Fraction] = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5),
    "⅖": Fraction(2, 5),
    "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
    "⅐": Fraction(1, 7),
    "⅛": Fraction(1, 8),
    "⅜": Fraction(3, 8),
    "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8),
    "⅑": Fraction(1, 9),
    "⅒": Fraction(1, 10),
}
_SIGNS: Mapping[Fraction, str] = {value: sign for sign, value in _VULGAR.items()}


def show(units: int | Fraction, per_point: int) -> str:
    """A score as it is written on a wall: ``7``, ``2½``, ``1⅓``, ``-½``; what has no sign of its own as ``3 2/11``."""
    value = Fraction(units) / per_point
    whole, rest = divmod(abs(value), 1)
    minus = "-" if value < 0 else ""
    if not rest:
        return f"{minus}{whole}"
    if rest in _SIGNS:
        return f"{minus}{whole or ''}{_SIGNS[rest]}"
    return f"{minus}{whole} {rest}" if whole else f"{minus}{rest}"


# Four digits are more than any regulation asks for, and keep a slip of the keyboard from becoming a table.
_NUMBER = re.compile(
    rf"(?P<whole>[0-9]{{1,4}})?(?P<vulgar>[{''.join(_VULGAR)}])"
    r"|(?P<above>[0-9]{1,4})/(?P<below>[1-9][0-9]{0,3})"
    r"|(?P<decimal>[0-9]{1,4}([.,][0-9]{1,4})?)"
)


def read_point_table(text: str) -> PointTable:
    """A point table from win, draw and loss: ``1-½-0``, ``2-1-0``, ``3-1-0``, ``1-0.5-0``, ``1-1/2-0``; from five
    numbers that of Delft counting, with the two advantage draws around the draw: ``4-3-2-1-0``, ``2-1½-1-½-0``."""
    parts = text.replace("–", "-").split("-")
    if len(parts) not in (3, 5):
        raise BadInput("point-table-unreadable", found=text, expected="1-½-0")
    worth = [_read_number(part.strip(), text) for part in parts]
    if sorted(worth, reverse=True) != worth or worth[0] == worth[-1]:
        raise BadInput("point-table-not-descending", found=text, expected="1-½-0" if len(parts) == 3 else "4-3-2-1-0")
    per_point = math.lcm(*(one.denominator for one in worth))
    units = [int(one * per_point) for one in worth]
    table = PointTable.of(units[0], units[len(units) // 2], units[-1], per_point)
    return table if len(units) == 3 else replace(table, advantage_draw=units[1], disadvantage_draw=units[3])


def show_point_table(table: PointTable) -> str:
    """Win, draw and loss, with Delft counting also the two advantage draws, as ``read_point_table`` reads them."""
    worth = [table.win, table.draw, table.loss]
    if table.has_advantage_draws:
        worth = [table.win, table.advantage, table.draw, table.disadvantage, table.loss]
    return "-".join(show(units, table.per_point) for units in worth)


def _read_number(part: str, text: str) -> Fraction:
    found = _NUMBER.fullmatch(part)
    if found is None:
        raise BadInput("point-table-unreadable", found=text, expected="1-½-0")
    if found["vulgar"]:
        return int(found["whole"] or 0) + _VULGAR[found["vulgar"]]
    if found["below"]:
        return Fraction(int(found["above"]), int(found["below"]))
    return Fraction(found["decimal"].replace(",", "."))
