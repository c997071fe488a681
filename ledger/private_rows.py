"""The rows of the private file as they are stored, out and in: how other servers get keys, sessions and proposals."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.errors import Broken
from ledger.private_file import PrivateRow, open_private_file, private_errors

TABLES = ("happenings", "proposals")
ROWS_AT_A_TIME = 1000


Rows = Mapping[str, Sequence[PrivateRow]]  # by table


class PrivateRows:
    """Rows carry no hashes of their own; so that two files are the same as far as the shorter goes is asked by a digest
    over all rows up to a position."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reader, self._writer = open_private_file(path)
        self._lock = threading.Lock()

    def close(self) -> None:
        self._reader.close()
        self._writer.close()

    def positions(self) -> dict[str, int]:
        with self._lock, private_errors(self._path):
            found = {}
            for name in TABLES:
                ((found[name],),) = self._reader.execute(f"SELECT ifnull(max(position), 0) FROM {name}").fetchall()
            return found

    def rows_after(self, positions: Mapping[str, int]) -> dict[str, list[PrivateRow]]:
        """Of each table, as many as go at a time."""
        onwards = "SELECT position, at, who, body FROM {} WHERE position > ? ORDER BY position LIMIT ?"
        with self._lock, private_errors(self._path):
            return {
                name: [
                    PrivateRow._make(row)
                    for row in self._reader.execute(onwards.format(name), (positions[name], ROWS_AT_A_TIME))
                ]
                for name in TABLES
            }

    def digest(self, positions: Mapping[str, int]) -> str:
        """Over all rows up to these positions."""
        hashed = hashlib.sha256()
        with self._lock, private_errors(self._path):
            for name in TABLES:
                rows = self._reader.execute(
                    f"SELECT position, at, who, body FROM {name} WHERE position <= ? ORDER BY position",
                    (positions[name],),
                )
                for row in rows:
                    hashed.update(repr((name, *row)).encode())
        return hashed.hexdigest()

    def insert(self, rows: Rows) -> None:
        """At the same positions: all of them, or none."""
        with self._lock, private_errors(self._path):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                for name in TABLES:
                    ((last,),) = self._writer.execute(f"SELECT ifnull(max(position), 0) FROM {name}").fetchall()
                    for row in rows.get(name, ()):
                        last += 1
                        if row.position != last:
                            raise Broken("private-row-missing", position=last, found=row.position)
                        self._writer.execute(f"INSERT INTO {name} VALUES (?, ?, ?, ?)", row)
                self._writer.execute("COMMIT")
            finally:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
