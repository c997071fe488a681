"""A file or a pasted text → rows of cells: its encoding, what separates the cells, whether the first line is titles."""

from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.errors import BadInput
from engine.model import Value
from ledger.formats.player_columns import OWN_TITLES, Titles, field_of, has_name, propose_fields

SEPARATORS = ("\t", ";", ",", "|")
SPACES = " "  # no separator at all: a name, and perhaps a rating behind it
ROWS_LOOKED_AT = 50
LINES_ABOVE = 20  # among which the line with the titles is looked for
MOST_ROWS = 20_000

_OTHER_KINDS = ("%PDF-", "{\\rtf")  # which may be text all through
_NAME_AND_RATING = re.compile(r"(.*\D)\s+(\d{3,4})")
_SURNAME_FIRST = re.compile(r"[^\d,]*\w[^\d,]*,(?:\s+[^\d,]*[^\d,\s]|\s*[^\d,]*\w[^\d,]*\s\d{3,4})\s*")


class Row(Value, frozen=True):
    line: int  # its last
    cells: tuple[str, ...]


class Sheet(Value, frozen=True):
    encoding: str  # "utf-8", "utf-16" or "windows-1252", which has all of Latin-1
    separator: str
    has_header: bool
    titles: tuple[str, ...]  # of the columns; empty texts where nothing names them
    known: tuple[str | None, ...]  # the field that each title means, if we know it
    rows: tuple[Row, ...]
    skipped: tuple[int, ...]  # lines without content
    above: tuple[Row, ...] = ()  # what stands above the titles: what the list is called, when it was made
    heading: int = 1  # the line of the titles


def read_sheet(
    content: str | bytes, separator: str | None = None, has_header: bool | None = None, called: Titles = OWN_TITLES
) -> Sheet:
    """What is not said is found out. ``called``: the titles of columns that we know."""
    text, encoding = (content, "utf-8") if isinstance(content, str) else _decode(content)
    if "\0" in text or text.startswith(_OTHER_KINDS):
        raise BadInput("csv-not-text")
    found = separator or _separator(text, called)
    rows = list(_rows(text, found))
    if len(rows) > MOST_ROWS:
        raise BadInput("csv-too-long", most=MOST_ROWS)
    filled = [row for row in rows if any(cell.strip() for cell in row.cells)]
    skipped = tuple(row.line for row in rows if not any(cell.strip() for cell in row.cells))
    place = None if has_header is False else _place_of_titles(filled, called)
    if place is None and has_header and filled:
        place = 0
    above, body = ((), filled) if place is None else (filled[:place], filled[place + 1 :])
    widest = max((len(row.cells) for row in body), default=0)
    titles = ("",) * widest if place is None else filled[place].cells
    known = tuple(field_of(title, called) for title in titles)
    heading = 1 if place is None else filled[place].line
    is_named = place is not None or bool(has_header)
    return Sheet(encoding, found, is_named, titles, known, tuple(body), skipped, tuple(above), heading)


