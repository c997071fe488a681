"""How long entries take, for ``/metrics``: from handing in to the answer, on every server, of a cluster or not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from engine.errors import Unavailable
from engine.model import Value
from ledger.durations import DurationCounter, Durations

UNKNOWN = "cluster-outcome-unknown"


class AppendTimes(Value, frozen=True):
    """Of what was entered at this server since it was started."""

    durations: Durations = Durations()
    refused: int = 0  # as long as nothing could be recorded: no majority, no disk
    unknown: int = 0  # nobody could say whether it was recorded


class AppendClock:
    """Of one server. What a rule refuses was answered too, and took as long."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.now = clock
        self._lock = threading.Lock()
        self._durations = DurationCounter()
        self._refused = self._unknown = 0

    def watch(self, answer: Future[Any], since: float) -> None:
        """It was handed in at that moment, and counts when it is answered."""
        answer.add_done_callback(lambda done: self.note(None if done.cancelled() else done.exception(), since))

    def note(self, problem: BaseException | None, since: float) -> None:
        """It is answered now."""
        code = problem.code if isinstance(problem, Unavailable) else ""
        if not code:
            self._durations.note(self.now() - since)
            return
        with self._lock:
            if code == UNKNOWN:
                self._unknown += 1
            else:
                self._refused += 1

    def read(self) -> AppendTimes:
        durations = self._durations.read()
        with self._lock:
            return AppendTimes(durations, self._refused, self._unknown)
