"""Page of the hall: announcements and the round clock."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.console.frame import console_page, scene_of
from ledger.acts.permission import Permission


async def hall(request: Request) -> Response:
    scene = await scene_of(request, Permission.DIRECT)
    told, now = scene.state.hall, datetime.now(UTC)
    clock = None if told.clock is None else msgspec.to_builtins(told.clock)
    # What has ended the screens have taken down by themselves.
    expired = () if scene.is_past else tuple(one for one in told.announcements if one.has_ended(now))
    return await console_page(
        request,
        "console/hall.html",
        clock=clock,
        current=max(1, len(scene.tournament.rounds)),
        standing=[one for one in told.announcements if one not in expired],
        expired=expired,
    )


ROUTES = [Route("/console/{id}/hall", hall)]
