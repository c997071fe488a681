"""What is handed to the writer of a log: the events of one command, or a whole stream from elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TypeVar

import msgspec

from ledger.events import Event, Recorded
from ledger.store.chain import Raw
from ledger.store.log import Waiting

T = TypeVar("T")


class Promise(Future[T]):
    """A future that a thread may wait for: its event loop stands still then, and the writer must not count on it."""

    def __init__(self, hurry: Callable[[], None]) -> None:
        super().__init__()
        self._hurry = hurry
        self.when_seen: Callable[[], None] | None = None
        self.set_running_or_notify_cancel()  # what was handed over cannot be taken back

    def result(self, timeout: float | None = None) -> T:
        self.exception(timeout)
        return super().result()

    def exception(self, timeout: float | None = None) -> BaseException | None:
        if not self.done():
            self._hurry()
        error = super().exception(timeout)
        if self.when_seen is not None:
            self.when_seen()
            self.when_seen = None
        return error


class Submission(msgspec.Struct, eq=False):
    """What one command wants recorded, and who waits for it."""

    stream: str
    expected: int
    events: Sequence[Event]
    bodies: Sequence[str]
    actor: str
    command: str
    waiting: Waiting
    loop: asyncio.AbstractEventLoop | None = None  # in whose thread alone the one who waits may be told
    number: int = 0  # in the order of handing over
    is_doubted: bool = False  # the version that it would have reached: it failed, or is not what stands there
    told: int | None = None  # the last number handed over when that was made known


class Adoption(msgspec.Struct, eq=False):
    """A whole stream that comes from another log with its versions, times and hashes."""

    records: Sequence[Raw]
    waiting: Future[bool]
    loop: None = None
    number: int = 0
    is_doubted: bool = False


Item = Submission | Adoption
Answer = tuple[Recorded, ...] | bool | Exception
