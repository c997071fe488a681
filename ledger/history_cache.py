"""Past moments of tournaments, and whatever else takes long to look up, worked out for whoever asks and kept for who
asks next.

Anybody may ask for any moment, so that strangers get threads of their own, few, and no endless queue before them: an
arbiter's sign-in and the arbiter's own look back never wait behind them.
"""

from __future__ import annotations

import asyncio
import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from engine.errors import Refusal, Unavailable
from ledger.events import Recorded
from ledger.replay import AtVersion, Moment, Newest, version_at
from ledger.state import State
from ledger.store.log import Log
from ledger.views.projector import Projection

Given = ParamSpec("Given")
Made = TypeVar("Made")

THREADS_OF_STRANGERS = 2
THREADS_OF_STAFF = 2  # for what takes long: in asyncio's own threads somebody may be signing in
MOST_WAITING = 64
MOMENTS_KEPT = 16
TOURNAMENTS_KEPT = 4  # for the staff, and for strangers, with everything that their history views have collected

Seen = tuple[State, Projection]


class _Whole:
    """The newest moment of a tournament with all of its history. One thread at a time looks at it."""

    def __init__(self) -> None:
        self._projection = Projection()
        self._door = threading.Lock()

    def look(self, function: Callable[[Projection], Made], news: Callable[[int], Iterable[Recorded]]) -> Made:
        """``news``: the records after a version."""
        with self._door:
            try:
                for recorded in news(self._projection.version):
                    self._projection.apply(recorded)
                self._projection.settle()
            except BaseException:  # it may have taken half of a record: who asks next begins anew
                self._projection = Projection()
                raise
            return function(self._projection)


class Past:
    """Of one log. What was is never changed, so that a version of a tournament is replayed once."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._threads = ThreadPoolExecutor(THREADS_OF_STRANGERS, thread_name_prefix="past")
        self._waiting = 0
        self._door = threading.Lock()  # protects what is kept: several threads replay
        self._kept: OrderedDict[tuple[str, int], Seen] = OrderedDict()
        self._staff = ThreadPoolExecutor(THREADS_OF_STAFF, thread_name_prefix="staff")
        self._whole: OrderedDict[tuple[str, bool], _Whole] = OrderedDict()

    async def at(self, stream: str, moment: Moment, *, is_staff: bool = False) -> Seen:
        """The tournament and every view of it at that moment."""
        if isinstance(moment, AtVersion) and (kept := self._known(stream, moment.version)) is not None:
            return kept
        run = self.for_staff if is_staff else self.for_strangers
        return await run(self._replayed, stream, moment)

    async def work_out(
        self, function: Callable[[Projection], Made], stream: str, moment: Moment, *, is_staff: bool = False
    ) -> Made:
        """``function`` of the tournament at that moment with all of its history, in a thread.

        The desk has the newest moment in the loop; what would hold up everybody there is asked for here.
        """
        run = self.for_staff if is_staff else self.for_strangers
        if isinstance(moment, Newest):
            return await run(self._of_newest, function, stream, is_staff)
        _, projection = await self.at(stream, moment, is_staff=is_staff)
        return await run(function, projection)

    async def for_staff(self, function: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
        """``function(*args)`` in a thread that no stranger uses."""
        return await asyncio.wrap_future(self._staff.submit(function, *args, **kwargs))

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
        projection.settle()  # from here on several threads may look at it
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

    def _of_newest(self, function: Callable[[Projection], Made], stream: str, is_staff: bool) -> Made:
        """The staff has one of its own, or it would wait for strangers who are looking at the same."""
        with self._door:
            whole = self._whole.setdefault((stream, is_staff), _Whole())
            self._whole.move_to_end((stream, is_staff))
            while len(self._whole) > 2 * TOURNAMENTS_KEPT:
                self._whole.popitem(last=False)
        return whole.look(function, functools.partial(self._log.read, stream))
