"""Copies of the private file: is one whole, and has it all that is in another?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from engine.errors import BadInput, Broken, RoundlogError
from ledger.private_file import check_format, private_errors
from ledger.private_rows import TABLES
from ledger.store.sqlite_library import connect, sqlite3

PATIENCE = 5.0  # seconds


@contextmanager
def open_private_untouched(path: Path) -> Iterator[sqlite3.Connection]:
    """To read it; no file is made beside one that is not in use."""
    is_in_use = path.with_name(path.name + "-wal").exists()
    with private_errors(path):
        if not path.exists():
            raise BadInput("backup-no-keys", path=os.fspath(path))
        with closing(connect(path, "ro" if is_in_use else "immutable", PATIENCE)) as connection:
            check_format(connection, path)
            yield connection


def verify_private(path: Path) -> None:
    """It is whole, and its rows have no gap. (They carry no hashes of their own.)"""
    with open_private_untouched(path) as connection:
        (finding,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        gaps = any(
            row[0] != position
            for name in tables_of(connection)
            for position, row in enumerate(_rows(connection, name), start=1)
        )
    if finding != "ok" or gaps:
        raise Broken("office-damaged", path=os.fspath(path))


def has_all_rows_of(newer: Path, older: Path) -> bool:
    """Every table of the newer begins with all rows of the older. What cannot be read is held by nothing."""
    try:
        with open_private_untouched(newer) as one, open_private_untouched(older) as other:
            return all(_begins_with(one, other, name) for name in tables_of(other))
    except RoundlogError:
        return False


def _begins_with(one: sqlite3.Connection, other: sqlite3.Connection, name: str) -> bool:
    if name not in tables_of(one):
        return next(_rows(other, name), None) is None
    rows = _rows(one, name)
    return all(next(rows, None) == row for row in _rows(other, name))


def tables_of(connection: sqlite3.Connection) -> list[str]:
    """A file of an older version has fewer."""
    found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [name for name in TABLES if name in found]


def _rows(connection: sqlite3.Connection, name: str) -> Iterator[tuple[Any, ...]]:
    yield from connection.execute(f"SELECT position, at, who, body FROM {name} ORDER BY position")
