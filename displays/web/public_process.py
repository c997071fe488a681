"""Processes in which answers for the public are made, so that the loop that serves the hall never waits for a page.

A thread would not do: Python runs one thread at a time, and the table of a large tournament is seconds of work. Each
process reads the log for itself, and has no keys: it could not show what is private if it was asked to.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent import futures

from starlette.applications import Starlette

from displays.web.public_answers import PublicAnswer, PublicQuestion, make_answer
from engine.errors import Unavailable
from ledger.worker_process import prepare_process

ATTEMPTS = 2

OpenApp = Callable[[], Starlette]  # over a log that is only read


class PublicProcess:
    """Use it as a context. The processes are started by ``start``, and again should they die."""

    def __init__(self, open_app: OpenApp, count: int = 1) -> None:
        self._open_app, self.count = open_app, count
        self._pool: futures.ProcessPoolExecutor | None = None

    def start(self) -> None:
        """So that the first visitor does not wait for it."""
        self._find_pool().submit(_is_ready)

    async def make(self, _: Starlette, question: PublicQuestion) -> PublicAnswer:
        for _attempt in range(ATTEMPTS):
            pool = self._find_pool()
            try:
                return await asyncio.wrap_future(pool.submit(_make_here, question))
            except futures.BrokenExecutor:
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False)
        raise Unavailable("workshop-broken")

    def __enter__(self) -> PublicProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _find_pool(self) -> futures.ProcessPoolExecutor:
        if self._pool is None:
            # A child that begins anew: a fork would copy the log's thread in the middle of whatever it does.
            context = multiprocessing.get_context("spawn")
            self._pool = futures.ProcessPoolExecutor(
                self.count, mp_context=context, initializer=_prepare, initargs=(self._open_app,)
            )
        return self._pool


# -- in the other process ----------------------------------------------------------------------------------------------


class _Here:
    """What this process makes answers with."""

    app: Starlette
    loop: asyncio.AbstractEventLoop


def _prepare(open_app: OpenApp) -> None:
    prepare_process()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _Here.app, _Here.loop = open_app(), asyncio.new_event_loop()


def _is_ready() -> bool:
    return True


def _make_here(question: PublicQuestion) -> PublicAnswer:
    return _Here.loop.run_until_complete(make_answer(_Here.app, question))
