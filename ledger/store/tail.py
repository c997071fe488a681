"""The end of a SQLite log as its writer knows it: the last record, and where the streams stand that it writes to.

What is kept here saves asking the file: submissions are placed on it before the writer's transaction begins
(``intake.py``). When in doubt it is forgotten, and read anew inside of one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.errors import BadInput, Refusal
from ledger.events import Recorded
from ledger.store.chain import BEFORE_THE_FIRST, Raw, hash_of, seal_of
from ledger.store.draft import COLUMNS, Draft
from ledger.store.schema import BLOCK
from ledger.store.submission import Submission
from ledger.upcast import Decoder

MOST_COMMANDS_KEPT = 1_000_000

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

    @property
    def _is_too_long(self) -> bool:
        return self._commands_kept > MOST_COMMANDS_KEPT

    def catch_up(self) -> None:
        """Takes in what other processes have recorded."""
        position, seal, at = self._connection.execute(_LAST).fetchone() or (0, BEFORE_THE_FIRST, "")
        if seal != self._seal or self._is_too_long:
            self._take_in(position)
            self._position, self._seal, self._at = position, seal, at

    def _take_in(self, position: int) -> None:
        if position <= self._position or self._is_too_long:
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
        first = self.end_of(stream).commands[command]
        rows = self._connection.execute(_COMMAND, (stream, first, command))
        return tuple(recorded_from(row, self._decoder) for row in rows)

    def end_before(self, item: Submission) -> StreamEnd | None:
        """The end that it follows, if that is known and nothing has to be looked up for it."""
        end = self._ends.get(item.stream)
        if end is None or item.expected != end.version or item.command in end.commands:
            return None
        return None if self._is_too_long else end

    def draft(self, now: str) -> Draft:
        """Times never run backwards, whatever the clock does."""
        draft = Draft(self._position, self._seal, self._at, self._ends)
        self._at = max(self._at, now)
        return draft

    def place(self, item: Submission, end: StreamEnd, draft: Draft) -> tuple[Recorded, ...]:
        """At the end of its stream (``end_before``) and of the log, in a draft.

        Every append passes here, so what would be three small functions is one.
        """
        stream, actor, command, before = item.stream, item.actor, item.command, end.version
        position, seal, version, hash, at = self._position, self._seal, before, end.hash, self._at
        if end.at > at:
            at = end.at
        if stream not in draft.before:
            draft.before[stream] = (version, hash, end.at)
        recorded = []
        for event, body in zip(item.events, item.bodies, strict=True):
            position += 1
            version += 1
            hash = hash_of(hash, stream, version, at, actor, command, body)
            seal = seal_of(seal, position, hash)
            draft.values += (position, stream, version, at, actor, command, body, hash, seal)
            recorded.append(Recorded(position, stream, version, at, actor, command, event, hash, seal))
        if version // BLOCK != before // BLOCK:
            draft.grown.append(stream)
        end.commands[command] = before + 1
        end.version, end.hash, end.at = version, hash, at
        self._position, self._seal, self._at = position, seal, at
        self._commands_kept += 1
        answer = tuple(recorded)
        draft.items.append(item)
        draft.answers.append(answer)
        return answer

    def take_back(self, draft: Draft) -> None:
        """The last one that was placed, when it has come to nothing."""
        if draft.known is not self._ends:
            return  # all that it was placed on is forgotten already
        for item in draft.items:
            del self._ends[item.stream].commands[item.command]
        for stream, before in draft.before.items():
            end = self._ends[stream]
            end.version, end.hash, end.at = before
        self._position, self._seal, self._at = draft.start
        self._commands_kept -= len(draft.items)

    def adopt(self, records: Sequence[Raw], draft: Draft) -> bool:
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
            draft.values += (self._position, *raw, self._seal)
        draft.grown.append(last.stream)
        self._commands_kept += len(records)
        return True


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
