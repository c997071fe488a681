"""The web application: one list of routes, one handler for errors."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from displays import api, pages
from displays.asked import asked_language
from displays.terminal import problem
from engine.errors import BadInput, Broken, Refusal, RoundlogError, Unavailable
from ledger.desk import Desk

STATIC = Path(__file__).with_name("static")
# What is asked for is not there; every other refusal is a conflict with what stands.
NOT_THERE = frozenset({"no-such-tournament", "no-such-player", "no-such-page", "no-ladder", "not-on-the-ladder"})

# Pages need nothing but our own style sheet: whatever slipped through the escaping would still not run.
HEADERS = (
    (b"content-security-policy", b"default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),
)


def build(desk: Desk) -> Starlette:
    """The application over one desk."""
    routes = [Route("/health", health), *api.ROUTES, *pages.ROUTES, Mount("/static", StaticFiles(directory=STATIC))]
    handlers: dict[Any, Any] = {RoundlogError: on_error, HTTPException: on_http_error, Exception: on_bug}
    app = Starlette(routes=routes, exception_handlers=handlers, middleware=[Middleware(SafeHeaders)])
    app.state.desk = desk
    return app


async def health(request: Request) -> Response:
    """Alive, with what, and the seal that a stranger can check the log against."""
    log = request.app.state.desk.log
    return api.json({"status": "ok", "version": version("roundlog"), "position": log.position(), "head": log.seal()})


# -- errors ----------------------------------------------------------------------------------------------------------


def status_of(error: RoundlogError) -> int:
    match error:
        case BadInput():
            return 400
        case Refusal() if error.code in NOT_THERE:
            return 404
        case Unavailable() | Broken():
            return 503
        case _:
            return 409


async def on_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RoundlogError)
    return _answer(request, error, status_of(error))


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "method-not-allowed" if error.status_code == 405 else "no-such-page"
    return _answer(request, Refusal(code), error.status_code)


async def on_bug(request: Request, error: Exception) -> Response:
    logging.getLogger("roundlog").error("while answering %s", request.url.path, exc_info=error)
    return _answer(request, RoundlogError("internal"), 500)


def _answer(request: Request, error: RoundlogError, status: int) -> Response:
    """A page for people, problem+json for programs."""
    language = asked_language(request)
    if request.url.path.startswith(("/api", "/health", "/static")):
        return Response(problem(error, language, status), status, media_type="application/problem+json")
    return pages.error_page(error, language, status)


class SafeHeaders:
    """Adds the headers that every answer carries."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self._app(scope, receive, send_with_headers)
