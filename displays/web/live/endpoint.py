"""Endpoint ``/live/ID?topics=boards,clock&since=41``: authorises a websocket and subscribes it."""

from __future__ import annotations

import functools

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from displays.web.access.at_least import QUERY, read_number, version_shown, wait_for_version
from displays.web.access.authorize import see
from displays.web.access.middleware import identify_again
from displays.web.access.services import services_of
from displays.web.live.connection import EXTENSION, LiveProtocol
from displays.web.live.frames import encode_log_name
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
        has_known = await _wait_for_known(websocket)
        subscriber, wanted = _parse_request(websocket, hub)
    except RoundlogError as error:
        await websocket.accept()
        await websocket.close(close_code(error), error.code)
        return
    log = websocket.query_params.get("log")
    is_same = has_known and log in (None, "", services_of(websocket).log_name)  # with the epoch: another may have begun
    protocol: LiveProtocol = websocket.scope["extensions"][EXTENSION]
    await websocket.accept()
    connection = protocol.take_over(hub, subscriber)
    if log is not None:
        connection.write(encode_log_name(services_of(websocket).log_name, is_same))
    hub.subscribe(connection, wanted if is_same else wanted.forget_known())


def _parse_wanted(websocket: WebSocket) -> Wanted:
    query = websocket.query_params
    topics = parse_topics(query.get("topics", "").split(","))
    return Wanted(topics, parse_since(query.get("since", ""), len(topics)))


async def _wait_for_known(websocket: WebSocket) -> bool:
    """Nobody is sent back in time: a copy that is behind what the client knows catches up first, or says that it is
    behind. False: what the client knows is not of this log, or of an end that was lost when it was restored, or when
    this server took over."""
    services, stream, query = services_of(websocket), websocket.path_params["id"], websocket.query_params
    known = max(*_parse_wanted(websocket).since, read_number(query.get(QUERY, "0")))
    version = functools.partial(version_shown, websocket, stream)
    log_id, _, epoch = query.get("log", "").partition(".")
    if version() and log_id not in ("", services.log_id):
        return False
    log, pair = services.desk.log, services.pair
    has_epoch = not epoch or await wait_for_version(log, lambda: pair.epoch.number, read_number(epoch, "log"))
    return has_epoch and await wait_for_version(log, version, known)


def _parse_request(websocket: WebSocket, hub: Hub) -> tuple[Subscriber, Wanted]:
    stream: str = websocket.path_params["id"]
    visitor = see(websocket, stream)
    wanted = _parse_wanted(websocket)
    ask_again = functools.partial(identify_again, websocket, stream) if visitor.is_known else None
    device = parse_device(websocket.query_params.get("device", ""))
    subscriber = Subscriber(stream, visitor, ask_again, device)
    subscriber.check(wanted.topics)
    if hub.count_free() <= 0:
        raise Refusal("too-many-connections")
    hub.check_topics(stream, wanted.topics)
    return subscriber, wanted


ROUTES = [WebSocketRoute("/live/{id}", subscribe)]
