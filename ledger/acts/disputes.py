"""Acts on a dispute: two people saw one game end in two ways.

What stands goes on standing until somebody corrects or confirms it.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Result
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, Publicity
from ledger.acts.boards import board_of, players_at
from ledger.acts.fields import Fields
from ledger.acts.permission import Permission
from ledger.state import Dispute, State


class DisputeResult(Command, frozen=True, kw_only=True, tag="dispute-result"):
    """The game ended so, whatever stands. Changes nothing but that everybody at the desk is told."""

    round: int
    board: int
    result: Result


class ResultDisputed(Event, frozen=True, kw_only=True, gc=False, tag="result-disputed"):
    """Somebody saw the game end otherwise. The result that stands goes on standing."""

    round: int
    board: int
    stands: Result
    result: Result  # the other reading
    disputes: int  # the version of the record that it disputes


class ConfirmResult(Command, frozen=True, kw_only=True, tag="confirm-result"):
    """What stands is right, and that dispute is settled. (If it is wrong, correcting it settles the dispute.)"""

    dispute: int
    reason: str = ""


class ResultConfirmed(Event, frozen=True, kw_only=True, gc=False, tag="result-confirmed"):
    """Somebody has looked into a dispute: the result that stands is right."""

    round: int
    board: int
    result: Result
    dispute: int  # the version of the record that it settles
    reason: str = ""


# -- deciding ----------------------------------------------------------------------------------------------------------


def dispute_result(state: State, command: DisputeResult) -> list[Event]:
    played = checks.paired_round(state.tournament, command.round)
    checks.check_published(played)
    board = checks.board_in(played, command.board)
    checks.final_result(state.tournament, command.result)
    if not board.result.is_final:
        raise Refusal("nothing-to-dispute", round=command.round, board=command.board)
    return dispute(state, command.round, command.board, command.result)


def dispute(state: State, number: int, board_number: int, reading: Result) -> list[Event]:
    """Of a board that has a result. The same reading again is no second dispute, whoever types it: there is one thing
    to settle."""
    played = state.tournament.rounds[number - 1]
    board = played.boards[board_number - 1]
    if board.result is reading or find_dispute(state, number, board_number, reading) is not None:
        return []
    since = board.since or played.since
    return [ResultDisputed(round=number, board=board_number, stands=board.result, result=reading, disputes=since)]


def find_dispute(state: State, number: int, board: int, reading: Result) -> Dispute | None:
    """The open one with that other reading."""
    wanted = (number, board, reading)
    return next((d for d in state.hall.disputes if (d.round, d.board, d.given) == wanted), None)


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


# -- evolving ----------------------------------------------------------------------------------------------------------


def _evolve_disputed(state: State, event: ResultDisputed) -> State:
    added = Dispute(state.version + 1, event.round, event.board, event.stands, event.result)
    return state.advance(hall=replace(state.hall, disputes=(*state.hall.disputes, added)))


def _evolve_confirmed(state: State, event: ResultConfirmed) -> State:
    left = tuple(one for one in state.hall.disputes if one.number != event.dispute)
    stands = board_of(state, event).since
    return state.advance(hall=replace(state.hall, disputes=left, confirmed=(*state.hall.confirmed, stands)))


# -- telling -----------------------------------------------------------------------------------------------------------


def _disputed_fields(state: State, event: ResultDisputed) -> Fields:
    found = find_dispute(state, event.round, event.board, event.result)
    return {} if found is None else {"disputed_result": event.result.value}


def _confirmed_fields(state: State, event: ResultConfirmed) -> Fields:
    settled = (one for one in state.hall.disputes if one.number == event.dispute)
    return next(({"disputed_result": one.given.value} for one in settled), {})


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=DisputeResult,
        decide=dispute_result,
        endpoint=Endpoint(
            "POST", "/rounds/{round}/boards/{board}/dispute", {"result": "0-1"}, Permission.ENTER_RESULTS
        ),
        event=ResultDisputed,
        evolve=_evolve_disputed,
        publicity=Publicity.STAFF_ONLY,
        fields=_disputed_fields,
        players=players_at,
    ),
    Act(
        command=ConfirmResult,
        decide=confirm_result,
        # Arbiters; of others only who typed it (``displays.web.api.disputes.allow_settling``).
        endpoint=Endpoint("DELETE", "/disputes/{dispute}", permission=Permission.ENTER_RESULTS),
        may_follow_the_end=True,
        event=ResultConfirmed,
        evolve=_evolve_confirmed,
        publicity=Publicity.STAFF_ONLY,
        fields=_confirmed_fields,
        players=players_at,
    ),
)
