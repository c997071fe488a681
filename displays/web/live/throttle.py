"""Throttle of rendering: one channel after the other, the urgent first, with room between them for everything else.

A burst of events becomes one frame: the first change is shown at once, the next not before a person could see it. What
takes long to render is rendered less often, so that screens never keep the arbiters waiting.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from itertools import count

from displays.web.live.subscriptions import Channel

MERGE = 0.15  # seconds between two frames of a topic
REST_FACTOR = 4  # a topic rests this many times as long as it took
PAUSE_FACTOR = 2  # after each heavy one all others wait this many times as long as it took
HEAVY = 0.002  # seconds


class Throttle:
    """``render`` makes the next frame of a channel and never fails."""

    def __init__(self, render: Callable[[Channel], None], merge: float = MERGE) -> None:
        self._render = render
        self.merge = merge
        self._queue: list[tuple[int, int, Channel]] = []
        self._numbers = count()
        self.is_running = False
        self._free_at = 0.0

    def wake(self, channel: Channel) -> None:
        """Something changed: render it as soon as its time has come."""
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
        if not self.is_running:
            self.is_running = True
            self._schedule()

    def _schedule(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, self._free_at - loop.time()), self._run_next)

    def _run_next(self) -> None:
        channel = heapq.heappop(self._queue)[2]
        channel.is_queued = False
        if channel.is_followed:
            started = time.perf_counter()
            self._render(channel)
            took = time.perf_counter() - started
            now = asyncio.get_running_loop().time()
            channel.not_before = now + max(self.merge, REST_FACTOR * took)
            self._free_at = now + PAUSE_FACTOR * took if took > HEAVY else now
        self.is_running = bool(self._queue)
        if self._queue:
            self._schedule()
