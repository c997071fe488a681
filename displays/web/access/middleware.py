"""Access middleware: identifies who sent a request (``request.state.visitor``) before any endpoint is asked.

It refuses requests for a host that is not ours, bodies that are too large, requests that another site made a browser
send, and guessing of keys.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple

from msgspec.structs import replace
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from displays.web.access.authorize import may_see
from displays.web.access.csrf import apply_proxy_headers, check_same_origin, is_same_origin
from displays.web.access.hosts import check_host
from displays.web.access.key_state import Key
from displays.web.access.key_store import KeyStore
from displays.web.access.key_uses import KeyUses
from displays.web.access.loop_turns import LoopTurns
from displays.web.access.private_writes import write_private
from displays.web.access.roles import Grant, Visitor
from displays.web.access.services import services_of
from displays.web.access.session_cookies import LASTS, Session, cookie_name, set_cookie
from displays.web.access.visits_log import note_refusal
from displays.web.request import header
from engine.errors import Refusal, RoundlogError
from ledger.actors import API, CONSOLE, ActorKey

LARGEST_BODY = 4 * 1024 * 1024  # bytes; a list of 10,000 players is far smaller
LARGEST_ANONYMOUS_BODY = 64 * 1024  # without a key nothing is sent but keys
STRANGERS_IN_A_TURN = 2  # requests without a key that begin before the loop looks who else has come
LONGEST_LENGTH = 18  # digits of a length that is a number and not an attack
RENEWED_WITHIN = 0.25  # seconds that an answer waits for the session's new cookie
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

_LOGGER = logging.getLogger("roundlog")

Scope = MutableMapping[str, Any]
Answer = Callable[[Request, Exception], Awaitable[Response]]


class Identity(NamedTuple):
    """Who sent a request, with which keys, and (a browser) in which session."""

    visitor: Visitor
    keys: tuple[Key, ...] = ()
    session: Session | None = None


class AccessMiddleware:
    """``answer`` turns a refusal into what the visitor gets to see."""

    def __init__(self, app: Callable[..., Awaitable[None]], answer: Answer, *, behind_proxy: bool = False) -> None:
        self._app = app
        self._answer = answer
        self._behind_proxy = behind_proxy
        self._strangers = LoopTurns(STRANGERS_IN_A_TURN)
        self._key_uses = KeyUses()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if self._behind_proxy:
            apply_proxy_headers(scope)
        scope.setdefault("state", {})
        request = HTTPConnection(scope)
        if request.client is not None:
            services_of(request).network.note_visit(request.client.host)
        try:
            check_host(request)
            identity = identify(request)
            scope["state"]["visitor"] = identity.visitor
            scope["state"]["session"] = identity.session
            if scope["type"] == "http":
                if not identity.visitor.is_known:
                    await self._strangers.wait()
                most = LARGEST_BODY if identity.visitor.is_known else LARGEST_ANONYMOUS_BODY
                _check_size(request, most)
                _check_origin(request, identity)
                receive = _limit_body(receive, most)
        except RoundlogError as error:
            note_refusal(error, request)
            await self._refuse(scope, receive, send, error)
            return
        self._key_uses.note(services_of(request).key_store, identity.keys, identity.visitor)
        await self._app(scope, receive, _renew_session(request, identity, send))

    async def _refuse(self, scope: Scope, receive: Any, send: Any, error: RoundlogError) -> None:
        if scope["type"] == "websocket":
            await receive()  # the wish to connect
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
        scope["state"].setdefault("visitor", Visitor())
        answer = await self._answer(Request(scope, receive), error)
        await answer(scope, receive, send)


# -- identification --------------------------------------------------------------------------------------------------


def identify(request: HTTPConnection) -> Identity:
    """By the key that a program shows, else by the session that a browser carries, else nobody in particular."""
    address = request.client.host if request.client else ""
    shown = header(request, b"authorization")
    if shown[:7].lower() == "bearer ":
        return _with_key(request, shown[7:].strip(), address)
    return _with_session(request, address)


def identify_again(request: HTTPConnection, stream: str) -> Visitor | None:
    """Who sent a request that goes on, as the key store knows it now; None if the tournament is not for their eyes."""
    try:
        visitor = identify(request).visitor
        state = services_of(request).desk.state(stream)
    except RoundlogError:
        return None
    return visitor if state is not None and may_see(visitor, stream, state.tournament) else None


def _with_key(request: HTTPConnection, token: str, address: str) -> Identity:
    key_store = services_of(request).key_store
    attempts = services_of(request).failed_keys
    try:
        key = key_store.key_of(token)
        if not key.is_api:
            raise Refusal("key-not-for-programs")
    except Refusal:
        attempts.check(address)
        attempts.note_failure(address)
        raise
    named = ActorKey(key.number, key.name)
    grants, keys = _with_sections(request, (key.grant,), (named,))
    return Identity(Visitor(key.name, grants, API, address, keys=keys, key=named), (key,))


def _with_session(request: HTTPConnection, address: str) -> Identity:
    """A session of somebody whose keys were all revoked is nobody's."""
    nobody = Identity(Visitor(address=address))
    key_store = services_of(request).key_store
    cookie = session_cookie(request)
    session = key_store.sessions.find(cookie) if cookie else None
    if session is None or (request.scope["type"] == "websocket" and not is_same_origin(request)):
        return nobody
    keys = key_store.sessions.keys_of(session)
    if not keys:
        return nobody
    named = tuple(ActorKey(key.number, key.name) for key in keys)
    grants, held = _with_sections(request, tuple(key.grant for key in keys), named)
    return Identity(Visitor(session.name, grants, CONSOLE, address, session.id, held, named[-1]), keys, session)


