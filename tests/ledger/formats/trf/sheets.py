"""Files for the tests, set column by column as the regulation has it; nothing of the writer is used here."""

from __future__ import annotations

import re

from ledger.formats.trf import Adjustment, Understood, parse, understand


def player(number: int, *cells: str, points: str = "", **fields: str) -> str:
    """A 001 line. A cell is ``"2w1"`` (opponent, colour, result), ``"H"`` (a bye) or ``""`` (nothing)."""
    text = [" "] * 91
    for first, width, value in (
        (1, 3, fields.get("id", "001")),
        (5, 4, f"{number:>4}"),
        (10, 1, fields.get("sex", "")),
        (11, 3, f"{fields.get('title', ''):>3}"),
        (15, 33, fields.get("name", f"Player, P{number}")),
        (49, 4, f"{fields.get('rating', ''):>4}"),
        (54, 3, fields.get("federation", "")),
        (58, 11, f"{fields.get('fide', ''):>11}"),
        (70, 10, fields.get("born", "")),
        (81, 4, f"{points:>4}"),
        (86, 4, f"{fields.get('rank', ''):>4}"),
    ):
        text[first - 1 : first - 1 + width] = value.ljust(width)
    return "".join(text) + "  ".join(map(_cell, cells))


_GAME = re.compile(r"(?P<opponent>[0-9]+)(?P<colour>[wbWB.-])(?P<result>.?)")


def _cell(told: str) -> str:
    """``2w1``; a dot leaves the colour out, a missing letter the result."""
    if not told:
        return " " * 8
    game = _GAME.fullmatch(told)
    if game is None:
        return f"0000 - {told}"
    return f"{game['opponent']:>4} {game['colour'].replace('.', ' ')} {game['result'] or ' '}"


def sheet(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def read(*lines: str) -> Understood:
    return understand(parse(sheet(*lines)))


def codes(adjustments: tuple[Adjustment, ...]) -> list[str]:
    return [adjustment.code for adjustment in adjustments]
