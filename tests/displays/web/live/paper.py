"""A line that ends on paper: what would go to a client is written down. For tests of what is said, not of how."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from websockets.server import ServerProtocol

from displays.web.access.roles import NOBODY, Grant, Role, Visitor
from displays.web.live.connection import Connection
from displays.web.live.hub import Hub
from displays.web.live.subscriber import Subscriber
from displays.web.live.topics import Wanted, parse_topics
from displays.web.server import compose
from ledger.desk import Desk
from ledger.store.log import Log

STAFF = Visitor("Eva", (Grant(Role.ARBITER),))


def desk_and_hub(log: Log, **options: Any) -> tuple[Desk, Hub]:
    """As the server wires them."""
    services = compose(log, hub_options=options, host_names=["hall"])
    assert isinstance(services.hub, Hub)
    return services.desk, services.hub


class Paper(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.unsent = 0  # bytes, says a test
        self.failure: Exception | None = None  # of every write, says a test
        self.on_abort: Callable[[], None] = super().abort  # not implemented, unless a test says what follows

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self.failure is not None:
            raise self.failure
        self.written.append(bytes(data))

    def abort(self) -> None:
        self.on_abort()

    def close(self) -> None:
        return

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        return

    def resume_reading(self) -> None:
        return

    def get_write_buffer_size(self) -> int:
        return self.unsent


class Follower:
    """Follows from the moment that it is made."""

    def __init__(self, hub: Hub, stream: str, topics: str, visitor: Visitor = NOBODY) -> None:
        self._paper = Paper()
        wanted = parse_topics(topics.split(","))
        subscriber = Subscriber(stream, visitor)
        subscriber.check(wanted)
        self.line = Connection(self._paper, ServerProtocol(), set(), hub, subscriber)
        hub.subscribe(self.line, Wanted(wanted, (0,) * len(wanted)))

    def take(self) -> list[bytes]:
        """All frames since the last time, byte for byte; beats are not frames."""
        taken, self._paper.written = self._paper.written, []
        return [data for data in taken if b'{"beat":' not in data]

    def frames(self) -> list[dict[str, Any]]:
        return [json.loads(data[data.index(b"{") :]) for data in self.take()]

    def leave(self) -> None:
        self.line.connection_lost(None)


async def quiet(hub: Hub) -> None:
    """Until everything that is to be sent has been sent."""
    await asyncio.sleep(0)
    found = hub._tournaments
    while hub._throttle.is_running or any(c.is_queued for one in found.values() for c in one.channels.values()):
        await asyncio.sleep(0)
