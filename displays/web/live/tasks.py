"""What goes on while the server runs: looking at the log, and feeling the pulse of the hall."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from displays.web.live.hub import Hub

LOOK_EVERY = 0.25  # seconds; how soon the screens show what another process wrote
BEAT_EVERY = 15.0
_LOGGER = logging.getLogger("roundlog.live")


@asynccontextmanager
async def running(hub: Hub, *, look_every: float = LOOK_EVERY, beat_every: float = BEAT_EVERY) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(_looking(hub, look_every)), asyncio.create_task(_beating(hub, beat_every))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _looking(hub: Hub, every: float) -> None:
    """A log that cannot be read now is looked at again. What goes on is told once, not four times a second."""
    told = ""
    while True:
        await asyncio.sleep(every)
        try:
            hub.look()
            told = ""
        except Exception as error:  # whatever it is: the screens must not stand still for ever
            if repr(error) != told:
                _LOGGER.warning("the log cannot be read", exc_info=error)
            told = repr(error)


async def _beating(hub: Hub, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        for _ in hub.beat():
            await asyncio.sleep(0)
