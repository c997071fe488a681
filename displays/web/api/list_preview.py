"""How a list of players would be read, as an answer: columns, lines, what is wrong and what is made alike."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from displays.web.api.list_look_up import LookedUp
from displays.web.api.localized import Told, localize_error
from displays.words.audit import adjusted_line
from displays.words.language import Language
from engine.errors import Refusal
from ledger.acts.players import NewPlayer
from ledger.formats.list_doubles import CONFIRMABLE, DOUBLES, Alike
from ledger.formats.player_cells import Adjusted
from ledger.formats.player_columns import COLUMNS
from ledger.formats.player_sheet import Row, Sheet
from ledger.formats.players_csv import LeftOut, PlayerList, left_out

ROWS_SHOWN = 20


class ListColumn(msgspec.Struct, frozen=True):
    title: str
    field: str | None
    examples: tuple[str, ...]


class ListLine(msgspec.Struct, frozen=True):
    """As it is written, with its number in the list, by which ``problems`` and ``suspected`` name it."""

    line: int
    cells: tuple[str, ...]
    is_wanted: bool  # would be registered, and can be
    may_be_wanted: bool  # nothing is wrong, or nothing but that somebody of that name is there already
    is_merged: bool = False  # only completes who is there already
    may_be_merged: bool = False  # could complete who is there already


class Change(msgspec.Struct, frozen=True):
    """What a line said otherwise than it will be kept."""

    line: int
    field: str
    code: str
    old: str
    new: str
    sentence: str


class ListPreview(msgspec.Struct, frozen=True):
    """A list as it would be read. ``refusal``: why it could not be registered even if every line is right."""

    version: int
    encoding: str  # of a text; else the kind of file: "xlsx", "ods", "trf", "roundlog"
    separator: str  # empty: it is no text
    has_header: bool
    table: str  # of a workbook, the one that is read
    tables: tuple[str, ...]  # those that it has
    columns: tuple[ListColumn, ...]
    fields: tuple[str, ...]  # what a column may hold
    rows: int
    lines: tuple[ListLine, ...]  # all of them
    players: tuple[NewPlayer, ...]  # the first of them
    good: int  # lines that would be registered
    unrated: int  # of these, who has no rating
    completed: int  # who is registered already, and would be completed
    absences: int  # players who asked not to be paired in some round
    skipped: tuple[int, ...]  # lines without content
    repeated: tuple[int, ...]  # lines in which the titles stand again
    above: tuple[ListLine, ...]  # what stands above the titles, and is not read
    problems: tuple[Told, ...]
    adjusted: tuple[Change, ...]
    suspected: tuple[Alike, ...]
    left_out: tuple[LeftOut, ...]  # columns with content that is not read
    numbers_taken: bool  # so that the list's own numbers are left out
    refusal: Told | None
    has_rating_lists: bool = False  # so that the players can be looked up
    looked_up: LookedUp | None = None


def preview_of(
    version: int,
    sheet: Sheet,
    fields: tuple[str | None, ...],
    found: PlayerList,
    refusal: Refusal | None,
    reader: Language,
) -> ListPreview:
    return ListPreview(
        version=version,
        encoding=sheet.encoding,
        separator=sheet.separator,
        has_header=sheet.has_header,
        table=sheet.table,
        tables=sheet.tables,
        columns=tuple(_column(sheet, number, field) for number, field in enumerate(fields)),
        fields=COLUMNS,
        rows=len(sheet.rows),
        lines=tuple(_lines(sheet, found)),
        players=found.players[:ROWS_SHOWN],
        good=len(found.players),
        unrated=sum(new.player.rating is None for new in found.players),
        completed=len(found.completed),
        absences=sum(bool(new.absences) for new in found.players),
        skipped=found.skipped,
        repeated=sheet.repeated,
        above=tuple(ListLine(row.line, _cells(row), is_wanted=False, may_be_wanted=False) for row in sheet.above),
        problems=tuple(localize_error(problem, reader) for problem in found.problems),
        adjusted=show_changes(found.adjusted, reader),
        suspected=found.suspected,
        left_out=left_out(sheet, fields),
        numbers_taken=False,
        refusal=None if refusal is None else localize_error(refusal, reader),
    )


def _lines(sheet: Sheet, found: PlayerList) -> Iterator[ListLine]:
    good = frozenset(found.lines)
    merged = frozenset(found.merged)
    doubles = {problem.facts["line"] for problem in found.problems if problem.code in DOUBLES}
    broken = {problem.facts["line"] for problem in found.problems if problem.code not in DOUBLES}
    wrong = {problem.facts["line"] for problem in found.problems if problem.code not in CONFIRMABLE}
    for row in sheet.rows:
        line, can = row.line, row.line not in broken
        yield ListLine(
            line,
            _cells(row),
            is_wanted=line in good,
            may_be_wanted=line not in wrong,
            is_merged=line in merged,
            may_be_merged=line in merged or (can and line in doubles),
        )


def _cells(row: Row) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in row.cells)


def _column(sheet: Sheet, number: int, field: str | None) -> ListColumn:
    cells = (row.cells[number].strip() for row in sheet.rows[:ROWS_SHOWN] if number < len(row.cells))
    return ListColumn(sheet.titles[number], field, tuple(cells))


def show_changes(adjusted: tuple[Adjusted, ...], reader: Language) -> tuple[Change, ...]:
    return tuple(
        Change(one.line, one.field, one.code, one.old, one.new, adjusted_line(one, reader)) for one in adjusted
    )
