"""Acts on the report for the ratings: a result that is corrected there alone (FIDE C.04.2 4.3).

A result that is found to be wrong after the round after the next was paired stands for pairings, tables and cards; the
report to the federation has the corrected one, and says so.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Phase, PlayerId, Result
from ledger.acts import checks
from ledger.acts.act import Act, AnyAct, Command, Endpoint, Event, Publicity
from ledger.acts.boards import board_of, players_at, with_board
from ledger.acts.fields import Fields
from ledger.acts.integrity import Integrity
from ledger.state import State


class CorrectForRating(Command, frozen=True, kw_only=True, tag="correct-for-rating"):
    """The result that stands takes such a correction back."""

    round: int
    board: int
    result: Result
    reason: str


class RatingCorrected(Event, frozen=True, kw_only=True, gc=False, tag="rating-corrected"):
    round: int
    board: int
    stands: Result  # for pairings, tables and cards
    old: Result  # in the report until now
    result: Result  # in the report from now on
    corrects: int
    reason: str


def correct_for_rating(state: State, command: CorrectForRating) -> list[Event]:
    """VCL4THP 192. While its round is open a result is simply corrected."""
    checks.reason(command.reason)
    played = checks.paired_round(state.tournament, command.round)
    board = checks.board_in(played, command.board)
    if played.phase is not Phase.CLOSED or not board.result.is_final:
        raise Refusal("rating-correction-too-early", round=command.round, board=command.board)
    checks.final_result(state.tournament, command.result)
    old = board.rated_as or board.result
    if old is command.result:
        raise Refusal("nothing-changes")
    return [
        RatingCorrected(
            round=command.round,
            board=command.board,
            stands=board.result,
            old=old,
            result=command.result,
            corrects=board.since or played.since,
            reason=command.reason,
        )
    ]


def _evolve_corrected(state: State, event: RatingCorrected) -> State:
    """The record of the result that stands is another one, and stays what corrections of it name."""
    rated_as = None if event.result is event.stands else event.result
    board = replace(board_of(state, event), rated_as=rated_as)
    return state.advance(with_board(state.tournament, event.round, event.board, board))


def _rated_fields(state: State, event: RatingCorrected) -> Fields:
    board = board_of(state, event)
    return {"rated_as": (board.rated_as or board.result).value}


def _players(before: State | None, event: RatingCorrected, after: State) -> tuple[PlayerId, ...]:
    return players_at(before, event, after)


ACTS: tuple[AnyAct, ...] = (
    Act(
        command=CorrectForRating,
        decide=correct_for_rating,
        endpoint=Endpoint(
            "PUT",
            "/rounds/{round}/boards/{board}/rating-result",
            {"result": "1/2", "reason": "Found by the players after the tournament."},
        ),
        may_follow_the_end=True,
        event=RatingCorrected,
        evolve=_evolve_corrected,
        publicity=Publicity.AT_ONCE,
        fields=_rated_fields,
        players=_players,
        is_correction=True,
        integrity=lambda before, event: Integrity.RATING_CORRECTION,
    ),
)
