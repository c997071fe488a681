"""The embedded log: many tournaments in one SQLite file, WAL, ``synchronous=FULL``."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from engine.errors import BadInput, Unavailable
from ledger.events import Event, Recorded
from ledger.store.chain import BEFORE_THE_FIRST, Raw, check_names
from ledger.store.draft import COLUMNS
from ledger.store.log import Head, Waiting
from ledger.store.schema import BLOCK, open_for_reading, open_for_writing, translated
from ledger.store.scribe import LONG, Clock
from ledger.store.submission import Adoption, Promise, Submission
from ledger.store.tail import recorded_from
from ledger.store.wal import make_long
from ledger.store.writer import Writer, called_soon
from ledger.upcast import Decoder

ROWS_AT_A_TIME = 256
BODIES_AT_A_TIME = 2048
BLOCKS_AT_A_TIME = 32
LOOK_EVERY = 0.1  # seconds; how soon a follower sees what another process recorded
MOST = 2**62

_RANGE = "FROM records WHERE stream = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?"
_ONWARDS = f"SELECT {COLUMNS} FROM records WHERE position > ? ORDER BY position LIMIT ?"
_BLOCKS = "SELECT first, bodies FROM blocks WHERE stream = ? AND first > ? AND first <= ? ORDER BY first LIMIT ?"
# SQLite joins the bodies in C. It walks along the index, but does not promise to: so the versions are joined in the
# same pass, each as one character, and compared.
_BODIES = (
    "SELECT CAST(group_concat(body, char(10)) AS BLOB), group_concat(char(version - ?1), ''), count(*)"
    " FROM records WHERE stream = ?2 AND version > ?1 AND version <= ?3"
)
_IN_ORDER = "".join(map(chr, range(1, BODIES_AT_A_TIME + 1)))
# Steps from name to name along the index instead of walking through every record.
_HEADS = """
WITH RECURSIVE names (stream) AS (
    SELECT min(stream) FROM records
    UNION ALL
    SELECT (SELECT min(stream) FROM records WHERE stream > names.stream) FROM names WHERE names.stream IS NOT NULL
)
SELECT stream, version, hash FROM names JOIN records USING (stream)
WHERE version = (SELECT max(version) FROM records WHERE stream = names.stream) ORDER BY stream
"""


def _now() -> datetime:
    return datetime.now(UTC)


class SqliteLog:
    """See ``log.Log`` and ``log.Archive`` for what each method promises."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        read_only: bool = False,
        is_served: bool = False,  # for long, so that it is worth a moment to prepare its WAL (``wal.py``)
        clock: Clock = _now,
        patience: float = 5.0,  # seconds to wait for another process that writes
    ) -> None:
        self.path = Path(path)
        self._patience = patience
        self._decoder = Decoder()
        self._encode: Callable[[Event], bytes] = msgspec.json.Encoder().encode
        self._followers: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._followers_door = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._writer = None if read_only else self._start_writer(clock, is_served)
        self._idle.append(open_for_reading(self.path, patience))

    def _start_writer(self, clock: Clock, is_served: bool) -> Writer:
        connection = open_for_writing(self.path, self._patience)
        if is_served:
            make_long(connection, self.path, LONG)
        return Writer(connection, self.path, clock, self._patience, self._wake_followers)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        while self._idle:
            self._idle.pop().close()
        if self._writer is not None:
            self._writer.close()
        self._wake_followers()

    def __enter__(self) -> SqliteLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- appending ---------------------------------------------------------------------------------------------------

    def submit(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> Future[tuple[Recorded, ...]]:
        waiting: Promise[tuple[Recorded, ...]] = Promise(self._hurry)
        try:
            submission = Submission(stream, expected_version, events, (), actor, command, waiting)
            self._hand_over(submission, _running_loop())
        except (BadInput, Unavailable) as error:
            waiting.set_exception(error)
        return waiting

    async def append(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> tuple[Recorded, ...]:
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[tuple[Recorded, ...]] = loop.create_future()
        self._hand_over(Submission(stream, expected_version, events, (), actor, command, waiting, loop), loop)
        return await waiting

    def hand_in(
        self,
        waiting: Waiting,
        stream: str,
        expected_version: int,
        events: Sequence[Event],
        *,
        actor: str,
        command: str,
    ) -> None:
        loop = asyncio.get_running_loop()
        self._hand_over(Submission(stream, expected_version, events, (), actor, command, waiting, loop), loop)

    def _hand_over(self, submission: Submission, loop: asyncio.AbstractEventLoop | None) -> None:
        if self._is_ready(submission):
            self._the_writer().hand_over(submission, loop)

    def _is_ready(self, submission: Submission) -> bool:
        """Checked and encoded. Without events there is nothing to wait for."""
        check_names(submission.stream, submission.actor, submission.command)
        if not submission.events:
            submission.waiting.set_result(())
            return False
        try:
            submission.bodies = [self._encode(event).decode() for event in submission.events]
        except UnicodeEncodeError as error:
            raise BadInput("not-unicode", found=ascii(error.object[error.start])) from error
        return True

    def adopt(self, records: Sequence[Raw]) -> Future[bool]:
        waiting: Promise[bool] = Promise(self._hurry)
        self._the_writer().hand_over(Adoption(records, waiting), _running_loop())
        return waiting

    def _hurry(self) -> None:
        self._the_writer().hurry()

    def _the_writer(self) -> Writer:
        if self._writer is None:
            raise Unavailable("log-read-only", path=os.fspath(self.path))
        return self._writer

    # -- reading -----------------------------------------------------------------------------------------------------

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        last = MOST if upto is None else upto
        while rows := self._rows(f"SELECT {COLUMNS} {_RANGE}", stream, after, last, ROWS_AT_A_TIME):
            yield from map(self._recorded, rows)
            after = rows[-1][2]

    def raw(self, stream: str) -> Iterator[Raw]:
        after = 0
        columns = ", ".join(Raw._fields)
        while rows := self._rows(f"SELECT {columns} {_RANGE}", stream, after, MOST, ROWS_AT_A_TIME):
            yield from map(Raw._make, rows)
            after = rows[-1][1]

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Event]:
        return chain.from_iterable(self._pieces(stream, after, MOST if upto is None else upto))

    def _pieces(self, stream: str, after: int, last: int) -> Iterator[list[Event]]:
        """Blocks as far as they go, then the records that are in none."""
        for piece in self._from_blocks(stream, after, last):
            yield piece
            after += len(piece)
        while after < last:
            until = min(after + BODIES_AT_A_TIME, last)
            ((bodies, versions, count),) = self._rows(_BODIES, after, stream, until)
            if count:
                yield self._in_order(stream, after, bodies, versions, count)
            if count < until - after:
                return
            after = until

    def _from_blocks(self, stream: str, after: int, last: int) -> Iterator[list[Event]]:
        """One by one, which the processor's cache likes. Ends at a block that is missing or not what blocks are."""
        version = after - after % BLOCK
        blocks = None
        while version < last and (blocks is None or len(blocks) == BLOCKS_AT_A_TIME):
            blocks = self._rows(_BLOCKS, stream, version, last, BLOCKS_AT_A_TIME)
            for first, bodies in blocks:
                events = self._decoded(bodies)
                if first != version + 1 or len(events) != BLOCK:
                    return
                yield events[max(after - version, 0) : last - version]
                version += BLOCK

    def _decoded(self, bodies: bytes) -> list[Event]:
        """Empty when one of them cannot be read: the records can say which."""
        try:
            return self._decoder.decode_lines(bodies)
        except msgspec.DecodeError:
            return []

    def _in_order(self, stream: str, after: int, bodies: bytes, versions: str, count: int) -> list[Event]:
        if versions != _IN_ORDER[:count]:
            return self._one_by_one(stream, after, count)
        try:
            return self._decoder.decode_lines(bodies)
        except msgspec.DecodeError:
            return self._one_by_one(stream, after, count)  # which says where it is

    def _one_by_one(self, stream: str, after: int, count: int) -> list[Event]:
        return [recorded.event for recorded in self.read(stream, after, after + count)]

    def read_all(self, after: int = 0) -> Iterator[Recorded]:
        while rows := self._rows(_ONWARDS, after, ROWS_AT_A_TIME):
            yield from map(self._recorded, rows)
            after = rows[-1][0]

    def heads(self) -> tuple[Head, ...]:
        return tuple(Head(*row) for row in self._rows(_HEADS))

    def position(self) -> int:
        return self._last()[0]

    def seal(self) -> str:
        return self._last()[1]

    def _last(self) -> tuple[int, str]:
        rows = self._rows("SELECT position, seal FROM records ORDER BY position DESC LIMIT 1")
        return rows[0] if rows else (0, BEFORE_THE_FIRST)

    def _recorded(self, row: tuple[Any, ...]) -> Recorded:
        return recorded_from(row, self._decoder)

    def _rows(self, query: str, *values: object) -> list[Any]:
        """All rows at once: no read transaction stays open, which would keep the WAL from being reused."""
        if self._closed:
            raise Unavailable("log-closed", path=os.fspath(self.path))
        with translated(self.path):
            connection = self._borrowed()
            try:
                return connection.execute(query, values).fetchall()
            finally:
                self._put_back(connection)

    def _borrowed(self) -> sqlite3.Connection:
        """Each to one reader at a time; there are as many as ever read at the same moment."""
        try:
            return self._idle.pop()
        except IndexError:
            return open_for_reading(self.path, self._patience)

    def _put_back(self, connection: sqlite3.Connection) -> None:
        if self._closed:
            connection.close()
        else:
            self._idle.append(connection)

    # -- following ---------------------------------------------------------------------------------------------------

    async def follow(self, after: int = 0) -> AsyncIterator[Recorded]:
        """Ends when the log is closed."""
        news = asyncio.Event()
        with self._followers_door:
            self._followers[news] = asyncio.get_running_loop()
        try:
            while not self._closed:
                news.clear()  # before looking: what comes after the look wakes us
                while not self._closed and (rows := self._rows(_ONWARDS, after, ROWS_AT_A_TIME)):
                    for recorded in map(self._recorded, rows):
                        yield recorded
                    after = rows[-1][0]
                    await asyncio.sleep(0)  # a long past leaves room for the present
                await _within(LOOK_EVERY, news)
        finally:
            with self._followers_door:
                del self._followers[news]

    def _wake_followers(self) -> None:
        if not self._followers:
            return
        with self._followers_door:
            followers = list(self._followers.items())
        for news, loop in followers:
            called_soon(loop, news.set)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


async def _within(seconds: float, news: asyncio.Event) -> None:
    """Other processes cannot wake us, so the wait has an end."""
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return
