"""One cell of a list of players → what we keep of it. What was made alike is told: nothing changes in silence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from engine.errors import BadInput
from engine.model import Outcome, Value
from ledger.formats.player_columns import IDS, RATINGS, ROUNDS_OUT

NUMBERS = frozenset({"number", "rating", "lot", "birth_year", "from_round"})
MOST_ROUNDS = 99  # that a cell may name


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What lists write where there is nothing.
_NOTHING = _words("- -- — – nvt geen keine kein none no nil nul unr unrated ungewertet ratinglos zonder pole puudub nc")


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
    **dict.fromkeys(("m", "man", "male", "h", "heer", "männlich", "mees", "mann", "homme", "hombre", "boy"), "m"),
    **dict.fromkeys(("w", "f", "v", "vrouw", "female", "d", "dame", "weiblich", "n", "naine", "frau", "woman"), "w"),
    **dict.fromkeys(("femme", "mujer", "girl", "meisje", "mädchen"), "w"),
}
_RATED = re.compile(r"([1-9]\d{2,3}) ?(?:[*?]|\(?[a-z.]{1,12}\)?)?", re.ASCII | re.IGNORECASE)  # 1850*, 1850 FIDE
_SOURCE = re.compile(r"[A-Za-z]{3,12}", re.ASCII)
_SPAN = re.compile(r"(\d)\s*(?:-|–|\bto\b|\bbis\b|\bt/m\b|\btot\b|\bkuni\b)\s*(?:r\.?|rd)?\s*(\d)")
_ROUND_ENDS = re.compile(r"\s*(?:[,;+&/]|\b(?:and|und|en|ja|et|y)\b)\s*|(?<=\d)\s+(?=\d|r)")
_ROUND = re.compile(r"(?:r|rd|round|runde|ronde|voor)?\.?\s*(\d{1,2})(?:-(\d{1,2}))?\.?", re.ASCII)
_YEAR_LAST = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.](\d{4})", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})[-/.]\d{1,2}[-/.]\d{1,2}", re.ASCII)


def tidy(cell: str) -> str:
    """One space between words, none around them; letters with accents as one character."""
    return " ".join(unicodedata.normalize("NFC", cell).split())


def value_of(field: str, cell: str) -> tuple[object, str]:
    """What is kept of a cell that is not empty, and the code of what was done to it (empty: nothing)."""
    if cell.casefold() in _NOTHING and (field in NUMBERS or field in IDS or field in RATINGS or field in ROUNDS_OUT):
        return None, "zero-is-none"
    if field in ROUNDS_OUT:
        return _rounds(field, cell)
    if field in RATINGS:
        return _rating(field, cell)
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
    elif field == "rating" and (rated := _RATED.fullmatch(cell)) is not None and rated[1] != cell:
        text, code = rated[1], "number-from-text"
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


def _rating(field: str, cell: str) -> tuple[tuple[str, int] | None, str]:
    """With the code of who publishes it, where the cell says it: ``1900 EST``."""
    number, _, source = cell.partition(" ")
    if _SOURCE.fullmatch(source) is None:
        number, source = cell, ""
    value, code = _number("rating", number)
    return (None, code) if value is None else ((source, value), code)


def _rounds(field: str, cell: str) -> tuple[tuple[int, ...] | None, str]:
    """``2``, ``3,4``, ``R1 and R2``, ``3-5``."""
    found: set[int] = set()
    for part in _ROUND_ENDS.split(_SPAN.sub(r"\1-\2", cell.casefold())):
        span = _ROUND.fullmatch(part)
        if span is None or int(span[2] or span[1]) > MOST_ROUNDS:
            raise BadInput("not-rounds", field=field, found=cell)
        found.update(range(int(span[1]), int(span[2] or span[1]) + 1))
    return tuple(sorted(found - {0})) or None, ""


def is_sex(cell: str) -> bool:
    return cell.casefold() in _SEXES


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


def _name(cell: str) -> tuple[str, str]:
    """``Visser,Anna`` as everybody writes it."""
    name = re.sub(r"\s*,\s*(?=\S)", ", ", cell)
    return name, "" if name == cell else "name-written-alike"


_READERS: Mapping[str, Callable[[str], tuple[str, str]]] = {
    "name": _name,
    "title": _title,
    "federation": _federation,
    "sex": _sex,
    "missed": _read_missed,
}