def _with_sections(
    request: HTTPConnection, grants: tuple[Grant, ...], keys: tuple[ActorKey, ...]
) -> tuple[tuple[Grant, ...], tuple[ActorKey, ...]]:
    """A key to a festival opens every section with the same role. What is not its own comes first: of several keys
    that allow something the last one is named. Of other tournaments nothing is read for this, and a festival that
    cannot be read opens none. (Members are players, of one tournament.)"""
    desk, found = services_of(request).desk, []
    for grant, key in zip(grants, keys, strict=True):
        state = (
            desk.find_state(grant.stream) if grant.player is None and desk.festivals.is_festival(grant.stream) else None
        )
        sections = () if state is None or state.festival is None else state.festival.sections
        found += [(replace(grant, stream=section), key) for section in sections]
    return (*(grant for grant, _ in found), *grants), (*(key for _, key in found), *keys)


def session_cookie(request: HTTPConnection) -> str:
    """The text of our cookie; empty if there is none."""
    name = session_cookie_name(request)
    for cookie in header(request, b"cookie").split(";"):
        found, _, text = cookie.strip().partition("=")
        if found == name:
            return text
    return ""


def session_cookie_name(request: HTTPConnection) -> str:
    return cookie_name(services_of(request).key_store.sessions.secret, request.scope["scheme"] in ("https", "wss"))


# -- what is refused ---------------------------------------------------------------------------------------------


def _check_size(request: HTTPConnection, most: int) -> None:
    length = header(request, b"content-length")
    if length.isdecimal() and (len(length) > LONGEST_LENGTH or int(length) > most):
        raise Refusal("body-too-large", most=most)


def _limit_body(receive: Callable[[], Awaitable[Scope]], most: int) -> Callable[[], Awaitable[Scope]]:
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


def _check_origin(request: HTTPConnection, identity: Identity) -> None:
    """A browser sends its cookie along with what any page makes it send: so it has to be a page of ours.

    The API asks for a header besides that no form can send, and no script of another site without our leave.
    """
    if request.scope["method"] in SAFE or identity.session is None:
        return
    check_same_origin(request)
    if request.scope["path"].startswith("/api") and "x-roundlog" not in request.headers:
        raise Refusal("cross-site")


def _renew_session(request: HTTPConnection, identity: Identity, send: Any) -> Any:
    """A session goes on for as long as its browser comes back. One that cannot be noted goes on as it was."""
    key_store = services_of(request).key_store
    session, address = identity.session, identity.visitor.address
    is_due = session is not None and session.is_to_be_renewed(key_store.clock().timestamp())
    if session is None or not is_due or request.scope["type"] != "http" or not key_store.may_write():
        return send

    name = session_cookie_name(request)
    renewal = asyncio.create_task(_renew(key_store, session, address))

    async def send_renewed(message: Scope) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if not any(cookie.startswith(f"{name}=") for cookie in headers.getlist("set-cookie")):
                # (Signing in or out has the last word.)
                await asyncio.wait({renewal}, timeout=RENEWED_WITHIN)  # else a later answer brings it
                if renewal.done() and (cookie := renewal.result()):
                    headers.append("set-cookie", set_cookie(name, cookie, LASTS))
        await send(message)

    return send_renewed


async def _renew(key_store: KeyStore, session: Session, address: str) -> str:
    """The new cookie; empty if there is none."""
    try:
        return key_store.sessions.cookie_of(await write_private(key_store.sessions.renew, session, address=address))
    except RoundlogError as error:
        _LOGGER.warning("a session was not renewed: %s", error)
        return ""
