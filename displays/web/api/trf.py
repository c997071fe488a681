"""TRF over HTTP: a tournament as the file of a federation, and a tournament that is opened from such a file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, state_of, visitor_of
from displays.web.access.services import services_of
from displays.web.api.bodies import Body
from displays.web.api.commands import key_of
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.api.forms import Form
from displays.web.api.localized import Told
from displays.web.at_moment import check_question
from displays.web.request import asked_language, header
from displays.words import parse
from displays.words.language import Language
from displays.words.trf_text import adjustment_line
from engine.errors import BadInput
from engine.model import Colour, Tournament
from engine.registry import SYSTEMS
from ledger.acts import checks
from ledger.acts.opening import EXAMPLE_RULES
from ledger.acts.permission import Permission
from ledger.acts.record import Recorded
from ledger.formats.trf.lines import Adjustment
from ledger.formats.trf.meaning import Understood
from ledger.formats.trf.report import Report, check_final, write_report
from ledger.formats.trf.supplement import Supplement, read_with
from ledger.formats.trf.to_events import check_names, story
from ledger.formats.trf.writer import Dialect
from ledger.state import State

PLAIN_TEXT = "text/plain"
FILE = frozenset({PLAIN_TEXT, "application/octet-stream"})  # a body that is the file itself


# -- out ---------------------------------------------------------------------------------------------------------------


class TrfReport(msgspec.Struct, frozen=True):
    dialect: Dialect
    is_interim: bool
    text: str
    left_out: tuple[Told, ...]  # what the file does not say, or says otherwise


async def export_trf(request: Request) -> Response:
    """The file; with ``Accept: application/json`` beside what it could not say, of which a file names the codes in
    its header ``Left-Out``."""
    query = request.query_params
    check_question(query, "dialect", "interim", "comments")
    stream, state = request.path_params["id"], state_of(request, Permission.SEE_PRIVATE)
    dialect, is_interim = _dialect(query.get("dialect", Dialect.TRF26.value)), _is_set(query, "interim")
    if not is_interim:
        check_final(state.tournament)
    wants_comments = _is_set(query, "comments")
    records = tuple(services_of(request).desk.log.read(stream, upto=state.version)) if wants_comments else None
    report = await asyncio.to_thread(_write, state, dialect, is_interim, records)
    if "application/json" in header(request, b"accept"):
        told = tuple(tell_adjustment(one, asked_language(request)) for one in report.left_out)
        return json(TrfReport(dialect, is_interim, report.text, told))
    name = f"{stream}-interim.trf" if is_interim else f"{stream}.trf"
    headers = {"content-disposition": f'attachment; filename="{name}"', "etag": f'"{state.version}"'}
    if report.left_out:
        headers["left-out"] = ", ".join(map(_code_of, report.left_out))
    return Response(report.text.encode(), headers=headers, media_type=PLAIN_TEXT)


def _write(state: State, dialect: Dialect, is_interim: bool, records: tuple[Recorded, ...] | None) -> Report:
    return write_report(state, dialect, is_interim=is_interim, records=records)


def _dialect(typed: str) -> Dialect:
    possible = tuple(dialect.value for dialect in Dialect)
    if typed not in possible:
        raise BadInput("not-one-of", field="dialect", value=typed, possible=possible)
    return Dialect(typed)


def _is_set(query: Mapping[str, str], name: str) -> bool:
    value = query.get(name, "0")
    if value not in ("0", "1"):
        raise BadInput("not-one-of", field=name, value=value, possible=("0", "1"))
    return value == "1"


def _code_of(adjustment: Adjustment) -> str:
    """``trf-left-out;field=separations``"""
    field = adjustment.facts.get("field")
    return f"{adjustment.code};field={field}" if field else adjustment.code


def tell_adjustment(adjustment: Adjustment, reader: Language) -> Told:
    where = {"line": adjustment.line} if adjustment.line else {}
    return Told(adjustment.code, adjustment_line(adjustment, reader), facts={**where, **adjustment.facts})


# -- in ----------------------------------------------------------------------------------------------------------------


class TrfForm(Form, frozen=True, kw_only=True):
    """A file as text or as its bytes (base64), and what it may not say itself."""

    text: str | None = None
    file: bytes | None = None
    id: str = ""  # stands in addresses for ever; empty: made from the name
    name: str = ""  # of the tournament, if the file does not say it
    system: str | None = None
    rounds: int | None = None
    first_colour: Colour | None = None


class TrfRead(msgspec.Struct, frozen=True, kw_only=True):
    """A file as it is read."""

    id: str
    name: str
    system: str
    players: int
    rounds: int
    paired: int
    read_otherwise: tuple[Told, ...]  # than it is written, by line


class TrfOpened(TrfRead, frozen=True, kw_only=True):
    version: int
    head: str  # the hash of its last record


_FORM = Body(TrfForm)


async def preview_trf(request: Request) -> Response:
    """What would be opened. Nothing is written."""
    check_question(request.query_params, *_BESIDE)
    allow(request, Permission.OPEN)
    form = await _read_form(request)
    understood = await asyncio.to_thread(_understand, form)
    return json(_tell_read(form, understood, asked_language(request)))


async def open_trf(request: Request) -> Response:
    """All of it in one transaction, or nothing."""
    check_question(request.query_params, *_BESIDE)
    allow(request, Permission.OPEN)
    form = await _read_form(request)
    understood = await asyncio.to_thread(_understand, form)
    read = _tell_read(form, understood, asked_language(request))
    stream = parse.tournament_id(read.id)
    events = await asyncio.to_thread(story, understood.tournament, understood.rest)
    answer = await services_of(request).desk.open_with(
        stream, events, actor=visitor_of(request).actor, command_id=key_of(request, form)
    )
    opened = TrfOpened(**msgspec.structs.asdict(read), version=answer.version, head=answer.records[-1].hash)
    return json(opened, 201, {"etag": f'"{answer.version}"'})


_BESIDE = ("id", "name", "system", "rounds", "first_colour")  # of a body that is the file itself


async def _read_form(request: Request) -> TrfForm:
    """As JSON, or the file itself with the rest in the address."""
    content, query = await body_of(request), request.query_params
    kind = header(request, b"content-type").partition(";")[0].strip().lower()
    form = _with_query(TrfForm(file=content), query) if kind in FILE else _FORM.read(content)
    if (form.text is None) == (form.file is None):
        raise BadInput("one-of-needed", field="file", arguments=("text", "file"))
    if form.system is not None and form.system not in SYSTEMS:
        raise BadInput("not-one-of", field="system", value=form.system, possible=tuple(SYSTEMS))
    return form


def _with_query(form: TrfForm, query: Mapping[str, str]) -> TrfForm:
    colour = query.get("first_colour")
    possible = tuple(one.value for one in Colour)
    if colour is not None and colour not in possible:
        raise BadInput("not-one-of", field="first_colour", value=colour, possible=possible)
    return msgspec.structs.replace(
        form,
        id=query.get("id", ""),
        name=query.get("name", ""),
        system=query.get("system"),
        rounds=parse.whole_number(query["rounds"], "rounds") if "rounds" in query else None,
        first_colour=None if colour is None else Colour(colour),
    )


def _understand(form: TrfForm) -> Understood:
    """The same checks as of ``roundlog import trf``."""
    content = form.text if form.text is not None else form.file
    assert content is not None
    supplement = Supplement(form.system, form.rounds, form.first_colour)
    understood = read_with(content, supplement, check_names)
    t = _with_name(understood.tournament, form.name.strip())
    SYSTEMS[t.rules.system].check(t.rules, len(t.entries))
    return msgspec.structs.replace(understood, tournament=t)


def _with_name(t: Tournament, name: str) -> Tournament:
    """A tournament has a name."""
    if t.details.name:
        return t
    checks.name(name, "name", required=True)
    return msgspec.structs.replace(t, details=msgspec.structs.replace(t.details, name=name))


def _tell_read(form: TrfForm, understood: Understood, reader: Language) -> TrfRead:
    t = understood.tournament
    return TrfRead(
        id=form.id or parse.proposed_id(t.details.name),
        name=t.details.name,
        system=t.rules.system,
        players=len(t.entries),
        rounds=t.rules.rounds,
        paired=len(t.rounds),
        read_otherwise=tuple(tell_adjustment(one, reader) for one in understood.adjustments),
    )


_EXAMPLE = {
    "text": "012 Spring\nXXR 3\nXXC white1\n"
    "001    1      Smit, Anna                        1900 NED                         0.0    1\n"
    "001    2      Tamm, Jaan                        1850 EST                         0.0    2\n",
    "id": "spring-2026",
    "system": EXAMPLE_RULES["system"],
}
ENDPOINTS = (
    Endpoint(
        name="export-trf",
        method="GET",
        path="/api/t/{id}/trf",
        handler=export_trf,
        answer=str,
        permission=Permission.SEE_PRIVATE,
        media=PLAIN_TEXT,
        query={"dialect": str, "interim": bool, "comments": bool},
    ),
    Endpoint(
        name="preview-trf",
        method="POST",
        path="/api/trf/preview",
        handler=preview_trf,
        answer=TrfRead,
        permission=Permission.OPEN,
        body=TrfForm,
        example=_EXAMPLE,
        statuses=(409,),
    ),
    Endpoint(
        name="open-trf",
        method="POST",
        path="/api/trf",
        handler=open_trf,
        answer=TrfOpened,
        permission=Permission.OPEN,
        body=TrfForm,
        example=_EXAMPLE,
        is_write=True,
    ),
)
