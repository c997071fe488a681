"""The one writer of a SQLite log: a thread that takes all that waits and makes it durable in one transaction.

Whoever submits goes on at once. While the disk works on one batch the next one gathers, so the busier it gets the more
records share a sync: nothing is tuned and nothing waits for a timer.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from engine.errors import RoundlogError, Unavailable, VersionConflict
from ledger.chain import Raw
from ledger.events import Event, Recorded
from ledger.schema import meaning_of
from ledger.tail import Tail

Clock = Callable[[], datetime]
Answer = tuple[Recorded, ...] | bool | Exception


class Submission:
    """What one command wants recorded, and who waits for it."""

    __slots__ = ("actor", "bodies", "command", "events", "expected", "number", "stream", "told", "waiting")

    def __init__(
        self,
        stream: str,
        expected: int,
        events: Sequence[Event],
        bodies: Sequence[str],
        actor: str,
        command: str,
        waiting: asyncio.Future[tuple[Recorded, ...]] | Future[tuple[Recorded, ...]],
    ) -> None:
        self.stream = stream
        self.expected = expected
        self.events = events
        self.bodies = bodies
        self.actor = actor
        self.command = command
        self.waiting = waiting
        self.number = 0  # in the order of handing over
        self.told: int | None = None  # the last number handed over when the failure of this one was made known


class Adoption:
    """A whole stream that comes from another log with its versions, times and hashes."""

    __slots__ = ("number", "records", "waiting")

    def __init__(self, records: Sequence[Raw], waiting: Future[bool]) -> None:
        self.records = records
        self.waiting = waiting
        self.number = 0


Item = Submission | Adoption


class Writer:
    def __init__(
        self, connection: sqlite3.Connection, path: Path, clock: Clock, has_recorded: Callable[[], None]
    ) -> None:
        self._connection, self._path, self._clock, self._has_recorded = connection, path, clock, has_recorded
        self._tail = Tail(connection)
        self._queue: SimpleQueue[Item | None] = SimpleQueue()
        self._door = threading.Lock()
        self._handed_over = 0
        self._closed = False
        self._doubts: dict[tuple[str, int], Submission] = {}
        self._thread = threading.Thread(target=self._run, name=f"writer of {path.name}", daemon=True)
        self._thread.start()

    def hand_over(self, item: Item) -> None:
        with self._door:
            if self._closed:
                raise Unavailable("log-closed", path=os.fspath(self._path))
            self._handed_over += 1
            item.number = self._handed_over
            self._queue.put(item)

    def close(self) -> None:
        """What was handed over before is still recorded."""
        with self._door:
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        self._connection.close()

    # -- the thread --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        is_open = True
        while is_open:
            waiting = self._all_that_waits()
            items = [item for item in waiting if item is not None]
            is_open = len(items) == len(waiting)
            if items:
                self._tell(items, self._answers(items))
                self._has_recorded()

    def _all_that_waits(self) -> list[Item | None]:
        batch = [self._queue.get()]
        try:
            while True:
                batch.append(self._queue.get_nowait())
        except Empty:
            return batch

    def _answers(self, items: list[Item]) -> list[Answer]:
        """One an item. When the transaction fails nothing of it stands, and the next one starts afresh."""
        self._drop_old_doubts(items[0].number)
        try:
            return self._transaction(items)
        except Exception as error:
            for item in items:
                self._doubt(item)
            return [meaning_of(self._roll_back(error), self._path)] * len(items)

    def _transaction(self, items: list[Item]) -> list[Answer]:
        self._connection.execute("BEGIN IMMEDIATE")
        self._tail.catch_up(_stamp(self._clock()))
        answers = [self._answer(item) for item in items]
        self._tail.insert()
        self._connection.execute("COMMIT")
        return answers

    def _roll_back(self, error: Exception) -> Exception:
        """The error that is to be told: that of the transaction, or a worse one."""
        self._tail.forget()
        try:
            if self._connection.in_transaction:  # after some errors SQLite has done it already
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as worse:
            return worse
        return error

    def _answer(self, item: Item) -> Answer:
        try:
            return self._tail.adopt(item.records) if isinstance(item, Adoption) else self._placed(item)
        except RoundlogError as refusal:
            self._doubt(item)
            return refusal

    def _placed(self, item: Submission) -> tuple[Recorded, ...]:
        end = self._tail.end_of(item.stream)
        if item.command in end.commands:
            return self._tail.recorded_before(item.stream, item.command)
        if item.expected != end.version or (self._doubts and self._is_doubtful(item)):
            raise VersionConflict("version-conflict", stream=item.stream, expected=item.expected, actual=end.version)
        return self._tail.record(end, item.stream, item.events, item.bodies, item.actor, item.command)

    # -- doubts ------------------------------------------------------------------------------------------------------
    # A submission may be built on one that has not been recorded yet. When that one fails because another process was
    # faster, the stream may by chance stand at the very version that the later one expects, with other events in it.
    # So the version that a failed submission would have reached is doubtful to all that is handed over before its
    # failure is made known.

    def _doubt(self, failed: Item) -> None:
        if isinstance(failed, Submission):
            self._doubts[failed.stream, failed.expected + len(failed.events)] = failed

    def _is_doubtful(self, item: Submission) -> bool:
        failed = self._doubts.get((item.stream, item.expected))
        return failed is not None and (failed.told is None or item.number <= failed.told)

    def _drop_old_doubts(self, first: int) -> None:
        if self._doubts:
            self._doubts = {k: s for k, s in self._doubts.items() if s.told is None or s.told >= first}

    # -- telling -----------------------------------------------------------------------------------------------------

    def _tell(self, items: list[Item], answers: list[Answer]) -> None:
        """One wake-up for each event loop, however many tasks wait in it."""
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Item, Answer]]] = {}
        for item, answer in zip(items, answers, strict=True):
            if isinstance(item.waiting, asyncio.Future):
                by_loop.setdefault(item.waiting.get_loop(), []).append((item, answer))
            else:
                self._settle(item, answer)
        for loop, settled in by_loop.items():
            if not called_soon(loop, self._settle_all, settled):
                for item, _ in settled:  # nobody is left who could build on a failure
                    self._know(item)

    def _settle_all(self, settled: list[tuple[Item, Answer]]) -> None:
        for item, answer in settled:
            if item.waiting.done():  # cancelled, which takes nothing back
                self._know(item)
            else:
                self._settle(item, answer)

    def _settle(self, item: Item, answer: Any) -> None:
        if isinstance(answer, Exception):
            self._know(item)
            item.waiting.set_exception(answer)
        else:
            item.waiting.set_result(answer)

    def _know(self, item: Item) -> None:
        if isinstance(item, Submission):
            item.told = self._handed_over


def called_soon(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *values: object) -> bool:
    """Calls it in the loop's thread; False when the loop has been closed in the meantime."""
    try:
        loop.call_soon_threadsafe(function, *values)
    except RuntimeError:
        if not loop.is_closed():
            raise
        return False
    return True


def _stamp(now: datetime) -> str:
    return now.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"
