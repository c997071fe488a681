"""Commands over HTTP: who may, the body, the expected version, the key, and what is answered.

A command is decided on the newest state unless ``If-Match`` names the version that the caller has seen. A request that
is sent again with its ``Idempotency-Key`` is recorded once and gets the same answer.
"""

from __future__ import annotations

import functools
import hashlib
import re
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, visitor_of
from displays.web.access.roles import Grant, Role
from displays.web.access.services import services_of
from displays.web.api.bodies import Body
from displays.web.api.disputes import allow_settling
from displays.web.api.endpoint import JSON, Endpoint, body_of
from displays.web.api.endpoints import LINES, OPENING, PERMISSIONS, CommandLine
from displays.web.api.forms import OpenForm
from displays.web.api.write_response import Written, report
from displays.web.request import header
from displays.words.parse import tournament_id, whole_number
from engine.errors import BadInput, Gathered, Refusal
from ledger.acts.act import Command
from ledger.acts.catalogue import AnyCommand
from ledger.acts.decide import decide
from ledger.acts.disputes import ConfirmResult, DisputeResult
from ledger.acts.festivals import AddSection, OpenFestival
from ledger.acts.members import ReportResult
from ledger.acts.opening import OpenTournament, check_is_new
from ledger.acts.permission import Permission
from ledger.acts.reported_results import ConfirmReport
from ledger.acts.results import EnterResult, ResultEntered
from ledger.acts.retyped_results import ResultRetyped
from ledger.desk import Answer, Desk
from ledger.disputed_results import check_undisputed

LONGEST_KEY = 100
KEY = "[!-~]([ -~]{0,98}[!-~])?"  # an Idempotency-Key
_TAKEN = (ResultEntered, ResultRetyped)  # what a result that was typed comes to if it is no dispute
TEXTS = frozenset({"name", "section", "day"})  # in an address; all other parts are numbers
_ENCODE = msgspec.json.Encoder().encode


class CommandEndpoint:
    """The endpoint of one line of the table."""

    def __init__(self, line: CommandLine) -> None:
        self._line = line
        named = tuple(re.findall(r"\{(\w+)\}", line.path))
        self._given = tuple((name, _text if name in TEXTS else whole_number) for name in named)
        self.body: Body[Any] = Body(_without(line.command, named) if line.form is None else line.form.fields)

    async def answer(self, request: Request) -> Response:
        parameters = request.path_params
        given: dict[str, Any] = {name: read(parameters[name], name) for name, read in self._given}
        stream = parameters["id"]
        if self._line.command is ConfirmResult:
            await allow_settling(request, stream, given["dispute"])
        else:
            permission = self._line.permission
            board = given.get("board") if permission is Permission.ENTER_RESULTS else None
            player = given.get("player") if permission is Permission.ACT_AS_PLAYER else None
            allow(request, permission, stream, board, player)
        form = self.body.read(await body_of(request))
        return await write(request, stream, self._command(form, given))

    def _command(self, form: msgspec.Struct, given: dict[str, Any]) -> Command:
        if self._line.form is not None:
            return self._line.form.to_command(form, **given)
        return self._line.command(**msgspec.structs.asdict(form), **given)


def _text(given: str, field: str) -> str:
    return given


@functools.cache
def _without(command: type[Command], given: tuple[str, ...]) -> type[msgspec.Struct]:
    """The fields of a command that the address does not give."""
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for field in msgspec.structs.fields(command):
        if field.name not in given:
            default = () if field.required else (field.default,)
            fields.append((field.name, field.type, *default))
    return msgspec.defstruct(f"{command.__name__}Body", fields, forbid_unknown_fields=True, kw_only=True, frozen=True)


async def write(
    request: Request,
    stream: str,
    command: Command,
    asked: msgspec.Struct | None = None,
    *,
    command_id: str = "",
    expected_version: int | None = None,
) -> Response:
    """Through the desk, and what became of it. ``asked``: what a key belongs to, if it is not the command itself.
    ``command_id`` and ``expected_version``: of a request that has none."""
    desk = services_of(request).desk
    if isinstance(command, AddSection):
        _check_gives_section(request, command.section)
    visitor = visitor_of(request)
    if isinstance(command, EnterResult | DisputeResult | ReportResult) and not visitor.may(
        Permission.SEE_DRAFTS, stream
    ):
        _check_released(desk, stream, command.round)
    answer = await desk.handle(
        stream,
        command,
        actor=visitor.actor,
        command_id=key_of(request, command if asked is None else asked) or command_id,
        expected_version=expected_version if (given := _expected_version(request)) is None else given,
        confirmation=header(request, b"confirmation"),
    )
    if isinstance(command, EnterResult) and not any(isinstance(one.event, _TAKEN) for one in answer.records):
        check_undisputed(desk, stream, command, answer)
    return _respond(request, stream, answer)


