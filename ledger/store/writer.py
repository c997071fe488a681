"""The one writer of a SQLite log: it takes all that waits and makes it durable in one transaction.

Whoever submits goes on at once. While the disk works on one batch the next one gathers, so the busier it gets the more
records share a sync: nothing is tuned and no record waits for a timer.

There is one baton, and only who holds it uses the connection. Mostly that is the writer's own thread. But to wake a
thread and to be woken by it takes as long as a sync on a good disk, and an arbiter who works alone would pay that for
every result. So an event loop that hands something over while the baton is free looks again in its next turn, when all
of its tasks that were ready have handed over theirs. If that is one small submission, nothing has to be looked up for
it and the disk was quick of late, the loop's thread writes it on the spot; otherwise the writer's thread gets the
baton, and gets it at once when a crowd comes, so that it writes the first of them while the others are coming. So a
slow disk, a crowd or another process that holds the log never holds up a loop. Who was alone in one turn is taken to be
alone in the next, and then the first submission is not kept waiting for others: one a turn, or a few if they come from
the same task, so that a crowd is still a crowd.

When nobody waits, the thread looks after the file: it binds blocks (``blocks.py``) and carries the WAL over into the
log. Neither is on the way of an append, except that a WAL which has grown long is carried over between two batches.
"""

from __future__ import annotations

import asyncio
import enum
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from engine.errors import Unavailable
from ledger.store.draft import Draft
from ledger.store.intake import Intake
from ledger.store.scribe import Clock, Scribe
from ledger.store.submission import Answer, Item, Promise, Submission
from ledger.store.tail import Tail

SMALL = 8  # events; more in one submission are work for the thread
IN_A_ROW = 4  # submissions of one task that a loop writes in one turn
QUIET = 0.2  # seconds without a call until the thread looks after the file


class _Call(enum.Enum):
    """What the thread is called for."""

    BATON = "write what waits: the baton is passed with this call"
    STIR = "look after the file when it gets quiet"
    CLOSE = "write what waits, and end"


