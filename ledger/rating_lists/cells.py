"""What is kept of the cells of a rating list. It is read leniently: what cannot be meant is no fact, and no fault."""

from __future__ import annotations

import functools
import re
import unicodedata

from engine.errors import BadInput
from ledger.formats.player_cells import value_of
from ledger.rating_lists.listed import HIGHEST_RATING

LONGEST_NAME = 100
LONGEST_TEXT = 60
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
_YEAR = re.compile(r"(?:19|20)\d\d", re.ASCII)
_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{0,19}", re.ASCII)


def read_name(cell: str) -> str:
    """One space between words; nothing in it that cannot be seen."""
    if not cell.isprintable():
        cell = "".join(sign if sign.isprintable() else " " for sign in cell)
    if not cell.isascii():
        cell = unicodedata.normalize("NFC", cell)
    return " ".join(cell.split())[:LONGEST_NAME].rstrip(" ,")


def read_text(cell: str) -> str:
    return read_name(cell)[:LONGEST_TEXT]


def read_rating(cell: str) -> int | None:
    """``1843.5`` is 1843; 0 is none."""
    found = _NUMBER.match(cell.strip())
    value = int(found[0]) if found else 0
    return value if 0 < value <= HIGHEST_RATING else None


def read_year(cell: str) -> int | None:
    found = _YEAR.search(cell)
    return int(found[0]) if found else None


def read_number(cell: str) -> str:
    """A number as we keep those of federations: without zeros in front. Empty: there is none."""
    number = cell.strip().replace(" ", "").lstrip("0")
    return number if _ID.fullmatch(number) else ""


@functools.lru_cache(maxsize=2000)  # a list has few of them, millions of times
def read_field(field: str, cell: str) -> str:
    """Title, federation or sex as a list of players has them; what is none of these is left out."""
    text = read_text(cell)
    if not text:
        return ""
    try:
        return str(value_of(field, text)[0] or "")
    except BadInput:
        return ""
