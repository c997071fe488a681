"""Background tasks of the live part: refreshing from the log, and beats."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from displays.web.live.hub import Hub

REFRESH_EVERY = 0.25  # seconds; how soon the screens show what another process wrote
BEAT_EVERY = 15.0


@asynccontextmanager
async def run_tasks(
    hub: Hub, *, refresh_every: float = REFRESH_EVERY, beat_every: float = BEAT_EVERY
) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(_refresh(hub, refresh_every)), asyncio.create_task(_send_beats(hub, beat_every))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _refresh(hub: Hub, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        hub.refresh()


async def _send_beats(hub: Hub, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        for _ in hub.send_beats():
            await asyncio.sleep(0)
