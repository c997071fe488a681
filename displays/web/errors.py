"""Answers to errors: the status of each, as a page for people and problem+json for programs."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from displays.web.access import signing_in
from displays.web.access.roles import NOBODY
from displays.web.access.services import services_of
from displays.web.not_found import suggest_pages
from displays.web.pages import public
from displays.web.request import asked_language
from displays.web.request_log import find_route, note_answer
from displays.words.problems import problem_json
from engine.errors import BadInput, Broken, Refusal, RoundlogError, Unavailable

# What is asked for is not there; every other refusal is a conflict with what stands.
NOT_THERE = frozenset(
    {
        *("no-such-tournament", "no-such-player", "no-such-page", "no-such-dispute", "no-such-seat"),
        "no-such-festival",
        "no-such-work",
        *("no-such-load", "no-such-rating-list", "no-such-list-address"),
        "no-such-session",
        "no-such-code",
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
    "not-your-player": 403,
    "staff-only": 403,
    "category-not-for-everybody": 403,
    "cross-site": 403,
    "body-too-large": 413,
    "unknown-host": 421,
    "too-many-attempts": 429,
}

# Pages need nothing but our own files: whatever slipped through the escaping would still not run. (With the referrer
# policy ``no-referrer`` browsers would send ``Origin: null`` with our own forms, which would then be refused.)
# ``{sockets}`` and ``{others}``: the servers with the same log, to which a screen moves when its own is gone.
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'{sockets}; img-src 'self' data:{others}; "
    "style-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
POLICY_NAME = b"content-security-policy"
# Unless an answer says for how long it may be kept: a cache asks again, and keeps nothing of who is signed in.
NOT_KEPT = (b"cache-control", b"no-cache")
NOT_SHARED = (b"cache-control", b"private, no-cache")
VARY = (b"vary", b"Accept-Language, Cookie, Authorization, Accept-Encoding")  # by which what is not kept differs
ONLY_HTTPS = (b"strict-transport-security", b"max-age=31536000")


_LOGGER = logging.getLogger("roundlog")
Scope = MutableMapping[str, Any]
RawHeader = tuple[bytes, bytes]
ErrorHandler = Callable[[Request, Exception], Awaitable[Response]]


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
    status = status_of(error)
    services_of(request).counts.note_problem(error.code, status, request.method)
    return await _answer(request, error, status)


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "method-not-allowed" if error.status_code == 405 else "no-such-page"
    answer = await _answer(request, Refusal(code), error.status_code)
    answer.headers.update(error.headers or {})  # which methods are allowed
    return answer


async def on_no_memory(request: Request, error: Exception) -> Response:
    """What was asked for needs more than there is; what it had taken is free again, and the others go on."""
    _LOGGER.error("not enough memory to answer %s", find_route(request.scope))
    services_of(request).counts.note_problem("not-enough-memory", 503, request.method)
    return await _answer(request, Unavailable("not-enough-memory"), 503)


async def on_bug(request: Request, error: Exception) -> Response:
    if isinstance(error, MemoryError):
        answer = await on_no_memory(request, error)
    else:
        _LOGGER.error("while answering %s", find_route(request.scope), exc_info=error)
        services_of(request).counts.note_problem("internal", 500, request.method)
        answer = await _answer(request, RoundlogError("internal"), 500)
    # Starlette answers for a bug outside of all middleware.
    note_answer(request, answer.status_code)
    answer.raw_headers.extend(tuple(_headers_of(request.scope, answer.raw_headers)))
    return answer


def _is_script(request: Request) -> bool:
    """Of ours: a script of a page asks for data that belong to the page (``static/js/api.js``)."""
    return request.headers.get("accept") == "application/json"


async def _answer(request: Request, error: RoundlogError, status: int) -> Response:
    """A page for people, problem+json for programs."""
    language = asked_language(request)
    if request.url.path.startswith(("/api", "/health", "/static")) or _is_script(request):
        answer = Response(problem_json(error, language, status), status, media_type="application/problem+json")
    elif status == 401 or error.code in ("no-such-tournament", "no-such-festival"):
        answer = signing_in.sign_in_page(request, error, status, await _suggest(request, error))  # one may be private
    else:
        answer = public.error_page(error, language, status, await _suggest(request, error))
    if status == 401:
        answer.headers["www-authenticate"] = "Bearer"
    if "seconds" in error.facts and status in (429, 503):
        answer.headers["retry-after"] = str(error.facts["seconds"])
        if status == 503:
            answer.headers["refresh"] = str(error.facts["seconds"])  # a browser comes by itself
    return answer


async def _suggest(request: Request, error: RoundlogError) -> Markup | None:
    """Nothing when the log cannot be read: that may be the very error that is being told."""
    try:
        return await suggest_pages(request, error)
    except RoundlogError:
        return None


class SafeHeaders:
    """Adds the headers that every answer carries."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_headers_of(scope, message["headers"])]
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _headers_of(scope: Scope, given: Iterable[RawHeader]) -> Iterator[RawHeader]:
    """What is added to an answer with these headers."""
    others: tuple[str, ...] = scope["app"].state.services.other_servers()
    has_own = any(name == POLICY_NAME for name, _ in given)  # the one page that others may show in a frame
    yield from (header for header in safe_headers(others) if not (has_own and header[0] == POLICY_NAME))
    if others and (origin := _origin_of(scope)) in others:  # a page of theirs reads what everybody may read
        yield b"access-control-allow-origin", origin.encode("latin-1")
    services = scope["app"].state.services
    if services.public_url.startswith("https:") or (scope["scheme"] == "https" and not services.network.speaks_both):
        yield ONLY_HTTPS
    kept = next((value for name, value in given if name == b"cache-control"), None)
    if kept is None:
        yield NOT_SHARED if scope.get("state", {}).get("visitor", NOBODY).is_known else NOT_KEPT
    if kept is None or b"public" not in kept:
        yield VARY
        if others:
            yield b"vary", b"Origin"


@lru_cache(maxsize=8)
def safe_headers(others: tuple[str, ...]) -> tuple[RawHeader, ...]:
    """``others``: the origins of the other servers."""
    sockets = "".join(f" {origin} {origin.replace('http', 'ws', 1)}" for origin in others)
    policy = POLICY.format(sockets=sockets, others="".join(f" {origin}" for origin in others))
    return (
        (POLICY_NAME, policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
    )


def _origin_of(scope: Scope) -> str:
    """Of the page that asks, as its browser says; without a cookie, which no page of another server sends along."""
    return next((value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"origin"), "")


HANDLERS: dict[Any, ErrorHandler] = {
    RoundlogError: on_error,
    HTTPException: on_http_error,
    MemoryError: on_no_memory,
    Exception: on_bug,
}
