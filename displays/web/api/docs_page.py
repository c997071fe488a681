"""Description of the API, as OpenAPI and as a page."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.middleware import session_cookie_name
from displays.web.api.endpoint import JSON, Endpoint
from displays.web.api.openapi import asked_of, document
from displays.web.at_moment import check_question
from displays.web.request import asked_language
from displays.web.templating import render_page
from displays.words.language import language


def add_description(endpoints: Sequence[Endpoint]) -> tuple[Endpoint, ...]:
    """These endpoints, and the two that describe all of them."""

    @functools.lru_cache(maxsize=16)
    def encode_document(code: str, cookie: str) -> bytes:
        return msgspec.json.encode(document(every, language(code), cookie))

    async def openapi(request: Request) -> Response:
        check_question(request.query_params)
        return Response(encode_document(asked_language(request).code, session_cookie_name(request)), media_type=JSON)

    async def for_people(request: Request) -> Response:
        check_question(request.query_params)
        listed = [(endpoint, asked_of(endpoint.permission, "{id}" in endpoint.path)) for endpoint in every]
        title = asked_language(request).word("title", "api")
        return render_page(request, "pages/api.html", title=title, endpoints=listed)

    every = (
        *endpoints,
        Endpoint(name="openapi", method="GET", path="/api/openapi.json", handler=openapi, answer=dict[str, Any]),
        Endpoint(name="api-page", method="GET", path="/api", handler=for_people, answer=str, media="text/html"),
    )
    return every
