"""The SQLite file: its tables, how it is created, migrated, opened and recognised, and what SQLite's errors mean."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from engine.errors import BadInput, Broken, Unavailable
from ledger.store.sqlite_library import connect, sqlite3

APPLICATION_ID = int.from_bytes(b"RLOG", "big")
SCHEMA_VERSION = 2
COLUMNS = "position, stream, version, at, actor, command, body, hash, seal"
BLOCK = 32  # events; the larger it is, the longer the end of a stream that is read record by record


def _guard(event: str) -> str:
    return f"CREATE TRIGGER {event}\nBEGIN SELECT RAISE(ABORT, 'append-only'); END"


_RECORDS = (
    """CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    command TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL,
    seal TEXT NOT NULL,
    UNIQUE (stream, version)
) STRICT""",
    _guard("records_are_not_changed BEFORE UPDATE ON records"),
    _guard("records_are_not_removed BEFORE DELETE ON records"),
    # INSERT OR REPLACE removes a row without asking the trigger above. Every append pays for this one: looking at the
    # last row costs half of what max() does.
    _guard("""records_have_no_gap BEFORE INSERT ON records
WHEN NEW.position IS NOT 1 + ifnull((SELECT position FROM records ORDER BY position DESC LIMIT 1), 0)
  OR NEW.version IS NOT 1 + ifnull(
    (SELECT version FROM records WHERE stream = NEW.stream ORDER BY version DESC LIMIT 1), 0)"""),
    # The type is computed from the body, so the two cannot disagree; and only when somebody asks.
    """CREATE VIEW typed AS SELECT *, json_extract(body, '$.type') AS type FROM records""",
)
# Copies of bodies for fast reading (``blocks.py``); the records are the truth. Some files of version 1 have none.
_BLOCKS = (
    """CREATE TABLE blocks (
    number INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    first INTEGER NOT NULL,
    bodies BLOB NOT NULL,
    UNIQUE (stream, first)
) STRICT""",
    _guard("blocks_are_not_changed BEFORE UPDATE ON blocks"),
    _guard("blocks_are_not_removed BEFORE DELETE ON blocks"),
    _guard(f"""blocks_have_no_gap BEFORE INSERT ON blocks
WHEN NEW.number IS NOT 1 + ifnull((SELECT number FROM blocks ORDER BY number DESC LIMIT 1), 0)
  OR NEW.first IS NOT ifnull(
    (SELECT first + {BLOCK} FROM blocks WHERE stream = NEW.stream ORDER BY first DESC LIMIT 1), 1)"""),
)
_SINCE_VERSION_2 = ("CREATE INDEX records_by_command ON records (stream, command, version)",)
STATEMENTS = _RECORDS + _BLOCKS + _SINCE_VERSION_2


def make_private_file(path: Path) -> None:
    """One that only its owner can read, unless there is a file already; SQLite's other files follow its mode.

    Only a file that is not there is opened here: closing one that SQLite has open would end its locks on it (POSIX),
    and the next program to leave would take the WAL away.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def open_for_writing(path: Path, patience: float) -> sqlite3.Connection:
    """Makes the log if there is none. Whatever is wrong with the file is said before anything in it is changed."""
    if not path.absolute().parent.is_dir():
        raise BadInput("no-such-directory", path=os.fspath(path.absolute().parent))
    with suppress(OSError):  # SQLite says what is wrong
        make_private_file(path)
    with translate_errors(path):
        connection = connect(path, "rwc", patience)
    with translate_errors(path, connection):
        if recognise(connection, path) < SCHEMA_VERSION:
            _migrate(connection, path)
        # SQLite opens a file for reading when it may not write to it; better to hear that now than at the first result.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cache_size = -32768")
    return connection


def open_for_reading(path: Path, patience: float) -> sqlite3.Connection:
    """Changes nothing in the log. SQLite may need to make its shared memory file next to it."""
    if not path.exists():
        raise BadInput("no-such-log", path=os.fspath(path))
    try:
        return open_log(path, "ro", patience)
    except Unavailable:
        # Where it may not make its shared memory file, SQLite reads a log only as one that nobody writes to.
        if path.with_name(path.name + "-wal").exists():
            raise
        return open_log(path, "immutable", patience)


def open_log(path: Path, mode: str, patience: float = 5.0) -> sqlite3.Connection:
    """A file that is a log already."""
    with translate_errors(path):
        connection = connect(path, mode, patience)
    with translate_errors(path, connection):
        if not recognise(connection, path):
            raise BadInput("not-a-roundlog-log", path=os.fspath(path))
        # Tournaments that were played at the same time share pages: a replay of one leaves them ready for the next.
        connection.execute("PRAGMA cache_size = -32768")
    return connection


