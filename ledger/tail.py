"""The end of a SQLite log as its writer knows it: the last record, and where the streams stand that it writes to.

All of it happens inside the writer's transaction. What is kept here only saves asking the file again; when in doubt it
is forgotten and read anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.errors import BadInput, Refusal
from ledger.chain import BEFORE_THE_FIRST, Raw, hash_of, seal_of
from ledger.events import Event, Recorded
from ledger.upcast import Decoder

COLUMNS = "position, stream, version, at, actor, command, body, hash, seal"
MOST_COMMANDS_KEPT = 1_000_000

_INSERT = f"INSERT INTO records ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_LAST = "SELECT position, seal, at FROM records ORDER BY position DESC LIMIT 1"
_NEWS = "SELECT stream, version, at, command, hash FROM records WHERE position > ? ORDER BY position"
_STREAM = "SELECT version, at, command, hash FROM records WHERE stream = ? ORDER BY version"
_COMMAND = f"SELECT {COLUMNS} FROM records WHERE stream = ? AND version >= ? AND command = ? ORDER BY version"


class StreamEnd:
    """Where one stream stands, and which commands it has."""

    __slots__ = ("at", "commands", "hash", "version")

    def __init__(self) -> None:
        self.version, self.hash, self.at = 0, BEFORE_THE_FIRST, ""
        self.commands: dict[str, int] = {}  # the first version that each command recorded

    def follow(self, version: int, at: str, command: str, hash: str) -> None:
        self.version, self.hash, self.at = version, hash, at
        self.commands.setdefault(command, version)


class Tail:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._decoder = Decoder()
        self.forget()

    def forget(self) -> None:
        """After a failure, or when too much is kept."""
        self._position: int = 0
        self._seal: str = BEFORE_THE_FIRST
        self._at: str = ""
        self._ends: dict[str, StreamEnd] = {}
        self._commands_kept = 0
        self._rows: list[tuple[int, str, int, str, str, str, str, str, str]] = []

    def catch_up(self, now: str) -> None:
        """Takes in what other processes have recorded. Times never run backwards, whatever the clock does."""
        position, seal, at = self._connection.execute(_LAST).fetchone() or (0, BEFORE_THE_FIRST, "")
        if seal != self._seal or self._commands_kept > MOST_COMMANDS_KEPT:
            self._take_in(position)
            self._position, self._seal, self._at = position, seal, at
        self._at = max(self._at, now)

    def _take_in(self, position: int) -> None:
        if position <= self._position or self._commands_kept > MOST_COMMANDS_KEPT:
            self.forget()
        if self._ends:
            for stream, *record in self._connection.execute(_NEWS, (self._position,)):
                if stream in self._ends:
                    self._ends[stream].follow(*record)

    def end_of(self, stream: str) -> StreamEnd:
        end = self._ends.get(stream)
        if end is None:
            end = self._ends[stream] = StreamEnd()
            for record in self._connection.execute(_STREAM, (stream,)):
                end.follow(*record)
            self._commands_kept += len(end.commands)
        return end

    def recorded_before(self, stream: str, command: str) -> tuple[Recorded, ...]:
        """What a command recorded that the stream has already."""
        self.insert()
        first = self.end_of(stream).commands[command]
        rows = self._connection.execute(_COMMAND, (stream, first, command))
        return tuple(recorded_from(row, self._decoder) for row in rows)

    def record(
        self, end: StreamEnd, stream: str, events: Sequence[Event], bodies: Sequence[str], actor: str, command: str
    ) -> tuple[Recorded, ...]:
        """Puts the events at the end of their stream and of the log."""
        position, seal, version, hash = self._position, self._seal, end.version, end.hash
        at = self._at = max(self._at, end.at)
        end.commands[command] = version + 1
        recorded = []
        for event, body in zip(events, bodies, strict=True):
            position, version = position + 1, version + 1
            hash = hash_of(hash, stream, version, at, actor, command, body)
            seal = seal_of(seal, position, hash)
            self._rows.append((position, stream, version, at, actor, command, body, hash, seal))
            recorded.append(Recorded(position, stream, version, at, actor, command, event, hash, seal))
        end.version, end.hash, end.at = version, hash, at
        self._position, self._seal = position, seal
        return tuple(recorded)

    def adopt(self, records: Sequence[Raw]) -> bool:
        """Puts a whole stream from another log at the end of this one; False when it is there already."""
        last = records[-1]
        end = self.end_of(last.stream)
        if (end.version, end.hash) == (last.version, last.hash):
            return False
        if end.version:
            raise Refusal("stream-exists", stream=last.stream, version=end.version)
        for raw in records:
            end.follow(raw.version, raw.at, raw.command, raw.hash)
            self._position += 1
            self._seal = seal_of(self._seal, self._position, raw.hash)
            self._rows.append((self._position, *raw, self._seal))
        return True

    def insert(self) -> None:
        """What was put at the end goes into the table."""
        if self._rows:
            self._connection.executemany(_INSERT, self._rows)
            self._commands_kept += len(self._rows)
            self._rows = []


def recorded_from(row: Sequence[Any], decoder: Decoder) -> Recorded:
    """A row of ``COLUMNS`` with its body decoded."""
    position, stream, version, at, actor, command, body, hash, seal = row
    try:
        event = decoder.decode(body)
    except msgspec.DecodeError as error:
        raise BadInput("unknown-event", position=position, type=type_in(body)) from error
    return Recorded(position, stream, version, at, actor, command, event, hash, seal)


def type_in(body: str | bytes) -> str:
    """What the body says it is, as far as that can be read."""
    try:
        tagged = msgspec.json.decode(body, type=dict[str, Any])
    except msgspec.DecodeError:
        return ""
    return str(tagged.get("type", ""))
