"""One route for each address, whatever is done there: so that the answer to a wrong method names all right ones."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

Endpoint = Callable[[Request], Awaitable[Response]]


def shown_and_sent(path: str, show: Endpoint, take: Endpoint) -> Route:
    """A page with a form that is sent to its own address."""

    async def either(request: Request) -> Response:
        return await (take if request.method == "POST" else show)(request)

    return Route(path, either, methods=["GET", "POST"])
