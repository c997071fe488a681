"""A draft: records placed where the log is believed to end, and hashed, before anybody has looked there.

It is made while the disk works on the draft before it (``intake.py``). Mostly nobody else has written since, and then
one statement is all there is to do: it begins a transaction, inserts and commits, and the rest of the program runs
meanwhile. If somebody else has, the statement meets the guard that lets no
record in but the next one (``records_have_no_gap``; records are never changed, so the one before it is the one that we
know), and nothing is changed. Then the draft is taken back, and who looks at the end of the log first places anew.
"""

from __future__ import annotations

import sqlite3
from functools import cache

from ledger.events import Recorded
from ledger.store.submission import Submission

COLUMNS = "position, stream, version, at, actor, command, body, hash, seal"
WIDTH = 9
MOST_ROWS = 512  # in one statement


class Draft:
    """Made by ``Tail.place``."""

    __slots__ = ("answers", "before", "grown", "items", "known", "start", "values")

    def __init__(self, position: int, seal: str, at: str, known: object) -> None:
        self.start = (position, seal, at)  # where the log ended
        self.known = known  # what it was placed on: only there can it be taken back
        self.before: dict[str, tuple[int, str, str]] = {}  # where its streams ended: version, hash, time
        self.items: list[Submission] = []
        self.answers: list[tuple[Recorded, ...]] = []
        self.values: list[object] = []  # of the columns, row after row
        self.grown: list[str] = []  # streams that have records for another block now

    @property
    def rows(self) -> int:
        return len(self.values) // WIDTH


def insert(connection: sqlite3.Connection, values: list[object]) -> None:
    """The rows, in as few statements as can be; up to ``MOST_ROWS`` of them in one."""
    for start in range(0, len(values), MOST_ROWS * WIDTH):
        some = values[start : start + MOST_ROWS * WIDTH]
        room = _room_for(len(some) // WIDTH)
        connection.execute(_statement(room), some + [None] * (room * WIDTH - len(some)))


def _room_for(rows: int) -> int:
    """1, 2, 3, 4, 6, 8, 12, 16 …: few enough that SQLite keeps all of the statements, near enough to what is needed."""
    room = 1 << (rows - 1).bit_length()
    return room * 3 // 4 if rows <= room * 3 // 4 else room


@cache
def _statement(room: int) -> str:
    """Inserts as many rows as it has room for, but none without a position."""
    row = f"({', '.join('?' * WIDTH)})"
    if room == 1:
        return f"INSERT INTO records ({COLUMNS}) VALUES {row}"
    rows = ", ".join([row] * room)
    return f"INSERT INTO records ({COLUMNS}) SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL"
