"""Processes in which rating lists are fetched and loaded, so that the loop that serves the hall never waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from engine.errors import Unavailable
from ledger.worker_process import ProcessDied, ProcessTookTooLong, WorkerProcess

LIMIT = 1800.0  # seconds of work
Ask = Callable[[Callable[[], Any]], Any]


class RatingProcesses:
    """``turn``: lists are loaded one at a time. Once closed there is nobody to ask."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self._running: set[WorkerProcess] = set()
        self._is_closed = False

    @contextmanager
    def open(self) -> Iterator[Ask]:
        """One process, which ends with the block."""
        if self._is_closed:
            raise Unavailable("workshop-broken")
        process = WorkerProcess()
        self._running.add(process)
        try:
            yield partial(_ask, process)
        finally:
            self._running.discard(process)
            process.kill()

    def close(self) -> None:
        self._is_closed = True
        for process in [*self._running]:
            process.kill()


def _ask(process: WorkerProcess, call: Callable[[], Any]) -> Any:
    try:
        return process.ask(call, LIMIT)
    except (ProcessDied, ProcessTookTooLong) as end:
        raise Unavailable("workshop-broken") from end
