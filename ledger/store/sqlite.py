"""The embedded log: many tournaments in one SQLite file, WAL, ``synchronous=FULL``."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec

from engine.errors import BadInput, Unavailable
from ledger.acts.act import Event
from ledger.acts.record import Recorded
from ledger.acts.upcast import UNREADABLE, Decoder
from ledger.store.chain import BEFORE_THE_FIRST, Raw, SealedRecord, check_name
from ledger.store.log import Head
from ledger.store.schema import BLOCK, COLUMNS, has_blocks, open_for_reading, open_for_writing, translate_errors
from ledger.store.sqlite_library import sqlite3
from ledger.store.writer import END_OF_STREAM, RECORDS_OF_COMMAND, Clock, Resolve, StreamEnd, Transaction, Writer

T = TypeVar("T")

ROWS_AT_A_TIME = 256
LOOK_EVERY = 0.05  # seconds; how soon a follower sees what was recorded
MOST = 2**62

# (The limit is written out: SQLite prepares a statement anew each time that another one may be bound to it.)
_RANGE = f"FROM records WHERE version > ? AND stream = ? AND version <= ? ORDER BY version LIMIT {ROWS_AT_A_TIME}"
_ONWARDS = f"SELECT {COLUMNS} FROM records WHERE position > ? ORDER BY position LIMIT {ROWS_AT_A_TIME}"
_BLOCKS = "SELECT first, bodies FROM blocks WHERE stream = ? AND first > ? AND first <= ? ORDER BY first"
# Steps from name to name along the index instead of walking through every record.
_HEADS = """
WITH RECURSIVE names (stream) AS (
    SELECT min(stream) FROM records
    UNION ALL
    SELECT (SELECT min(stream) FROM records WHERE stream > names.stream) FROM names WHERE names.stream IS NOT NULL
)
SELECT stream, version, hash, position FROM names JOIN records USING (stream)
WHERE version = (SELECT max(version) FROM records WHERE stream = names.stream) ORDER BY stream
"""
# By position: SQLite would else walk through every record to have the names in order (the plus keeps it from that).
_STREAMS_AFTER = "SELECT DISTINCT +stream FROM records WHERE position > ? ORDER BY 1"
_VERSION = "SELECT ifnull(max(version), 0) FROM records WHERE stream = ?"


class SqliteLog:
    """See ``log.Log`` and ``log.Archive`` for what each method promises."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        read_only: bool = False,
        clock: Clock = lambda: datetime.now(UTC),
        patience: float = 5.0,  # seconds to wait for another process that writes
    ) -> None:
        self.path = Path(path)
        self._patience = patience
        self._decoder = Decoder()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._writer: Writer | None = None
        if not read_only:
            self._writer = Writer(open_for_writing(self.path, patience), self.path, clock)
        self._idle.append(open_for_reading(self.path, patience))
        self._has_blocks = has_blocks(self._idle[0])

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        while self._idle:
            self._idle.pop().close()
        if self._writer is not None:
            self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> Future[tuple[Recorded, ...]]:
        future: Future[tuple[Recorded, ...]] = Future()
        self._submit(stream, expected_version, events, actor, command, partial(resolve_future, future))
        return future

    async def append(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> tuple[Recorded, ...]:
        import asyncio  # late: who only reads the log has no loop, and need not wait until it is loaded

        loop = asyncio.get_running_loop()
        future: asyncio.Future[tuple[Recorded, ...]] = loop.create_future()

        def resolve(outcome: Any) -> None:
            loop.call_soon_threadsafe(resolve_future, future, outcome)

        self._submit(stream, expected_version, events, actor, command, resolve)
        return await future

    def _submit(
        self, stream: str, expected: int, events: Sequence[Event], actor: str, command: str, resolve: Resolve
    ) -> None:
        check_names(stream, actor, command)
        bodies = encode_events(events)
        self._the_writer().submit(lambda t: t.append(stream, expected, events, bodies, actor, command), resolve)

    def adopt(self, records: Sequence[Raw]) -> Future[bool]:
        return self._transact(lambda transaction: transaction.adopt(records))

    def copy(self, records: Sequence[SealedRecord]) -> Future[None]:
        return self._transact(lambda transaction: transaction.copy(records))

    def _transact(self, work: Callable[[Transaction], T]) -> Future[T]:
        future: Future[T] = Future()
        self._the_writer().submit(work, partial(resolve_future, future))
        return future

    def commit(self, work: Callable[[Transaction], T]) -> T:
        """What else is to be done to the end of the log, by a rule of whoever asks: durable, and now. What ``work``
        refuses it must not have begun."""
        outcome = self._the_writer().commit(work)
        if isinstance(outcome, Exception):
            raise outcome
        done: T = outcome
        return done

    async def newest(self) -> None:
        """At once: whoever wrote, wrote to this file."""

    def check(self) -> None:
        self._the_writer().check()

    def _the_writer(self) -> Writer:
        if self._writer is None:
            raise Unavailable("log-read-only", path=os.fspath(self.path))
        return self._writer

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        last = MOST if upto is None else upto
        for rows in self._pages(f"SELECT {COLUMNS} {_RANGE}", 2, after, stream, last):
            yield from map(self._decoder.decode_record, rows)

    def read_command(self, stream: str, command: str) -> tuple[Recorded, ...]:
        return tuple(map(self._decoder.decode_record, self._rows(RECORDS_OF_COMMAND, stream, command)))

    def read_all(self, after: int = 0) -> Iterator[Recorded]:
        for rows in self._pages(_ONWARDS, 0, after):
            yield from map(self._decoder.decode_record, rows)

    def raw(self, stream: str) -> Iterator[Raw]:
        columns = ", ".join(Raw._fields)
        for rows in self._pages(f"SELECT {columns} {_RANGE}", 1, 0, stream, MOST):
            yield from map(Raw._make, rows)

    def raw_after(self, position: int) -> Iterator[SealedRecord]:
        for rows in self._pages(_ONWARDS, 0, position):
            for position, *fields, seal in rows:
                yield SealedRecord(position, Raw._make(fields), seal)

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Event]:
        return chain.from_iterable(self._pieces(stream, after, MOST if upto is None else upto))

    def _pieces(self, stream: str, after: int, last: int) -> Iterator[list[Event]]:
        """Blocks as far as they go, then the records that are in none. A block that is none is not believed."""
        version = after - after % BLOCK
        for first, bodies in self._rows(_BLOCKS, stream, version, last) if self._has_blocks else ():
            try:
                events = self._decoder.decode_lines(bodies)
            except UNREADABLE:  # the records can say which of them cannot be read
                break
            if first != version + 1 or len(events) != BLOCK:
                break
            yield events if after <= version <= last - BLOCK else events[max(after - version, 0) : last - version]
            version += BLOCK
        after = min(max(after, version), last)
        yield [recorded.event for recorded in self.read(stream, after, last)]

    def heads(self) -> tuple[Head, ...]:
        return tuple(Head(*row) for row in self._rows(_HEADS))

    def streams_after(self, after: int) -> tuple[str, ...]:
        return tuple(stream for (stream,) in self._rows(_STREAMS_AFTER, after))

    def version(self, stream: str) -> int:
        ((version,),) = self._rows(_VERSION, stream)
        return int(version)

    def end_of(self, stream: str) -> StreamEnd:
        """What its next record continues."""
        return next((StreamEnd._make(row) for row in self._rows(END_OF_STREAM, stream)), StreamEnd())

    def position(self) -> int:
        return self._last()[0]

    def seal(self) -> str:
        return self._last()[1]

    def _last(self) -> tuple[int, str]:
        last = "SELECT position, seal FROM records ORDER BY position DESC LIMIT 1"
        return next(iter(self._rows(last)), (0, BEFORE_THE_FIRST))

    def _pages(self, query: str, column: int, after: int, *values: object) -> Iterator[list[Any]]:
        """Rows until there are no more; ``column`` is the one of which each page has what comes after the last."""
        is_full = True
        while is_full:
            rows = self._rows(query, after, *values)
            yield rows
            is_full = len(rows) == ROWS_AT_A_TIME
            after = rows[-1][column] if rows else after

    def _rows(self, query: str, *values: object) -> list[Any]:
        """All rows at once: no read transaction stays open, which would keep the WAL from being reused."""
        if self._closed:
            raise Unavailable("log-closed", path=os.fspath(self.path))
        with translate_errors(self.path):
            try:
                connection = self._idle.pop()  # as many as ever read at the same moment
            except IndexError:
                connection = open_for_reading(self.path, self._patience)
            try:
                return connection.execute(query, values).fetchall()
            finally:
                if self._closed:
                    connection.close()
                else:
                    self._idle.append(connection)

    async def follow(self, after: int = 0) -> AsyncIterator[Recorded]:
        """Looks into the file now and then, since other processes write to it too. Ends when the log is closed."""
        import asyncio  # late, as above

        while not self._closed:
            while not self._closed and (rows := self._rows(_ONWARDS, after)):
                for recorded in map(self._decoder.decode_record, rows):
                    yield recorded
                after = rows[-1][0]
                await asyncio.sleep(0)  # a long past leaves room for the present
            await asyncio.sleep(LOOK_EVERY)


def check_names(stream: str, actor: str, command: str) -> None:
    for field, text in (("stream", stream), ("actor", actor or "nobody"), ("command", command)):
        check_name(field, text)


_encode = msgspec.json.Encoder().encode


def encode_events(events: Sequence[Event]) -> list[str]:
    """As they are stored."""
    try:
        return [_encode(event).decode() for event in events]
    except UnicodeEncodeError as error:
        raise BadInput("not-unicode", found=ascii(error.object[error.start])) from error


def resolve_future(future: Any, outcome: Any) -> None:
    """A future of a thread or of a loop; unless whoever waited has gone away, which takes nothing back."""
    if not future.done():
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
