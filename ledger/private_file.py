"""The private file beside the log: append-only tables for what a copy of the log must not contain.

``roundlog.office.db`` beside ``roundlog.db``: the keys of a server, and the corrections that its arbiters consider.
Each table is a small event log of its own. Several programs may use the file at the same time (the server, and
``roundlog key``): every question first reads what others have written, every change is decided while nobody else can
write. Of several nodes each has such a file, and a change is decided by an order that they share (``RowOrder``).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from engine.errors import BadInput, Broken, Refusal, RoundlogError, Unavailable
from ledger.store.schema import make_private_file, meaning_of, read_format
from ledger.store.sqlite_library import GuardedCheckpoints, connect, sqlite3

APPLICATION_ID = int.from_bytes(b"ROFF", "big")
PATIENCE = 5.0  # seconds to wait for another program that writes
ATTEMPTS = 5  # to decide, where another node was faster each time
_TIME = "%Y-%m-%dT%H:%M:%SZ"  # as text these sort as the moments do

PrivateEvent = TypeVar("PrivateEvent", bound=msgspec.Struct)
Made = TypeVar("Made")
Recorder = Callable[[PrivateEvent], None]  # what is recorded becomes a row


def _table(name: str) -> tuple[str, ...]:
    """Rows are added, without a gap, and never changed. (INSERT OR REPLACE removes a row without asking the trigger
    against that, so the third one is needed too.)"""
    return (
        f"CREATE TABLE {name} (position INTEGER PRIMARY KEY, at TEXT NOT NULL, who TEXT NOT NULL, body TEXT NOT NULL) "
        "STRICT",
        f"CREATE TRIGGER {name}_are_not_changed BEFORE UPDATE ON {name} BEGIN SELECT RAISE(ABORT, 'append-only'); END",
        f"CREATE TRIGGER {name}_are_not_removed BEFORE DELETE ON {name} BEGIN SELECT RAISE(ABORT, 'append-only'); END",
        f"CREATE TRIGGER {name}_have_no_gap BEFORE INSERT ON {name} "
        f"WHEN NEW.position IS NOT 1 + ifnull((SELECT max(position) FROM {name}), 0) "
        "BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    )


# What each version added. A file of an older version gets what it lacks when it is opened.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    _table("happenings"),  # of keys
    (
        *_table("proposals"),  # which version 1 kept among the keys
        "INSERT INTO proposals SELECT row_number() OVER (ORDER BY position), at, who, body FROM happenings "
        "WHERE json_extract(body, '$.type') IN ('correction-proposed', 'proposal-closed') ORDER BY position",
    ),
    _table("notices"),  # addresses of members, and what was sent there; in this file alone, no other server gets them
)
SCHEMA_VERSION = len(MIGRATIONS)


class PrivateRecord(msgspec.Struct, Generic[PrivateEvent], frozen=True):
    """An event with its position in its table, when it was recorded, and who caused it."""

    position: int
    at: str  # UTC, 2026-05-01T14:00:00Z
    actor: str
    event: PrivateEvent


class PrivateRow(NamedTuple):
    """An event as it is stored."""

    position: int
    at: str
    who: str
    body: str


class RowOrder(Protocol):
    """The order in which several nodes add rows to their files; it alone writes there (``ledger.cluster``)."""

    def check(self) -> None:
        """Refuses while no row would be taken."""

    def offer(self, table: str, rows: Sequence[PrivateRow]) -> bool:
        """True: they stand, in this node's file too. False: another node was faster with the first position."""

    def catch_up(self) -> None:
        """This node's file has all that the others had when this was asked."""


def current_time() -> datetime:
    return datetime.now(UTC)


def write_time(at: datetime) -> str:
    return at.astimezone(UTC).strftime(_TIME)


def path_of_private_file(log: Path) -> Path:
    """``club.db`` → ``club.office.db``."""
    return log.with_name(f"{log.stem}.office{log.suffix}")


