"""The writer thread of a SQLite log: one queue, and one durable transaction for all that waits in it.

While the disk works on one transaction the next submissions gather in the queue, so the busier it gets the more of them
share a sync: nothing is tuned and none waits for a timer. Whether a submission fits is checked inside the transaction,
where no other process can write; one that does not fit fails alone. When the transaction itself fails (a full disk, no
memory), nothing of it stands and all that were in it fail. Should the thread have to end, everybody is told.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import InvalidStateError
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from engine.errors import Broken, Refusal, RoundlogError, Unavailable, VersionConflict
from ledger.acts.act import Event
from ledger.acts.catalogue import BY_EVENT
from ledger.acts.record import Recorded
from ledger.acts.upcast import Decoder
from ledger.store.blocks import add_blocks
from ledger.store.chain import BEFORE_THE_FIRST, Raw, SealedRecord, StreamChain, hash_of, seal_of
from ledger.store.schema import COLUMNS, LogFiles, meaning_of
from ledger.store.sqlite_library import GuardedCheckpoints, sqlite3

StoredRow = tuple[Any, ...]  # of ``COLUMNS``
Clock = Callable[[], datetime]
CLOCK_TOLERANCE = timedelta(seconds=5)  # that a clock may be set back and nobody needs to know
PAUSE = 0.05  # seconds, after which there may be memory again

_LOGGER = logging.getLogger("roundlog")

_LAST = "SELECT position, seal FROM records ORDER BY position DESC LIMIT 1"
END_OF_STREAM = "SELECT version, hash, at FROM records WHERE stream = ? ORDER BY version DESC LIMIT 1"
_PLACE = "SELECT hash, seal FROM records WHERE position = ?"
_VERSION = "SELECT position, hash FROM records WHERE stream = ? AND version = ?"
RECORDS_OF_COMMAND = f"SELECT {COLUMNS} FROM records WHERE stream = ? AND command = ? ORDER BY version"
_INSERT = f"INSERT INTO records ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"


class StreamEnd(NamedTuple):
    """What the next record of a stream continues."""

    version: int = 0
    hash: str = BEFORE_THE_FIRST
    at: str = ""


class Times:
    """What the time of the next records is: one look at the clock."""

    def __init__(self, now: datetime, warned: set[str]) -> None:
        self._clock, self._now = now, _write_time(now)
        self._warned = warned  # streams of which it was told that the clock is behind them

    def choose(self, stream: str, last: str, events: Sequence[Event]) -> str:
        """Never before the stream's last record, whatever the clock does, unless an event corrects it. Another stream's
        times are its own: a clock that was once ahead would else date everything that is recorded after it."""
        if last <= self._now or any(BY_EVENT[type(event)].restarts_time for event in events):
            return self._now
        if stream not in self._warned and last > _write_time(self._clock + CLOCK_TOLERANCE):
            self._warned.add(stream)
            _LOGGER.warning(
                "the clock (%s) is behind the last record of %s, whose time is kept: %s", self._now, stream, last
            )
        return last


def make_records(
    end: StreamEnd, stream: str, at: str, actor: str, command: str, bodies: Sequence[str]
) -> Iterator[Raw]:
    """What a command records behind that end."""
    version, hash = end.version, end.hash
    for body in bodies:
        version += 1
        hash = hash_of(hash, stream, version, at, actor, command, body)
        yield Raw(stream, version, at, actor, command, body, hash)


class Transaction:
    """The end of the log while nobody else can write: checks what is to be recorded, and records it."""

    def __init__(self, connection: sqlite3.Connection, decoder: Decoder, times: Times) -> None:
        self._connection, self._decoder, self._times = connection, decoder, times
        last: tuple[int, str] = connection.execute(_LAST).fetchone() or (0, BEFORE_THE_FIRST)
        self.position, self.seal = last

    def append(
        self, stream: str, expected: int, events: Sequence[Event], bodies: Sequence[str], actor: str, command: str
    ) -> tuple[Recorded, ...]:
        """What the command recorded: now, or before."""
        if not events:
            return ()
        if before := self._connection.execute(RECORDS_OF_COMMAND, (stream, command)).fetchall():
            return tuple(map(self._decoder.decode_record, before))
        end = self.end_of(stream)
        if end.version != expected:
            raise VersionConflict("version-conflict", stream=stream, expected=expected, actual=end.version)
        at, records = self._times.choose(stream, end.at, events), []
        for event, raw in zip(events, make_records(end, stream, at, actor, command, bodies), strict=True):
            position, seal = self._insert(raw)
            records.append(Recorded(position, stream, raw.version, at, actor, command, event, raw.hash, seal))
        add_blocks(self._connection, stream, expected, expected + len(records))
        return tuple(records)

    def apply(self, records: Sequence[Raw]) -> tuple[StoredRow, ...]:
        """The same for a command whose records were made by whoever thought to know the end of the stream: all of them
        if they continue it."""
        stream, expected, command = records[0].stream, records[0].version - 1, records[0].command
        if before := self.find_command(stream, command):
            return before
        chain = self._chain(stream)
        try:
            for raw in records:
                chain.follow(raw)
        except Broken as problem:
            actual = self.end_of(stream).version
            raise VersionConflict("version-conflict", stream=stream, expected=expected, actual=actual) from problem
        places = [self._insert(raw) for raw in records]
        add_blocks(self._connection, stream, expected, chain.version)
        return tuple((position, *raw, seal) for raw, (position, seal) in zip(records, places, strict=True))

    def find_command(self, stream: str, command: str) -> tuple[StoredRow, ...]:
        """What it recorded in a stream."""
        return tuple(self._connection.execute(RECORDS_OF_COMMAND, (stream, command)))

    def find_place(self, position: int) -> tuple[str, str]:
        """Hash and seal of the record at that position; two empty ones, if there is none."""
        return self._connection.execute(_PLACE, (position,)).fetchone() or ("", "")

    def find_version(self, stream: str, version: int) -> tuple[int, str]:
        """Position and hash of that record of a stream; 0 and nothing, if there is none."""
        return self._connection.execute(_VERSION, (stream, version)).fetchone() or (0, "")

    def adopt(self, records: Sequence[Raw]) -> bool:
        """Puts what is missing of a stream from another log at the end of this one; False when nothing is."""
        stream = records[0].stream
        chain = self._chain(stream)
        known = [raw for raw in records if raw.version <= chain.version]
        if known and (known[-1].version, known[-1].hash) != (chain.version, chain.hash):
            raise Refusal("stream-exists", stream=stream, version=chain.version)
        missing = records[len(known) :]
        try:
            for raw in missing:
                chain.follow(raw)
        except Broken as problem:
            if chain.version and not known:  # the end of another stream than the one that is here
                raise Refusal("stream-exists", stream=stream, version=chain.version) from problem
            raise
        for raw in missing:
            self._insert(raw)
        if missing:
            add_blocks(self._connection, stream, missing[0].version - 1, chain.version)
        return bool(missing)

    def copy(self, records: Sequence[SealedRecord]) -> None:
        """Puts the next records of the log that this one is a copy of at its end. All are checked before the first is
        inserted: a refusal does not end the transaction, which others share."""
        chains: dict[str, StreamChain] = {}
        before: dict[str, int] = {}
        last, last_seal = self.position, self.seal
        for position, raw, seal in records:
            if position != last + 1:
                raise Broken("record-missing", position=last + 1, found=position)
            if raw.stream not in chains:
                chains[raw.stream] = self._chain(raw.stream)
                before[raw.stream] = chains[raw.stream].version
            chains[raw.stream].follow(raw, position=position)
            if seal != seal_of(last_seal, position, raw.hash):
                raise Broken("seal-mismatch", stream=raw.stream, version=raw.version, position=position)
            last, last_seal = position, seal
        for _, raw, _ in records:
            self._insert(raw)
        for stream, chain in chains.items():
            add_blocks(self._connection, stream, before[stream], chain.version)

    def _chain(self, stream: str) -> StreamChain:
        """What the next record of a stream has to continue."""
        end = self.end_of(stream)
        return StreamChain(stream, end.version, end.hash)

    def end_of(self, stream: str) -> StreamEnd:
        row = self._connection.execute(END_OF_STREAM, (stream,)).fetchone()
        return StreamEnd._make(row) if row else StreamEnd()

    def _insert(self, raw: Raw) -> tuple[int, str]:
        self.position += 1
        self.seal = seal_of(self.seal, self.position, raw.hash)
        self._connection.execute(_INSERT, (self.position, *raw, self.seal))
        return self.position, self.seal


Work = Callable[[Transaction], Any]
Resolve = Callable[[Any], object]  # is given what came out: records, or an exception


class Writer:
    """Owns the connection for writing, and the thread that uses it."""

    def __init__(self, connection: sqlite3.Connection, path: Path, clock: Clock) -> None:
        self._connection, self._path, self._clock = connection, path, clock
        self._files, self._checkpoints = LogFiles(path), GuardedCheckpoints(path)
        self._decoder, self._warned = Decoder(), set[str]()
        self._waiting: list[tuple[Work, Resolve]] = []
        self._batch: list[tuple[Work, Resolve]] = []  # taken by the thread, and not yet answered
        self._is_closed = self._has_stopped = False
        self._turn = threading.Lock()  # to use the connection
        self._news = threading.Condition()  # nothing is added behind the end
        self._thread = threading.Thread(target=self._run, name=f"writer of {path.name}", daemon=True)
        self._thread.start()

    def submit(self, work: Work, resolve: Resolve) -> None:
        """Once ``work`` is durable or has failed, ``resolve`` is called in the writer's thread."""
        with self._news:
            self._check_thread()
            self._waiting.append((work, resolve))
            self._news.notify()

    def check(self) -> None:
        """Raises Unavailable when nothing that is submitted now would be recorded."""
        self._check_thread()
        self._files.check()

    def _check_thread(self) -> None:
        if self._is_closed:
            raise Unavailable("log-closed", path=os.fspath(self._path))
        if self._has_stopped or not self._thread.is_alive():
            raise self._explain_stop()

    def close(self) -> None:
        """What was submitted before is still recorded."""
        with self._news:
            self._is_closed = True
            self._news.notify()
        self._thread.join()
        with self._turn:
            self._checkpoints.close()
            self._connection.close()

    def _run(self) -> None:
        """Goes on when there is no memory: what is not answered is still in the batch, and is tried again."""
        try:
            while self._take():
                try:
                    with self._turn:
                        outcomes = self._commit([work for work, _ in self._batch])
                    for outcome in outcomes:
                        self._answer(outcome)
                except MemoryError:
                    time.sleep(PAUSE)
        except BaseException:
            _LOGGER.critical("the writer of %s has stopped", self._path, exc_info=True)
        finally:
            self._stop()

    def _take(self) -> bool:
        """All that waits becomes the batch, without an allocation that could lose it; False at the end."""
        while not self._batch:
            try:
                with self._news:
                    if not self._waiting and self._is_closed:
                        return False
                    if not self._waiting:
                        self._news.wait()
                    self._batch, self._waiting = self._waiting, self._batch
            except MemoryError:
                time.sleep(PAUSE)
        return True

    def commit(self, work: Work) -> Any:
        """In the caller's thread, which waits: cheaper than to wait for another, where nobody is to share a sync."""
        with self._news:
            self._check_thread()
        with self._turn:
            (outcome,) = self._commit([work])
        return outcome

    def _commit(self, works: Sequence[Work]) -> list[Any]:
        """One at a time."""
        try:
            if self._connection.in_transaction:  # its ROLLBACK has failed
                self._connection.execute("ROLLBACK")
            self._connection.execute("BEGIN IMMEDIATE")
            self._checkpoints.make_if_due()
            transaction = Transaction(self._connection, self._decoder, Times(self._clock(), self._warned))
            outcomes = [_try(work, transaction) for work in works]
            self._files.check()
            self._connection.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error, MemoryError):  # after some errors SQLite has rolled back already
                self._connection.execute("ROLLBACK")
            if not isinstance(error, Exception):
                raise
            outcomes = [meaning_of(error, self._path)] * len(works)
        return outcomes

    def _answer(self, outcome: Any) -> None:
        """The first of the batch; who was answered once is not tried again."""
        with suppress(RuntimeError, InvalidStateError):  # whoever waited has closed their loop, or gone away just now
            self._batch[0][1](outcome)
        del self._batch[0]

    def _stop(self) -> None:
        """Whoever waits is told, and whoever comes later."""
        with self._news:
            self._has_stopped = True
        while self._batch or self._waiting:
            try:
                if not self._batch:
                    self._batch, self._waiting = self._waiting, self._batch
                self._answer(self._explain_stop())
            except MemoryError:
                time.sleep(PAUSE)

    def _explain_stop(self) -> Unavailable:
        return Unavailable("log-writer-stopped", path=os.fspath(self._path))


def _write_time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _try(work: Work, transaction: Transaction) -> Any:
    try:
        return work(transaction)
    except RoundlogError as refusal:
        return refusal
