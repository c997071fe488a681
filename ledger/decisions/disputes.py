"""Two people saw one game end in two ways: what stands goes on standing until somebody corrects or confirms it."""

from __future__ import annotations

from engine.errors import Refusal
from ledger.commands import ConfirmResult, DisputeResult
from ledger.decisions import checks
from ledger.events import Event, ResultConfirmed, ResultDisputed
from ledger.state import State


def dispute_result(state: State, command: DisputeResult) -> list[Event]:
    """The same reading again is no second dispute, whoever types it: there is one thing to settle."""
    played = checks.paired_round(state.tournament, command.round)
    checks.published(played)
    board = checks.board_in(played, command.board)
    if not command.result.is_final:
        raise Refusal("not-a-result", result=command.result.value)
    if not board.result.is_final:
        raise Refusal("nothing-to-dispute", round=command.round, board=command.board)
    reading = (command.round, command.board, command.result)
    if board.result is command.result or any((d.round, d.board, d.given) == reading for d in state.hall.disputes):
        return []
    return [
        ResultDisputed(
            round=command.round,
            board=command.board,
            stands=board.result,
            result=command.result,
            disputes=board.since or played.since,
        )
    ]


def confirm_result(state: State, command: ConfirmResult) -> list[Event]:
    checks.text(command.reason, "reason")
    found = next((dispute for dispute in state.hall.disputes if dispute.number == command.dispute), None)
    if found is None:
        raise Refusal("no-such-dispute", dispute=command.dispute)
    return [
        ResultConfirmed(
            round=found.round, board=found.board, result=found.stands, dispute=found.number, reason=command.reason
        )
    ]
