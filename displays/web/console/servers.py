"""Page of the two servers: how the copy is, what only this server has, who decided what; taking over, going on. Those
of a cluster have another (``cluster.py``).

Its address is that of the stream in which such decisions are recorded: no tournament can have it.
"""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from displays.web.access.authorize import allow
from displays.web.access.forms import form_of, form_route
from displays.web.access.services import services_of
from displays.web.access.taking_over import take_over
from displays.web.api.write_response import tell_records
from displays.web.console.cluster import cluster_page
from displays.web.console.frame import desk_page, notes_of_servers
from displays.words.audit import clock
from engine.errors import BadInput, Refusal, RoundlogError
from ledger.actors import read_actor
from ledger.acts.epochs import GO_ON, SERVER_STREAM, TAKE_OVER, EpochBegun
from ledger.acts.permission import Permission
from ledger.acts.record import Recorded
from ledger.desk import Answer
from ledger.standby.epochs import ServerRole
from ledger.standby.pair import ServerPair

ADDRESS = f"/console/{SERVER_STREAM}"


class DecisionRow(msgspec.Struct, frozen=True):
    at: str
    who: str
    how: str  # "take-over", "go-on"
    reason: str
    after: int
    address: str


class OwnRecordRow(msgspec.Struct, frozen=True):
    at: str
    stream: str
    who: str
    what: str


async def servers_page(request: Request) -> Response:
    allow(request, Permission.RUN_SERVERS)
    node = services_of(request).node
    return _page(request) if node is None else cluster_page(request, node.status(), ADDRESS)


async def decide(request: Request) -> Response:
    """What a person said: this server takes over, or goes on without the other."""
    visitor = allow(request, Permission.RUN_SERVERS)
    if services_of(request).node is not None:
        raise Refusal("no-other-server")
    services, form = services_of(request), await form_of(request)
    reason, how = form.get("reason", ""), form.get("how", "")
    if how not in (TAKE_OVER, GO_ON):
        raise BadInput("not-one-of", field="how", value=how, possible=(TAKE_OVER, GO_ON))
    try:
        if how == TAKE_OVER:
            await take_over(services, reason=reason, actor=visitor.actor)
        else:
            await asyncio.to_thread(services.pair.go_on, reason=reason, actor=visitor.actor)
    except Refusal as error:
        return _page(request, error, reason)
    return RedirectResponse(ADDRESS, 303)


def _page(request: Request, error: RoundlogError | None = None, reason: str = "") -> Response:
    pair = services_of(request).pair
    return desk_page(
        request,
        "console/servers.html",
        200 if error is None else 409,
        here=ADDRESS,
        choice=_find_choice(pair),
        decisions=[_decision_row(one) for one in pair.log.read(SERVER_STREAM)][::-1],
        own=[_own_row(request, one) for one in pair.own_records()] if pair.role is ServerRole.REPLACED else [],
        is_single=pair.role is ServerRole.SINGLE,
        error=error,
        reason=reason,
    )


def _find_choice(pair: ServerPair) -> str:
    """What can be decided here now; empty: nothing."""
    if pair.role in (ServerRole.STANDBY, ServerRole.REPLACED) or pair.is_in_conflict:
        return TAKE_OVER
    return GO_ON if pair.must_wait() and not pair.is_in_sight() else ""


def _decision_row(recorded: Recorded) -> DecisionRow:
    event = recorded.event
    assert isinstance(event, EpochBegun)
    who = read_actor(recorded.actor).name
    return DecisionRow(_time(recorded.at), who, event.how, event.reason, recorded.position - 1, event.address)


def _own_row(request: Request, recorded: Recorded) -> OwnRecordRow:
    desk, told = services_of(request).desk, Answer(recorded.version, (recorded,))
    (what,) = tell_records(request, desk, recorded.stream, told)
    return OwnRecordRow(_time(recorded.at), recorded.stream, read_actor(recorded.actor).name, what)


def _time(at: str) -> str:
    return clock(at)[:16] + " UTC"


ROUTES = [form_route(ADDRESS, servers_page, decide), Route(f"{ADDRESS}/notes", notes_of_servers, methods=["GET"])]
