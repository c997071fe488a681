"""A cache of past moments, replayed in threads for whoever asks and kept for who asks next.

Anybody may ask for any moment, so the public gets threads of its own, few, with a bounded queue before them: an
arbiter's sign-in and the arbiter's own look back never wait behind it.
"""

from __future__ import annotations

import asyncio
import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from engine.errors import Unavailable
from ledger.acts.record import Recorded
from ledger.replay import AtVersion, Moment, Newest, replay_to_version, version_at
from ledger.state import State
from ledger.store.log import Log
from ledger.views.projector import Projection

Given = ParamSpec("Given")
Result = TypeVar("Result")

PUBLIC_THREADS = 2
STAFF_THREADS = 2  # for what takes long: in asyncio's own threads somebody may be signing in
MOST_WAITING = 64
COME_AGAIN = 5  # seconds, for who finds so many waiting
MOMENTS_KEPT = 16
TOURNAMENTS_KEPT = 4  # for the staff, and for the public, with everything that their history views have collected

Replayed = tuple[State, Projection]


class _NewestMoment:
    """The newest moment of a tournament with all of its history. One thread at a time looks at it."""

    def __init__(self) -> None:
        self._projection = Projection()
        self._lock = threading.Lock()

    def compute(self, function: Callable[[Projection], Result], news: Callable[[int], Iterable[Recorded]]) -> Result:
        """``news``: the records after a version."""
        with self._lock:
            try:
                for recorded in news(self._projection.version):
                    self._projection.apply(recorded)
                self._projection.update_history()
            except BaseException:  # it may have taken half of a record: who asks next begins anew
                self._projection = Projection()
                raise
            return function(self._projection)


class HistoryCache:
    """Of one log. What was is never changed, so that a version of a tournament is replayed once."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._threads = ThreadPoolExecutor(PUBLIC_THREADS, thread_name_prefix="public")
        self._waiting = 0
        self._lock = threading.Lock()  # protects what is kept: several threads replay
        self._kept: OrderedDict[tuple[str, int], Replayed] = OrderedDict()
        self._staff = ThreadPoolExecutor(STAFF_THREADS, thread_name_prefix="staff")
        self._newest: OrderedDict[tuple[str, bool], _NewestMoment] = OrderedDict()

    async def at(self, stream: str, moment: Moment, *, is_staff: bool = False) -> Replayed:
        """The tournament and every view of it at that moment."""
        if isinstance(moment, AtVersion) and (kept := self._find(stream, moment.version)) is not None:
            return kept
        run = self.run_for_staff if is_staff else self.run_for_public
        return await run(self._replay, stream, moment)

    async def compute(
        self, function: Callable[[Projection], Result], stream: str, moment: Moment, *, is_staff: bool = False
    ) -> Result:
        """``function`` of the tournament at that moment with all of its history, in a thread.

        The desk has the newest moment in the loop; what would hold up everybody there is asked for here.
        """
        run = self.run_for_staff if is_staff else self.run_for_public
        if isinstance(moment, Newest):
            return await run(self._compute_newest, function, stream, is_staff)
        _, projection = await self.at(stream, moment, is_staff=is_staff)
        return await run(function, projection)

    async def run_for_staff(
        self, function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
    ) -> Result:
        """``function(*args)`` in a thread that the public does not use."""
        return await asyncio.wrap_future(self._staff.submit(function, *args, **kwargs))

    async def run_for_public(
        self, function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
    ) -> Result:
        """``function(*args)`` in one of the public's threads."""
        with self._lock:
            if self._waiting >= MOST_WAITING:
                raise Unavailable("too-busy-for-strangers", seconds=COME_AGAIN)
            self._waiting += 1
        work = self._threads.submit(function, *args, **kwargs)
        work.add_done_callback(self._leave_queue)
        return await asyncio.wrap_future(work)

    def _leave_queue(self, _: object) -> None:
        """Also of who hung up: what has not begun is not done for them."""
        with self._lock:
            self._waiting -= 1

    def _replay(self, stream: str, moment: Moment) -> Replayed:
        records = list(self._log.read(stream))
        version = version_at(records, moment)
        kept = self._find(stream, version)
        return self._keep(stream, version, replay_to_version(records, version)) if kept is None else kept

    def _find(self, stream: str, version: int) -> Replayed | None:
        with self._lock:
            kept = self._kept.get((stream, version))
            if kept is not None:
                self._kept.move_to_end((stream, version))
            return kept

    def _keep(self, stream: str, version: int, replayed: Replayed) -> Replayed:
        with self._lock:
            self._kept[stream, version] = replayed
            while len(self._kept) > MOMENTS_KEPT:
                self._kept.popitem(last=False)
        return replayed

    def _compute_newest(self, function: Callable[[Projection], Result], stream: str, is_staff: bool) -> Result:
        """The staff has one of its own, or it would wait for people who are looking at the same."""
        with self._lock:
            newest = self._newest.setdefault((stream, is_staff), _NewestMoment())
            self._newest.move_to_end((stream, is_staff))
            while len(self._newest) > 2 * TOURNAMENTS_KEPT:
                self._newest.popitem(last=False)
        return newest.compute(function, functools.partial(self._log.read, stream))
