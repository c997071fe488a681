"""Two people enter different results for one board: the second is refused, and both get to see it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from displays.access.asking import allow, visitor_of
from displays.access.visitor import Act
from displays.api.door import Door, json
from displays.live.disputes import Dispute
from displays.live.health import now
from displays.live.hub import Hub
from displays.reading import whole_number
from engine.errors import Refusal
from ledger.actors import read_actor
from ledger.commands import EnterResult
from ledger.desk import Desk
from ledger.events import Recorded


async def stands_otherwise(request: Request, stream: str, command: EnterResult, refusal: Refusal) -> Refusal:
    """The refusal with who entered the result that stands and when; whoever looks at the console sees the dispute."""
    record = await _record_of(request.app.state.desk, stream, command)
    by, at = ("", "") if record is None else (read_actor(record.actor).name, record.at)
    number, board, stands, given = command.round, command.board, str(refusal.facts["stands"]), command.result.value
    who = visitor_of(request).name
    dispute = Dispute(number, board, stands, by=by, at=at, tried=given, who=who, tried_at=now())
    _hub(request).dispute(stream, dispute)
    return Refusal("result-differs", round=number, board=board, stands=stands, given=given, by=by, at=at)


async def _record_of(desk: Desk, stream: str, command: EnterResult) -> Recorded | None:
    """What gave the board its result, be it on its way still; None when the pairing did (a forfeit in a schedule)."""
    t = await desk.settled(stream)
    assert t is not None
    since = t.rounds[command.round - 1].boards[command.board - 1].since
    return next(desk.log.read(stream, after=since - 1, upto=since), None) if since else None


def _hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def disputes(request: Request) -> Response:
    stream = request.path_params["id"]
    allow(request, Act.SEE_DRAFTS, stream)
    if request.app.state.desk.state(stream) is None:
        raise Refusal("no-such-tournament")
    return json(_hub(request).disputes(stream))


async def dismiss(request: Request) -> Response:
    """What stands is right; a result that is wrong is corrected, which settles the dispute too."""
    stream = request.path_params["id"]
    allow(request, Act.DIRECT, stream)
    number = whole_number(request.path_params["dispute"], "dispute")
    if not _hub(request).dismiss(stream, number):
        raise Refusal("no-such-dispute", dispute=number)
    return Response(status_code=204)


DOORS = (
    Door(
        name="list-disputes",
        method="GET",
        path="/api/t/{id}/disputes",
        endpoint=disputes,
        answer=tuple[Dispute, ...],
        act=Act.SEE_DRAFTS,
    ),
    Door(
        name="dismiss-dispute",
        method="DELETE",
        path="/api/t/{id}/disputes/{dispute}",
        endpoint=dismiss,
        answer=None,
        act=Act.DIRECT,
        statuses=(204,),
    ),
)
