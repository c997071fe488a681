"""Endpoint ``/live/ID?topics=boards,clock&since=41``: authorises a websocket and subscribes it."""

from __future__ import annotations

import functools

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from displays.web.access.authorize import may_see, see
from displays.web.access.middleware import identify
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.live.close_codes import close_code
from displays.web.live.connection import EXTENSION, LiveProtocol
from displays.web.live.hub import Hub
from displays.web.live.subscriber import Subscriber, parse_device
from displays.web.live.topics import Wanted, parse_since, parse_topics
from engine.errors import RoundlogError


async def subscribe(websocket: WebSocket) -> None:
    """Returns as soon as the connection is in the hub's hands."""
    hub = services_of(websocket).hub
    assert isinstance(hub, Hub)
    try:
        subscriber, wanted = _parse_request(websocket, hub)
    except RoundlogError as error:
        await websocket.accept()
        await websocket.close(close_code(error), error.code)
        return
    protocol: LiveProtocol = websocket.scope["extensions"][EXTENSION]
    await websocket.accept()
    hub.subscribe(protocol.take_over(hub, subscriber), wanted)


def _parse_request(websocket: WebSocket, hub: Hub) -> tuple[Subscriber, Wanted]:
    stream: str = websocket.path_params["id"]
    visitor = see(websocket, stream)
    query = websocket.query_params
    topics = parse_topics(query.get("topics", "").split(","))
    since = parse_since(query.get("since", ""), len(topics))
    ask_again = functools.partial(_visitor_now, websocket, stream) if visitor.is_known else None
    subscriber = Subscriber(stream, visitor, ask_again, parse_device(query.get("device", "")))
    subscriber.check(topics)
    hub.check_capacity()
    hub.check_topics(stream, topics)
    return subscriber, Wanted(topics, since)


def _visitor_now(websocket: WebSocket, stream: str) -> Visitor | None:
    """Who sent the request, as the key store knows it now; None if the tournament is not for their eyes."""
    try:
        visitor = identify(websocket).visitor
        state = services_of(websocket).desk.state(stream)
    except RoundlogError:
        return None
    return visitor if state is not None and may_see(visitor, stream, state.tournament) else None


ROUTES = [WebSocketRoute("/live/{id}", subscribe)]
