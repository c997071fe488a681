"""The gate: what every request passes before a door is asked. It says who came (``request.state.visitor``), and turns
away what is too large, what another site made a browser send, and who tries keys."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from displays.web.access.csrf import as_the_proxy_says, check_same_origin, is_same_origin
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.access.sessions import LASTS, Session, cookie_name, set_cookie
from displays.web.access.store.state import Key
from displays.web.request import header
from engine.errors import Refusal, RoundlogError
from ledger.actors import API, CONSOLE

LARGEST_BODY = 4 * 1024 * 1024  # bytes; a list of 10,000 players is far smaller
LARGEST_OF_STRANGERS = 64 * 1024  # who is not signed in sends keys, and nothing longer
LONGEST_LENGTH = 18  # digits of a length that is a number and not an attack
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

Scope = MutableMapping[str, Any]
Answer = Callable[[Request, Exception], Awaitable[Response]]


class Arrival(NamedTuple):
    """Who came, with which keys, and (a browser) in which session."""

    visitor: Visitor
    keys: tuple[Key, ...] = ()
    session: Session | None = None


class Gate:
    """``answer`` turns a refusal into what the visitor gets to see."""

    def __init__(self, app: Callable[..., Awaitable[None]], answer: Answer, *, behind_proxy: bool = False) -> None:
        self._app = app
        self._answer = answer
        self._behind_proxy = behind_proxy

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if self._behind_proxy:
            as_the_proxy_says(scope)
        scope.setdefault("state", {})
        request = HTTPConnection(scope)
        try:
            arrival = arrived(request)
            scope["state"]["visitor"] = arrival.visitor
            scope["state"]["session"] = arrival.session
            if scope["type"] == "http":
                most = LARGEST_BODY if arrival.visitor.is_known else LARGEST_OF_STRANGERS
                _check_size(request, most)
                _check_origin(request, arrival)
                receive = _limited(receive, most)
        except RoundlogError as error:
            await self._refuse(scope, receive, send, error)
            return
        if any(map(services_of(request).key_store.is_long_unseen, arrival.keys)):
            await _note_seen(request, arrival)
        await self._app(scope, receive, _renewing(request, arrival, send))

    async def _refuse(self, scope: Scope, receive: Any, send: Any, error: RoundlogError) -> None:
        if scope["type"] == "websocket":
            await receive()  # the wish to connect
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
        scope["state"].setdefault("visitor", Visitor())
        answer = await self._answer(Request(scope, receive), error)
        await answer(scope, receive, send)


# -- who came --------------------------------------------------------------------------------------------------------


def arrived(request: HTTPConnection) -> Arrival:
    """By the key that a program shows, else by the session that a browser carries, else nobody in particular."""
    address = request.client.host if request.client else ""
    shown = header(request, b"authorization")
    if shown[:7].lower() == "bearer ":
        return _with_key(request, shown[7:].strip(), address)
    return _with_session(request, address)


def _with_key(request: HTTPConnection, token: str, address: str) -> Arrival:
    office = services_of(request).key_store
    attempts = services_of(request).failed_keys
    try:
        key = office.key_of(token)
        if not key.is_api:
            raise Refusal("key-not-for-programs")
    except Refusal:
        attempts.check(address)
        attempts.failed(address)
        raise
    return Arrival(Visitor(key.name, (key.grant,), API, address), (key,))


def _with_session(request: HTTPConnection, address: str) -> Arrival:
    """A session of somebody whose keys were all revoked is nobody's."""
    nobody = Arrival(Visitor(address=address))
    office = services_of(request).key_store
    cookie = carried(request)
    session = office.session(cookie) if cookie else None
    if session is None or (request.scope["type"] == "websocket" and not is_same_origin(request)):
        return nobody
    keys = office.keys_of(session)
    if not keys:
        return nobody
    grants = tuple(key.grant for key in keys)
    return Arrival(Visitor(session.name, grants, CONSOLE, address, session.id), keys, session)


def carried(request: HTTPConnection) -> str:
    """The text of our cookie; empty if there is none."""
    name = name_of_cookie(request)
    for cookie in header(request, b"cookie").split(";"):
        found, _, text = cookie.strip().partition("=")
        if found == name:
            return text
    return ""


def name_of_cookie(request: HTTPConnection) -> str:
    return cookie_name(services_of(request).key_store.secret, request.scope["scheme"] in ("https", "wss"))


async def _note_seen(request: HTTPConnection, arrival: Arrival) -> None:
    """So that the list of keys can say which are in use. That it cannot be written keeps nobody out."""
    office = services_of(request).key_store
    visitor = arrival.visitor
    for key in arrival.keys:
        if office.is_long_unseen(key):
            try:
                await asyncio.to_thread(office.seen, key, name=visitor.name, address=visitor.address)
            except RoundlogError as error:
                logging.getLogger("roundlog").warning("the use of key %s was not noted: %s", key.number, error)


# -- what is turned away ---------------------------------------------------------------------------------------------


def _check_size(request: HTTPConnection, most: int) -> None:
    length = header(request, b"content-length")
    if length.isdecimal() and (len(length) > LONGEST_LENGTH or int(length) > most):
        raise Refusal("body-too-large", most=most)


def _limited(receive: Callable[[], Awaitable[Scope]], most: int) -> Callable[[], Awaitable[Scope]]:
    """For bodies that did not say how long they are."""
    received = 0

    async def receive_counted() -> Scope:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise Refusal("body-too-large", most=most)
        return message

    return receive_counted


def _check_origin(request: HTTPConnection, arrival: Arrival) -> None:
    """A browser sends its cookie along with what any page makes it send: so it has to be a page of ours.

    The API asks for a header besides that no form can send, and no script of another site without our leave.
    """
    if request.scope["method"] in SAFE or arrival.session is None:
        return
    check_same_origin(request)
    if request.scope["path"].startswith("/api") and "x-roundlog" not in request.headers:
        raise Refusal("cross-site")


def _renewing(request: HTTPConnection, arrival: Arrival, send: Any) -> Any:
    """A session goes on for as long as its browser comes back. One that cannot be noted goes on as it was."""
    office = services_of(request).key_store
    session, address = arrival.session, arrival.visitor.address
    if session is None or not session.is_to_be_renewed(office.clock().timestamp()):
        return send

    name = name_of_cookie(request)

    async def send_renewed(message: Scope) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if not any(cookie.startswith(f"{name}=") for cookie in headers.getlist("set-cookie")):
                # (Signing in or out has the last word.)
                try:
                    renewed = await asyncio.to_thread(office.renewed, session, address=address)
                    headers.append("set-cookie", set_cookie(name, office.sealed(renewed), LASTS))
                except RoundlogError as error:
                    logging.getLogger("roundlog").warning("a session was not renewed: %s", error)
        await send(message)

    return send_renewed
