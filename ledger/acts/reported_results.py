"""Acts on a result that a player reported: it stands, and is provisional until the opponent or the desk confirms it.

A report is a result that was entered, and beside it who of the two reported it. What becomes of it goes by the record
that gave the result (``Board.since``): whatever gives the board another result leaves nothing to confirm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Board, Phase, PlayerId, Result
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, Publicity
from ledger.acts.boards import board_of, players_at
from ledger.acts.fields import Fields
from ledger.acts.permission import Permission
from ledger.state import State


class ResultReported(Event, frozen=True, kw_only=True, gc=False, tag="result-reported"):
    """The result that stands was reported by this player, and nobody else has confirmed it."""

    round: int
    board: int
    player: PlayerId


class ConfirmReport(Command, frozen=True, kw_only=True, tag="confirm-report"):
    """What a player reported is right."""

    round: int
    board: int


class ReportConfirmed(Event, frozen=True, kw_only=True, gc=False, tag="report-confirmed"):
    round: int
    board: int
    result: Result
    player: PlayerId | None = None  # the opponent; None: somebody at the desk


# -- deciding ----------------------------------------------------------------------------------------------------------


def reporter_of(state: State, board: Board) -> PlayerId | None:
    """Who reported the result that stands, as long as nobody else has confirmed it."""
    hall = state.hall
    return None if board.since in hall.confirmed else hall.reported.get(board.since)


def unconfirmed_boards(state: State, number: int) -> Mapping[int, PlayerId]:
    """The boards of a round whose results their players reported, with who did, and nobody else has confirmed. Who
    closes a round takes its results as they are."""
    played = state.tournament.rounds[number - 1]
    return {} if played.phase is Phase.CLOSED else dict(_find_unconfirmed(state, played.boards))


def _find_unconfirmed(state: State, boards: tuple[Board, ...]) -> Iterator[tuple[int, PlayerId]]:
    for place, board in enumerate(boards, start=1):
        player = reporter_of(state, board)
        if player is not None:
            yield place, player


def confirm_report(state: State, command: ConfirmReport) -> list[Event]:
    played = checks.paired_round(state.tournament, command.round)
    checks.check_published(played)
    board = checks.board_in(played, command.board)
    if board.since not in state.hall.reported:
        raise Refusal("no-report-to-confirm", round=command.round, board=command.board)
    return confirm_if_reported(state, command.round, command.board)


def confirm_if_reported(state: State, number: int, place: int, player: PlayerId | None = None) -> list[Event]:
    """The same result came from somebody else: the opponent, or somebody who typed it at the desk."""
    board = state.tournament.rounds[number - 1].boards[place - 1]
    if reporter_of(state, board) in (None, player):
        return []
    return [ReportConfirmed(round=number, board=place, result=board.result, player=player)]


# -- evolving and telling ----------------------------------------------------------------------------------------------


def _evolve_reported(state: State, event: ResultReported) -> State:
    reported = {**state.hall.reported, board_of(state, event).since: event.player}
    return state.advance(hall=replace(state.hall, reported=reported))


def _evolve_confirmed(state: State, event: ReportConfirmed) -> State:
    confirmed = (*state.hall.confirmed, board_of(state, event).since)
    return state.advance(hall=replace(state.hall, confirmed=confirmed))


def _fields(state: State, event: ResultReported | ReportConfirmed) -> Fields:
    player = reporter_of(state, board_of(state, event))
    return {} if player is None else {"reported_by": player}


ACTS: tuple[AnyAct, ...] = (
    Act(
        event=ResultReported,
        evolve=_evolve_reported,
        publicity=Publicity.STAFF_ONLY,
        fields=_fields,
        players=players_at,
    ),
    Act(
        command=ConfirmReport,
        decide=confirm_report,
        endpoint=Endpoint("POST", "/rounds/{round}/boards/{board}/confirmation", permission=Permission.ENTER_RESULTS),
        event=ReportConfirmed,
        evolve=_evolve_confirmed,
        publicity=Publicity.STAFF_ONLY,
        fields=_fields,
        players=players_at,
    ),
)
