"""When channels are worked out: one after the other, the urgent first, with room between them for everything else.

A burst of events becomes one frame: the first change is shown at once, the next not before a person could see it. What
takes long to work out is worked out less often, so that screens never keep the arbiters waiting.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count

from displays.web.live.channel import Channel

MERGE = 0.15  # seconds between two frames of a topic
SHARE = 4  # a topic rests this many times as long as it took
BREATH = 2  # after each heavy one all others wait this many times as long as it took
HEAVY = 0.002  # seconds


class Pace:
    """``work`` makes the next frame of a channel and never fails."""

    def __init__(self, work: Callable[[Channel], None], merge: float = MERGE) -> None:
        self._work = work
        self.merge = merge
        self._queue: list[tuple[int, int, Channel]] = []
        self._numbers = count()
        self._is_running = False
        self._free_at = 0.0

    def wake(self, channel: Channel) -> None:
        """Something changed: make a frame as soon as its time has come."""
        if channel.is_queued:
            return
        channel.is_queued = True
        loop = asyncio.get_running_loop()
        wait = channel.not_before - loop.time()
        if wait > 0:
            loop.call_later(wait, self._enqueue, channel)
        else:
            self._enqueue(channel)

    def _enqueue(self, channel: Channel) -> None:
        heapq.heappush(self._queue, (channel.topic.urgency, next(self._numbers), channel))
        if not self._is_running:
            self._is_running = True
            self._go_on()

    def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, self._free_at - loop.time()), self._next)

    def _next(self) -> None:
        channel = heapq.heappop(self._queue)[2]
        channel.is_queued = False
        if channel.is_followed:
            self._take_turn(channel)
        if self._queue:
            self._go_on()
        else:
            self._is_running = False

    def _take_turn(self, channel: Channel) -> None:
        started = time.perf_counter()
        self._work(channel)
        took = time.perf_counter() - started
        now = asyncio.get_running_loop().time()
        channel.not_before = now + max(self.merge, SHARE * took)
        self._free_at = now + BREATH * took if took > HEAVY else now
