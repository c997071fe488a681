"""DemoPace of the demo: a beat is the time between two results."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Protocol


class DemoPace(Protocol):
    @property
    def beat(self) -> timedelta: ...

    def now(self) -> datetime: ...

    async def pause(self, beats: float) -> None: ...


class RealTime:
    """For people who watch."""

    def __init__(self, pace: float) -> None:
        self.beat = timedelta(seconds=pace)

    def now(self) -> datetime:
        return datetime.now(UTC)

    async def pause(self, beats: float) -> None:
        await asyncio.sleep(beats * self.beat.total_seconds())


class AtOnce:
    """Without waiting: the days pass in the script only, the same ones in every run."""

    beat = timedelta(minutes=4)

    def __init__(self) -> None:
        self._now = datetime(2026, 10, 3, 10, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self._now

    async def pause(self, beats: float) -> None:
        self._now += timedelta(seconds=round(beats * self.beat.total_seconds()))
