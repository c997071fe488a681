"""Two people enter different results for one board: the second is refused, and the other reading is recorded."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from displays.access.asking import allow, visitor_of
from displays.access.visitor import Act
from displays.api.door import Door, json
from displays.disputes import DisputeLine, open_disputes
from displays.glimpse import glimpse
from engine.errors import Refusal
from ledger.actors import read_actor
from ledger.commands import DisputeResult, EnterResult
from ledger.desk import Desk
from ledger.events import Recorded, ResultDisputed
from ledger.replay import Newest


async def stands_otherwise(
    desk: Desk, stream: str, command: EnterResult, refusal: Refusal, *, actor: str, command_id: str
) -> Refusal:
    """The refusal with who entered the result that stands and when. Whoever looks at the console sees the dispute by
    then: it is an event, which a request that is sent again does not add once more."""
    disputing = dispute_of(command)
    await desk.handle(stream, disputing, actor=actor, command_id=command_id)
    record = await _record_of(desk, stream, command)
    by, at = ("", "") if record is None else (read_actor(record.actor).name, record.at)
    stands, given = str(refusal.facts["stands"]), command.result.value
    return Refusal("result-differs", round=command.round, board=command.board, stands=stands, given=given, by=by, at=at)


def dispute_of(command: EnterResult) -> DisputeResult:
    return DisputeResult(round=command.round, board=command.board, result=command.result)


async def _record_of(desk: Desk, stream: str, command: EnterResult) -> Recorded | None:
    """What gave the board its result, be it on its way still; None when the pairing did (a forfeit in a schedule)."""
    t = await desk.settled(stream)
    assert t is not None
    since = t.rounds[command.round - 1].boards[command.board - 1].since
    return next(desk.log.read(stream, after=since - 1, upto=since), None) if since else None


async def allow_settling(request: Request, stream: str, number: int) -> None:
    """Confirming what stands is for arbiters; who typed the other reading may take that back, on boards of their own.

    The log is asked, not what is open: a request that is sent again after it was settled is answered as before."""
    visitor = visitor_of(request)
    if visitor.may(Act.DIRECT, stream) or not visitor.may(Act.ENTER_RESULTS, stream):
        allow(request, Act.DIRECT, stream)
        return
    desk: Desk = request.app.state.desk
    t = await desk.settled(stream)
    if t is None:
        raise Refusal("no-such-tournament")
    is_version = 1 <= number <= t.version
    record = next(desk.log.read(stream, after=number - 1, upto=number), None) if is_version else None
    if record is None or not isinstance(record.event, ResultDisputed):
        raise Refusal("no-such-dispute", dispute=number)
    allow(request, Act.ENTER_RESULTS, stream, record.event.board)
    if read_actor(record.actor).name != visitor.name:
        raise Refusal("not-allowed", act=Act.DIRECT.value)


async def disputes(request: Request) -> Response:
    stream = request.path_params["id"]
    allow(request, Act.SEE_DRAFTS, stream)
    return json(open_disputes(await glimpse(request.app.state.desk, stream, Newest(), with_drafts=True)))


DOORS = (
    Door(
        name="list-disputes",
        method="GET",
        path="/api/t/{id}/disputes",
        endpoint=disputes,
        answer=tuple[DisputeLine, ...],
        act=Act.SEE_DRAFTS,
    ),
)
