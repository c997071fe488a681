"""Devices that show the hall's screens: a lost one is reported until an arbiter dismisses it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import allow
from displays.web.access.services import services_of
from displays.web.api.endpoint import Endpoint
from displays.words.parse import whole_number
from engine.errors import Refusal
from ledger.acts.permission import Permission


async def forget(request: Request) -> Response:
    """It was a passer-by's, or is switched off on purpose."""
    stream = request.path_params["id"]
    allow(request, Permission.CONTROL_SCREENS, stream)
    number = whole_number(request.path_params["seat"], "seat")
    hub = services_of(request).hub
    if not hub.forget_screen(stream, number):
        raise Refusal("no-such-seat", seat=number)
    return Response(status_code=204)


ENDPOINTS = tuple(
    Endpoint(
        name=name,
        method="DELETE",
        path=path,
        handler=forget,
        answer=None,
        permission=Permission.CONTROL_SCREENS,
        statuses=(204,),
    )
    for name, path in (
        ("forget-seat", "/api/t/{id}/seats/{seat}"),
        ("forget-seat-of-festival", "/api/f/{id}/seats/{seat}"),
    )
)
