"""Turns of the event loop: how many of those who may wait begin in each.

The loop does all that is ready before it looks who else has come. When fifty strangers ask at once, the arbiter's
request would wait for fifty answers at each of its steps; so only a few of theirs begin in one turn.
"""

from __future__ import annotations

import asyncio
from collections import deque


class LoopTurns:
    """In one event loop; first come, first served."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._begun = 0  # in this turn of the loop
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def wait(self) -> None:
        """Until there is room in a turn; at once if there is in this one."""
        loop = asyncio.get_running_loop()
        if self._begun >= self._most:
            place: asyncio.Future[None] = loop.create_future()
            self._waiting.append(place)
            await place
            return
        if self._begun == 0:
            loop.call_soon(self._begin_turn, loop)
        self._begun += 1

    def count_waiting(self) -> int:
        return len(self._waiting)

    def _begin_turn(self, loop: asyncio.AbstractEventLoop) -> None:
        """Who hung up meanwhile takes nobody's place."""
        self._begun = 0
        while self._waiting and self._begun < self._most:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                self._begun += 1
        if self._begun:
            loop.call_soon(self._begin_turn, loop)
