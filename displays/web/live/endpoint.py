"""Endpoint ``/live/ID?topics=boards,clock&since=41``: authorises a websocket and subscribes it."""

from __future__ import annotations

import functools

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from displays.web.access.authorize import see
from displays.web.access.middleware import identify_again
from displays.web.access.services import services_of
from displays.web.live.connection import EXTENSION, LiveProtocol
from displays.web.live.hub import Hub
from displays.web.live.messages import close_code
from displays.web.live.subscriber import Subscriber, parse_device
from displays.web.live.topics import Wanted, parse_since, parse_topics
from engine.errors import Refusal, RoundlogError


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
    ask_again = functools.partial(identify_again, websocket, stream) if visitor.is_known else None
    subscriber = Subscriber(stream, visitor, ask_again, parse_device(query.get("device", "")))
    subscriber.check(topics)
    if hub.count_free() <= 0:
        raise Refusal("too-many-connections")
    hub.check_topics(stream, topics)
    return subscriber, Wanted(topics, since)


ROUTES = [WebSocketRoute("/live/{id}", subscribe)]
