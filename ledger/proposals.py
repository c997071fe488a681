"""Corrections under consideration: proposed, and later applied or dropped; in no log before they are applied.

They are about a tournament but private to its arbiters, so they are kept in the private file beside the log
(``ledger.private_file``), where they survive a restart.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec

from engine.errors import Refusal
from engine.model import Value
from ledger.acts.corrections import Correction
from ledger.private_file import PrivateRecord, PrivateTable, Recorder, RowOrder, current_time


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


AnyProposalEvent = CorrectionProposed | ProposalClosed
ProposalRecord = PrivateRecord[AnyProposalEvent]


class Proposal(Value, frozen=True):
    number: int
    at: str
    by: str
    correction: Correction


class ProposalState:
    """The open proposals of every tournament, oldest first."""

    def __init__(self) -> None:
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

    def of(self, stream: str) -> tuple[Proposal, ...]:
        return tuple(proposal for where, proposal in self._open.values() if where == stream)

    def with_key(self, stream: str, key: str) -> Proposal | None:
        """What the request with that key proposed."""
        return self._by_key.get((stream, key))

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
                record(ProposalClosed(proposal=number, is_applied=is_applied))

        self._table.decide(by, decide)
