"""Import of player lists, pasted or from a file: looked at line by line, then those registered that are wanted."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Sequence
from typing import TypeVar, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import state_of
from displays.web.api.bodies import BadBody, Body
from displays.web.api.commands import write, written_before
from displays.web.api.endpoint import JSON, Endpoint, body_of, json
from displays.web.api.forms import Form
from displays.web.api.list_look_up import LookedUp, has_rating_lists, look_up
from displays.web.api.list_preview import Change, ListPreview, preview_of, show_changes
from displays.web.api.write_response import Written
from displays.web.at_moment import check_question
from displays.web.request import asked_language
from displays.words.columns import column_titles
from displays.words.language import Language
from engine.errors import BadInput, Refusal
from engine.model import RatingRule, Tournament
from ledger.acts.decide import decide
from ledger.acts.lists import ListRegistered
from ledger.acts.permission import Permission
from ledger.acts.players import PlayerCorrected, PlayerRegistered, RegisterPlayers
from ledger.formats.column_guess import guess_columns
from ledger.formats.list_doubles import Alike
from ledger.formats.player_columns import has_name
from ledger.formats.player_sheet import SEPARATORS, SPACES, Sheet, read_sheet
from ledger.formats.players_csv import (
    LeftOut,
    PlayerList,
    all_known,
    are_numbers_free,
    check_fields,
    left_out,
    read_list,
)
from ledger.state import State

# A body that is the list itself.
FILE = frozenset(
    {
        *("text/csv", "text/plain", "text/tab-separated-values", "application/octet-stream"),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.oasis.opendocument.spreadsheet",
    }
)
REGISTERED, CORRECTED, LIST_REGISTERED = (
    str(event.__struct_config__.tag) for event in (PlayerRegistered, PlayerCorrected, ListRegistered)
)
LISTS_KEPT = 2  # that were read last
LIST = "list"  # what one is called of which nobody says it


class ListForm(Form, frozen=True, kw_only=True):
    """A list as text or as the bytes of a file (base64), and what is known of it; what is not said is found out."""

    text: str | None = None
    file: bytes | None = None
    columns: tuple[str | None, ...] | None = None  # the field of each column, null for one that is left out
    separator: str | None = None
    has_header: bool | None = None
    leave_out: tuple[int, ...] = ()  # lines that are not wanted
    namesakes: tuple[int, ...] = ()  # lines of somebody else than who is there already under that name
    merge: tuple[int, ...] = ()  # lines that only complete what is known of who is there already
    leave_out_unknown: bool = False  # of columns that nobody told of: those that we do not know
    encoding: str | None = None  # of a text file: "utf-8", "windows-1252" …
    table: str | None = None  # of a workbook
    look_up: bool = False  # in the rating lists, for what the list does not say
    list_name: str = ""  # what the list is called, when it may be taken back


class Imported(Written, frozen=True):
    """What was written, and what was made alike on the way."""

    registered: int
    completed: int  # who was registered already, and is known better now
    list: int  # its number, by which it may be taken back; 0: nobody came with it
    adjusted: tuple[Change, ...]
    suspected: tuple[Alike, ...]
    skipped: tuple[int, ...]
    left_out: tuple[LeftOut, ...]


_Form = TypeVar("_Form", bound=ListForm)


@functools.cache
def _body_of(kind: type[_Form]) -> Body[_Form]:
    return Body(kind)


@functools.lru_cache(maxsize=LISTS_KEPT)
def _read_again(
    source: str | bytes, separator: str | None, has_header: bool | None, encoding: str | None, table: str | None
) -> Sheet:
    """Whoever ticks lines sends the same list with every tick."""
    return read_sheet(source, separator, has_header, column_titles(), encoding=encoding, table=table)


async def read_form(request: Request, kind: type[_Form]) -> tuple[_Form, Sheet]:
    """As JSON, or the file itself."""
    content = await body_of(request)
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    form = kind(file=content) if media in FILE else _body_of(kind).read(content)
    if (form.text is None) == (form.file is None):
        raise BadInput("one-of-needed", field="text", arguments=("text", "file"))
    if form.separator == "":  # as a preview says of a file that is no text
        form = msgspec.structs.replace(form, separator=None)
    if form.separator is not None and form.separator not in (*SEPARATORS, SPACES):
        raise BadInput("not-one-of", field="separator", value=form.separator, possible=(*SEPARATORS, SPACES))
    source = form.text if form.text is not None else form.file
    assert source is not None
    how = (form.separator, form.has_header, form.encoding, form.table)
    return form, await asyncio.to_thread(_read_again, source, *how)


def columns_of(form: ListForm, sheet: Sheet) -> tuple[str | None, ...]:
    """As told, or as they look; columns that were not told of are left out."""
    if form.columns is None:
        return guess_columns(sheet)
    told = tuple(field or None for field in form.columns)
    return told[: len(sheet.titles)] + (None,) * (len(sheet.titles) - len(told))


def _read_lines(form: ListForm, sheet: Sheet, fields: Sequence[str | None], t: Tournament) -> PlayerList:
    return read_list(sheet, fields, t, form.leave_out, form.namesakes, form.merge)


def register_command(form: ListForm, found: PlayerList) -> RegisterPlayers:
    name = form.list_name.strip() or LIST
    return RegisterPlayers(players=found.players, list_name=name, completed=found.completed)


def without_numbers(fields: Sequence[str | None]) -> tuple[str | None, ...]:
    return tuple(None if field == "number" else field for field in fields)


async def preview(request: Request) -> Response:
    check_question(request.query_params)
    state = state_of(request, Permission.DIRECT)
    form, sheet = await read_form(request, ListForm)
    fields = columns_of(form, sheet)
    check_fields(fields)
    is_free = form.columns is not None or are_numbers_free(sheet, fields, state.tournament)
    if not is_free:
        fields = without_numbers(fields)
    looked_at = await asyncio.to_thread(_look_at, state, form, sheet, fields)
    found, looked_up = await looked_up_in(request, form, looked_at, state.tournament)
    refusal = _refusal_of(state, form, found) if found.players or not found.problems else None
    seen = preview_of(state.version, sheet, fields, found, refusal, asked_language(request))
    more = {"numbers_taken": not is_free, "looked_up": looked_up, "has_rating_lists": await has_rating_lists(request)}
    return json(msgspec.structs.replace(seen, **more))


async def looked_up_in(
    request: Request, form: ListForm, found: PlayerList, t: Tournament | None
) -> tuple[PlayerList, LookedUp | None]:
    """As it is, or with what the rating lists say beside."""
    if not form.look_up:
        return found, None
    return await look_up(request, found, RatingRule() if t is None else t.rules.ratings)


def _look_at(state: State, form: ListForm, sheet: Sheet, fields: tuple[str | None, ...]) -> PlayerList:
    """What would be registered."""
    if sheet.rows and not has_name(fields):  # the reader has yet to say which column it is
        problem = BadInput("csv-no-name-column", line=sheet.heading)
        return PlayerList((), (), sheet.skipped, (problem,), (), ())
    nobody = PlayerList((), (), sheet.skipped, (), (), ())
    return _read_lines(form, sheet, fields, state.tournament) if sheet.rows else nobody


def _refusal_of(state: State, form: ListForm, found: PlayerList) -> Refusal | None:
    """Why it could not be registered although its lines are right."""
    try:
        decide(state, register_command(form, found))
    except Refusal as refusal:
        return refusal
    return None


async def register(request: Request) -> Response:
    """Nothing is written while a line that is wanted is wrong, or a column unknown that nobody said may be left out."""
    check_question(request.query_params)
    stream = request.path_params["id"]
    t = state_of(request, Permission.DIRECT).tournament
    form, sheet = await read_form(request, ListForm)
    is_strict = form.columns is None and not form.leave_out_unknown
    fields = all_known(sheet, guess_columns(sheet)) if is_strict else columns_of(form, sheet)
    if (before := await written_before(request, stream, form)) is not None:
        return _with_report(before, read_list(sheet, fields), left_out(sheet, fields), asked_language(request))
    found = _read_lines(form, sheet, fields, t)
    stops = [problem for problem in found.problems if problem.facts["line"] not in form.leave_out]
    if stops:
        raise BadBody(tuple(stops))
    found, _ = await looked_up_in(request, form, found, t)
    written = await write(request, stream, register_command(form, found), form)
    return _with_report(written, found, left_out(sheet, fields), asked_language(request))


def _with_report(written: Response, found: PlayerList, unread: tuple[LeftOut, ...], reader: Language) -> Response:
    document = msgspec.json.decode(cast(bytes, written.body))
    events = [record["event"] for record in document["records"]]
    document |= {
        "adjusted": show_changes(found.adjusted, reader),
        "suspected": found.suspected,
        "skipped": found.skipped,
        "left_out": unread,
        "registered": sum(event["type"] == REGISTERED for event in events),
        "completed": sum(event["type"] == CORRECTED for event in events),
    }
    document |= {"list": next((event["number"] for event in events if event["type"] == LIST_REGISTERED), 0)}
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
