"""A list of players, pasted or as a file that a spreadsheet saves, → registrations.

Everything that is wrong is told with its line and column, not only the first; what was made alike (a title, a year
from a date, a name with two spaces) is told too. Nothing is written from here.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.errors import BadInput, Refusal, RoundlogError
from engine.model import Player, PlayerId, Tournament
from ledger.acts.namesakes import People, letters
from ledger.acts.players import NewPlayer, check_player
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
    "are_numbers_free",
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
    problems: tuple[RoundlogError, ...]  # of all lines, wanted or not
    adjusted: tuple[Adjusted, ...]
    suspected: tuple[Alike, ...]


def read_players(path: str | os.PathLike[str], called: Titles = OWN_TITLES, are_namesakes: bool = False) -> PlayerList:
    """All players of a file in which a line names the columns, or an error that says where.

    ``are_namesakes``: somebody says that those of one name are different people.
    """
    sheet = read_sheet(read_content(path), has_header=True, called=called)
    namesakes = [row.line for row in sheet.rows] if are_namesakes else []
    found = read_list(sheet, all_known(sheet, guess_columns(sheet)), namesakes=namesakes)
    if are_namesakes:
        found = replace(found, players=tuple(replace(new, namesake=True) for new in found.players))
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
            raise BadInput(code, line=sheet.heading, column=number, column_name=title, known=COLUMNS)
    return fields


def read_list(
    sheet: Sheet,
    fields: Sequence[str | None],
    t: Tournament | None = None,
    leave_out: Collection[int] = (),
    namesakes: Collection[int] = (),
) -> PlayerList:
    """``fields``: what each column holds, None for one that is left out. ``t``: who is registered already.

    ``leave_out``: lines that are not wanted. ``namesakes``: those of somebody else of a name that is there already.
    """
    check_fields(fields)
    if not has_name(fields):
        raise BadInput("csv-no-name-column", line=sheet.heading)
    readings = [_Reading(row, fields) for row in sheet.rows]
    wanted = [one for one in readings if one.new is not None and one.row.line not in leave_out]
    known, removed = (tuple(t.players), t.removed) if t is not None else ((), {})
    doubles, numbers = _Doubles(known, namesakes), _Numbers(known, removed)
    for reading in wanted:
        numbers.take(reading, fields)
        doubles.take(reading)
    good = [reading for reading in wanted if not reading.problems]
    return PlayerList(
        players=tuple(reading.new for reading in good if reading.new is not None),
        lines=tuple(reading.row.line for reading in good),
        skipped=sheet.skipped,
        problems=tuple(problem for reading in readings for problem in reading.problems),
        adjusted=tuple(change for reading in readings for change in reading.adjusted),
        suspected=tuple(doubles.suspected),
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
            self.complain(BadInput("csv-too-many-cells", found=len(cells), expected=len(fields)))
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
            self.complain(problem, column)
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
            self.complain(BadInput("csv-name-missing"), place + 1)
            return
        ids = {field: given.pop(field) for field in IDS if field in given}
        entry: dict[str, Any] = {field: given.pop(field) for field in ("from_round", "missed") if field in given}
        player: dict[str, Any] = {"number": 0, "name": name, **given, "ids": ids}
        new = msgspec.convert({"player": player, **entry}, NewPlayer)
        try:
            check_player(new.player if new.player.number else msgspec.structs.replace(new.player, number=1))
        except Refusal as refusal:
            for problem in refusal.problems or (refusal,):
                self.complain(problem, _column_of(problem, fields))
        if not self.problems:
            self.new = new

    def complain(self, problem: RoundlogError, column: int | None = None) -> None:
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


class _Doubles:
    """Goes through the lines that are wanted: who is there already, in the tournament or in a line before.

    A line of the list stands among the people under its number with a minus.
    """

    def __init__(self, known: Iterable[Player], confirmed: Collection[int]) -> None:
        self._people = People(known)
        self._confirmed = confirmed
        self.suspected: list[Alike] = []

    def take(self, reading: _Reading) -> None:
        """What is wrong is told by the reading itself."""
        assert reading.new is not None
        player, line = reading.new.player, reading.row.line
        same, perhaps = self._people.same_as(player), self._people.perhaps(player)
        if same is not None:
            reading.complain(_same_person(same))
        elif perhaps is not None and line not in self._confirmed:
            reading.complain(_same_name(perhaps))
        else:
            reading.new = replace(reading.new, namesake=perhaps is not None)
            self.suspected += [_alike(one, line, player) for one in self._people.of_name(player.name)[:1]]
            self._people.add(replace(player, number=-line))


def _same_person(other: Player) -> RoundlogError:
    if other.number < 0:
        return BadInput("csv-player-twice", name=other.name, other_line=-other.number)
    return BadInput("already-registered", name=other.name, number=other.number)


def _same_name(other: Player) -> RoundlogError:
    if other.number < 0:
        return BadInput("csv-name-twice", name=other.name, other_line=-other.number)
    return BadInput("name-registered", name=other.name, number=other.number)


def _alike(other: Player, line: int, player: Player) -> Alike:
    place = {"other_line": -other.number} if other.number < 0 else {"player": other.number}
    return Alike(line, player.name, other.name, **place)


class _Numbers:
    """The same for the numbers that a list gives: each belongs to one entry."""

    def __init__(self, known: Iterable[Player], removed: Mapping[PlayerId, str]) -> None:
        self._names = {player.number: player.name for player in known}
        self._removed = removed

    def take(self, reading: _Reading, fields: Sequence[str | None]) -> None:
        assert reading.new is not None
        number, name = reading.new.player.number, reading.new.player.name
        problem = self._problem(number, name) if number else None
        if problem is not None:
            reading.complain(problem, fields.index("number") + 1)
        elif number:
            self._names[number] = name

    def _problem(self, number: PlayerId, name: str) -> RoundlogError | None:
        if number in self._names:
            return BadInput("number-taken", number=number, name=self._names[number])
        before = self._removed.get(number, name)
        return None if letters(before) == letters(name) else BadInput("number-of-removed", number=number, name=before)


def are_numbers_free(sheet: Sheet, fields: Sequence[str | None], t: Tournament) -> bool:
    """Nobody in the tournament has a number that the list gives; else the list is better read without them."""
    place = fields.index("number") if "number" in fields else len(fields)
    cells = (tidy(row.cells[place]) for row in sheet.rows if place < len(row.cells))
    given = {int(cell) for cell in cells if cell.isascii() and cell.isdecimal()}
    return given.isdisjoint((*t.entries, *t.removed))
