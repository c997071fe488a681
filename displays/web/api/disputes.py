"""The disputes over HTTP: which are open, and who may settle one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, views_of_visitor, visitor_of
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.api.endpoint import Endpoint, json
from displays.web.at_moment import views_at
from engine.errors import Refusal
from ledger.actors import Actor, read_actor
from ledger.acts.disputes import ResultDisputed
from ledger.acts.permission import Permission
from ledger.replay import Newest
from ledger.views.disputes import DisputeLine, list_disputes


async def allow_settling(request: Request, stream: str, number: int) -> None:
    """Confirming what stands is for arbiters; who typed the other reading may take that back, on boards of their own.

    The log is asked, not what is open: a request that is sent again after it was settled is answered as before."""
    visitor = visitor_of(request)
    if visitor.may(Permission.DIRECT, stream) or not visitor.may(Permission.ENTER_RESULTS, stream):
        allow(request, Permission.DIRECT, stream)
        return
    desk = services_of(request).desk
    state = desk.state(stream)
    if state is None:
        raise Refusal("no-such-tournament")
    is_version = 1 <= number <= state.version
    record = next(desk.log.read(stream, after=number - 1, upto=number), None) if is_version else None
    if record is None or not isinstance(record.event, ResultDisputed):
        raise Refusal("no-such-dispute", dispute=number)
    allow(request, Permission.ENTER_RESULTS, stream, record.event.board)
    if not _is_by(visitor, read_actor(record.actor)):
        raise Refusal("not-allowed", act=Permission.DIRECT.value)


def _is_by(visitor: Visitor, actor: Actor) -> bool:
    """Of two helpers who share a key each has a name; two of one name have two keys."""
    has_key = actor.key is None or any(key.number == actor.key.number for key in visitor.keys)
    return has_key and actor.name == visitor.name


async def disputes(request: Request) -> Response:
    """Those of the visitor's boards."""
    stream = request.path_params["id"]
    visitor = allow(request, Permission.ENTER_RESULTS, stream)
    views = views_of_visitor(visitor, stream)
    return json(list_disputes(await views_at(services_of(request).desk, stream, Newest(), views)))


ENDPOINTS = (
    Endpoint(
        name="list-disputes",
        method="GET",
        path="/api/t/{id}/disputes",
        handler=disputes,
        answer=tuple[DisputeLine, ...],
        permission=Permission.ENTER_RESULTS,
    ),
)
