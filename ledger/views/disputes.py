"""The disputes that are open, with who typed what and when: for the console and the API."""

from __future__ import annotations

from typing import Protocol

from engine.model import PlayerId, Tournament, Value
from ledger.state import Dispute, State
from ledger.views.audit import AuditQuestion, Entry
from ledger.views.view import Question, Shown


class Views(Protocol):
    """A tournament at some moment, as somebody may see it."""

    @property
    def state(self) -> State: ...

    def show(self, question: Question[Shown]) -> Shown: ...


class DisputeLine(Value, frozen=True):
    number: int  # by which it is settled: the version of its record
    round: int
    board: int
    white: PlayerId
    black: PlayerId
    stands: str  # the result that was entered first
    by: str  # who entered it; empty: the pairing itself gave it
    at: str  # and when
    tried: str  # the other reading
    who: str  # who typed that
    tried_at: str  # and when


def list_disputes(seen: Views, round_number: int | None = None) -> tuple[DisputeLine, ...]:
    """At the moment that is looked at, oldest first; of all rounds or of one."""
    t = seen.state.tournament
    wanted = [d for d in seen.state.hall.disputes if round_number in (None, d.round)]
    if not wanted:
        return ()
    boards = [t.rounds[d.round - 1].boards[d.board - 1] for d in wanted]
    versions = (*(d.number for d in wanted), *(board.since for board in boards if board.since))
    audit = seen.show(AuditQuestion(versions=versions))
    told = {entry.version: entry for entry in audit.entries}
    return tuple(_line(t, dispute, told) for dispute in wanted)


def _line(t: Tournament, dispute: Dispute, told: dict[int, Entry]) -> DisputeLine:
    board = t.rounds[dispute.round - 1].boards[dispute.board - 1]
    typed, entered = told[dispute.number], told.get(board.since)
    return DisputeLine(
        number=dispute.number,
        round=dispute.round,
        board=dispute.board,
        white=board.white,
        black=board.black,
        stands=dispute.stands.value,
        by=entered.actor if entered else "",
        at=entered.at if entered else "",
        tried=dispute.given.value,
        who=typed.actor,
        tried_at=typed.at,
    )
