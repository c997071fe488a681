"""A node's copy of the private order: the private file, and how far the order was applied to it.

How far stands in the file itself, written in the transaction of the rows: a message is applied once. Who reads the file
without a cluster does not look at it; if rows were added then, what stands there fits no more, and the file is compared
with the order from the beginning.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.errors import Broken, Refusal, RoundlogError
from engine.model import Value
from ledger.cluster.private_messages import AnyPrivateMessage, PrivateBeginning, RowsOffered, decode_message
from ledger.private_file import PrivateRow, open_private_file, private_errors
from ledger.private_rows import TABLES
from ledger.store.sqlite_library import GuardedCheckpoints

_APPLIED = (
    "CREATE TABLE IF NOT EXISTS applied_order (id INTEGER PRIMARY KEY CHECK (id = 1), point TEXT NOT NULL) STRICT"
)


def _nothing() -> dict[str, int]:
    return dict.fromkeys(TABLES, 0)


class AppliedPoint(Value, frozen=True):
    """A point of the order, and what the rows of a file are there."""

    order: str = ""  # its id, from its first message
    number: int = 0  # of the last message that was applied
    digest: str = ""  # over all messages and what became of them: the same on every node
    positions: dict[str, int] = msgspec.field(default_factory=_nothing)
    begun_with: dict[str, int] = msgspec.field(default_factory=_nothing)

    @property
    def is_complete(self) -> bool:
        """It has the rows with which the order began."""
        return self.order != "" and all(self.positions[name] >= least for name, least in self.begun_with.items())


class PrivateCopy:
    """Used by one thread at a time. ``point`` is where it stands."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reader, self._writer = open_private_file(path)
        self._checkpoints = GuardedCheckpoints(path)
        with private_errors(path):
            self._writer.execute(_APPLIED)
        self.rows_before = self.count_rows()  # those up to here are compared instead of inserted
        self.point = AppliedPoint()

    def close(self) -> None:
        self._checkpoints.close()
        self._reader.close()
        self._writer.close()

    def count_rows(self) -> dict[str, int]:
        """By table."""
        with private_errors(self._path):
            return {
                name: self._reader.execute(f"SELECT ifnull(max(position), 0) FROM {name}").fetchone()[0]
                for name in TABLES
            }

    @property
    def has_others(self) -> bool:
        """Rows that the order has not given it (yet)."""
        return any(self.rows_before[name] > self.point.positions[name] for name in TABLES)

    def find_point(self) -> AppliedPoint | None:
        """Where it stood when it was written to last; None if never, or if rows were added outside of the order."""
        with private_errors(self._path):
            found = self._reader.execute("SELECT point FROM applied_order").fetchone()
        if found is None:
            return None
        point = msgspec.json.decode(found[0], type=AppliedPoint)
        return point if point.positions == self.rows_before else None

    def stand_where_it_stood(self, order: str, last: int) -> None:
        """Before anything is applied. In another order than that, or one that has lost messages since, it stands
        nowhere, and is compared from the beginning on."""
        known = self.find_point()
        if known is not None and known.order == order and known.number <= last:
            self.point = known
        elif self.point.order != order or self.point.number > last:
            self.point = AppliedPoint()

    def apply(self, contents: Sequence[bytes]) -> list[tuple[str, bool]]:
        """The next messages of the order, up to one that cannot be read here: the id of each, and whether it was taken.
        All of them, or none."""
        point, fates = self.point, list[tuple[str, bool]]()
        with private_errors(self._path):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                self._checkpoints.make_if_due()
                for content in contents:
                    try:
                        message = decode_message(content, point.number + 1)
                    except RoundlogError:
                        if not fates:
                            raise
                        break  # it is met again; what comes before it stands
                    taken = self._take(message, point)
                    hashed = hashlib.sha256(f"{point.digest} {taken is not None}\n".encode() + content)
                    point = msgspec.structs.replace(taken or point, number=point.number + 1, digest=hashed.hexdigest())
                    fates.append((message.id, taken is not None))
                row = msgspec.json.encode(point).decode()
                self._writer.execute("INSERT OR REPLACE INTO applied_order VALUES (1, ?)", (row,))
                self._writer.execute("COMMIT")
            finally:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
        self.point = point
        return fates

    def _take(self, message: AnyPrivateMessage, point: AppliedPoint) -> AppliedPoint | None:
        """The same rule on every node, for the same messages in the same order. None: it is refused."""
        if isinstance(message, PrivateBeginning):
            if point.number:
                return None
            return msgspec.structs.replace(point, order=message.id, begun_with=message.positions)
        if point.number == 0:
            raise Broken("cluster-message-missing", number=1)
        if not message.rows:
            return point
        return self._take_rows(message, point)

    def _take_rows(self, offered: RowsOffered, point: AppliedPoint) -> AppliedPoint | None:
        last = point.positions.get(offered.table)
        newest = offered.rows[-1].position
        if last is None or [row.position for row in offered.rows] != list(range(last + 1, newest + 1)):
            return None
        if not point.is_complete and newest > point.begun_with[offered.table]:
            return None
        for row in offered.rows:
            if row.position <= self.rows_before[offered.table]:
                self._compare(offered.table, row)
            else:
                self._writer.execute(f"INSERT INTO {offered.table} VALUES (?, ?, ?, ?)", row)
        return msgspec.structs.replace(point, positions={**point.positions, offered.table: newest})

    def _compare(self, table: str, row: PrivateRow) -> None:
        found = self._writer.execute(f"SELECT position, at, who, body FROM {table} WHERE position = ?", row[:1])
        if found.fetchone() != row:
            raise Refusal("cluster-other-private", path=os.fspath(self._path), table=table, position=row.position)
