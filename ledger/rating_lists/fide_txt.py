"""FIDE's lists as text in columns of fixed width, whose places the first line gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ledger.rating_lists.cells import read_field, read_name, read_number, read_rating, read_year
from ledger.rating_lists.list_file import ListRow
from ledger.rating_lists.unpacking import PartFile

_TITLE = re.compile(r"ID ?Number|\S+", re.IGNORECASE)
_RATINGS = {"srtng": "standard", "rrtng": "rapid", "brtng": "blitz"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = re.compile(rf"({'|'.join(_MONTHS)})(\d\d)")

Columns = Mapping[str, slice]


def read_columns(head: str) -> Columns:
    """What each column is called, in small letters → its place; empty if this is no such list."""
    titles = list(_TITLE.finditer(head))
    names = [found[0].lower().replace(" ", "") for found in titles]
    ends = [*(found.start() for found in titles[1:]), None]
    if not {"idnumber", "name", "fed"} <= set(names):
        return {}
    return {name: slice(found.start(), end) for name, found, end in zip(names, titles, ends, strict=True)}


def kinds_of(columns: Columns) -> tuple[str, ...]:
    """Those of a combined list; nothing for one of a single kind, which does not say which."""
    return tuple(kind for title, kind in _RATINGS.items() if title in columns)


def month_of(columns: Columns) -> str:
    """Where there is only one rating, its column is called ``NOV26``."""
    found = (_MONTH.fullmatch(title) for title in columns)
    return next((f"20{one[2]}-{_MONTHS.index(one[1]) + 1:02}" for one in found if one), "")


def read_players(file: PartFile, kinds: tuple[str, ...]) -> Iterator[ListRow | None]:
    """None for a line without a name or a number."""
    lines = file.lines()
    columns = read_columns(decode(next(lines, b"")))
    places = _places_of_ratings(columns, kinds)
    for line in lines:
        if line.strip():
            yield _row(line, columns, places)


def _places_of_ratings(columns: Columns, kinds: tuple[str, ...]) -> Mapping[str, slice]:
    if kinds_of(columns):
        return {kind: columns[title] for title, kind in _RATINGS.items() if title in columns and kind in kinds}
    single = next((title for title in columns if title in ("rtng", "rating") or _MONTH.fullmatch(title)), None)
    return {kinds[0]: columns[single]} if single is not None else {}


def _row(line: bytes, columns: Columns, ratings: Mapping[str, slice]) -> ListRow | None:
    text = decode(line).rstrip("\r\n")
    if len(text) != len(line.rstrip(b"\r\n")) and not _is_code(text[columns["fed"]]):
        text = line.rstrip(b"\r\n").decode("latin-1")  # its columns were counted in bytes

    def cell(title: str) -> str:
        return text[columns[title]].strip() if title in columns else ""

    number, name = read_number(cell("idnumber")), read_name(_mend(cell("name")))
    if not number or not name:
        return None
    title, sex = cell("tit") or cell("wtit"), cell("sex")
    of_kind = {kind: read_rating(text[place]) for kind, place in ratings.items()}
    return ListRow(
        number,
        name,
        read_field("title", title) if title else "",
        read_field("federation", cell("fed")),
        read_year(cell("b-day")),
        "w" if sex == "F" else "m" if sex == "M" else "",
        is_inactive="i" in cell("flag"),
        standard=of_kind.get("standard"),
        rapid=of_kind.get("rapid"),
        blitz=of_kind.get("blitz"),
    )


def decode(line: bytes) -> str:
    """UTF-8 if it is that; else what FIDE's lists were before, as Windows has it."""
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("windows-1252", errors="replace")


def _is_code(cell: str) -> bool:
    return not cell.strip() or (cell[:3].isalpha() and not cell[3:].strip())


def _mend(name: str) -> str:
    """UTF-8 that was cut as if it were bytes is UTF-8 again."""
    if name.isascii():
        return name
    try:
        return name.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return name
