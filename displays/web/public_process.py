"""The process in which answers for the public are made, so that the loop that serves the hall never waits for a page.

A thread would not do: Python runs one thread at a time, and the table of a large tournament is seconds of work. The
process reads the log for itself, and has no keys: it could not show what is private if it was asked to. What takes too
long is given up, and its process is killed: the next one begins anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from starlette.applications import Starlette

from displays.web.public_answers import PublicAnswer, PublicQuestion, make_answer
from engine.errors import Unavailable
from ledger.worker_process import ProcessDied, ProcessTookTooLong, WorkerProcess

ATTEMPTS = 2
LIMIT = 30.0  # seconds of work for one answer

Asked = TypeVar("Asked")
Made = TypeVar("Made")
OpenApp = Callable[[], Starlette]  # over a log that is only read


class PublicProcess:
    """Use it as a context. The process is started by ``start``, and again should it die. One answer at a time."""

    def __init__(self, open_app: OpenApp, limit: float = LIMIT) -> None:
        self._open_app, self._limit = open_app, limit
        self._process: WorkerProcess | None = None
        self._thread = ThreadPoolExecutor(1)  # waits for the answers
        self._is_closed = False

    def start(self) -> None:
        """So that the first visitor does not wait for it."""
        self._thread.submit(self._ask, partial(_prepare, self._open_app))

    async def make(self, _: Starlette, question: PublicQuestion) -> PublicAnswer:
        return await self.run(make_answer, question)

    async def run(self, function: Callable[[Starlette, Asked], Awaitable[Made]], question: Asked) -> Made:
        """``function(app, question)``, there. Its errors come back as they are."""
        call = partial(_run_here, self._open_app, function, question)
        made: Made = await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, call)
        return made

    def __enter__(self) -> PublicProcess:
        return self

    def __exit__(self, *_: object) -> None:
        """Whatever it is at: nobody waits for it any more."""
        self._is_closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.kill()

    def _ask(self, call: Callable[[], Any]) -> Any:
        for _ in range(ATTEMPTS):
            if self._process is None:
                self._process = WorkerProcess()
            if self._is_closed:
                self._process.kill()
                break
            try:
                return self._process.ask(call, self._limit)
            except ProcessDied:
                self._process = None
            except ProcessTookTooLong as end:
                self._process = None
                raise Unavailable("too-busy-for-strangers", seconds=round(self._limit)) from end
        raise Unavailable("workshop-broken")


# -- in the other process ----------------------------------------------------------------------------------------------


class _Here:
    """What this process makes answers with."""

    app: Starlette | None = None
    loop: asyncio.AbstractEventLoop


def _find_app(open_app: OpenApp) -> Starlette:
    if _Here.app is None:
        _Here.app, _Here.loop = open_app(), asyncio.new_event_loop()
    return _Here.app


def _prepare(open_app: OpenApp) -> None:
    _find_app(open_app)


def _run_here(open_app: OpenApp, function: Callable[[Starlette, Any], Awaitable[Any]], question: Any) -> Any:
    app = _find_app(open_app)

    async def run() -> Any:
        return await function(app, question)

    return _Here.loop.run_until_complete(run())
