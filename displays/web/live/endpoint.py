"""``/live/ID?topics=boards,clock&since=41``: where followers come in."""

from __future__ import annotations

import functools

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from displays.web.access.authorize import may_see, see
from displays.web.access.middleware import identify
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.live.close_codes import close_code
from displays.web.live.connection import EXTENSION, Upgrade
from displays.web.live.hub import Hub
from displays.web.live.subscriber import Guest, read_device
from displays.web.live.topics import Topic, read_since, read_topics
from engine.errors import RoundlogError


async def live(websocket: WebSocket) -> None:
    """Returns as soon as the connection is in the hub's hands."""
    hub = services_of(websocket).hub
    assert isinstance(hub, Hub)
    try:
        guest, wanted, since = _asked(websocket, hub)
    except RoundlogError as error:
        await websocket.accept()
        await websocket.close(close_code(error), error.code)
        return
    upgrade: Upgrade = websocket.scope["extensions"][EXTENSION]
    await websocket.accept()
    hub.join(upgrade.hand_over(hub), guest, wanted, since)


def _asked(websocket: WebSocket, hub: Hub) -> tuple[Guest, tuple[Topic, ...], tuple[int, ...]]:
    stream: str = websocket.path_params["id"]
    visitor = see(websocket, stream)
    query = websocket.query_params
    wanted = read_topics(query.get("topics", "").split(","))
    since = read_since(query.get("since", ""), len(wanted))
    guest = Guest(stream, visitor, functools.partial(_today, websocket, stream) if visitor.is_known else None)
    guest.device = read_device(query.get("device", ""))
    guest.check(wanted)
    hub.check_room()
    hub.check(stream, wanted)
    return guest, wanted, since


def _today(websocket: WebSocket, stream: str) -> Visitor | None:
    """Who sent the request, as the key store knows it now; None if the tournament is not for their eyes."""
    desk = services_of(websocket).desk
    try:
        visitor = identify(websocket).visitor
        state = desk.state(stream)
    except RoundlogError:
        return None
    return visitor if state is not None and may_see(visitor, stream, state.tournament) else None


ROUTES = [WebSocketRoute("/live/{id}", live)]
