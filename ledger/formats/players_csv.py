"""A list of players, pasted or as a file that a spreadsheet saves, → registrations.

Everything that is wrong is told with its line and column, not only the first; what was made alike (a title, a year
from a date, a name with two spaces) is told too. Nothing is written from here.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from engine.errors import BadInput, RoundlogError
from engine.model import Tournament
from ledger.acts.players import CompletedEntry, NewPlayer
from ledger.formats.column_guess import guess_columns
from ledger.formats.input_file import read_content
from ledger.formats.list_doubles import Alike, Doubles, Numbers
from ledger.formats.list_line import Reading
from ledger.formats.player_cells import Adjusted, tidy
from ledger.formats.player_columns import COLUMNS, OWN_TITLES, SECTION, Titles, has_name, is_kept
from ledger.formats.player_sheet import Sheet, read_sheet


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
    merged: tuple[int, ...] = ()  # lines that only complete who is there already
    completed: tuple[CompletedEntry, ...] = ()  # of these, who is registered


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
    """Nothing is left out that nobody said might be; but what no tournament keeps (an address, a rank) is."""
    for number, (title, known, field) in enumerate(zip(sheet.titles, sheet.known, fields, strict=True), start=1):
        if field is None and title.strip() and is_kept(title):
            code = "csv-unknown-column" if known is None else "csv-column-twice"
            raise BadInput(code, line=sheet.heading, column=number, column_name=title, known=COLUMNS)
    return fields


def read_list(
    sheet: Sheet,
    fields: Sequence[str | None],
    t: Tournament | None = None,
    leave_out: Collection[int] = (),
    namesakes: Collection[int] = (),
    merge: Collection[int] = (),
) -> PlayerList:
    """``fields``: what each column holds, None for one that is left out. ``t``: who is registered already.

    ``leave_out``: lines that are not wanted. ``namesakes``: those of somebody else of a name that is there already.
    ``merge``: those that only complete what is known of who is there already.
    """
    check_fields(fields)
    if not has_name(fields):
        raise BadInput("csv-no-name-column", line=sheet.heading)
    readings = [Reading(row, fields, t) for row in sheet.rows if row.line not in sheet.other_headings]
    wanted = [one for one in readings if one.new is not None and one.row.line not in leave_out]
    known, removed = (tuple(t.entries.values()), t.removed) if t is not None else ((), {})
    doubles, numbers = Doubles(known, namesakes, merge), Numbers((entry.player for entry in known), removed)
    for reading in wanted:
        if reading.row.line not in merge:
            numbers.take(reading, fields)
        doubles.take(reading)
    good = [reading for reading in wanted if not reading.problems and not reading.is_merged]
    problems = [problem for reading in readings for problem in reading.problems]
    problems += [BadInput("csv-other-heading", line=line, heading=sheet.heading) for line in sheet.other_headings]
    return PlayerList(
        players=tuple(reading.new for reading in good if reading.new is not None),
        lines=tuple(reading.row.line for reading in good),
        skipped=sheet.skipped,
        problems=tuple(sorted(problems, key=lambda problem: int(str(problem.facts["line"])))),
        adjusted=tuple(change for reading in readings for change in reading.adjusted),
        suspected=tuple(doubles.suspected),
        merged=tuple(reading.row.line for reading in wanted if reading.is_merged),
        completed=doubles.completed,
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
        if field is not None and field not in (*COLUMNS, SECTION):
            raise BadInput("csv-unknown-column", line=1, column=number, column_name=field, known=COLUMNS)
        if field is not None and field in fields[: number - 1]:
            raise BadInput("csv-column-twice", line=1, column=number, column_name=field)


def are_numbers_free(sheet: Sheet, fields: Sequence[str | None], t: Tournament) -> bool:
    """Nobody in the tournament has a number that the list gives; else the list is better read without them."""
    place = fields.index("number") if "number" in fields else len(fields)
    cells = (tidy(row.cells[place]) for row in sheet.rows if place < len(row.cells))
    given = {int(cell) for cell in cells if cell.isascii() and cell.isdecimal()}
    return given.isdisjoint((*t.entries, *t.removed))
