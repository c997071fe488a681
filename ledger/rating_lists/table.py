"""Lists as tables with a line of titles: KNSB, KNDB, FMJD, DSB, and whatever else is CSV. Read line by line."""

from __future__ import annotations

import codecs
import csv
import itertools
from collections.abc import Iterator, Mapping, Sequence

from engine.errors import BadInput
from engine.model import Value
from ledger.formats.player_columns import IDS, Titles, plain_title
from ledger.formats.player_sheet import SEPARATORS, read_sheet
from ledger.rating_lists.cells import read_field, read_name, read_number, read_rating, read_text, read_year
from ledger.rating_lists.fide_txt import decode
from ledger.rating_lists.list_file import ListRow
from ledger.rating_lists.unpacking import PartFile

LINES_LOOKED_AT = 60
_KINDS = {
    **dict.fromkeys(("standard", "std", "srtng", "klassiek", "classical"), "standard"),
    **dict.fromkeys(("rapid", "rrtng", "rapidrating"), "rapid"),
    **dict.fromkeys(("blitz", "brtng", "snel", "blitzrating"), "blitz"),
}
_OF_RATING_LISTS: Mapping[str, str] = {
    "rating": "dwz nrating currentrating",
    "name": "spielername teilnehmername fullname",
    "number": "id nr no lidnr lidnummer relnr membernumber mitgliedsnummer spielernr",
    "birth_year": "geboren geburtsjahr gebjaar geboortejaar born year",
    "federation": "country fideland landcode",
    "title": "fidetitel titel",
    "sex": "s geslacht geschlecht gender mv",
    "association": "zps vkz",
    "member": "mglnr mitgliednr",
    "status": "status",
    "flag": "flag",
    "fide_rating": "fideelo fiderating",
}
_TITLES: Titles = {
    **{title: field for field, titles in _OF_RATING_LISTS.items() for title in titles.split()},
    **_KINDS,
}


class Table(Value, frozen=True):
    """How it is cut, and the place of each field."""

    encoding: str
    separator: str
    heading: int  # lines up to and with the titles
    places: Mapping[str, int]

    def has(self, *fields: str) -> bool:
        return all(field in self.places for field in fields)


def look_at_table(head: bytes, called: Titles) -> Table:
    """``head``: its beginning. ``called``: the titles of columns that we know, besides those of rating lists."""
    known = {**called, **_TITLES}
    lines = head.splitlines(keepends=True)[:LINES_LOOKED_AT]
    is_wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    sheet = read_sheet(head[: len(head) // 2 * 2] if is_wide else b"".join(lines), called=known)
    if not sheet.has_header or sheet.separator not in SEPARATORS:
        raise BadInput("rating-list-no-titles", expected=("number", "name", "rating"))
    places: dict[str, int] = {}
    for place, title in enumerate(sheet.titles):
        field = known.get(plain_title(title))
        if field is not None:
            places.setdefault(field, place)
    return Table(sheet.encoding, sheet.separator, sheet.heading, places)


def publisher_of(table: Table, names: str) -> str:
    """Whose list it looks like, by its titles or by what its file is called; empty: nobody's that we know."""
    if table.has("association", "member"):
        return "dsb"
    by_title = next((body for body in ("knsb", "kndb", "fmjd") if table.has(body)), "")
    return by_title or next((body for body in ("knsb", "kndb", "fmjd", "dsb") if body in names.lower()), "")


def kinds_of(table: Table) -> tuple[str, ...]:
    """Those that have a column of their own."""
    return tuple(kind for kind in ("standard", "rapid", "blitz") if table.has(kind))


def read_players(file: PartFile, table: Table, kinds: Sequence[str], numbers: str) -> Iterator[ListRow | None]:
    """``numbers``: the field of ids that the list's own numbers belong to."""
    rows = csv.reader(_texts(file, table.encoding), delimiter=table.separator)
    reading = _RowReader(table, tuple(kinds), numbers)
    try:
        for cells in itertools.dropwhile(lambda _cells: rows.line_num <= table.heading, rows):
            if any(cells):
                yield reading.row(cells)
    except csv.Error as error:
        raise BadInput("rating-list-not-a-table", file=file.name, line=rows.line_num, reason=str(error)) from error


def _texts(file: PartFile, encoding: str) -> Iterator[str]:
    if encoding == "utf-16":
        decoder = codecs.getincrementaldecoder("utf-16")("replace")
        waiting = ""
        for piece in file.pieces():
            *whole, waiting = (waiting + decoder.decode(piece)).split("\n")
            yield from (line + "\n" for line in whole)
        yield waiting
        return
    for line in file.lines():
        text = decode(line)
        if "\0" in text:
            raise BadInput("rating-list-not-a-table", file=file.name, line=0, reason="NUL")
        yield text


class _RowReader:
    """Rows of cells → players."""

    def __init__(self, table: Table, kinds: tuple[str, ...], numbers: str) -> None:
        self._places = table.places
        own = kinds_of(table)
        self._ratings = {kind: table.places[kind] for kind in kinds if kind in own}
        if not own and table.has("rating"):
            self._ratings = {kinds[0]: table.places["rating"]}
        elif not own and table.has("fide_rating"):
            self._ratings = {kinds[0]: table.places["fide_rating"]}
        if not self._ratings:
            raise BadInput("rating-list-no-ratings")
        self._numbers = numbers
        self._number = "" if table.has("association", "member") else self._column_of_numbers(table)

    def row(self, cells: Sequence[str]) -> ListRow | None:
        said = {field: cells[place] for field, place in self._places.items() if place < len(cells)}
        number, name = self._read_number(said), _read_name(said)
        if not number or not name:
            return None
        status = said.get("status", "") or said.get("flag", "")
        ratings = {kind: read_rating(cells[place]) for kind, place in self._ratings.items() if place < len(cells)}
        return ListRow(
            number,
            name,
            read_field("title", said.get("title", "")),
            read_field("federation", said.get("federation", "")),
            read_year(said.get("birth_year", "")),
            read_field("sex", said.get("sex", "")),
            "" if self._numbers == "fide" else read_number(said.get("fide", "")),
            read_text(said.get("club", "")),
            status.strip() in ("P", "i", "wi"),  # DSB: passive; FIDE: inactive
            ratings.get("standard"),
            ratings.get("rapid"),
            ratings.get("blitz"),
        )

    def _column_of_numbers(self, table: Table) -> str:
        found = next((field for field in (self._numbers, "number", *IDS) if field in table.places), "")
        if not found:
            raise BadInput("rating-list-no-numbers")
        return found

    def _read_number(self, said: Mapping[str, str]) -> str:
        if self._number:
            return read_number(said.get(self._number, ""))
        association, member = said.get("association", "").strip(), read_number(said.get("member", ""))
        return f"{association}-{member}" if association and member else ""


def _read_name(said: Mapping[str, str]) -> str:
    """``Berg, Jan van den``, in one column or in several."""
    if said.get("name", "").strip():
        surname, comma, first = said["name"].partition(",")
        return read_name(f"{surname}, {first}" if comma else surname)
    first = " ".join(filter(None, (said.get("first_name", "").strip(), said.get("prefix", "").strip())))
    surname = said.get("surname", "").strip()
    return read_name(f"{surname}, {first}" if surname and first else surname)