def read_format(connection: sqlite3.Connection) -> tuple[int, int] | None:
    """The application and the version that a file names; ``None``: there is nothing in it yet."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return None if (application, version, objects) == (0, 0, 0) else (int(application), int(version))


def recognise(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a log's schema, 0 for a file with nothing in it yet; anything else is refused."""
    found = read_format(connection)
    if found is None:
        return 0
    application, version = found
    if application != APPLICATION_ID:
        raise BadInput("not-a-roundlog-log", path=os.fspath(path))
    if version > SCHEMA_VERSION:
        raise BadInput("log-is-newer", path=os.fspath(path), found=version, known=SCHEMA_VERSION)
    return version


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Makes what the file lacks, in one transaction: a second process that comes to do it too finds it whole."""
    import sqlite_utils

    database = sqlite_utils.Database(connection)
    database.enable_wal()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")
    if recognise(connection, path) < SCHEMA_VERSION:
        known = _objects(connection)
        for statement in STATEMENTS:
            if statement.split()[2] not in known:
                database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def find_differences(connection: sqlite3.Connection, version: int) -> tuple[str, ...]:
    """The names of tables, indexes and triggers that are missing, added or not what that version created them as."""
    blocks = _BLOCKS if version > 1 or has_blocks(connection) else ()
    statements = _RECORDS + blocks + (_SINCE_VERSION_2 if version > 1 else ())
    wanted = {statement.split()[2]: statement for statement in statements}
    return tuple(sorted({name for name, _ in wanted.items() ^ _objects(connection).items()}))


def has_blocks(connection: sqlite3.Connection) -> bool:
    return "blocks" in _objects(connection)


def _objects(connection: sqlite3.Connection) -> dict[str, str]:
    """What each table, index, trigger and view was created as; not what SQLite has added by itself."""
    return dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


class LogFiles:
    """The log and its WAL as they were opened: SQLite goes on writing to files that nobody will find any more.

    Windows lets nobody delete or replace an open file; a file system without inodes tells only that one is gone.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        wal = os.path.realpath(path) + "-wal"  # next to what a symbolic link leads to
        self._opened = [(name, found) for name in (os.path.abspath(path), wal) if (found := _identify(name))]

    def check(self) -> None:
        """Every commit pays for this: one call of the system for each file."""
        for name, found in self._opened:
            if _identify(name) != found:
                raise Unavailable("log-file-replaced", path=os.fspath(self._path))


def _identify(name: str) -> tuple[int, int] | None:
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino


_UNAVAILABLE = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_BUSY: "log-locked",
    sqlite3.SQLITE_LOCKED: "log-locked",
    sqlite3.SQLITE_READONLY: "log-read-only",
    sqlite3.SQLITE_CANTOPEN: "log-no-access",
    sqlite3.SQLITE_PERM: "log-no-access",
    sqlite3.SQLITE_IOERR: "log-io-error",
}


@contextmanager
def translate_errors(path: Path, connection: sqlite3.Connection | None = None) -> Iterator[None]:
    """SQLite's errors become ours. A connection that is being opened is closed after any error."""
    try:
        yield
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error) and (meaning := meaning_of(error, path)) is not error:
            raise meaning from error
        raise


def meaning_of(error: Exception, path: Path) -> Exception:
    """What is wrong with the file, by SQLite's primary code (the low byte); a bug stays the error that it is."""
    if isinstance(error, MemoryError):  # SQLite's SQLITE_NOMEM is told so, too
        return Unavailable("out-of-memory", path=os.fspath(path))
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if primary in _UNAVAILABLE:
        return Unavailable(_UNAVAILABLE[primary], path=os.fspath(path))
    if primary == sqlite3.SQLITE_NOTADB:
        return BadInput("not-a-roundlog-log", path=os.fspath(path))
    if primary == sqlite3.SQLITE_CORRUPT:
        if _has_read_error(path):
            return Unavailable("log-io-error", path=os.fspath(path))
        return Broken("log-damaged", path=os.fspath(path))
    return error


@lru_cache
def _has_read_error(path: Path) -> bool:
    """The disk does not give the file's bytes (EIO), of which SQLite says that the file is damaged.

    Found out once. The descriptor is left open: closing it would end SQLite's locks on the file (POSIX).
    """
    try:
        descriptor = os.open(path, os.O_RDONLY)
        while os.read(descriptor, 1 << 20):
            pass
    except OSError:
        return True
    return False
