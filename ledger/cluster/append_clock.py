"""How long entries took at this node, for ``/metrics``: counted as they are answered, by whatever thread."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from engine.errors import Unavailable
from ledger.cluster.status import STEPS, AppendTimes

UNKNOWN = "cluster-outcome-unknown"


class AppendClock:
    """Of one node, since it was started."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._counts = [0] * (len(STEPS) + 1)
        self._seconds = 0.0
        self._refused = self._unknown = 0

    def watch(self, answer: Future[Any]) -> None:
        """From now until it is answered."""
        since = self._clock()
        answer.add_done_callback(lambda done: self._note(done, self._clock() - since))

    def read(self) -> AppendTimes:
        with self._lock:
            return AppendTimes(tuple(self._counts), self._seconds, self._refused, self._unknown)

    def _note(self, done: Future[Any], seconds: float) -> None:
        """What a rule refuses was answered too, and took as long."""
        problem = None if done.cancelled() else done.exception()
        code = problem.code if isinstance(problem, Unavailable) else ""
        with self._lock:
            if code == UNKNOWN:
                self._unknown += 1
            elif code:
                self._refused += 1
            else:
                self._counts[bisect_left(STEPS, seconds)] += 1
                self._seconds += seconds
