"""What is done with the connection of a log's writer, one transaction at a time: recording, and looking after the file.

Nothing here knows of threads: ``writer.py`` sees to it that one of them at a time comes here.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from engine.errors import RoundlogError, VersionConflict
from ledger.events import Recorded
from ledger.store.blocks import Binder
from ledger.store.draft import Draft, insert
from ledger.store.schema import meaning_of
from ledger.store.submission import Adoption, Answer, Item, Submission
from ledger.store.tail import Tail

Clock = Callable[[], datetime]

_LOGGER = logging.getLogger("roundlog")

QUICK = 0.001  # seconds
AWAKE = 60.0  # seconds
RETRY = 0.002  # seconds until a log is tried again that another process holds
WORTH_CARRYING = 512  # pages in the WAL, when nobody waits
LONG = 4096  # pages in the WAL, though somebody waits


class Scribe:
    def __init__(self, connection: sqlite3.Connection, path: Path, clock: Clock, patience: float, tail: Tail) -> None:
        self._connection, self._path, self._clock, self._patience = connection, path, clock, patience
        self._tail, self._binder = tail, Binder(connection)
        self.doubts: dict[tuple[str, int], Submission] = {}  # while there are any, nothing is placed without care
        self._transactions = 0
        self._carried_over = 0  # of ``_writes``
        self._commit_takes = QUICK  # seconds, as of late
        self._committed_at = 0.0

    # -- recording ---------------------------------------------------------------------------------------------------

    @property
    def is_quick(self) -> bool:
        """The disk was quick of late, and may be trusted not to have fallen asleep since."""
        return self._commit_takes < QUICK and time.perf_counter() - self._committed_at < AWAKE

    def draft(self) -> Draft:
        return self._tail.draft(_stamp(self._clock()))

    def is_written(self, draft: Draft) -> bool:
        """In one statement. False when anything is in the way: who takes care of it meets it again, and tells."""
        started = time.perf_counter()
        try:
            insert(self._connection, draft.values)
        except sqlite3.Error:
            return False
        self._is_recorded(draft, started)
        return True

    def answers(self, items: list[Item]) -> list[Answer]:
        """With care, that is, after looking at the log: one an item.

        When the transaction fails nothing of it stands, and the next one starts afresh.
        """
        if self.doubts:
            self._drop_old_doubts(items[0].number)
        try:
            return self._recorded(items)
        except Exception as error:
            self._tail.forget()
            for item in items:
                self._doubt(item)
            return [meaning_of(self._roll_back() or error, self._path)] * len(items)

    def _recorded(self, items: list[Item]) -> list[Answer]:
        self._begin()
        self._tail.catch_up()
        draft = self.draft()
        answers = [self._answer(item, draft) for item in items]
        insert(self._connection, draft.values)
        started = time.perf_counter()
        self._connection.execute("COMMIT")
        self._is_recorded(draft, started)
        return answers

    def _is_recorded(self, draft: Draft, started: float) -> None:
        self._transactions += 1
        for stream in draft.grown:
            self._binder.take_note(stream)
        self._committed_at = time.perf_counter()
        self._commit_takes += (self._committed_at - started - self._commit_takes) / 8

    def _begin(self) -> None:
        """SQLite would wait as long by itself, but always, also in the thread of a loop (``is_written``)."""
        until = time.monotonic() + self._patience
        while True:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() > until:
                    raise
            time.sleep(RETRY)

    def _roll_back(self) -> sqlite3.Error | None:
        """What went wrong with that, which is worse than what went wrong before."""
        try:
            if self._connection.in_transaction:  # after some errors SQLite has done it already
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as worse:
            return worse
        return None

    def _answer(self, item: Item, draft: Draft) -> Answer:
        try:
            if isinstance(item, Adoption):
                return self._tail.adopt(item.records, draft)
            return self._placed(item, draft)
        except RoundlogError as refusal:
            self._doubt(item)
            return refusal

    def _placed(self, item: Submission, draft: Draft) -> tuple[Recorded, ...]:
        end = self._tail.end_of(item.stream)
        if item.command in end.commands:
            insert(self._connection, draft.values)  # perhaps it stands there
            draft.values.clear()
            recorded = self._tail.recorded_before(item.stream, item.command)
            if not _is_what_was_meant(recorded, item):
                self._doubt(item)
            return recorded
        if item.expected != end.version or (self.doubts and self._is_doubtful(item)):
            raise VersionConflict("version-conflict", stream=item.stream, expected=item.expected, actual=end.version)
        return self._tail.place(item, end, draft)

    # -- doubts ------------------------------------------------------------------------------------------------------
    # A submission may be built on one that has not been recorded yet. When that one fails because another process was
    # faster, the stream may by chance stand at the very version that the later one expects, with other events in it.
    # So the version that a failed submission would have reached is doubtful to all that is handed over before its
    # failure is made known. The same holds for one whose command id is found with other records than it has.

    def _doubt(self, failed: Item) -> None:
        if isinstance(failed, Submission):
            failed.is_doubted = True
            self.doubts[failed.stream, failed.expected + len(failed.events)] = failed

    def _is_doubtful(self, item: Submission) -> bool:
        failed = self.doubts.get((item.stream, item.expected))
        return failed is not None and (failed.told is None or item.number <= failed.told)

    def _drop_old_doubts(self, first: int) -> None:
        self.doubts = {k: s for k, s in self.doubts.items() if s.told is None or s.told >= first}

    # -- looking after the file --------------------------------------------------------------------------------------

    @property
    def is_wal_long(self) -> bool:
        return self._in_wal > LONG

    @property
    def has_upkeep(self) -> bool:
        return self._binder.has_work or self._in_wal > WORTH_CARRYING

    @property
    def _in_wal(self) -> int:
        return self._writes - self._carried_over

    @property
    def _writes(self) -> int:
        """About as many pages as were written: one for each row, and one more for each transaction."""
        return self._connection.total_changes + self._transactions

    def do_upkeep(self, *, is_urgent: bool = False) -> None:
        """One piece of it; if it is urgent, the one that cannot be put off for ever.

        What fails is left until more has been recorded: nothing depends on it, and whoever records meets the same full
        disk and is told. It leaves a line in the log of the program.
        """
        try:
            if self._binder.has_work and not is_urgent:
                self._bind()
            else:
                self._carry_over()
        except Exception as error:
            level = logging.DEBUG if _is_busy(error) else logging.WARNING  # another process writes: it will pass
            _LOGGER.log(level, "upkeep of %s", self._path, exc_info=error)
            self._roll_back()
            self._binder.forget()
            self._carried_over = self._writes

    def _bind(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._binder.bind_some()
        self._connection.execute("COMMIT")
        self._transactions += 1

    def _carry_over(self) -> None:
        """What SQLite collected in its WAL goes into the log; the next transaction begins the WAL anew."""
        self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        self._carried_over = self._writes


def _is_what_was_meant(recorded: tuple[Recorded, ...], item: Submission) -> bool:
    """Whoever goes on from the submission goes on from these records as well."""
    events = [one.event for one in recorded]
    return recorded[0].version == item.expected + 1 and events == list(item.events)


def _is_busy(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _stamp(now: datetime) -> str:
    """Always of the same length, so that times compare as text does; ``isoformat`` takes five times as long."""
    text = _encode(now.astimezone(UTC))[1:-1].decode()
    return text if now.microsecond else text[:-1] + ".000000Z"


_encode = msgspec.json.Encoder().encode
