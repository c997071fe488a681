"""Past moments of tournaments, replayed for whoever asks and kept for who asks next.

Anybody may ask for any moment, so that strangers get threads of their own, few, and no endless queue before them: an
arbiter's sign-in and the arbiter's own look back never wait behind them.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from engine.errors import Refusal, Unavailable
from engine.model import Tournament
from ledger.log import Log
from ledger.projector import Projection
from ledger.replay import AtVersion, Moment, version_at

Given = ParamSpec("Given")
Made = TypeVar("Made")

THREADS_OF_STRANGERS = 2
MOST_WAITING = 64
MOMENTS_KEPT = 16

Seen = tuple[Tournament, Projection]


class Past:
    """Of one log. What was is never changed, so that a version of a tournament is replayed once."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._threads = ThreadPoolExecutor(THREADS_OF_STRANGERS, thread_name_prefix="past")
        self._waiting = 0
        self._door = threading.Lock()  # protects what is kept: several threads replay
        self._kept: OrderedDict[tuple[str, int], Seen] = OrderedDict()

    async def at(self, stream: str, moment: Moment, *, is_staff: bool = False) -> Seen:
        """The tournament and every view of it at that moment."""
        if isinstance(moment, AtVersion) and (kept := self._known(stream, moment.version)) is not None:
            return kept
        if is_staff:
            return await asyncio.to_thread(self._replayed, stream, moment)
        return await self.for_strangers(self._replayed, stream, moment)

    async def for_strangers(self, function: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
        """``function(*args)`` in one of their threads."""
        with self._door:
            if self._waiting >= MOST_WAITING:
                raise Unavailable("too-busy-for-strangers")
            self._waiting += 1
        work = self._threads.submit(function, *args, **kwargs)
        work.add_done_callback(self._is_done)
        return await asyncio.wrap_future(work)

    def _is_done(self, _: object) -> None:
        """Also of who hung up: what has not begun is not done for them."""
        with self._door:
            self._waiting -= 1

    def _replayed(self, stream: str, moment: Moment) -> Seen:
        records = list(self._log.read(stream))
        version = version_at(records, moment)
        kept = self._known(stream, version)
        if kept is not None:
            return kept
        projection = Projection(records[:version])
        if projection.state is None:
            raise Refusal("before-the-beginning")
        return self._keep(stream, version, (projection.state, projection))

    def _known(self, stream: str, version: int) -> Seen | None:
        with self._door:
            kept = self._kept.get((stream, version))
            if kept is not None:
                self._kept.move_to_end((stream, version))
            return kept

    def _keep(self, stream: str, version: int, seen: Seen) -> Seen:
        with self._door:
            self._kept[stream, version] = seen
            while len(self._kept) > MOMENTS_KEPT:
                self._kept.popitem(last=False)
        return seen
