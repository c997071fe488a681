"""The rule by which every node applies a message: so all copies get the same records at the same positions.

A command that the stream has already changes nothing; else its records are taken if the first continues the stream, to
the last hash, and refused if not. The hash chain is all that decides between two nodes.

A copy may have more than is known to be applied to it (the number is written beside it, and late): then what comes is
not decided but recognised, record by record. A copy in which something else stands is of another log.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import Broken, RoundlogError
from ledger.cluster.messages import CommandRecorded, LogCopied, LogNamed, Message, StreamAdopted, Submission
from ledger.store.chain import BEFORE_THE_FIRST, Raw, StreamChain, seal_of
from ledger.store.writer import StoredRow, Transaction

Outcome = tuple[StoredRow, ...] | bool | RoundlogError | None


class AppliedMessage(NamedTuple):
    """What came of one message, and where the log stands behind it."""

    position: int
    seal: str
    outcomes: tuple[Outcome, ...]  # one for each submission
    differs: bool  # its node has another log than this one


class ApplyRule:
    """For one transaction. ``position``: as far as the order is applied; the copy may be ahead of it."""

    def __init__(self, transaction: Transaction, position: int, path: str) -> None:
        self._transaction, self._position, self._path = transaction, position, path

    def apply(self, message: Message, submissions: tuple[Submission, ...]) -> AppliedMessage:
        differs = not self._has_seal(message)
        if differs and self.is_behind:
            raise Broken("cluster-other-log", path=self._path)
        outcomes = tuple(map(self._apply, submissions))
        seal = self._transaction.find_place(self._position)[1] if self.is_behind else self._transaction.seal
        return AppliedMessage(self._position, seal or BEFORE_THE_FIRST, outcomes, differs)

    @property
    def is_behind(self) -> bool:
        return self._position < self._transaction.position

    def _has_seal(self, message: Message) -> bool:
        """What its node had then, is here too: it was all applied before this message."""
        if message.position == self._transaction.position == self._position:
            return message.seal == self._transaction.seal
        return message.position <= self._position and message.seal == self._seal_at(message.position)

    def _seal_at(self, position: int) -> str:
        return self._transaction.find_place(position)[1] if position else BEFORE_THE_FIRST

    def _apply(self, submission: Submission) -> Outcome:
        if isinstance(submission, LogNamed):
            return None
        if self.is_behind:
            return self._recognise(submission)
        try:
            outcome = self._decide(submission)
        except RoundlogError as refusal:
            return refusal
        self._position = self._transaction.position
        return outcome

    def _decide(self, submission: CommandRecorded | StreamAdopted | LogCopied) -> Outcome:
        match submission:
            case CommandRecorded():
                return self._transaction.apply(submission.records)
            case StreamAdopted():
                return self._transaction.adopt(submission.records)
            case LogCopied():
                self._transaction.copy(submission.records)
                return None

    def _recognise(self, submission: CommandRecorded | StreamAdopted | LogCopied) -> Outcome:
        """Its records are the next of the copy, all that were new then; or it was refused, or brought nothing."""
        raws = [one if isinstance(one, Raw) else one.raw for one in submission.records]
        next_hash, _ = self._transaction.find_place(self._position + 1)
        start = next((place for place, raw in enumerate(raws) if raw.hash == next_hash), None)
        if start is None:
            if self._would_fit(submission, raws):
                raise Broken("cluster-other-log", path=self._path)
            return None
        for raw in raws[start:]:
            if self._transaction.find_place(self._position + 1)[0] != raw.hash:
                raise Broken("cluster-other-log", path=self._path)
            self._position += 1
        return None

    def _would_fit(self, submission: CommandRecorded | StreamAdopted | LogCopied, raws: list[Raw]) -> bool:
        """Where the log stood then it was accepted: so it would have to be in the copy."""
        if isinstance(submission, LogCopied):
            position, _, seal = submission.records[0]
            before = self._seal_at(self._position)
            return position == self._position + 1 and seal == seal_of(before, position, raws[0].hash)
        stream, version = raws[0].stream, raws[0].version
        if isinstance(submission, CommandRecorded):
            before_it = self._transaction.find_command(stream, raws[0].command)
            if any(row[0] <= self._position for row in before_it):
                return False
        if self._has_version(stream, version) or (version > 1 and not self._has_version(stream, version - 1)):
            return False
        _, hash = self._transaction.find_version(stream, version - 1)
        chain = StreamChain(stream, version - 1, hash or BEFORE_THE_FIRST)
        try:
            for raw in raws:
                chain.follow(raw)
        except Broken:
            return False
        return True

    def _has_version(self, stream: str, version: int) -> bool:
        return 0 < self._transaction.find_version(stream, version)[0] <= self._position
