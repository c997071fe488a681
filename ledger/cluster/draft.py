"""The draft of a message: what waits on a node, made into records on the ends of the streams as the node knows them.

Whoever does not fit on them is not refused yet: another node may have been faster, and this one not know it. So they
wait until the copy has all that there was when they came, and only then are refused, or told what their command had
recorded. What came after them in the same stream waits with them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from engine.errors import VersionConflict
from ledger.acts.act import Event
from ledger.cluster.messages import CommandRecorded, Submission, encode_submission
from ledger.store.sqlite import SqliteLog, encode_events
from ledger.store.writer import Clock, Resolve, StreamEnd, Times, make_records

MOST_BYTES = 512 * 1024
MOST_SUBMISSIONS = 1000


class Pending:
    """Somebody who waits for what comes of something. ``is_fresh``: the copy has all that there was when they came."""

    size = 0  # bytes, about

    def __init__(self, resolve: Resolve) -> None:
        self.resolve = resolve
        self.since = time.monotonic()
        self.is_fresh = False


class PendingCommand(Pending):
    """An append."""

    def __init__(
        self, stream: str, expected: int, events: Sequence[Event], actor: str, command: str, resolve: Resolve
    ) -> None:
        super().__init__(resolve)
        self.stream, self.expected, self.events = stream, expected, events
        self.actor, self.command = actor, command
        self.bodies = encode_events(events)
        self.size = sum(map(len, self.bodies)) + (300 + len(stream) + len(command)) * len(self.bodies)


class PendingWhole(Pending):
    """What is applied as it is: a stream from elsewhere, the beginning of a log. It has a message of its own."""

    def __init__(self, submission: Submission, resolve: Resolve) -> None:
        super().__init__(resolve)
        self.submission = submission
        self.size = len(encode_submission(submission))


class Draft:
    """``submissions``, each for one of ``waiting``; ``later``: who has to wait until the copy is fresh."""

    def __init__(self, copy: SqliteLog, clock: Clock, warned: set[str]) -> None:
        self.submissions: list[Submission] = []
        self.waiting: list[Pending] = []
        self.later: list[Pending] = []
        self.answers: list[tuple[Pending, Any]] = []  # known already
        self.size = 0
        self._copy, self._clock, self._warned = copy, clock, warned
        self._times: Times | None = None
        self._ends: dict[str, StreamEnd] = {}
        self._commands = set[tuple[str, str]]()
        self._held = set[str]()  # streams of those who have to wait

    def add(self, one: Pending) -> bool:
        """False: not in this message any more."""
        is_full = self.size + one.size > MOST_BYTES or len(self.submissions) >= MOST_SUBMISSIONS
        if self.submissions and (is_full or isinstance(one, PendingWhole)):
            return False
        if isinstance(one, PendingWhole):
            if self.later:
                return False
            self._put(one, one.submission)
            self.size = MOST_BYTES  # nothing behind it: what it does to its stream is not known here
            return True
        assert isinstance(one, PendingCommand)
        if (one.stream, one.command) in self._commands:  # the same once more: what it recorded is known afterwards
            return False
        if one.stream in self._held:
            self.later.append(one)
        else:
            self._add_command(one)
        return True

    def _add_command(self, one: PendingCommand) -> None:
        if not one.events:
            self.answers.append((one, ()))
            return
        end = self._ends.get(one.stream) or self._copy.end_of(one.stream)
        if before := self._copy.read_command(one.stream, one.command):  # after the end: whoever is told of a conflict
            self.answers.append((one, before))  # has no records there
            return
        if end.version != one.expected and not one.is_fresh:
            self.later.append(one)
            self._held.add(one.stream)
        elif end.version != one.expected:
            problem = VersionConflict("version-conflict", stream=one.stream, expected=one.expected, actual=end.version)
            self.answers.append((one, problem))
        else:
            if self._times is None:
                self._times = Times(self._clock(), self._warned)
            at = self._times.choose(one.stream, end.at, one.events)
            records = tuple(make_records(end, one.stream, at, one.actor, one.command, one.bodies))
            self._ends[one.stream] = StreamEnd(records[-1].version, records[-1].hash, at)
            self._commands.add((one.stream, one.command))
            self._put(one, CommandRecorded(records))

    def _put(self, one: PendingCommand | PendingWhole, submission: Submission) -> None:
        self.submissions.append(submission)
        self.waiting.append(one)
        self.size += one.size
