"""Tasks of the hub: what it does again and again while the server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from displays.web.live.hub import Hub

REFRESH_EVERY = 0.25  # seconds; how soon the screens show what another process wrote
BEAT_EVERY = 15.0
_LOGGER = logging.getLogger("roundlog.live")


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
    """What fails is logged, and done again: no screen stands still for good because of it."""
    while True:
        await asyncio.sleep(every)
        try:
            for _ in work() or ():
                await asyncio.sleep(0)
        except Exception:
            _LOGGER.exception("while looking after those who follow")
