"""A list of players, pasted or as a file that a spreadsheet saves, → registrations.

Everything that is wrong is told with its line and column, not only the first; what was made alike (a title, a year
from a date, a name with two spaces) is told too. Nothing is written from here.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.errors import BadInput, Refusal, RoundlogError
from engine.model import Player, PlayerId
from ledger.acts.players import NewPlayer, check_player, marks
from ledger.formats.input_file import read_content
from ledger.formats.player_cells import Adjusted, tidy, value_of
from ledger.formats.player_columns import COLUMNS, IDS, OWN_TITLES, PARTS_OF_A_NAME, Titles, has_name
from ledger.formats.player_sheet import Row, Sheet, guess_columns, read_sheet

__all__ = [
    "COLUMNS",
    "Adjusted",
    "Alike",
    "LeftOut",
    "PlayerList",
    "all_known",
    "guess_columns",
    "left_out",
    "read_list",
    "read_players",
    "read_sheet",
]


class Alike(msgspec.Struct, frozen=True):
    """Two who may be one person: in two lines of the list, or in a line and registered already."""

    line: int
    name: str
    other: str
    other_line: int | None = None
    player: PlayerId | None = None


class LeftOut(msgspec.Struct, frozen=True):
    """A column with content that is not read: its number and title, and the first that stands in it."""

    column: int
    title: str
    example: str


class PlayerList(msgspec.Struct, frozen=True):
    players: tuple[NewPlayer, ...]
    lines: tuple[int, ...]  # of each
    skipped: tuple[int, ...]  # lines without content
    problems: tuple[RoundlogError, ...]
    adjusted: tuple[Adjusted, ...]
    suspected: tuple[Alike, ...]


def read_players(path: str | os.PathLike[str], called: Titles = OWN_TITLES) -> PlayerList:
    """All players of a file whose first line names the columns, or an error that says where."""
    sheet = read_sheet(read_content(path), has_header=True, called=called)
    found = read_list(sheet, all_known(sheet, guess_columns(sheet)))
    for problem in found.problems:
        raise problem
    if not found.players:
        raise BadInput("csv-empty", path=os.fspath(path))
    return found


def all_known(sheet: Sheet, fields: Sequence[str | None]) -> Sequence[str | None]:
    """Nothing is left out that nobody said might be."""
    for number, (title, known, field) in enumerate(zip(sheet.titles, sheet.known, fields, strict=True), start=1):
        if field is None and title.strip():
            code = "csv-unknown-column" if known is None else "csv-column-twice"
            raise BadInput(code, line=1, column=number, column_name=title, known=COLUMNS)
    return fields


def read_list(sheet: Sheet, fields: Sequence[str | None], known: Iterable[Player] = ()) -> PlayerList:
    """``fields``: what each column holds, None for one that is left out. ``known``: who is registered already."""
    check_fields(fields)
    if not has_name(fields):
        raise BadInput("csv-no-name-column", line=1)
    readings = [_Reading(row, fields) for row in sheet.rows]
    good = [reading for reading in readings if reading.new is not None]
    doubles, suspected = _find_doubles(good, list(known))
    twice = {problem.facts["line"] for problem in doubles}
    good = [reading for reading in good if reading.row.line not in twice]
    problems = sorted(
        (*(problem for reading in readings for problem in reading.problems), *doubles),
        key=lambda problem: int(str(problem.facts["line"])),
    )
    return PlayerList(
        players=tuple(reading.new for reading in good if reading.new is not None),
        lines=tuple(reading.row.line for reading in good),
        skipped=sheet.skipped,
        problems=tuple(problems),
        adjusted=tuple(change for reading in readings for change in reading.adjusted),
        suspected=tuple(suspected),
    )


def left_out(sheet: Sheet, fields: Sequence[str | None]) -> tuple[LeftOut, ...]:
    """Columns that hold something of which nothing would be registered."""
    found = []
    for place, (title, field) in enumerate(zip(sheet.titles, fields, strict=True)):
        cells = (tidy(row.cells[place]) for row in sheet.rows if place < len(row.cells))
        example = next(filter(None, cells), "")
        if field is None and example:
            found.append(LeftOut(place + 1, tidy(title), example))
    return tuple(found)


def check_fields(fields: Sequence[str | None]) -> None:
    """Each is one that we know, and stands there once."""
    for number, field in enumerate(fields, start=1):
        if field is not None and field not in COLUMNS:
            raise BadInput("csv-unknown-column", line=1, column=number, column_name=field, known=COLUMNS)
        if field is not None and field in fields[: number - 1]:
            raise BadInput("csv-column-twice", line=1, column=number, column_name=field)


class _Reading:
    """One row: the registration, or what is wrong with it; and what was made alike."""

    def __init__(self, row: Row, fields: Sequence[str | None]) -> None:
        self.row = row
        self.problems: list[RoundlogError] = []
        self.adjusted: list[Adjusted] = []
        self.new: NewPlayer | None = None
        self._register(self._cells(fields), fields)

    def _cells(self, fields: Sequence[str | None]) -> dict[str, Any]:
        cells = self.row.cells
        if len(cells) > len(fields) and any(cell.strip() for cell in cells[len(fields) :]):
            self._complain(BadInput("csv-too-many-cells", found=len(cells), expected=len(fields)))
        given: dict[str, Any] = {}
        for number, (field, cell) in enumerate(zip(fields, cells, strict=False), start=1):
            if field is not None and tidy(cell):
                self._read(field, cell, number, given)
        return given

    def _read(self, field: str, cell: str, column: int, given: dict[str, Any]) -> None:
        plain = tidy(cell)
        try:
            value, done = value_of(field, plain)
        except BadInput as problem:
            self._complain(problem, column)
            return
        if value is not None:
            given[field] = value
        if not done and field in ("name", *PARTS_OF_A_NAME) and plain != cell:
            done = "spaces-removed"
        if done:
            kept = "" if value is None else str(value)
            self.adjusted.append(Adjusted(self.row.line, field, done, cell, kept))

    def _register(self, given: dict[str, Any], fields: Sequence[str | None]) -> None:
        name = given.pop("name", None) or _join_name(given)
        for part in PARTS_OF_A_NAME:
            given.pop(part, None)
        if not name:
            place = fields.index("name" if "name" in fields else "surname")
            self._complain(BadInput("csv-name-missing"), place + 1)
            return
        ids = {field: given.pop(field) for field in IDS if field in given}
        entry: dict[str, Any] = {field: given.pop(field) for field in ("from_round", "missed") if field in given}
        player: dict[str, Any] = {"number": 0, "name": name, **given, "ids": ids}
        new = msgspec.convert({"player": player, **entry}, NewPlayer)
        try:
            check_player(new.player if new.player.number else msgspec.structs.replace(new.player, number=1))
        except Refusal as refusal:
            for problem in refusal.problems or (refusal,):
                self._complain(problem, _column_of(problem, fields))
        if not self.problems:
            self.new = new

    def _complain(self, problem: RoundlogError, column: int | None = None) -> None:
        problem.facts["line"] = self.row.line
        if column is not None:
            problem.facts["column"] = column
        self.problems.append(problem)


def _join_name(given: Mapping[str, Any]) -> str:
    """``Berg, Jan van den``."""
    first = " ".join(str(given[part]) for part in ("first_name", "prefix") if part in given)
    surname = str(given.get("surname", ""))
    return f"{surname}, {first}" if surname and first else surname


def _column_of(problem: RoundlogError, fields: Sequence[str | None]) -> int | None:
    field = problem.facts.get("field")
    return fields.index(str(field)) + 1 if field in fields else None


# -- the same person twice ---------------------------------------------------------------------------------------------


def _find_doubles(readings: Sequence[_Reading], known: Sequence[Player]) -> tuple[list[RoundlogError], list[Alike]]:
    """Who is there already, which would be refused; and who has the name of another, which is only told."""
    doubles: list[RoundlogError] = []
    suspected: list[Alike] = []
    people = {mark: player for player in known for mark in marks(player)}
    seen = {_letters(player.name): Alike(0, "", player.name, player=player.number) for player in known}
    lines: dict[object, int] = {}
    for reading in readings:
        assert reading.new is not None
        player, line = reading.new.player, reading.row.line
        double = _double(player, line, people, lines)
        alike = seen.get(_letters(player.name))
        if double is not None:
            doubles.append(double)
        elif alike is not None:
            suspected.append(msgspec.structs.replace(alike, line=line, name=player.name))
        lines |= dict.fromkeys(marks(player), line)
        seen.setdefault(_letters(player.name), Alike(0, "", player.name, other_line=line))
    return doubles, suspected


def _double(
    player: Player, line: int, people: Mapping[Any, Player], lines: Mapping[object, int]
) -> RoundlogError | None:
    for mark in marks(player):
        if mark in people:
            return BadInput("already-registered", name=player.name, player=people[mark].number, line=line)
        if mark in lines:
            return BadInput("csv-player-twice", name=player.name, other_line=lines[mark], line=line)
    return None


def _letters(name: str) -> tuple[str, ...]:
    """``Smit, Ánna`` and ``Anna SMIT`` are the same letters."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter if letter.isalnum() else " " for letter in apart if not unicodedata.combining(letter))
    return tuple(sorted(plain.split()))
