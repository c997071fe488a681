"""The readers of live feeds: how many there may be, and what wakes them."""

from __future__ import annotations

import asyncio
from collections import Counter

from engine.errors import Unavailable
from ledger.store.log import Log

MOST_LIVE = 200
KEPT_FOR_STAFF = 50  # of them
MOST_AT_AN_ADDRESS = 20  # of those who are not staff


class FeedReaders:
    """Wakes those who wait for news: one follower of the log for all of them, while there are any."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.readers = 0
        self._strangers: Counter[str] = Counter()  # by address
        self.bell = asyncio.Event()
        self._follower: asyncio.Task[None] | None = None
        self.is_closing = False

    def enter(self, address: str, *, is_staff: bool) -> None:
        """Strangers leave room for the staff, and one machine leaves room for the others."""
        if self.readers >= MOST_LIVE:
            raise Unavailable("too-many-feeds", most=MOST_LIVE)
        if not is_staff:
            self._check_strangers(address)
            self._strangers[address] += 1
        self.readers += 1
        if self._follower is None:
            self.bell = asyncio.Event()
            self._follower = asyncio.create_task(self._follow())

    def _check_strangers(self, address: str) -> None:
        if self._strangers.total() >= MOST_LIVE - KEPT_FOR_STAFF:
            raise Unavailable("too-many-feeds", most=MOST_LIVE - KEPT_FOR_STAFF)
        if self._strangers[address] >= MOST_AT_AN_ADDRESS:
            raise Unavailable("too-many-feeds", most=MOST_AT_AN_ADDRESS)

    def leave(self, address: str, *, is_staff: bool) -> None:
        self.readers -= 1
        if not is_staff:
            self._strangers[address] -= 1
            self._strangers += Counter()  # forgets who has none
        if self.readers == 0 and self._follower is not None:
            self._follower.cancel()
            self._follower = None

    def close(self) -> None:
        """The server stops: every live answer ends."""
        self.is_closing = True
        self.wake()

    async def _follow(self) -> None:
        async for _ in self._log.follow(after=self._log.position()):
            self.wake()

    def wake(self) -> None:
        """Who waits is woken; who comes next waits for the next news."""
        bell, self.bell = self.bell, asyncio.Event()
        bell.set()
