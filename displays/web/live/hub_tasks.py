"""What the hub does all the time: it looks for news and for keys that ended, and asks who is still there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from displays.web.live.hub import Hub

REFRESH_EVERY = 0.25  # seconds; how soon the screens show what another process wrote
BEAT_EVERY = 15.0


@asynccontextmanager
async def run_tasks(hub: Hub, refresh: float = REFRESH_EVERY, beat: float = BEAT_EVERY) -> AsyncIterator[None]:
    work = (
        _repeat(refresh, hub.look_for_news),
        _repeat(refresh, hub.close_without_right),
        _repeat(beat, hub.send_beats),
    )
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _repeat(every: float, work: Callable[[], Iterable[None] | None]) -> None:
    while True:
        await asyncio.sleep(every)
        for _ in work() or ():
            await asyncio.sleep(0)
