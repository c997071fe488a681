"""The ratings of a tournament beside the rating lists that are loaded, over HTTP. What is chosen of it goes through the
endpoints that write: ``update-ratings`` before round 1, corrections of players later."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.authorize import state_of
from displays.web.api.endpoint import Endpoint, json
from displays.web.api.ratings import loads_of
from displays.web.at_moment import check_question
from engine.model import Tournament
from ledger.acts.permission import Permission
from ledger.rating_comparison import RatingComparison, compare_ratings


async def compare(request: Request) -> Response:
    check_question(request.query_params)
    return json(await compare_with_lists(request, state_of(request, Permission.DIRECT).tournament))


async def compare_with_lists(request: Request, t: Tournament) -> RatingComparison:
    """In a thread: it opens files."""
    today = datetime.now(UTC).date().isoformat()
    return await asyncio.to_thread(compare_ratings, t, loads_of(request).lists, today)


ENDPOINTS = (
    Endpoint(
        name="compare-ratings",
        method="GET",
        path="/api/t/{id}/ratings/comparison",
        handler=compare,
        answer=RatingComparison,
        permission=Permission.DIRECT,
        statuses=(409,),
    ),
)
