"""Corrections that somebody thinks about: in the office until they are applied or dropped, in no log before."""

from __future__ import annotations

from displays.web.access.store.events import CorrectionProposed, Noted, ProposalClosed
from engine.errors import Refusal
from engine.model import Value
from ledger.commands import Correction


class Proposal(Value, frozen=True):
    number: int
    at: str
    by: str
    correction: Correction


class Proposals:
    """The open ones of every tournament, oldest first."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[str, Proposal]] = {}
        self._by_key: dict[tuple[str, str], Proposal] = {}  # the closed ones too
        self.made = 0

    def take_in(self, noted: Noted) -> None:
        match noted.what:
            case CorrectionProposed(proposal=number, stream=stream, correction=correction, key=key):
                made = Proposal(number, noted.at, noted.who, correction)
                self._open[number] = stream, made
                if key:
                    self._by_key[stream, key] = made
                self.made = number
            case ProposalClosed(proposal=number):
                self._open.pop(number, None)
            case _:
                pass  # about keys

    def of(self, stream: str) -> tuple[Proposal, ...]:
        return tuple(proposal for where, proposal in self._open.values() if where == stream)

    def asked_with(self, stream: str, key: str) -> Proposal | None:
        """What the request with that key proposed."""
        return self._by_key.get((stream, key))

    def one(self, stream: str, number: int) -> Proposal:
        where, proposal = self._open.get(number, ("", None))
        if proposal is None or where != stream:
            raise Refusal("no-such-proposal", proposal=number)
        return proposal
