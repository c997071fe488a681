"""The office's file, ``roundlog.office.db`` beside ``roundlog.db``: one table to which rows are added."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from engine.errors import BadInput, Broken
from ledger.store.schema import meaning_of

APPLICATION_ID = int.from_bytes(b"ROFF", "big")
SCHEMA_VERSION = 1
PATIENCE = 5.0  # seconds to wait for another program that writes

# What each version added. A file of an older version gets what it lacks when it is opened for writing.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE happenings (
    position INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT""",
        """CREATE TRIGGER happenings_are_not_changed BEFORE UPDATE ON happenings
BEGIN SELECT RAISE(ABORT, 'append-only'); END""",
        """CREATE TRIGGER happenings_are_not_removed BEFORE DELETE ON happenings
BEGIN SELECT RAISE(ABORT, 'append-only'); END""",
        # INSERT OR REPLACE removes a row without asking the trigger above.
        """CREATE TRIGGER happenings_have_no_gap BEFORE INSERT ON happenings
WHEN NEW.position IS NOT 1 + ifnull((SELECT max(position) FROM happenings), 0)
BEGIN SELECT RAISE(ABORT, 'append-only'); END""",
    ),
)


def office_beside(log: Path) -> Path:
    """``club.db`` → ``club.office.db``: a copy of the log is made without a single key in it."""
    return log.with_name(f"{log.stem}.office{log.suffix}")


def open_office(path: Path | None) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """One connection for reading and one for writing; without a path both are the same, in memory."""
    if path is None:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        _migrate(connection)
        return connection, connection
    if not path.absolute().parent.is_dir():
        raise BadInput("no-such-directory", path=os.fspath(path.absolute().parent))
    with office_errors(path):
        writer = _connect(path, "rwc")
        try:
            _prepare(writer, path)
            return _connect(path, "ro"), writer
        except BaseException:
            writer.close()
            raise


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    if mode == "rwc":
        # Whoever reads this file can sign sessions: nobody but its owner may. SQLite's other files follow its mode.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    address = f"file:{quote(os.fspath(path))}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Whatever is wrong with the file is said before anything in it is changed."""
    recognise(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")  # also tells at once if it cannot be written to
    _migrate(connection, recognise(connection, path))
    connection.execute("COMMIT")


def _migrate(connection: sqlite3.Connection, version: int = 0) -> None:
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def recognise(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the file; 0 for one with nothing in it yet. Anything else than an office is refused."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (application, version, objects) == (0, 0, 0):
        return 0
    if application != APPLICATION_ID:
        raise BadInput("not-an-office", path=os.fspath(path))
    if version > SCHEMA_VERSION:
        raise BadInput("office-is-newer", path=os.fspath(path), found=version, known=SCHEMA_VERSION)
    return int(version)


@contextmanager
def office_errors(path: Path | None) -> Iterator[None]:
    """SQLite's errors become ours: those of the log where they speak of any file, the office's own where not."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise meaning_of_office_error(error, path) from error


def meaning_of_office_error(error: sqlite3.Error | OSError, path: Path | None) -> Exception:
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
