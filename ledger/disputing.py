"""Two people enter different results for one board: the second is refused, and the other reading is recorded.

The API and the command line do it alike.
"""

from __future__ import annotations

from engine.errors import Refusal
from engine.model import Tournament
from ledger.actors import read_actor
from ledger.commands import DisputeResult, EnterResult
from ledger.desk import Answer, Desk
from ledger.events import Recorded
from ledger.state import Hall


async def stands_otherwise(
    desk: Desk, stream: str, command: EnterResult, refusal: Refusal, *, actor: str, command_id: str
) -> Refusal:
    """The refusal with who entered the result that stands and when, and with the dispute. Whoever looks at the console
    sees that by then: it is an event, which a request that is sent again does not add once more.

    ``command_id``: of the dispute; that of the refused command would mean two commands."""
    answer = await desk.handle(stream, dispute_of(command), actor=actor, command_id=command_id)
    state = desk.state(stream)
    assert state is not None
    record = _record_of(desk, stream, state.tournament, command)
    by, at = ("", "") if record is None else (read_actor(record.actor).name, record.at)
    stands, given = str(refusal.facts["stands"]), command.result.value
    dispute = _dispute(state.hall, command, answer)
    return Refusal(
        "result-differs",
        round=command.round,
        board=command.board,
        stands=stands,
        given=given,
        by=by,
        at=at,
        **dispute,
    )


def dispute_of(command: EnterResult) -> DisputeResult:
    return DisputeResult(round=command.round, board=command.board, result=command.result)


def _dispute(hall: Hall, command: EnterResult, answer: Answer) -> dict[str, int]:
    """Its number; whether it is new, or stood open when the same was typed before."""
    if answer.records:
        return {"dispute_recorded": answer.records[0].version}
    reading = (command.round, command.board, command.result)
    is_same = (dispute for dispute in hall.disputes if (dispute.round, dispute.board, dispute.given) == reading)
    found = next(is_same, None)
    return {} if found is None else {"dispute_open": found.number}


def _record_of(desk: Desk, stream: str, t: Tournament, command: EnterResult) -> Recorded | None:
    """What gave the board its result; None when the pairing did (a forfeit in a schedule)."""
    since = t.rounds[command.round - 1].boards[command.board - 1].since
    return next(desk.log.read(stream, after=since - 1, upto=since), None) if since else None
