"""A file or a pasted text → rows of cells: which table of it, what separates the cells, which line is titles."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.errors import BadInput
from engine.model import Value
from ledger.formats.entry_cells import read_entries
from ledger.formats.player_columns import OWN_TITLES, Titles, field_of, has_name, plain_title
from ledger.formats.text_encoding import decode_text
from ledger.formats.workbook import BookTable, Workbook, is_workbook, read_workbook

SEPARATORS = ("\t", ";", ",", "|")
SPACES = " "  # no separator at all: a name, and perhaps a rating behind it
ROWS_LOOKED_AT = 50
LINES_ABOVE = 20  # among which the line with the titles is looked for
MOST_ROWS = 20_000
SURELY_TITLES = 3  # known ones in a line: no player is called so

_OTHER_KINDS = ("%PDF-", "{\\rtf")  # which may be text all through
_NAME_AND_RATING = re.compile(r"(.*\D)\s+(\d{3,4})")
_SURNAME_FIRST = re.compile(r"[^\d,]*\w[^\d,]*,(?:\s+[^\d,]*[^\d,\s]|\s*[^\d,]*\w[^\d,]*\s\d{3,4})\s*")


class Row(Value, frozen=True):
    line: int  # its last
    cells: tuple[str, ...]


class Sheet(Value, frozen=True):
    encoding: str  # of a text: one of ``ENCODINGS``; else "xlsx", "ods", "trf", "roundlog"
    separator: str  # empty: it is no text
    has_header: bool
    titles: tuple[str, ...]  # of the columns; empty texts where nothing names them
    known: tuple[str | None, ...]  # the field that each title means, if we know it
    rows: tuple[Row, ...]
    skipped: tuple[int, ...]  # lines without content
    above: tuple[Row, ...] = ()  # what stands above the titles: what the list is called, when it was made
    heading: int = 1  # the line of the titles
    repeated: tuple[int, ...] = ()  # lines further down in which the titles stand again
    other_headings: tuple[int, ...] = ()  # lines further down with other titles: another list begins there
    table: str = ""  # of a workbook, which of its tables
    tables: tuple[str, ...] = ()  # those that it has


def read_sheet(
    content: str | bytes,
    separator: str | None = None,
    has_header: bool | None = None,
    called: Titles = OWN_TITLES,
    *,
    encoding: str | None = None,
    table: str | None = None,
) -> Sheet:
    """What is not said is found out. ``called``: the titles of columns that we know."""
    if isinstance(content, bytes) and is_workbook(content):
        return _read_workbook(read_workbook(content), has_header, called, table)
    text, read_as = (content, "utf-8") if isinstance(content, str) else decode_text(content, encoding)
    text = text.removeprefix("\ufeff")
    if "\0" in text or text.startswith(_OTHER_KINDS):
        raise BadInput("csv-not-text")
    if (entries := read_entries(content, text)) is not None:
        kind, titles, rows = entries
        lines = [Row(number, cells) for number, cells in enumerate((titles, *rows), start=1)]
        return _sheet(lines, kind, "", True, OWN_TITLES)
    found = separator or _separator(text, called)
    return _sheet(list(_rows(text, found)), read_as, found, has_header, called)


def _read_workbook(book: Workbook, has_header: bool | None, called: Titles, table: str | None) -> Sheet:
    """Of several tables the first in which a line names the columns, else the first that has content."""
    names = tuple(one.name for one in book.tables)
    if table is not None and table not in names:
        raise BadInput("not-one-of", field="table", value=table, possible=names)
    sheets = [
        replace(_sheet(_rows_of(one), book.kind, "", has_header, called), table=one.name, tables=names)
        for one in book.tables
        if table in (None, one.name)
    ]
    nothing = _sheet([], book.kind, "", has_header, called)
    return next((sheet for sheet in sheets if sheet.has_header), sheets[0] if sheets else nothing)


def _rows_of(table: BookTable) -> list[Row]:
    """Without the empty ones, of which a table may have thousands between two lines."""
    return [Row(line, cells) for line, cells in table.rows]


def _sheet(rows: list[Row], encoding: str, separator: str, has_header: bool | None, called: Titles) -> Sheet:
    if len(rows) > MOST_ROWS:
        raise BadInput("csv-too-long", most=MOST_ROWS)
    filled = [row for row in rows if any(cell.strip() for cell in row.cells)]
    skipped = tuple(row.line for row in rows if not any(cell.strip() for cell in row.cells))
    place = None if has_header is False else _place_of_titles(filled, called)
    if place is None and has_header and filled:
        place = 0
    is_named = place is not None
    titles = filled[place].cells if place is not None else ()
    above, below = ((), filled) if place is None else (filled[:place], filled[place + 1 :])
    headings = _headings_below(below, called) if is_named else {}
    again = {line for line, plain in headings.items() if plain == _plain(titles)}
    body = [row for row in below if row.line not in again]
    if not is_named:
        titles = ("",) * max((len(row.cells) for row in body), default=0)
    return Sheet(
        encoding=encoding,
        separator=separator,
        has_header=is_named or bool(has_header),
        titles=titles,
        known=tuple(field_of(title, called) for title in titles),
        rows=tuple(body),
        skipped=skipped,
        above=tuple(above),
        heading=1 if place is None else filled[place].line,
        repeated=tuple(sorted(again)),
        other_headings=tuple(sorted(headings.keys() - again)),
    )


def _headings_below(rows: Sequence[Row], called: Titles) -> dict[int, tuple[str, ...]]:
    """Lines that name columns as a heading does, as where each page of a print has one: their plain titles."""
    found = {}
    for row in rows:
        fields = [field_of(cell, called) for cell in row.cells]
        if has_name(fields) and len(set(filter(None, fields))) >= SURELY_TITLES:
            found[row.line] = _plain(row.cells)
    return found


def _plain(titles: Sequence[str]) -> tuple[str, ...]:
    return tuple(plain_title(title) for title in titles)


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
    lines = text.splitlines(keepends=True)
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
