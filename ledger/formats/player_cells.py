"""One cell of a list of players → what we keep of it. What was made alike is told: nothing changes in silence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from engine.errors import BadInput
from engine.model import Outcome, Value
from ledger.formats.player_columns import IDS

NUMBERS = frozenset({"number", "rating", "lot", "birth_year", "from_round"})


class Adjusted(Value, frozen=True):
    """What a list said otherwise than we keep it, and the code of what was done."""

    line: int
    field: str
    code: str
    old: str
    new: str


_TITLES = {
    **{title.casefold(): title for title in ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "NM", "WNM")},
    **{title.casefold(): title for title in ("GMI", "MI", "MF", "GMIF", "MIF", "MFF", "GMN", "MN", "CMN")},  # draughts
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",  # FIDE's list
}
_SEXES = {
    **dict.fromkeys(("m", "man", "male", "h", "heer", "männlich", "mees", "mann"), "m"),
    **dict.fromkeys(("w", "f", "v", "vrouw", "female", "d", "dame", "weiblich", "n", "naine", "frau", "woman"), "w"),
}
_YEAR_LAST = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.](\d{4})", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})[-/.]\d{1,2}[-/.]\d{1,2}", re.ASCII)


def tidy(cell: str) -> str:
    """One space between words, none around them; letters with accents as one character."""
    return " ".join(unicodedata.normalize("NFC", cell).split())


def value_of(field: str, cell: str) -> tuple[str | int | None, str]:
    """What is kept of a cell that is not empty, and the code of what was done to it (empty: nothing)."""
    if field in NUMBERS:
        return _number(field, cell)
    if field in IDS:
        return _federation_number(field, cell)
    return _READERS.get(field, _text)(cell)


def _number(field: str, cell: str) -> tuple[int | None, str]:
    text, code = cell, ""
    date = (_YEAR_LAST.fullmatch(cell) or _YEAR_FIRST.fullmatch(cell)) if field == "birth_year" else None
    if date is not None:
        text, code = date[1], "year-from-date"
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise BadInput("not-a-number", field=field, found=cell)
    if int(text) == 0 and field in ("rating", "birth_year", "lot"):
        return None, "zero-is-none"
    return int(text), code


def _federation_number(field: str, cell: str) -> tuple[str | None, str]:
    """One person has one number, however a list groups or pads its digits."""
    digits = cell.replace(" ", "")
    if not (digits.isascii() and digits.isdecimal()):
        raise BadInput("not-digits", field=field, found=cell)
    number = digits.lstrip("0")
    if not number:
        return None, "zero-is-none"  # as lists write that there is none
    return number, "" if number == cell else "number-written-alike"


def _text(cell: str) -> tuple[str, str]:
    return cell, ""


def _title(cell: str) -> tuple[str, str]:
    title = _TITLES.get(cell.casefold(), cell)
    return title, "" if title == cell else "title-written-alike"


def _federation(cell: str) -> tuple[str, str]:
    """Three letters are a code."""
    code = cell.upper() if len(cell) == 3 and cell.isalpha() else cell
    return code, "" if code == cell else "federation-written-alike"


def _sex(cell: str) -> tuple[str, str]:
    sex = _SEXES.get(cell.casefold())
    if sex is None:
        raise BadInput("not-one-of", field="sex", value=cell, possible=("m", "w"))
    return sex, "" if sex == cell.casefold() else "sex-written-alike"


def _read_missed(cell: str) -> tuple[str, str]:
    possible = tuple(sorted(outcome.value for outcome in Outcome))
    if cell not in possible:
        raise BadInput("not-one-of", field="missed", value=cell, possible=possible)
    return cell, ""


_READERS: Mapping[str, Callable[[str], tuple[str, str]]] = {
    "title": _title,
    "federation": _federation,
    "sex": _sex,
    "missed": _read_missed,
}
