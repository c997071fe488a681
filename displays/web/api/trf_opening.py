"""TRF over HTTP: a tournament that is opened from the file of another program.

Its rounds are paired once more before anything is written: where they break the rules, that has to be confirmed.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, visitor_of
from displays.web.access.services import run_in_worker, services_of
from displays.web.api.bodies import Body
from displays.web.api.commands import key_of
from displays.web.api.endpoint import Endpoint, body_of, json
from displays.web.api.forms import Form
from displays.web.api.localized import Told
from displays.web.api.trf import PLAIN_TEXT, tell_adjustment
from displays.web.at_moment import check_question
from displays.web.request import asked_language, header
from displays.words import parse
from displays.words.language import Language
from engine.errors import BadInput, Refusal
from engine.model import Colour, Tournament, Value
from engine.registry import SYSTEMS
from ledger.acts import checks
from ledger.acts.opening import EXAMPLE_RULES, check_is_new
from ledger.acts.permission import Permission
from ledger.formats.trf.lines import Adjustment
from ledger.formats.trf.meaning import Understood
from ledger.formats.trf.supplement import Supplement, read_with
from ledger.formats.trf.to_events import check_names, story
from ledger.imported_rounds import ImportCheck, check_imported, confirm_import, is_checkable
from ledger.turns import Kind, Task

FILE = frozenset({PLAIN_TEXT, "application/octet-stream"})  # a body that is the file itself


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
    unchecked: str  # why rounds are not compared with the rules of their system; empty: they all are


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
    """All of it in one transaction, or nothing. Rounds that break the rules of their system have to be confirmed."""
    check_question(request.query_params, *_BESIDE)
    allow(request, Permission.OPEN)
    form, desk = await _read_form(request), services_of(request).desk
    understood = await asyncio.to_thread(_understand, form)
    read = _tell_read(form, understood, asked_language(request))
    stream, command_id = parse.tournament_id(read.id), key_of(request, form)
    checked, token = ImportCheck(), header(request, b"confirmation")
    if not (command_id and desk.answer_to(stream, command_id)):
        check_is_new(desk.state(stream))
        checked = await _check_rounds(request, stream, understood.tournament)
        if (wanted := confirm_import(checked)) is not None:
            actor = visitor_of(request).actor
            desk.confirmations.check(stream, actor, FileToOpen(_digest(form)), wanted, token)
    t, rest = understood.tournament, understood.rest
    events = await asyncio.to_thread(story, t, rest, checked.by_engine)
    answer = await desk.open_with(stream, events, actor=visitor_of(request).actor, command_id=command_id)
    desk.confirmations.spend(token)
    if checked.unchecked:
        read = msgspec.structs.replace(read, unchecked=_tell_unchecked(t, checked.unchecked, asked_language(request)))
    opened = TrfOpened(**msgspec.structs.asdict(read), version=answer.version, head=answer.records[-1].hash)
    return json(opened, 201, {"etag": f'"{answer.version}"'})


class FileToOpen(Value, frozen=True):
    """What a yes is about: this file, with what was said beside it."""

    digest: str


def _digest(form: TrfForm) -> str:
    return hashlib.sha256(msgspec.json.encode(form)).hexdigest()


async def _check_rounds(request: Request, stream: str, t: Tournament) -> ImportCheck:
    """What takes longer than the worker has time for is opened without: that is told."""
    task = Task(Kind.CHECK, stream, len(t.entries), len(t.rounds))
    try:
        return await run_in_worker(request, task, check_imported, t)
    except Refusal as refusal:
        if refusal.code != "work-took-too-long":
            raise
        return ImportCheck(unchecked=len(t.rounds))


def _tell_unchecked(t: Tournament, rounds: int, reader: Language) -> str:
    """Empty: all rounds are checked, or there are none."""
    if not rounds:
        return ""
    code = "trf-rounds-not-checked" if is_checkable(t) else "trf-rounds-not-checkable"
    return tell_adjustment(Adjustment(0, code, {"rounds": rounds}), reader).sentence


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
        unchecked="" if is_checkable(t) else _tell_unchecked(t, len(t.rounds), reader),
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
