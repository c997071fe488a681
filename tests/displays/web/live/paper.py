"""A line that ends on paper: what would go to a client is written down. For tests of what is said, not of how."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from websockets.server import ServerProtocol

from displays.web.access.roles import NOBODY, Grant, Role, Visitor
from displays.web.live.connection import Line
from displays.web.live.hub import Hub
from displays.web.live.subscriber import Guest
from displays.web.live.topics import read_topics

STAFF = Visitor("Eva", (Grant(Role.ARBITER),))


class Paper(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.unsent = 0  # bytes, says a test

    def write(self, data: bytes) -> None:
        self.written.append(bytes(data))

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
        self.line = Line(self._paper, ServerProtocol(), set(), hub)
        wanted = read_topics(topics.split(","))
        guest = Guest(stream, visitor)
        guest.check(wanted)
        hub.join(self.line, guest, wanted, [0] * len(wanted))

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
    while hub._pace._is_running or any(c.is_queued for hall in hub._halls.values() for c in hall.channels.values()):
        await asyncio.sleep(0)
