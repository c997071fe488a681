"""What each column of a list holds: by its title or, where nothing names it, by what stands in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ledger.formats.player_cells import is_sex
from ledger.formats.player_columns import SECTION, VAGUE, plain_title, propose_fields
from ledger.formats.player_sheet import ROWS_LOOKED_AT, Sheet


def guess_columns(sheet: Sheet) -> tuple[str | None, ...]:
    """A field for each column: by its title, or by what stands in it where nothing names the columns. Sections are
    groups here: of what event they are only its own list says (``section_lists.py``)."""
    cells = [_cells_of(sheet, number) for number in range(len(sheet.titles))]
    if sheet.has_header:
        return _by_titles(sheet, cells)
    found: list[str | None] = []
    for column in cells:
        field = _guess(column)
        found.append(None if field in found else field)
    return tuple(found)


def _cells_of(sheet: Sheet, number: int) -> list[str]:
    """What is there in a column, of the first lines."""
    cells = (row.cells[number].strip() for row in sheet.rows[:ROWS_LOOKED_AT] if number < len(row.cells))
    return [cell for cell in cells if cell]


def _by_titles(sheet: Sheet, cells: Sequence[Sequence[str]]) -> tuple[str | None, ...]:
    """Of two columns for one thing the one that says it in full, or else the one in which something stands. A column
    without a title (chess-results has one) may hold the players' titles."""
    fields = ["category" if field == SECTION else field for field in sheet.known]
    for number, title in enumerate(sheet.titles):
        if not title.strip() and "title" not in fields and cells[number] and _fitting(cells[number]) == "title":
            fields[number] = "title"
    for number, title in enumerate(sheet.titles):
        is_vague = plain_title(title) in VAGUE
        if fields[number] == "sex" and is_vague and not all(map(is_sex, cells[number])):
            fields[number] = None
    strengths = [(bool(cells[number]), plain_title(title) not in VAGUE) for number, title in enumerate(sheet.titles)]
    strongest = {field: max(s for s, one in zip(strengths, fields, strict=True) if one == field) for field in fields}
    for number, field in enumerate(fields):
        if strengths[number] < strongest[field]:
            fields[number] = None
    return propose_fields(fields)


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
