"""The description of the doors, for programs and for people."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access.middleware import name_of_cookie
from displays.web.api.endpoint import JSON, Door
from displays.web.api.openapi import asked_of, document
from displays.web.at_moment import check_question
from displays.web.markup import Markup, join, tag
from displays.web.pages.public import page
from displays.web.request import asked_language
from displays.words.language import Language, language


def described(doors: Sequence[Door]) -> tuple[Door, ...]:
    """These doors, and the two that describe all of them."""

    @functools.lru_cache(maxsize=16)
    def written(code: str, cookie: str) -> bytes:
        return msgspec.json.encode(document(every, language(code), cookie))

    async def openapi(request: Request) -> Response:
        check_question(request.query_params)
        return Response(written(asked_language(request).code, name_of_cookie(request)), media_type=JSON)

    async def for_people(request: Request) -> Response:
        check_question(request.query_params)
        reader = asked_language(request)
        return page(reader, request, reader.word("title", "api"), *_page(every, reader))

    every = (
        *doors,
        Door(name="openapi", method="GET", path="/api/openapi.json", endpoint=openapi, answer=dict[str, Any]),
        Door(name="api-page", method="GET", path="/api", endpoint=for_people, answer=str, media="text/html"),
    )
    return every


def _page(doors: Sequence[Door], reader: Language) -> tuple[Markup, Markup]:
    link = tag("a", "/api/openapi.json", href="/api/openapi.json")
    about = tag("p", reader.word("about", "api"), " ", link)
    titles = [tag("th", reader.word(key, "api")) for key in ("method", "address", "for-what", "who-may")]
    rows = [_row(door, reader) for door in doors]
    table = tag("table", tag("thead", tag("tr", *titles)), tag("tbody", *rows))
    return about, tag("div", table, class_="wide")


def _row(door: Door, reader: Language) -> Markup:
    who = reader.word(asked_of(door.act, "{id}" in door.path), "api")
    cells = (tag("code", door.method), tag("code", door.path), reader.word(door.name, "doors"), who)
    return tag("tr", *(join(tag("td", cell)) for cell in cells))
