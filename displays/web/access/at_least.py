"""Reading "at least version N": whoever wrote on one server and reads on another sees what they wrote.

A copy of a log can be behind. It is waited for, but not for long; then whoever asks is told so, and is not shown what
is older than what they know. A version that nobody has is another log's, or was lost with the end of one that was
restored.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Match

from displays.web.access.authorize import may_see, visitor_of
from displays.web.access.services import services_of
from displays.web.request import header
from engine.errors import BadInput, Refusal, RoundlogError, Unavailable
from ledger.acts.permission import Permission
from ledger.store.log import Log

LONGEST_WAIT = 1.0  # seconds for a copy that is behind
LOOK_EVERY = 0.2  # a whole hall may be waiting
RETRY_AFTER = 1  # seconds
QUERY, HEADER = "at-least", "If-Version-At-Least"
ANY_VERSION = "0"  # as who does not ask would say
_WITHIN_QUERY = re.compile(rb"(?:^|&)at-least=([^&]*)")
_STAFF = (Permission.SEE_DRAFTS, Permission.ENTER_RESULTS)


async def wait_for_version(log: Log, read_version: Callable[[], int], wanted: int) -> bool:
    """True when this server has that version; False when it has all that was ever recorded, and not that version.

    Raises Unavailable when it may be that only its copy is behind.
    """
    if read_version() >= wanted:
        return True
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            is_newest = await _ask_for_newest(log)
            while not is_newest and read_version() < wanted:
                await asyncio.sleep(LOOK_EVERY)
    except TimeoutError:
        if read_version() < wanted:
            raise Unavailable("copy-behind", version=wanted, seconds=RETRY_AFTER) from None
    return read_version() >= wanted


async def _ask_for_newest(log: Log) -> bool:
    """False: that cannot be known now, or not here (a standby). What is on its way may come all the same."""
    try:
        await log.newest()
    except (Unavailable, Refusal):
        return False
    return True


def version_shown(request: HTTPConnection, stream: str) -> int:
    """The newest version of a tournament that the visitor may know of, of a festival a position; 0: there is none.

    A draft is no news for strangers: what they are told does not depend on one.
    """
    desk, visitor = services_of(request).desk, visitor_of(request)
    state = desk.state(stream)
    if state is None or not may_see(visitor, stream, state.tournament):
        return 0
    if state.festival is not None:
        return desk.log.position()
    is_staff = any(visitor.may(permission, stream) for permission in _STAFF)
    return state.version if is_staff else desk.projector.projection(stream).released


def read_number(text: str, field: str = QUERY) -> int:
    if not re.fullmatch(r"[0-9]{1,10}", text):
        raise BadInput("not-a-number", field=field, value=text[:80])
    return int(text)


class AtLeastMiddleware:
    """``?at-least=17`` or ``If-Version-At-Least: 17`` of whatever is read of a tournament. Nobody after it sees the
    query: what it asks for is no other page. ``answer`` turns an error into what the visitor gets to see."""

    def __init__(
        self, app: Callable[..., Awaitable[None]], answer: Callable[[Request, Exception], Awaitable[Response]]
    ) -> None:
        self._app = app
        self._answer = answer

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            request = Request(scope, receive)
            try:
                await self._wait(request)
            except RoundlogError as error:
                answer = await self._answer(request, error)
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _wait(self, request: Request) -> None:
        scope = request.scope
        found = _WITHIN_QUERY.search(scope["query_string"]) if scope["query_string"] else None
        text = header(request, HEADER.lower().encode(), ANY_VERSION)
        if found is not None:
            text = found[1].decode("latin-1")
            scope["query_string"] = _WITHIN_QUERY.sub(b"", scope["query_string"]).lstrip(b"&")
        if text == ANY_VERSION:
            return
        wanted, stream = read_number(text), _find_stream(request)
        if not stream or await wait_for_version(
            services_of(request).desk.log, lambda: version_shown(request, stream), wanted
        ):
            return
        if version := version_shown(request, stream):  # else there is no such tournament, as the endpoint says
            raise Refusal("version-not-there", version=version, asked=wanted)


def _find_stream(request: Request) -> str:
    """The tournament in the address, empty if there is none: asked of the routes, which are asked again later."""
    for route in request.app.router.routes:
        match, found = route.matches(request.scope)
        if match is Match.FULL:
            return str(found["path_params"].get("id", ""))
    return ""
