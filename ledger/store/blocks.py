"""Blocks: copies of consecutive bodies in one piece, so that a replay need not visit every record.

A block holds exactly ``BLOCK`` bodies of one stream, joined by line feeds, byte for byte as the records have them; the
first block of a stream begins with version 1. Nothing depends on them: one that is missing costs speed only, and
``verify`` compares each with its records. Without them a replay takes two to three times as long.
"""

from __future__ import annotations

import sqlite3

from engine.errors import Broken
from ledger.store.schema import BLOCK

_NEXT_FIRST = f"SELECT ifnull(max(first) + {BLOCK}, 1) FROM blocks WHERE stream = ?"
_BODIES = "SELECT CAST(body AS BLOB) FROM records WHERE stream = ? AND version >= ? AND version < ? ORDER BY version"
_INSERT = "INSERT INTO blocks (number, stream, first, bodies) SELECT ifnull(max(number), 0) + 1, ?, ?, ? FROM blocks"
_ALL = "SELECT number, CAST(stream AS BLOB), first, bodies FROM blocks ORDER BY number"
_BODIES_OF_BLOCK = (
    "SELECT CAST(body AS BLOB) FROM blocks JOIN records ON records.stream = blocks.stream"
    f" AND version >= first AND version < first + {BLOCK} WHERE number = ? ORDER BY version"
)


def add_blocks(connection: sqlite3.Connection, stream: str, version: int) -> None:
    """Those that the stream lacks now that it has grown to this version, inside the transaction that made it grow."""
    (first,) = connection.execute(_NEXT_FIRST, (stream,)).fetchone()
    while first + BLOCK <= version + 1:
        bodies = [body for (body,) in connection.execute(_BODIES, (stream, first, first + BLOCK))]
        connection.execute(_INSERT, (stream, first, b"\n".join(bodies)))
        first += BLOCK


def check_blocks(connection: sqlite3.Connection) -> None:
    """Raises Broken with the first version at which a block is not what its records are."""
    for number, stream, first, bodies in connection.execute(_ALL):
        if first % BLOCK != 1:
            raise Broken("block-mismatch", stream=stream.decode(errors="replace"), version=first)
        records = [body for (body,) in connection.execute(_BODIES_OF_BLOCK, (number,))]
        if len(records) < BLOCK or bodies != b"\n".join(records):
            version = first + _first_difference(bodies, records)
            raise Broken("block-mismatch", stream=stream.decode(errors="replace"), version=version)


def _first_difference(bodies: bytes, records: list[bytes]) -> int:
    """The place in the block, from 0."""
    lines = bodies.split(b"\n")
    pairs = zip(lines, records, strict=False)  # the shorter one ends where they begin to differ
    return next((place for place, (line, body) in enumerate(pairs) if line != body), min(len(lines), len(records)))
