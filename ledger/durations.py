"""Durations counted by steps: what a histogram of ``/metrics`` is made of."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left

from engine.model import Value

# Upper ends in seconds. A disk decides between 1 ms and 50 ms, the election of a cluster between 4 s and 9 s.
STEPS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Durations(Value, frozen=True):
    counts: tuple[int, ...] = (0,) * (len(STEPS) + 1)  # by ``STEPS``; the last: longer than all of them
    seconds: float = 0.0  # in all


class DurationCounter:
    """Since the server was started; noted by whatever thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts = [0] * (len(STEPS) + 1)
        self._seconds = 0.0

    def note(self, seconds: float) -> None:
        with self._lock:
            self._counts[bisect_left(STEPS, seconds)] += 1
            self._seconds += seconds

    def note_since(self, moment: float) -> None:
        """From that moment (``time.monotonic``) until now. 0: there was none."""
        if moment:
            self.note(time.monotonic() - moment)

    def read(self) -> Durations:
        with self._lock:
            return Durations(tuple(self._counts), self._seconds)
