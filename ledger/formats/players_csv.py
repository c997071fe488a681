"""A list of players as CSV, as every spreadsheet saves it.

The first line names the columns; ``name`` is the only one that must be there. Commas, semicolons or tabs, UTF-8 with or
without a byte order mark. What cannot be read is refused with its line and column; nothing is guessed.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from engine.errors import BadInput
from engine.model import Ids, Outcome, Player
from ledger.commands import NewPlayer

_IDS = Ids.__struct_fields__
_NUMBERS = ("number", "rating", "lot", "birth_year", "from_round")
COLUMNS = (*(f for f in Player.__struct_fields__ if f != "ids"), *_IDS, "from_round", "missed")

# What the columns are called in the lists that clubs have.
_ALSO_CALLED = {
    "naam": "name",
    "nimi": "name",
    "spelersnaam": "name",
    "nummer": "number",
    "nr": "number",
    "no": "number",
    "elo": "rating",
    "dwz": "rating",
    "reiting": "rating",
    "titel": "title",
    "tiitel": "title",
    "vereniging": "club",
    "verein": "club",
    "klubi": "club",
    "bond": "federation",
    "fed": "federation",
    "land": "federation",
    "geboortejaar": "birth_year",
    "geburtsjahr": "birth_year",
    "sünniaasta": "birth_year",
    "born": "birth_year",
    "geslacht": "sex",
    "geschlecht": "sex",
    "sugu": "sex",
    "categorie": "category",
    "kategorie": "category",
    "kategooria": "category",
}


class PlayerList(msgspec.Struct, frozen=True):
    players: tuple[NewPlayer, ...]
    skipped: tuple[int, ...]  # lines without content


def read_players(path: str | os.PathLike[str]) -> PlayerList:
    """All players of a file, or an error that says where."""
    lines = _text(Path(path)).splitlines(keepends=True)
    rows = _rows(lines, _delimiter(lines[0] if lines else ""))
    _, header = next(rows, (1, []))
    columns = _columns(header)
    players, skipped = [], []
    for line, cells in rows:
        if any(cell.strip() for cell in cells):
            players.append(_player(columns, cells, line))
        else:
            skipped.append(line)
    if not players:
        raise BadInput("csv-empty", path=os.fspath(path))
    return PlayerList(tuple(players), tuple(skipped))


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise BadInput("no-such-file", path=os.fspath(path)) from error
    except OSError as error:
        raise BadInput("unreadable-file", path=os.fspath(path), reason=error.strerror or "") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadInput("csv-not-utf-8", path=os.fspath(path), line=line) from error


def _delimiter(header: str) -> str:
    return max(",;\t", key=header.count)


def _rows(lines: Sequence[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with the number of its last line."""
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        raise BadInput("csv-malformed", line=reader.line_num, problem=str(error)) from error


def _columns(header: Sequence[str]) -> list[str]:
    columns: list[str] = []
    for number, title in enumerate(header, start=1):
        plain = title.strip().casefold().replace(" ", "_").replace("-", "_")
        column = _ALSO_CALLED.get(plain, plain)
        if column not in COLUMNS:
            raise BadInput("csv-unknown-column", line=1, column=number, column_name=title, known=COLUMNS)
        if column in columns:
            raise BadInput("csv-column-twice", line=1, column=number, column_name=title)
        columns.append(column)
    if "name" not in columns:
        raise BadInput("csv-no-name-column", line=1)
    return columns


def _player(columns: Sequence[str], cells: Sequence[str], line: int) -> NewPlayer:
    if len(cells) > len(columns):
        raise BadInput("csv-too-many-cells", line=line, found=len(cells), expected=len(columns))
    given = {
        column: _value(column, cell.strip(), line, number)
        for number, (column, cell) in enumerate(zip(columns, cells, strict=False), start=1)
        if cell.strip()
    }
    if "name" not in given:
        raise BadInput("csv-name-missing", line=line, column=columns.index("name") + 1)
    ids = {field: given.pop(field) for field in _IDS if field in given}
    part: dict[str, object] = {field: given.pop(field) for field in ("from_round", "missed") if field in given}
    player = {"number": 0, **given, "ids": ids}
    return msgspec.convert({"player": player} | part, NewPlayer)


def _value(column: str, cell: str, line: int, number: int) -> str | int:
    if column in _NUMBERS:
        if not (cell.isascii() and cell.isdecimal() and len(cell) <= 9):
            raise BadInput("not-a-number", field=column, found=cell, line=line, column=number)
        return int(cell)
    if column == "sex":
        return cell.casefold()
    if column == "missed" and cell not in {outcome.value for outcome in Outcome}:
        possible = tuple(sorted(outcome.value for outcome in Outcome))
        raise BadInput("not-one-of", field=column, value=cell, possible=possible, line=line, column=number)
    return cell
