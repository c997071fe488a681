"""Titles of the columns in lists of players.

Those of the lists of federations and of other programs stand here. What clubs call them in their own language is handed
in by the displays, from the words of each language (``displays/words/columns.py``)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from engine.model import Ids, Player

PARTS_OF_A_NAME = ("surname", "first_name", "prefix")  # a name may come in several columns
IDS = Ids.__struct_fields__
COLUMNS: tuple[str, ...] = (
    *(field for field in Player.__struct_fields__ if field != "ids"),
    *IDS,
    "from_round",
    "missed",
    *PARTS_OF_A_NAME,
)

Titles = Mapping[str, str]  # a title as ``plain_title`` has it → the field

_OF_FEDERATIONS: Mapping[str, str] = {
    "number": "snr",
    "rating": "elo rtg rtgi eloi srtng fiderating fideelo elofide ratingfide knsbrating kndbrating knsbelo rtgnat"
    " standard std",
    "title": "tit fidetitle fidetitel",
    "federation": "fed",
    "birth_year": "birthyear byear birthdate bdate bday geb",
    "category": "cat",
    "club": "clubcity clubplaats vereinort",
    "sex": "geschl",
    "fide": "fideid idnr fidenr fidenumber fidenummer fideidnumber fidekood idfide idnumber",
    "knsb": "knsbid knsbnr knsbnummer relatienummer bondsnummer",
    "kndb": "kndbid kndbnr kndbnummer",
    "fmjd": "fmjdid fmjdnr fmjdnumber",
}


def plain_title(title: str) -> str:
    """``Rtg Nat.`` → ``rtgnat``, ``Sünniaasta`` → ``sunniaasta``: without accents, spaces and signs."""
    apart = unicodedata.normalize("NFKD", title.casefold())
    return "".join(letter for letter in apart if letter.isalnum())


OWN_TITLES: Titles = {
    **{plain_title(field): field for field in COLUMNS},
    **{name: field for field, names in _OF_FEDERATIONS.items() for name in names.split()},
}


def field_of(title: str, titles: Titles) -> str | None:
    """The field that a column with this title holds, if we know it."""
    return titles.get(plain_title(title))


def propose_fields(known: Sequence[str | None]) -> tuple[str | None, ...]:
    """A field for each column: each field once, the leftmost first. What we do not know is left out."""
    found: list[str | None] = []
    for field in known:
        found.append(None if field in found else field)
    if "name" in found:  # then its parts are not needed
        return tuple(None if field in PARTS_OF_A_NAME else field for field in found)
    return tuple(found)


def has_name(fields: Sequence[str | None]) -> bool:
    return "name" in fields or "surname" in fields
