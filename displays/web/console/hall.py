"""What is said to the hall: announcements and the round clock."""

from __future__ import annotations

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from displays.web.access.roles import Act
from displays.web.console.announcement_end import end_of
from displays.web.console.frame import console_page, scene_of
from engine.model import Announcement


async def hall(request: Request) -> Response:
    scene = await scene_of(request, Act.DIRECT)
    t = scene.tournament
    clock = None if t.clock is None else {"round": t.clock.round, "starts": t.clock.starts, "ends": t.clock.ends}
    expired = () if scene.is_past else tuple(one for one in t.announcements if _is_over(one, datetime.now(UTC)))
    return await console_page(
        request,
        "console/hall.html",
        clock=clock,
        current=max(1, len(t.rounds)),
        standing=[one for one in t.announcements if one not in expired],
        expired=expired,
        end_of=end_of,
    )


def _is_over(announcement: Announcement, now: datetime) -> bool:
    """The screens have taken it down by themselves."""
    end = end_of(announcement.until)
    return end is not None and end <= now


ROUTES = [Route("/console/{id}/hall", hall)]
