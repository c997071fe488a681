"""A result that was entered, and became a dispute because another one stands.

Whoever entered it is refused, with what stands, who entered that and when; the dispute is recorded all the same, and
whoever looks at the console sees it by then. The API and the command line do it alike.
"""

from __future__ import annotations

from engine.errors import Fact, Refusal
from engine.model import Result
from ledger.actors import read_actor
from ledger.acts.disputes import ResultDisputed, find_dispute
from ledger.acts.record import Recorded
from ledger.acts.results import EnterResult
from ledger.desk import Answer, Desk
from ledger.state import State


def check_undisputed(desk: Desk, stream: str, command: EnterResult, answer: Answer) -> None:
    """Raises that refusal. ``answer``: of the desk, to the command."""
    state = desk.state(stream)
    assert state is not None
    found = _dispute_of(state, command, answer)
    if found is None:
        return
    stands, number = found
    board = state.tournament.rounds[command.round - 1].boards[command.board - 1]
    record = _read_record(desk, stream, board.since)
    by, at = ("", "") if record is None else (read_actor(record.actor).name, record.at)
    raise Refusal(
        "result-differs",
        round=command.round,
        board=command.board,
        stands=stands.value,
        given=command.result.value,
        by=by,
        at=at,
        **number,
    )


def _dispute_of(state: State, command: EnterResult, answer: Answer) -> tuple[Result, dict[str, Fact]] | None:
    """What stood, and the number: of a new dispute, or of one that stood open when the same was typed before."""
    for recorded in answer.records:
        event = recorded.event
        return (event.stands, {"dispute_recorded": recorded.version}) if isinstance(event, ResultDisputed) else None
    known = find_dispute(state, command.round, command.board, command.result)
    return None if known is None else (known.stands, {"dispute_open": known.number})


def _read_record(desk: Desk, stream: str, version: int) -> Recorded | None:
    """What gave the board its result; None when the pairing did (a forfeit in a schedule)."""
    return next(desk.log.read(stream, after=version - 1, upto=version), None) if version else None
