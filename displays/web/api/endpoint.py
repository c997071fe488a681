"""An endpoint of the API: one method at one address; it gives the route, the OpenAPI description and the page.

``endpoints.py`` lists those that write, the other modules theirs; section ``endpoints`` of the locale says what for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from displays.web.public_answers import PublicEndpoint
from ledger.acts.permission import Permission

Handler = Callable[[Request], Awaitable[Response]]

JSON, JSON_LINES, PROBLEM = "application/json", "application/jsonl", "application/problem+json"

MOMENT: Mapping[str, type] = {"version": int, "round": int, "at": str}  # at which a view is wanted


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    name: str  # of its sentence in the locale, and the operationId
    method: str
    path: str
    handler: Handler
    answer: object  # the type of what it answers; several: one of them; None: nothing
    permission: Permission | None = None  # None: whoever may see the tournament, or everybody where there is none
    media: str = JSON
    query: Mapping[str, type] = {}
    body: object = None  # the type of what it takes
    example: object = None  # of a body
    is_write: bool = False  # takes If-Match and Idempotency-Key, answers with a version
    statuses: tuple[int, ...] = ()  # besides those of every endpoint of its kind
    is_made_once: bool = False  # what it answers to the public is made once for a version (``public_answers.py``)


class Asgi:
    """An endpoint as Starlette's routes call it when they leave everything to it: a layer less around each answer."""

    def __init__(self, endpoint: Handler) -> None:
        self._endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self._endpoint(Request(scope, receive, send))
        await answer(scope, receive, send)


def routes(endpoints: Iterable[Endpoint]) -> list[Route]:
    """One route for each address, so that the answer to a wrong method names all right ones."""
    by_path: dict[str, dict[str, Handler]] = {}
    made_once: set[str] = set()  # addresses
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint.handler
        if endpoint.is_made_once:
            made_once.add(endpoint.path)
    return [
        Route(path, (PublicEndpoint if path in made_once else Asgi)(_endpoint(methods)), methods=list(methods))
        for path, methods in by_path.items()
    ]


def _endpoint(methods: Mapping[str, Handler]) -> Handler:
    if len(methods) == 1:
        return next(iter(methods.values()))

    async def by_method(request: Request) -> Response:
        return await methods["GET" if request.method == "HEAD" else request.method](request)

    return by_method


async def body_of(request: Request) -> bytes:
    """All of it, however many pieces it comes in. (Starlette's own way there takes three times as long.)"""
    body: bytes = b""
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return body


def json(document: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(document), status, headers, media_type=JSON)
