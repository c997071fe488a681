"""Blocks: the bodies of consecutive records of one stream in one piece, so that a replay need not visit every record.

A block holds exactly ``BLOCK`` bodies, joined by line feeds, byte for byte as the records have them; the first block of
a stream begins with version 1. Blocks are copies and nothing depends on them: one that is missing costs speed only, and
``verify`` compares each with its records. The writer makes them when nobody waits for it.
"""

from __future__ import annotations

import sqlite3

from engine.errors import Broken
from ledger.store.schema import BLOCK

BLOCKS_A_TURN = 16

_LAST_BLOCK = "SELECT first FROM blocks WHERE stream = ? ORDER BY first DESC LIMIT 1"
_LAST_NUMBER = "SELECT number FROM blocks ORDER BY number DESC LIMIT 1"
_BODIES = (
    "SELECT CAST(body AS BLOB) FROM records WHERE stream = ? AND version >= ? AND version < ? ORDER BY version LIMIT ?"
)
_INSERT = "INSERT INTO blocks (number, stream, first, bodies) VALUES (?, ?, ?, ?)"
_ALL = "SELECT number, CAST(stream AS BLOB), first, bodies FROM blocks ORDER BY number"
_BODIES_OF_BLOCK = (
    "SELECT CAST(body AS BLOB) FROM blocks JOIN records ON records.stream = blocks.stream"
    f" AND version >= first AND version < first + {BLOCK} WHERE number = ? ORDER BY version"
)


class Binder:
    """Knows which streams have records enough for another block, and binds them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._behind: dict[str, None] = {}  # a set that keeps its order

    @property
    def has_work(self) -> bool:
        return bool(self._behind)

    def take_note(self, stream: str) -> None:
        """The stream has grown, or is about to: when it comes to nothing, nothing is found to bind."""
        self._behind[stream] = None

    def forget(self) -> None:
        """A stream is noted again when it has grown by another block."""
        self._behind.clear()

    def bind_some(self) -> None:
        """A bounded piece of the work, inside a transaction of the caller's."""
        stream = next(iter(self._behind))
        first = self._next_first(stream)
        rows = self._connection.execute(_BODIES, (stream, first, first + BLOCK * BLOCKS_A_TURN, BLOCK * BLOCKS_A_TURN))
        bodies = [body for (body,) in rows]
        starts = range(0, len(bodies) - BLOCK + 1, BLOCK)
        blocks = [(stream, first + start, b"\n".join(bodies[start : start + BLOCK])) for start in starts]
        self._insert(blocks)
        if len(blocks) < BLOCKS_A_TURN:
            del self._behind[stream]

    def _next_first(self, stream: str) -> int:
        last = self._connection.execute(_LAST_BLOCK, (stream,)).fetchone()
        return int(last[0]) + BLOCK if last else 1

    def _insert(self, blocks: list[tuple[str, int, bytes]]) -> None:
        last = self._connection.execute(_LAST_NUMBER).fetchone()
        after = int(last[0]) if last else 0
        numbered = [(after + place, *block) for place, block in enumerate(blocks, start=1)]
        self._connection.executemany(_INSERT, numbered)


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
