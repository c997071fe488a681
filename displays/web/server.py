"""The web application: one list of routes, one handler for errors."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from displays.cli.terminal import problem
from displays.web import api
from displays.web.access import people, signing_in
from displays.web.access.form_once import SentForms
from displays.web.access.middleware import Gate
from displays.web.access.rate_limit import Attempts
from displays.web.access.store.store import Office
from displays.web.api.feed import Newsroom
from displays.web.console.routes import ROUTES as CONSOLE
from displays.web.live import endpoint
from displays.web.live.hub import Hub
from displays.web.live.tasks import running
from displays.web.not_found import signpost
from displays.web.pages import public
from displays.web.pairing_explainer import Explainer
from displays.web.phones import pages as phones
from displays.web.request import asked_language
from displays.web.screens import images
from displays.web.screens import pages as screens
from displays.web.static_version import STATIC, STATIC_VERSION
from engine.errors import BadInput, Broken, Refusal, RoundlogError, Unavailable
from ledger.desk import Desk

# What is asked for is not there; every other refusal is a conflict with what stands.
NOT_THERE = frozenset(
    {
        *("no-such-tournament", "no-such-player", "no-such-page", "no-such-dispute", "no-such-seat"),
        "no-such-session",
        *("no-ladder", "not-on-the-ladder"),
    }
)
# Who asks is unknown, or known and may not; or asks too much.
STATUS = {
    "sign-in-needed": 401,
    "no-such-key": 401,
    "key-spent": 401,
    "key-expired": 401,
    "key-revoked": 401,
    "key-not-for-programs": 401,
    "key-for-programs": 401,
    "no-key-of-that-number": 404,
    "not-allowed": 403,
    "board-not-yours": 403,
    "staff-only": 403,
    "category-not-for-everybody": 403,
    "cross-site": 403,
    "body-too-large": 413,
    "too-many-attempts": 429,
}

# Pages need nothing but our own files: whatever slipped through the escaping would still not run. (With the referrer
# policy ``no-referrer`` browsers would send ``Origin: null`` with our own forms, and the gate could not know them.)
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cache-control", b"no-cache"),
)


def routes() -> list[BaseRoute]:
    """All doors. Who may go through which, ``tests/displays/web/access/test_who_may.py`` asks of each."""
    return [
        *endpoint.ROUTES,  # first: a whole hall comes at once
        Route("/health", health),
        *api.ROUTES,
        *public.ROUTES,
        *signing_in.ROUTES,
        *people.ROUTES,
        *CONSOLE,
        *screens.ROUTES,
        *phones.ROUTES,
        *images.ROUTES,
        Mount("/static", StaticFiles(directory=STATIC)),
    ]


def build(
    desk: Desk,
    *,
    office: Office | None = None,
    hub: Hub | None = None,
    public_url: str = "",
    hall_url: str = "",
    behind_proxy: bool = False,
    pictures: Path | None = None,
) -> Starlette:
    """The application over one desk. Without an office one is kept in memory: its keys end with the program."""
    handlers: dict[Any, Any] = {RoundlogError: on_error, HTTPException: on_http_error, Exception: on_bug}
    gate = Middleware(Gate, answer=on_error, behind_proxy=behind_proxy)
    app = Starlette(
        routes=routes(), exception_handlers=handlers, middleware=[Middleware(SafeHeaders), gate], lifespan=lifespan
    )
    app.state.desk = desk
    app.state.hub = Hub(desk) if hub is None else hub
    app.state.workshop = desk.workshop
    app.state.explainer = Explainer(desk)
    app.state.newsroom = Newsroom(desk.log)
    app.state.office = Office() if office is None else office
    app.state.attempts = Attempts()
    app.state.applying = {}  # proposals: a lock for each tournament
    app.state.sent_forms = SentForms()
    app.state.public_url = public_url  # as the operator calls it
    app.state.hall_url = hall_url  # as other machines find it
    app.state.images = pictures  # the folder with pictures for the screens
    return app


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """While the server runs, the hub looks at the log and after its followers."""
    try:
        async with running(app.state.hub):
            yield
    finally:
        app.state.explainer.close()


async def health(request: Request) -> Response:
    """Alive, with what, and the seal that a stranger can check the log against.

    Position and seal are of the whole server and count every record, drafts too: a seal is worth something because it
    covers all that was written. In which tournament something was written they do not tell.
    """
    log = request.app.state.desk.log
    return api.json(
        {
            "status": "ok",
            "version": version("roundlog"),
            "static": STATIC_VERSION,
            "position": log.position(),
            "head": log.seal(),
        }
    )


# -- errors ----------------------------------------------------------------------------------------------------------


def status_of(error: RoundlogError) -> int:
    match error:
        case BadInput():
            return 400
        case Refusal() if error.code in NOT_THERE:
            return 404
        case Refusal() if error.code in STATUS:
            return STATUS[error.code]
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
    answer = _answer(request, Refusal(code), error.status_code)
    answer.headers.update(error.headers or {})  # which methods are allowed
    return answer


async def on_bug(request: Request, error: Exception) -> Response:
    logging.getLogger("roundlog").error("while answering %s", request.url.path, exc_info=error)
    answer = _answer(request, RoundlogError("internal"), 500)
    answer.raw_headers.extend(HEADERS)  # Starlette answers for a bug outside of all middleware
    return answer


def _is_script(request: Request) -> bool:
    """Of ours: a script of a page asks for data that belong to the page (``static/js/api.js``)."""
    return request.headers.get("accept") == "application/json"


def _answer(request: Request, error: RoundlogError, status: int) -> Response:
    """A page for people, problem+json for programs."""
    language = asked_language(request)
    if request.url.path.startswith(("/api", "/health", "/static")) or _is_script(request):
        answer = Response(problem(error, language, status), status, media_type="application/problem+json")
    elif status == 401 or error.code == "no-such-tournament":
        answer = signing_in.sign_in_page(request, error, status, signpost(request, error))  # one may be private
    else:
        answer = public.error_page(error, language, status, signpost(request, error))
    if status == 401:
        answer.headers["www-authenticate"] = "Bearer"
    if "seconds" in error.facts and status == 429:
        answer.headers["retry-after"] = str(error.facts["seconds"])
    return answer


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
