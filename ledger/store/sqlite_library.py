"""The SQLite library: the one place that chooses it, opens files with it, and knows how it may make checkpoints.

SQLite 3.7.0 to 3.51.2 have the WAL-reset bug (sqlite.org/wal.html): while one process checkpoints a WAL that has just
been moved into the file as a whole, another may begin the WAL anew, and what it writes there is taken for moved, and
lost. So there is a newer SQLite among the dependencies. Where it has no wheel the standard library's is used; if that
has the bug, SQLite makes no checkpoints by itself, and ours are made while nobody can write to the WAL.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    import sqlite3
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3  # and sqlite_utils takes it, too
    except ImportError:
        import sqlite3

__all__ = ["GuardedCheckpoints", "connect", "has_wal_reset_bug", "sqlite3"]

_LOGGER = logging.getLogger("roundlog")
WITHOUT_WAL_RESET_BUG = (3, 51, 3)
TRANSACTIONS_A_CHECKPOINT = 200  # some 1,000 pages, after which SQLite would make one
LONG_WAL = 1000 * 4096  # bytes, which one that is short-lived leaves to the next


def has_wal_reset_bug() -> bool:
    """A few older versions were mended too (3.50.7, 3.44.6); what is done about it does them no harm."""
    return sqlite3.sqlite_version_info < WITHOUT_WAL_RESET_BUG


def connect(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    """``mode`` is one of SQLite's: rwc, rw, ro; or ``immutable``, for a file that nobody writes to."""
    address = f"file:{quote(os.fspath(path))}?{'immutable=1' if mode == 'immutable' else f'mode={mode}'}"
    connection = sqlite3.connect(address, timeout=patience, isolation_level=None, check_same_thread=False, uri=True)
    if has_wal_reset_bug():
        connection.execute("PRAGMA wal_autocheckpoint = 0")
    return connection


class GuardedCheckpoints:
    """The checkpoints of a process that writes, with a SQLite that has the bug; with any other it does nothing.

    Whoever has begun to write (BEGIN IMMEDIATE) keeps all others, in all processes, from writing to the WAL and from
    beginning it anew: while that lasts, a second connection moves what is in it into the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._transactions = TRANSACTIONS_A_CHECKPOINT if _size_of_wal(path) >= LONG_WAL else 0

    def make_if_due(self) -> None:
        """Call it at the beginning of every transaction that writes; what goes wrong here is no fault of that."""
        if not has_wal_reset_bug():
            return
        self._transactions += 1
        if self._transactions >= TRANSACTIONS_A_CHECKPOINT:
            self._transactions = 0
            try:
                self._make()
            except sqlite3.Error as error:
                _LOGGER.warning("no checkpoint of %s this time: %s", self._path, error)

    def _make(self) -> None:
        if self._connection is None:
            self._connection = connect(self._path, "rw", 0)
            self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _size_of_wal(path: Path) -> int:
    wal = path.with_name(path.name + "-wal")
    return wal.stat().st_size if wal.exists() else 0
