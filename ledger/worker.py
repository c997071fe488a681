"""The worker process for what takes long, so that no screen stutters because somebody pairs.

It runs pure functions of values (``decide`` on a big round, the consequences of a correction). The process is started
with the first work and again should it die; work that was lost with it is done once more.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent import futures
from typing import ParamSpec, TypeVar

from engine.errors import Unavailable

Given = ParamSpec("Given")
Result = TypeVar("Result")

ATTEMPTS = 2
NICENESS = 5  # the loop that serves the hall goes first


class Worker:
    """Use it as a context, or ``close`` it at the end."""

    def __init__(self) -> None:
        self._pool: futures.ProcessPoolExecutor | None = None

    async def run(self, function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """``function(*args)``, computed in the other process. Its errors come back as they are."""
        for _ in range(ATTEMPTS):
            pool = self._start()
            try:
                return await asyncio.wrap_future(pool.submit(function, *args, **kwargs))
            except futures.BrokenExecutor:
                self._drop(pool)
        raise Unavailable("workshop-broken")

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> futures.ProcessPoolExecutor:
        if self._pool is None:
            import multiprocessing  # late, and the pool too: most commands of the command line start no process

            # A child that begins anew: a fork would copy the log's thread in the middle of whatever it does.
            context = multiprocessing.get_context("spawn")
            self._pool = futures.ProcessPoolExecutor(1, mp_context=context, initializer=_prepare_process)
        return self._pool

    def _drop(self, broken: futures.ProcessPoolExecutor) -> None:
        """Unless somebody else who waited for the same process has done so already."""
        if self._pool is broken:
            self._pool = None
            broken.shutdown(wait=False)


def _prepare_process() -> None:
    """Ctrl+C reaches every process of a terminal: the server hears it, and closes the worker when it is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A server that was killed closes nothing: nobody would ever ask here again."""
    import multiprocessing  # late, as above

    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)