def _decode(content: bytes) -> tuple[str, str]:
    """By its byte order mark; else UTF-8 if it is that, else what Windows writes in the west of Europe."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace"), "utf-16"
    try:
        return content.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        return content.decode("windows-1252", errors="replace"), "windows-1252"


def _separator(text: str, called: Titles) -> str:
    """The one that names most columns that we know; else the one that cuts the lines into equally many cells, unless
    that is the comma of "Visser, Anna 2104", which belongs to the name."""
    lines = text.splitlines()[:ROWS_LOOKED_AT]
    if not lines:
        return ","
    scored = [(_known_titles(lines, one, called), _regularity(lines, one), one) for one in SEPARATORS]
    titles, regularity, best = max(scored, key=lambda score: score[:2])
    if not titles and best == "," and all(_SURNAME_FIRST.fullmatch(line) for line in lines if line.strip()):
        return SPACES
    is_cut = titles or regularity or field_of(lines[0], called)  # one column with a title is a table too
    return best if is_cut else SPACES


def _known_titles(lines: Sequence[str], separator: str, called: Titles) -> int:
    """In the line that has most of them; a name alone is no heading, for a player may be called so."""
    cells = (line.split(separator) for line in lines[:LINES_ABOVE])
    return max((_count_titles(cut, called) for cut in cells if len(cut) > 1), default=0)


def _count_titles(cells: Sequence[str], called: Titles) -> int:
    return len({field for cell in cells if (field := field_of(cell.strip().strip('"'), called)) is not None})


def _regularity(lines: Sequence[str], separator: str) -> int:
    """How many lines have the commonest number of cells, if that is more than one."""
    counts = Counter(line.count(separator) for line in lines if line.strip())
    cuts, times = counts.most_common(1)[0] if counts else (0, 0)
    return times if cuts else 0


def _rows(text: str, separator: str) -> Iterator[Row]:
    """Each row with the number of its last line."""
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    if separator == SPACES:
        yield from (Row(number, _name_and_rating(line)) for number, line in enumerate(lines, start=1))
        return
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        for cells in reader:
            yield Row(reader.line_num, tuple(cells))
    except csv.Error as error:
        raise BadInput("csv-malformed", line=reader.line_num, problem=str(error)) from error


def _name_and_rating(line: str) -> tuple[str, ...]:
    found = _NAME_AND_RATING.fullmatch(line.strip())
    return (found[1].strip(), found[2]) if found else (line.strip(),)


def _place_of_titles(rows: Sequence[Row], called: Titles) -> int | None:
    """The first line that names the columns: the first of all, or one below what the list is called and when it was
    made. There at least two must be named, for in such lines anything may stand."""
    for place, row in enumerate(rows[:LINES_ABOVE]):
        fields = [field_of(cell, called) for cell in row.cells]
        if has_name(fields) and (place == 0 or _count_titles(row.cells, called) > 1):
            return place
    return None


# -- columns without a title -------------------------------------------------------------------------------------------


def guess_columns(sheet: Sheet) -> tuple[str | None, ...]:
    """A field for each column, by its title or, where nothing names the columns, by what stands in it."""
    if sheet.has_header:
        return propose_fields(sheet.known)
    found: list[str | None] = []
    for number in range(len(sheet.titles)):
        cells = [row.cells[number].strip() for row in sheet.rows[:ROWS_LOOKED_AT] if number < len(row.cells)]
        field = _guess([cell for cell in cells if cell])
        found.append(None if field in found else field)
    return tuple(found)


_RATING = re.compile(r"[1-9]\d{2,3}", re.ASCII)
_LOOKS_LIKE = (
    ("birth_year", re.compile(r"(?:19[2-9]|20[0-2])\d", re.ASCII)),
    ("rating", _RATING),
    ("fide", re.compile(r"\d{6,9}", re.ASCII)),
    ("number", re.compile(r"\d{1,3}", re.ASCII)),
    ("title", re.compile(r"W?(?:GM|IM|FM|CM)|GMI|MI|MF", re.IGNORECASE)),
    ("sex", re.compile(r"[mwfv]", re.IGNORECASE)),
    ("federation", re.compile(r"[A-Z]{3}")),
    ("name", re.compile(r".*\w\w.*")),
)


def _guess(cells: Sequence[str]) -> str | None:
    """What all cells look like; where most are numbers, what these look like: the others are told as problems."""
    numbers = [cell for cell in cells if cell.isascii() and cell.isdecimal()]
    if not 2 * len(numbers) > len(cells):
        return _fitting(cells)
    field = _fitting(numbers)
    if field is not None and field != "name":  # which any two digits look like
        return field
    return "rating" if 2 * sum(map(bool, map(_RATING.fullmatch, numbers))) > len(cells) else None


def _fitting(cells: Sequence[str]) -> str | None:
    fits = (field for field, pattern in _LOOKS_LIKE if cells and all(map(pattern.fullmatch, cells)))
    return next(fits, None)