class PrivateTable(Generic[PrivateEvent]):
    """One table of the file: ``evolve`` is handed every record once, in order. Without a path it is in memory. With an
    ``order`` several nodes have the table."""

    def __init__(
        self,
        path: Path | None,
        name: str,
        events: Any,
        evolve: Callable[[PrivateRecord[PrivateEvent]], None],
        clock: Callable[[], datetime] = current_time,
        check_writable: Callable[[], None] = lambda: None,
        order: RowOrder | None = None,
    ) -> None:
        self.path = path
        self.is_shared = order is not None
        self._order = order
        self._check_writable = check_writable
        self.clock = clock
        self.position = 0
        self._name = name
        self._decoder: msgspec.json.Decoder[PrivateEvent] = msgspec.json.Decoder(events)
        self._evolve = evolve
        self._reader, self._writer = open_private_file(path)
        self._checkpoints = None if path is None else GuardedCheckpoints(path)
        self._read_lock = threading.Lock()  # for the reader and the state
        self._write_lock = threading.Lock()
        self._is_closed = False

    def close(self) -> None:
        """Not under the hands of a thread that reads or writes. (Where there is an order, that alone writes.)"""
        self._is_closed = True
        with nullcontext() if self.is_shared else self._write_lock, self._read_lock:
            if self._checkpoints is not None:
                self._checkpoints.close()
            self._reader.close()
            self._writer.close()

    def may_write(self) -> bool:
        try:
            self._check_writable()
            if self._order is not None:
                self._order.check()
        except RoundlogError:
            return False
        return True

    def catch_up(self) -> None:
        """The state with all that was recorded, by this program or another."""
        with self._read_lock:
            self._check_open()
            for position, at, actor, body in self._rows():
                self._evolve(PrivateRecord(position, at, actor, self._decode(position, body)))
                self.position = position

    def _check_open(self) -> None:
        if self._is_closed:
            raise Unavailable("log-closed", path=str(self.path))

    def _rows(self) -> list[tuple[int, str, str, str]]:
        onwards = f"SELECT position, at, who, body FROM {self._name} WHERE position > ? ORDER BY position"
        try:
            return self._reader.execute(onwards, (self.position,)).fetchall()
        except sqlite3.Error as error:
            raise meaning_of_private_error(error, self.path) from error

    def _decode(self, position: int, body: str) -> PrivateEvent:
        try:
            return self._decoder.decode(body)
        except msgspec.DecodeError as error:
            raise Broken("office-unreadable", path=str(self.path), position=position) from error

    def decide(self, actor: str, decide: Callable[[Recorder[PrivateEvent]], Made]) -> Made:
        """``decide`` looks at the newest state, and records what follows from it: all of it or nothing.

        Nobody else can write meanwhile; where other nodes can, and one was faster, it is asked again. A server that
        only copies another may not.
        """
        self._check_writable()
        if self._order is not None:
            return self._decide_in_order(self._order, actor, decide)
        with self._write_lock, private_errors(self.path):
            self._check_open()
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                if self._checkpoints is not None:
                    self._checkpoints.make_if_due()
                self.catch_up()
                events: list[PrivateEvent] = []
                made = decide(events.append)
                for row in self._rows_of(actor, events, self.position):
                    self._writer.execute(f"INSERT INTO {self._name} VALUES (?, ?, ?, ?)", row)
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
        self.catch_up()
        return made

    def _decide_in_order(self, order: RowOrder, actor: str, decide: Callable[[Recorder[PrivateEvent]], Made]) -> Made:
        with self._write_lock:
            for _ in range(ATTEMPTS):
                order.check()
                self.catch_up()
                events: list[PrivateEvent] = []
                decided_at = self.position  # the state may move on meanwhile: then this node's rows are refused
                try:
                    made = decide(events.append)
                except Refusal:  # which stands unless another node has written what this one has not heard of
                    order.catch_up()
                    self.catch_up()
                    if self.position == decided_at:
                        raise
                    continue
                if not events or order.offer(self._name, self._rows_of(actor, events, decided_at)):
                    self.catch_up()
                    return made
        raise Unavailable("cluster-busy", attempts=ATTEMPTS)

    def _rows_of(self, actor: str, events: list[PrivateEvent], after: int) -> list[PrivateRow]:
        return [
            PrivateRow(position, write_time(self.clock()), actor, msgspec.json.encode(event).decode())
            for position, event in enumerate(events, start=after + 1)
        ]


# -- the file --------------------------------------------------------------------------------------------------------


def open_private_file(path: Path | None) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """One connection for reading and one for writing; without a path both are the same, in memory."""
    if path is None:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        _migrate(connection)
        return connection, connection
    if not path.absolute().parent.is_dir():
        raise BadInput("no-such-directory", path=os.fspath(path.absolute().parent))
    with private_errors(path):
        make_private_file(path)  # whoever reads it can sign sessions
        writer = connect(path, "rwc", PATIENCE)
        try:
            _prepare(writer, path)
            return connect(path, "ro", PATIENCE), writer
        except BaseException:
            writer.close()
            raise


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Whatever is wrong with the file is said before anything in it is changed."""
    check_format(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")  # also tells at once if it cannot be written to
    _migrate(connection, check_format(connection, path))
    connection.execute("COMMIT")


def _migrate(connection: sqlite3.Connection, version: int = 0) -> None:
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def check_format(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the file; 0 for one with nothing in it yet. Any other kind of file is refused."""
    found = read_format(connection)
    if found is None:
        return 0
    application, version = found
    if application != APPLICATION_ID:
        raise BadInput("not-an-office", path=os.fspath(path))
    if version > SCHEMA_VERSION:
        raise BadInput("office-is-newer", path=os.fspath(path), found=version, known=SCHEMA_VERSION)
    return version


@contextmanager
def private_errors(path: Path | None) -> Iterator[None]:
    """SQLite's errors become ours: those of the log where they speak of any file, this file's own where not."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise meaning_of_private_error(error, path) from error


def meaning_of_private_error(error: sqlite3.Error | OSError, path: Path | None) -> Exception:
    path = path or Path(":memory:")
    meaning = meaning_of(_as_sqlite(error), path)
    if isinstance(meaning, BadInput):
        return BadInput("not-an-office", path=os.fspath(path))
    if isinstance(meaning, Broken):
        return Broken("office-damaged", path=os.fspath(path))
    return error if isinstance(meaning, sqlite3.Error) else meaning


def _as_sqlite(error: sqlite3.Error | OSError) -> sqlite3.Error:
    """A file that the operating system does not let us make or open is one that SQLite could not open either."""
    if isinstance(error, sqlite3.Error):
        return error
    refused = sqlite3.OperationalError(str(error))
    refused.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    return refused
