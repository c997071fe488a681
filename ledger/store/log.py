"""The protocol of a log: what the ledger asks of a place where events are kept. ``sqlite.py`` is the embedded one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import Future
from typing import Protocol

import msgspec

from ledger.acts.act import Event
from ledger.acts.record import Recorded
from ledger.store.chain import Raw, SealedRecord


class Head(msgspec.Struct, frozen=True):
    """The last record of one stream."""

    stream: str
    version: int
    hash: str
    position: int


class Log(Protocol):
    """Appends, reads and follows. What a future of it has resolved to is durable."""

    def submit(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> Future[tuple[Recorded, ...]]:
        """Submissions are recorded in the order in which they come; all events of one are recorded, or none.

        Fails with VersionConflict when the stream is not at ``expected_version``. A command that the stream already has
        is not recorded again, whatever version is expected: the future resolves to what the command recorded then.
        """

    async def append(
        self, stream: str, expected_version: int, events: Sequence[Event], *, actor: str, command: str
    ) -> tuple[Recorded, ...]:
        """The same as ``submit``, awaited. Whoever stops waiting takes nothing back."""

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        """The records of a stream with ``after`` < version ≤ ``upto``, by version."""

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Event]:
        """The same range, nothing but the events: the fast way to a state."""

    def read_command(self, stream: str, command: str) -> tuple[Recorded, ...]:
        """What a command recorded in a stream, by version; nothing if the stream does not have it."""

    def read_all(self, after: int = 0) -> Iterator[Recorded]:
        """All records after a position, by position."""

    def follow(self, after: int = 0) -> AsyncIterator[Recorded]:
        """All records after a position without a gap, then what is recorded from now on, by whatever process."""

    def heads(self) -> tuple[Head, ...]:
        """Of all streams, by name."""

    def streams_after(self, after: int) -> tuple[str, ...]:
        """The streams that have a record after that position, by name. It takes the time of those records alone."""

    def version(self, stream: str) -> int:
        """Of the last record of a stream; 0: there is no such stream."""

    def position(self) -> int:
        """Of the last record; 0 before the first."""

    def seal(self) -> str:
        """Of the last record; 64 zeros before the first."""

    async def newest(self) -> None:
        """Returns when what is read here has all that was recorded, by whatever node, when this was asked.

        A log in one file always has it; a copy of a log that several nodes write to waits for it. Raises Unavailable
        when that cannot be known now.
        """

    def check(self) -> None:
        """Raises Unavailable when nothing that is submitted now would be recorded, as far as that can be told."""

    def close(self) -> None:
        """Records what was submitted, then lets go of the file."""


class Archive(Log, Protocol):
    """A log whose streams can be carried elsewhere: records with the exact text of their bodies, out and in."""

    def raw(self, stream: str) -> Iterator[Raw]:
        """A stream as it is stored, by version."""

    def raw_after(self, position: int) -> Iterator[SealedRecord]:
        """All records after a position as they are stored, by position."""

    def adopt(self, records: Sequence[Raw]) -> Future[bool]:
        """Takes in a verified stream with its hashes, or the end of one: True when some of it is new, False when it is
        there already.

        Fails with Refusal when the stream exists and the records do not continue it, to the last hash.
        """

    def copy(self, records: Sequence[SealedRecord]) -> Future[None]:
        """Takes in the next records of the log that this one is a copy of, at the same positions: all of them or none.

        Fails with Broken when one of them does not continue its stream, or its seal is not what it would be here.
        """
