"""The list of tournaments that a visitor may work on."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.authorize import views_of_visitor, visitor_of
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.console.frame import desk_page
from displays.web.console.next_step import Step, step_of_visitor
from engine.errors import Refusal, RoundlogError
from engine.model import Tournament
from ledger.acts.permission import Permission
from ledger.desk import Desk


class TournamentLine(msgspec.Struct, frozen=True):
    """One tournament in the list; one that cannot be read has its error in place of the rest."""

    id: str
    name: str
    about: str = ""
    state: str = "open"
    round: int = 0
    rounds: int = 0
    players: int = 0
    last: str = ""  # when something was recorded last
    step: Step | None = None
    error: RoundlogError | None = None


async def tournaments_page(request: Request) -> Response:
    visitor = visitor_of(request)
    if not visitor.is_known:
        raise Refusal("sign-in-needed")
    desk = services_of(request).desk
    streams = [head.stream for head in desk.log.heads() if visitor.may(Permission.ENTER_RESULTS, head.stream)]
    lines = sorted(
        (_line(desk, stream, visitor) for stream in streams), key=lambda line: (line.last, line.id), reverse=True
    )
    return desk_page(request, "console/events.html", lines=lines, may_open=visitor.may(Permission.OPEN))


def _line(desk: Desk, stream: str, visitor: Visitor) -> TournamentLine:
    try:
        state = desk.state(stream)
    except RoundlogError as error:
        return TournamentLine(stream, stream, error=error)
    assert state is not None  # it has a head
    seen = views_of_visitor(visitor, stream)(state, desk.projector.projection(stream))
    t = seen.tournament
    return TournamentLine(
        id=stream,
        name=t.details.name,
        about=" · ".join(part for part in (t.details.place, t.details.starts) if part),
        state=_state(t),
        round=len(t.rounds),
        rounds=t.rules.rounds,
        players=len(t.entries),
        last=next((recorded.at for recorded in desk.log.read(stream, after=seen.version - 1)), ""),
        step=step_of_visitor(visitor, stream, seen.state),
    )


def _state(t: Tournament) -> str:
    if t.is_finished:
        return "finished"
    return "playing" if t.rounds else "registering"


ROUTES = [Route("/console", tournaments_page)]
