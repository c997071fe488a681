"""Corrections under consideration: proposed, and later applied or dropped; in no log before they are applied.

They are about a tournament but private to its arbiters, so they are kept in the private file beside the log
(``ledger.private_file``), where they survive a restart.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from engine.errors import Refusal
from engine.model import Value
from ledger.acts.corrections import Correction
from ledger.private_file import PrivateRecord, PrivateTable, Recorder, RowOrder, current_time

GIVEN_UP_AFTER = timedelta(minutes=1)  # far longer than the log takes to write, or to say that it cannot


class ProposalEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """A tag is never renamed and never reused; a new field has a default."""


class CorrectionProposed(ProposalEvent, frozen=True, kw_only=True, tag="correction-proposed"):
    """To be looked at with its consequences; no log knows of it."""

    proposal: int  # 1, 2, 3 …
    stream: str
    correction: Correction
    key: str = ""  # of the request: the same one again proposes nothing new


class ProposalClosed(ProposalEvent, frozen=True, kw_only=True, tag="proposal-closed"):
    proposal: int
    is_applied: bool = False


class ProposalTaken(ProposalEvent, frozen=True, kw_only=True, tag="proposal-taken"):
    """A node of a cluster is about to apply it: no other does meanwhile, and nobody drops it."""

    proposal: int
    application: str  # the command id by which it is written to the log; empty: it was not, and is free again


AnyProposalEvent = CorrectionProposed | ProposalClosed | ProposalTaken
ProposalRecord = PrivateRecord[AnyProposalEvent]


class Proposal(Value, frozen=True):
    number: int
    at: str
    by: str
    correction: Correction


class Taken(Value, frozen=True):
    application: str
    at: str

    def is_given_up(self, now: datetime) -> bool:
        """Its node is gone, or does not know what became of it. Whether it was written, the log says."""
        return now > datetime.fromisoformat(self.at) + GIVEN_UP_AFTER


class ProposalState:
    """The open proposals of every tournament, oldest first."""

    def __init__(self) -> None:
        self.taken: dict[int, Taken] = {}  # of the open ones
        self._open: dict[int, tuple[str, Proposal]] = {}
        self._by_key: dict[tuple[str, str], Proposal] = {}  # the closed ones too
        self.newest = 0

    def evolve(self, record: ProposalRecord) -> None:
        match record.event:
            case CorrectionProposed(proposal=number, stream=stream, correction=correction, key=key):
                proposal = Proposal(number, record.at, record.actor, correction)
                self._open[number] = stream, proposal
                if key:
                    self._by_key[stream, key] = proposal
                self.newest = number
            case ProposalClosed(proposal=number):
                self._open.pop(number, None)
                self.taken.pop(number, None)
            case ProposalTaken(proposal=number, application=""):
                self.taken.pop(number, None)
            case ProposalTaken(proposal=number, application=application):
                self.taken[number] = Taken(application, record.at)

    def of(self, stream: str) -> tuple[Proposal, ...]:
        return tuple(proposal for where, proposal in (*self._open.values(),) if where == stream)

    def with_key(self, stream: str, key: str) -> Proposal | None:
        """What the request with that key proposed."""
        return self._by_key.get((stream, key))

    def find_taken(self, number: int, application: str, now: datetime) -> str:
        """The application that took it before that one, and was given up; empty: it is free."""
        taken = self.taken.get(number)
        if taken is None or taken.application == application:
            return ""
        if not taken.is_given_up(now):
            raise Refusal("proposal-being-applied", proposal=number)
        return taken.application

    def with_number(self, stream: str, number: int) -> Proposal:
        where, proposal = self._open.get(number, ("", None))
        if proposal is None or where != stream:
            raise Refusal("no-such-proposal", proposal=number)
        return proposal


class ProposalStore:
    """Proposals are made, found and closed here. Without a path they are kept in memory."""

    def __init__(
        self,
        path: Path | None = None,
        clock: Callable[[], datetime] = current_time,
        check_writable: Callable[[], None] = lambda: None,
        order: RowOrder | None = None,
    ) -> None:
        self._state = ProposalState()
        self._table: PrivateTable[AnyProposalEvent] = PrivateTable(
            path, "proposals", AnyProposalEvent, self._state.evolve, clock, check_writable, order
        )

    def close(self) -> None:
        self._table.close()

    def __enter__(self) -> ProposalStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def propose(self, stream: str, correction: Correction, *, by: str, key: str = "") -> Proposal:
        """A request that comes again with its key gets what it got."""

        def decide(record: Recorder[AnyProposalEvent]) -> Proposal | int:
            known = self._state.with_key(stream, key)
            if known is not None:
                return known
            number = self._state.newest + 1
            record(CorrectionProposed(proposal=number, stream=stream, correction=correction, key=key))
            return number

        decided = self._table.decide(by, decide)
        return self._state.with_number(stream, decided) if isinstance(decided, int) else decided

    def find(self, stream: str, key: str) -> Proposal | None:
        """What the request with that key proposed."""
        self._table.catch_up()
        return self._state.with_key(stream, key)

    def all_open(self, stream: str) -> tuple[Proposal, ...]:
        self._table.catch_up()
        return self._state.of(stream)

    def close_proposals(self, stream: str, numbers: tuple[int, ...], *, by: str, is_applied: bool = False) -> None:
        def decide(record: Recorder[AnyProposalEvent]) -> None:
            for number in numbers:
                self._state.with_number(stream, number)
                if not is_applied:
                    self._state.find_taken(number, "", self._table.clock())
                record(ProposalClosed(proposal=number, is_applied=is_applied))

        self._table.decide(by, decide)

    def take(self, stream: str, numbers: tuple[int, ...], *, application: str, by: str) -> dict[int, str]:
        """They are about to be written to the log with that command id: no other node applies or drops them. Back come
        the ones that were taken before, with the command ids by which they may have been written.

        (Of a single server the lock of the tournament is enough.)
        """
        if not self._table.is_shared:
            return {}

        def decide(record: Recorder[AnyProposalEvent]) -> dict[int, str]:
            earlier = {}
            for number in numbers:
                self._state.with_number(stream, number)
                earlier[number] = self._state.find_taken(number, application, self._table.clock())
                record(ProposalTaken(proposal=number, application=application))
            return {number: one for number, one in earlier.items() if one}

        return self._table.decide(by, decide)

    def give_back(self, numbers: tuple[int, ...], *, by: str) -> None:
        """The log has refused them."""

        def decide(record: Recorder[AnyProposalEvent]) -> None:
            for number in numbers:
                if number in self._state.taken:
                    record(ProposalTaken(proposal=number, application=""))

        if self._table.is_shared:
            self._table.decide(by, decide)
