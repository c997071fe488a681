"""Blocks: copies of consecutive bodies in one piece, so that a replay need not visit every record.

A block holds exactly ``BLOCK`` bodies of one stream, joined by line feeds, byte for byte as the records have them; the
first block of a stream begins with version 1. Nothing depends on them: one that is missing costs speed only, and
``verify`` compares each with its records. Without them a replay takes two to three times as long.
"""

from __future__ import annotations

from itertools import zip_longest

from engine.errors import Broken
from ledger.store.schema import BLOCK
from ledger.store.sqlite_library import sqlite3

_NEXT_FIRST = f"SELECT ifnull(max(first) + {BLOCK}, 1) FROM blocks WHERE stream = ?"
_BODIES = "SELECT CAST(body AS BLOB) FROM records WHERE stream = ? AND version >= ? AND version < ? ORDER BY version"
_INSERT = "INSERT INTO blocks (number, stream, first, bodies) SELECT ifnull(max(number), 0) + 1, ?, ?, ? FROM blocks"
_ALL = "SELECT number, CAST(stream AS BLOB), first, bodies FROM blocks ORDER BY number"
_BODIES_OF_BLOCK = (
    "SELECT CAST(body AS BLOB) FROM blocks JOIN records ON records.stream = blocks.stream"
    f" AND version >= first AND version < first + {BLOCK} WHERE number = ? ORDER BY version"
)


def add_blocks(connection: sqlite3.Connection, stream: str, before: int, version: int) -> None:
    """Those that a stream lacks after it has grown, inside the transaction that made it grow."""
    if version // BLOCK == before // BLOCK:
        return
    (first,) = connection.execute(_NEXT_FIRST, (stream,)).fetchone()
    while first + BLOCK <= version + 1:
        bodies = [body for (body,) in connection.execute(_BODIES, (stream, first, first + BLOCK))]
        connection.execute(_INSERT, (stream, first, b"\n".join(bodies)))
        first += BLOCK


def check_blocks(connection: sqlite3.Connection) -> None:
    """Raises Broken with the first version at which a block is not what its records are."""
    for number, stream, first, bodies in connection.execute(_ALL):
        lines = bodies.split(b"\n")
        records = [body for (body,) in connection.execute(_BODIES_OF_BLOCK, (number,))]
        if first % BLOCK != 1 or lines != records or len(records) != BLOCK:
            pairs = enumerate(zip_longest(lines, records))
            place = next((place for place, (line, body) in pairs if line != body), 0)
            raise Broken("block-mismatch", stream=stream.decode(errors="replace"), version=first + place)
