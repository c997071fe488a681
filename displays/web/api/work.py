"""Work that takes long: what is worked out for a tournament now, and giving it up."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow, see
from displays.web.access.services import services_of
from displays.web.api.endpoint import Endpoint, json
from displays.words.parse import whole_number
from engine.errors import Refusal
from ledger.acts.permission import Permission
from ledger.worker import Underway


class Work(msgspec.Struct, frozen=True):
    """What is worked on comes first, then what waits for it."""

    work: tuple[Underway, ...]
    may_give_up: bool  # you may


async def list_work(request: Request) -> Response:
    stream = request.path_params["id"]
    visitor = allow(request, Permission.SEE_DRAFTS, stream)
    see(request, stream)  # or there is no such tournament
    worker = services_of(request).worker
    found = () if worker is None else worker.under_way(stream)
    return json(Work(found, visitor.may(Permission.DIRECT, stream)))


async def give_up(request: Request) -> Response:
    """Whoever waits for it is answered 409, ``work-given-up``; nothing was written, and nothing will be."""
    stream = request.path_params["id"]
    allow(request, Permission.DIRECT, stream)
    number = whole_number(request.path_params["number"], "number")
    worker = services_of(request).worker
    if worker is None:
        raise Refusal("no-such-work", number=number)
    worker.give_up(stream, number)
    return Response(status_code=204)


ENDPOINTS = (
    Endpoint(
        name="list-work",
        method="GET",
        path="/api/t/{id}/work",
        handler=list_work,
        answer=Work,
        permission=Permission.SEE_DRAFTS,
    ),
    Endpoint(
        name="give-up-work",
        method="DELETE",
        path="/api/t/{id}/work/{number}",
        handler=give_up,
        answer=None,
        permission=Permission.DIRECT,
        statuses=(204,),
    ),
)
