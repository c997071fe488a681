"""What is said to the hall: announcements and the round clock."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.access.visitor import Act
from displays.console.frame import console_page, scene_of


async def hall(request: Request) -> Response:
    scene = await scene_of(request, Act.DIRECT)
    t = scene.tournament
    clock = None if t.clock is None else {"round": t.clock.round, "starts": t.clock.starts, "ends": t.clock.ends}
    return await console_page(request, "console/hall.html", clock=clock, current=max(1, len(t.rounds)))


ROUTES = [Route("/console/{id}/hall", hall)]
