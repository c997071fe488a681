"""Categories over HTTP: those that were made, and who is in each."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.api.endpoint import MOMENT, Endpoint, json
from displays.web.api.views import views_of_request
from engine.model import Category, PlayerId
from ledger.categories import category_members


class ListedCategory(msgspec.Struct, frozen=True):
    category: Category  # its ``players``: who is listed in it; for the public everybody who is in it
    members: tuple[PlayerId, ...]


async def list_categories(request: Request) -> Response:
    """For everybody those that are public."""
    t = (await views_of_request(request)).tournament
    return json([ListedCategory(one, tuple(sorted(category_members(t, one)))) for one in t.categories])


ENDPOINTS = (
    Endpoint(
        name="list-categories",
        method="GET",
        path="/api/t/{id}/categories",
        handler=list_categories,
        is_made_once=True,
        answer=tuple[ListedCategory, ...],
        query=MOMENT,
    ),
)