def _check_gives_section(request: Request, section: str) -> None:
    """Whose key opens the festival will open the section too, with the same role: its owners will own it."""
    if not allow(request, Permission.DIRECT, section).may_invite(Grant(Role.OWNER, section)):
        raise Refusal("not-allowed", act=Permission.INVITE.value)


def _check_released(desk: Desk, stream: str, number: int) -> None:
    """To whoever sees no drafts a round that is one is not there."""
    state = desk.state(stream)
    released = 0 if state is None else state.tournament.released_rounds
    if state is not None and number > released:
        raise Refusal("no-such-round", round=number, rounds=released)


async def written_before(request: Request, stream: str, asked: msgspec.Struct) -> Response | None:
    """What this request was answered with when it came first; ``None`` if it is new."""
    desk = services_of(request).desk
    key = key_of(request, asked)
    answer = desk.answer_to(stream, key) if key else None
    return None if answer is None else _respond(request, stream, answer)


def _respond(request: Request, stream: str, answer: Answer) -> Response:
    written = report(request, services_of(request).desk, stream, answer)
    status = 201 if request.method == "POST" and answer.records else 200
    return Response(_ENCODE(written), status, {"etag": f'"{answer.version}"'}, media_type=JSON)


def _expected_version(request: Request) -> int | None:
    given = header(request, b"if-match", "*").strip(" \t")  # (a no-break space is no space in a header)
    if given == "*":
        return None
    found = re.fullmatch(r'(?:W/)?"?([0-9]{1,15})"?', given)
    if found is None:
        raise BadInput("not-a-version", field="If-Match", value=given[:LONGEST_KEY])
    return int(found[1])


def key_of(request: Request, asked: msgspec.Struct) -> str:
    """A key holds for one request of one person: with another command it means another command."""
    given = header(request, b"idempotency-key")
    if not given:
        return ""
    if re.fullmatch(KEY, given) is None:
        raise BadInput("bad-key", field="Idempotency-Key", longest=LONGEST_KEY)
    whole = hashlib.sha256(visitor_of(request).name.encode() + b"\n" + _ENCODE(asked))
    return f"{given}.{whole.hexdigest()[:16]}"


# -- the two endpoints that are not in the table ---------------------------------------------------------------------

_OPENING = Body(OpenForm)
_COMMANDS: Body[Command] = Body(AnyCommand)


async def open_tournament(request: Request) -> Response:
    allow(request, Permission.OPEN)
    form = _OPENING.read(await body_of(request))
    check_opening(form.id, form.command(), services_of(request).desk)
    return await write(request, form.id, form.command())


def check_opening(stream: str, command: Command, desk: Desk) -> None:
    """The id stands in the address, so that ``decide`` does not see it: what is wrong there is told with the rest."""
    found = Gathered()
    with found:
        decide(None, command)
    # Forms make the id from the name: without a good one there is none to complain of.
    if stream or not found.problems:
        with found:
            tournament_id(stream)
            if found.problems:  # else the desk says so, unless it is the same request once more
                check_is_new(desk.state(stream))
    found.tell()


async def any_command(request: Request) -> Response:
    """What it needs depends on the command: so nobody is asked for a body who may do nothing at all."""
    stream = request.path_params["id"]
    writing = (Permission.ENTER_RESULTS, Permission.DIRECT, Permission.OPEN, Permission.ACT_AS_PLAYER)
    if not any(visitor_of(request).may(permission, stream) for permission in writing):
        allow(request, Permission.ENTER_RESULTS, stream)
    command = _COMMANDS.read(await body_of(request))
    if isinstance(command, ConfirmResult):
        await allow_settling(request, stream, command.dispute)
    else:
        board = command.board if isinstance(command, EnterResult | DisputeResult | ConfirmReport) else None
        player = command.player if isinstance(command, ReportResult) else None
        allow(request, PERMISSIONS[type(command)], stream, board, player)
    if isinstance(command, OpenTournament | OpenFestival):
        tournament_id(stream)
    return await write(request, stream, command)


def _endpoint_of(line: CommandLine) -> Endpoint:
    made = CommandEndpoint(line)
    return Endpoint(
        name=line.name,
        method=line.method,
        path=line.root + line.path,
        handler=made.answer,
        answer=Written,
        permission=line.permission,
        body=made.body.kind,
        example=line.example,
        is_write=True,
    )


ENDPOINTS = (
    *map(_endpoint_of, LINES),
    Endpoint(
        name="open-tournament",
        method="POST",
        path="/api/t",
        handler=open_tournament,
        answer=Written,
        permission=Permission.OPEN,
        body=OpenForm,
        example=OPENING,
        is_write=True,
    ),
    Endpoint(
        name="any-command",
        method="POST",
        path="/api/t/{id}/commands",
        handler=any_command,
        answer=Written,
        permission=Permission.ENTER_RESULTS,
        body=AnyCommand,
        example={"do": "enter-result", "round": 1, "board": 3, "result": "1-0"},
        is_write=True,
    ),
)
