"""Import of player lists, pasted or from a file: looked at line by line, then those registered that are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import state_of
from displays.web.api.bodies import BadBody, Body
from displays.web.api.commands import write
from displays.web.api.endpoint import JSON, Endpoint, body_of, json
from displays.web.api.forms import Form
from displays.web.api.localized import Told, localize_error
from displays.web.api.write_response import Written
from displays.web.at_moment import check_question
from displays.web.request import asked_language
from displays.words.audit import adjusted_line
from displays.words.columns import column_titles
from displays.words.language import Language
from engine.errors import BadInput, Refusal
from ledger.acts.decide import decide
from ledger.acts.permission import Permission
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.formats.player_cells import Adjusted
from ledger.formats.player_columns import COLUMNS, has_name
from ledger.formats.player_sheet import SEPARATORS, SPACES, Row, Sheet, guess_columns, read_sheet
from ledger.formats.players_csv import (
    Alike,
    LeftOut,
    PlayerList,
    all_known,
    are_numbers_free,
    check_fields,
    left_out,
    read_list,
)
from ledger.state import State

ROWS_SHOWN = 20
CONFIRMABLE = frozenset({"name-registered", "csv-name-twice"})  # by who says that they are two
FILE = frozenset({"text/csv", "text/plain", "application/octet-stream"})  # a body that is the list itself


class ListForm(Form, frozen=True, kw_only=True):
    """A list as text or as the bytes of a file (base64), and what is known of it; what is not said is found out."""

    text: str | None = None
    file: bytes | None = None
    columns: tuple[str | None, ...] | None = None  # the field of each column, null for one that is left out
    separator: str | None = None
    has_header: bool | None = None
    leave_out: tuple[int, ...] = ()  # lines that are not wanted
    namesakes: tuple[int, ...] = ()  # lines of somebody else than who is there already under that name


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
    encoding: str
    separator: str
    has_header: bool
    columns: tuple[ListColumn, ...]
    fields: tuple[str, ...]  # what a column may hold
    rows: int
    lines: tuple[ListLine, ...]  # all of them
    players: tuple[NewPlayer, ...]  # the first of them
    good: int  # lines that would be registered
    skipped: tuple[int, ...]  # lines without content
    above: tuple[ListLine, ...]  # what stands above the titles, and is not read
    problems: tuple[Told, ...]
    adjusted: tuple[Change, ...]
    suspected: tuple[Alike, ...]
    left_out: tuple[LeftOut, ...]  # columns with content that is not read
    numbers_taken: bool  # so that the list's own numbers are left out
    refusal: Told | None


class Imported(Written, frozen=True):
    """What was written, and what was made alike on the way."""

    adjusted: tuple[Change, ...]
    suspected: tuple[Alike, ...]
    skipped: tuple[int, ...]
    left_out: tuple[LeftOut, ...]


_LIST = Body(ListForm)


async def _read_list(request: Request) -> tuple[ListForm, Sheet]:
    """As JSON, or the file itself."""
    content = await body_of(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    form = ListForm(file=content) if kind in FILE else _LIST.read(content)
    if (form.text is None) == (form.file is None):
        raise BadInput("one-of-needed", field="text", arguments=("text", "file"))
    if form.separator is not None and form.separator not in (*SEPARATORS, SPACES):
        raise BadInput("not-one-of", field="separator", value=form.separator, possible=(*SEPARATORS, SPACES))
    source = form.text if form.text is not None else form.file
    assert source is not None
    return form, read_sheet(source, form.separator, form.has_header, column_titles())


def _fields(form: ListForm, sheet: Sheet) -> tuple[str | None, ...]:
    """As told, or as they look; columns that were not told of are left out."""
    if form.columns is None:
        return guess_columns(sheet)
    told = tuple(field or None for field in form.columns)
    return told[: len(sheet.titles)] + (None,) * (len(sheet.titles) - len(told))


async def preview(request: Request) -> Response:
    check_question(request.query_params)
    state = state_of(request, Permission.DIRECT)
    form, sheet = await _read_list(request)
    fields = _fields(form, sheet)
    check_fields(fields)
    is_free = form.columns is not None or are_numbers_free(sheet, fields, state.tournament)
    if not is_free:
        fields = tuple(None if field == "number" else field for field in fields)
    found, refusal = _look_at(state, form, sheet, fields)
    seen = _preview_of(state.version, sheet, fields, found, refusal, asked_language(request))
    return json(msgspec.structs.replace(seen, numbers_taken=not is_free))


def _look_at(
    state: State, form: ListForm, sheet: Sheet, fields: tuple[str | None, ...]
) -> tuple[PlayerList, Refusal | None]:
    """What would be registered, and why it would be refused although its lines are right."""
    if sheet.rows and not has_name(fields):  # the reader has yet to say which column it is
        problem = BadInput("csv-no-name-column", line=sheet.heading)
        return PlayerList((), (), sheet.skipped, (problem,), (), ()), None
    nobody = PlayerList((), (), sheet.skipped, (), (), ())
    found = read_list(sheet, fields, state.tournament, form.leave_out, form.namesakes) if sheet.rows else nobody
    return found, _refusal_of(state, found) if found.players or not found.problems else None


def _refusal_of(state: State, found: PlayerList) -> Refusal | None:
    try:
        decide(state, RegisterPlayers(players=found.players))
    except Refusal as refusal:
        return refusal
    return None


def _preview_of(
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
        columns=tuple(_column(sheet, number, field) for number, field in enumerate(fields)),
        fields=COLUMNS,
        rows=len(sheet.rows),
        lines=tuple(_lines(sheet, found)),
        players=found.players[:ROWS_SHOWN],
        good=len(found.players),
        skipped=found.skipped,
        above=tuple(ListLine(row.line, _cells(row), is_wanted=False, may_be_wanted=False) for row in sheet.above),
        problems=tuple(localize_error(problem, reader) for problem in found.problems),
        adjusted=_changes(found.adjusted, reader),
        suspected=found.suspected,
        left_out=left_out(sheet, fields),
        numbers_taken=False,
        refusal=None if refusal is None else localize_error(refusal, reader),
    )


def _lines(sheet: Sheet, found: PlayerList) -> Iterator[ListLine]:
    good = frozenset(found.lines)
    wrong = {problem.facts["line"] for problem in found.problems if problem.code not in CONFIRMABLE}
    for row in sheet.rows:
        yield ListLine(row.line, _cells(row), row.line in good, row.line not in wrong)


def _cells(row: Row) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in row.cells)


def _column(sheet: Sheet, number: int, field: str | None) -> ListColumn:
    cells = (row.cells[number].strip() for row in sheet.rows[:ROWS_SHOWN] if number < len(row.cells))
    return ListColumn(sheet.titles[number], field, tuple(cells))


def _changes(adjusted: tuple[Adjusted, ...], reader: Language) -> tuple[Change, ...]:
    return tuple(
        Change(one.line, one.field, one.code, one.old, one.new, adjusted_line(one, reader)) for one in adjusted
    )


async def register(request: Request) -> Response:
    """Nothing is written while a line that is wanted is wrong, or a column unknown that nobody said may be left out."""
    check_question(request.query_params)
    stream = request.path_params["id"]
    t = state_of(request, Permission.DIRECT).tournament
    form, sheet = await _read_list(request)
    fields = all_known(sheet, guess_columns(sheet)) if form.columns is None else _fields(form, sheet)
    found = read_list(sheet, fields, t, form.leave_out, form.namesakes)
    stops = [problem for problem in found.problems if problem.facts["line"] not in form.leave_out]
    if stops:
        raise BadBody(tuple(stops))
    written = await write(request, stream, RegisterPlayers(players=found.players))
    return _with_report(written, found, left_out(sheet, fields), asked_language(request))


def _with_report(written: Response, found: PlayerList, unread: tuple[LeftOut, ...], reader: Language) -> Response:
    document = msgspec.json.decode(cast(bytes, written.body))
    document |= {"adjusted": _changes(found.adjusted, reader), "suspected": found.suspected, "skipped": found.skipped}
    document |= {"left_out": unread}
    etag = {"etag": written.headers["etag"]}
    return Response(msgspec.json.encode(document), written.status_code, etag, media_type=JSON)


_EXAMPLE = {"text": "Name;Rating;Club\nSmit, Anna;1900;Utrecht\nTamm, Jaan;1850;Tartu\n"}
ENDPOINTS = (
    Endpoint(
        name="preview-list",
        method="POST",
        path="/api/t/{id}/players/preview",
        handler=preview,
        answer=ListPreview,
        permission=Permission.DIRECT,
        body=ListForm,
        example=_EXAMPLE,
    ),
    Endpoint(
        name="import-list",
        method="POST",
        path="/api/t/{id}/players/import",
        handler=register,
        answer=Imported,
        permission=Permission.DIRECT,
        body=ListForm,
        example=_EXAMPLE,
        is_write=True,
    ),
)
