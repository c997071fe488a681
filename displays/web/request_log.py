"""The record of requests: counted by the class of their answer and, where the operator wants it, a line of the log.

A line has the route as it stands in our table (``/key/{token}``) and never the address itself: there are addresses that
are keys.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.requests import HTTPConnection

from displays.web.access.services import services_of

ACCESS_LOGGER = logging.getLogger("roundlog.requests")
NO_ROUTE = "-"  # no such page, or refused before it was looked for
_LOGGER = logging.getLogger("roundlog")
Scope = MutableMapping[str, Any]


class RequestLog:
    """Around everything that answers but Starlette's own answer to a bug, which is noted where it is made."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began = time.monotonic()

        async def send_counted(message: Scope) -> None:
            status = _status_in(message)
            if status:
                note_answer(HTTPConnection(scope), status, began)
            await send(message)

        await self._app(scope, receive, send_counted)


def _status_in(message: Scope) -> int:
    kind = message["type"]
    if kind in ("http.response.start", "websocket.http.response.start"):
        return int(message["status"])
    return 101 if kind == "websocket.accept" else 0


def note_answer(request: HTTPConnection, status: int, began: float | None = None) -> None:
    services_of(request).counts.note_status(status)
    if ACCESS_LOGGER.isEnabledFor(logging.INFO):
        facts = {
            "method": request.scope.get("method", "GET"),
            "route": find_route(request.scope),
            "status": status,
            "address": "" if request.client is None else request.client.host,
            "ms": 0.0 if began is None else round(1000 * (time.monotonic() - began), 1),
        }
        ACCESS_LOGGER.info("request", extra={"facts": facts})


def find_route(scope: Scope) -> str:
    """As it stands in the table of routes."""
    return str(getattr(scope.get("route"), "path", NO_ROUTE))