class Writer:
    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        clock: Clock,
        patience: float,
        has_recorded: Callable[[], None],
    ) -> None:
        self._connection, self._path, self._has_recorded = connection, path, has_recorded
        tail = Tail(connection)
        self._scribe = Scribe(connection, path, clock, patience, tail)
        self._is_stirred = False  # like the scribe, it belongs to who holds the baton
        self._door = threading.Lock()  # protects the next five
        self._intake = Intake(tail, self._scribe)
        self._handed_over = 0
        self._is_baton_taken = False
        self._is_closed = False
        self._looking: asyncio.AbstractEventLoop | None = None  # the loop that looks in its next turn
        self._alone: asyncio.AbstractEventLoop | None = None  # the loop that may look at once; nothing but a guess
        self._lone_task: asyncio.Task[Any] | None = None  # whose submissions were written in this turn
        self._in_a_row = 0
        self._calls: SimpleQueue[_Call] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=f"writer of {path.name}", daemon=True)
        self._thread.start()

    def hand_over(self, item: Item, loop: asyncio.AbstractEventLoop | None) -> None:
        """``loop`` is the one that runs in the calling thread, if any."""
        with self._door:
            if self._is_closed:
                raise Unavailable("log-closed", path=os.fspath(self._path))
            self._handed_over += 1
            item.number = self._handed_over
            self._intake.take_in(item)
            if self._is_baton_taken:
                return
            is_for_the_thread = loop is None or self._intake.is_crowd_ready()
            if loop is self._looking and not is_for_the_thread:
                return
            self._is_baton_taken = is_for_the_thread
            if not is_for_the_thread:
                self._looking = loop
        if loop is None or is_for_the_thread:
            self._calls.put(_Call.BATON)
        elif loop is self._alone and self._is_in_turn(loop):
            self._look(loop)
        else:
            loop.call_soon(self._look, loop)

    def _is_in_turn(self, loop: asyncio.AbstractEventLoop) -> bool:
        """The first of this turn, or of the task that was the first."""
        task = asyncio.current_task(loop)
        if self._in_a_row == 0:
            self._lone_task = task
            loop.call_soon(self._begin_turn)
        elif task is None or task is not self._lone_task or self._in_a_row == IN_A_ROW:
            return False
        self._in_a_row += 1
        return True

    def _begin_turn(self) -> None:
        self._in_a_row, self._lone_task = 0, None

    def hurry(self) -> None:
        """Somebody waits in a thread whose loop, if it has one, cannot look."""
        with self._door:
            if self._is_baton_taken or self._intake.is_empty:
                return
            self._is_baton_taken = True
        self._calls.put(_Call.BATON)

    def close(self) -> None:
        """What was handed over before is still recorded."""
        with self._door:
            self._is_closed = True
        self._calls.put(_Call.CLOSE)
        self._thread.join()
        self._connection.close()

    # -- in an event loop --------------------------------------------------------------------------------------------

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """All that was ready has been handed over: write it here, or let the thread do it."""
        with self._door:
            if self._looking is loop:
                self._looking = None
            if self._is_baton_taken or self._intake.is_empty:
                return
            self._is_baton_taken = True
            draft = self._intake.lone_draft
            is_little = draft is not None and draft.rows <= SMALL and self._scribe.is_quick
            if is_little:
                self._intake.take_draft()
        if draft is None or not is_little:
            self._alone = None
            self._calls.put(_Call.BATON)
            return
        if loop is not self._alone:
            self._begin_turn()
            self._alone = loop
        try:
            self._write(draft, loop)
        finally:
            self._let_go()

    def _let_go(self) -> None:
        has_upkeep = self._scribe.has_upkeep
        needs_stirring = has_upkeep and not self._is_stirred
        self._is_stirred = has_upkeep
        with self._door:
            is_wanted = not self._intake.is_empty or self._is_closed or (has_upkeep and self._scribe.is_wal_long)
            self._is_baton_taken = is_wanted
        if is_wanted or needs_stirring:
            self._calls.put(_Call.BATON if is_wanted else _Call.STIR)

    # -- the thread --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (call := self._next_call()) is not _Call.CLOSE:
            if call is _Call.BATON:
                self._write_all()
            elif call is None and self._takes_baton():
                self._look_after_the_file()
                self._write_all()
        has_baton = self._takes_baton()
        while not has_baton:  # who has it passes it on, now that the log is closed
            has_baton = self._calls.get() is _Call.BATON
        self._write_all()
        self._look_after_the_file()

    def _next_call(self) -> _Call | None:
        """None when it has become quiet and there is something to look after."""
        try:
            return self._calls.get(timeout=QUIET if self._is_stirred else None)
        except Empty:
            return None

    def _takes_baton(self) -> bool:
        with self._door:
            is_free, self._is_baton_taken = not self._is_baton_taken, True
        return is_free

    def _write_all(self) -> None:
        """Has the baton, and lays it down when nothing waits any more."""
        self._shorten_the_wal()
        while not self._is_done():
            self._shorten_the_wal()

    def _shorten_the_wal(self) -> None:
        if self._scribe.is_wal_long:
            self._scribe.do_upkeep(is_urgent=True)

    def _is_done(self) -> bool:
        """Write the draft, or else what needs care; True when there was nothing, and the baton is laid down."""
        with self._door:
            draft = self._intake.take_draft()
            items = [] if draft is not None else self._intake.take_what_needs_care()
            self._is_baton_taken = draft is not None or bool(items)
            self._is_stirred = self._scribe.has_upkeep
        if draft is not None:
            self._write(draft)
        elif items:
            self._tell(items, self._scribe.answers(items), None)
            self._has_recorded()
        return draft is None and not items

    def _look_after_the_file(self) -> None:
        while self._scribe.has_upkeep and self._intake.is_empty:
            self._scribe.do_upkeep()

    # -- telling -----------------------------------------------------------------------------------------------------

    def _write(self, draft: Draft, here: asyncio.AbstractEventLoop | None = None) -> None:
        """``here`` is the loop whose thread this is. What is in the way is not waited for: it needs care."""
        if self._scribe.is_written(draft):
            self._tell(draft.items, draft.answers, here)
            self._has_recorded()
        else:
            with self._door:
                self._intake.take_back(draft)

    def _tell(self, items: Sequence[Item], answers: Sequence[Answer], here: asyncio.AbstractEventLoop | None) -> None:
        """One wake-up for each event loop, however many tasks wait in it; none for the one that runs here."""
        loops = {item.loop for item in items}
        for loop in loops:
            told = list(zip(items, answers, strict=True))
            if len(loops) > 1:
                told = [(item, answer) for item, answer in told if item.loop is loop]
            if loop is None or loop is here:
                self._settle_all(told)
                continue
            self._alone = None  # or it might write, and be told, before it has been told of these
            if not called_soon(loop, self._settle_all, told):
                for item, _ in told:  # nobody is left who could build on a failure
                    self._know(item)

    def _settle_all(self, told: list[tuple[Item, Any]]) -> None:
        for item, answer in told:
            if item.waiting.done():  # cancelled, which takes nothing back
                self._know(item)
            elif item.is_doubted or isinstance(answer, Exception):
                self._tell_otherwise(item, answer)
            else:
                item.waiting.set_result(answer)

    def _tell_otherwise(self, item: Item, answer: Any) -> None:
        """What is not as whoever waits believes, and may have built on."""
        if isinstance(item.waiting, Promise):
            item.waiting.when_seen = partial(self._know, item)
        else:
            self._know(item)
        if isinstance(answer, Exception):
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
