"""A member's own game: what they may report of it, and what has become of what was reported."""

from __future__ import annotations

import enum

import msgspec

from displays.web.members.log_times import time_of_record
from engine.model import Board, Outcome, Phase, PlayerId, Result, Tournament
from ledger.acts.members import reportable_results
from ledger.acts.reported_results import reporter_of
from ledger.desk import Desk
from ledger.state import State


class Report(enum.Enum):
    """How far the result of a game has come, for one of its two players."""

    NONE = "none"
    OWN = "own"  # they reported it; the opponent has not confirmed it
    TO_CONFIRM = "to-confirm"  # the opponent reported it
    SETTLED = "settled"  # both did, or somebody at the desk
    DISPUTED = "disputed"  # the arbiter decides


class Choice(msgspec.Struct, frozen=True):
    """What they may report: what the game was to them, and so the result."""

    outcome: Outcome
    result: Result


class OwnGame(msgspec.Struct, frozen=True):
    """Of the newest round that is published."""

    round: int
    board: int
    report: Report
    result: Result
    outcome: Outcome  # to them, by what stands
    at: str  # when that was recorded; empty: nothing stands
    choices: tuple[Choice, ...]  # empty: there is nothing to report any more, or not by members


def own_game(desk: Desk, stream: str, state: State, player: PlayerId) -> OwnGame | None:
    """Nothing while no round is published, or the player has no game in it."""
    t = state.tournament
    played = t.rounds[t.released_rounds - 1] if t.released_rounds else None
    for place, board in enumerate(() if played is None else played.boards, start=1):
        if played is not None and player in (board.white, board.black):
            is_white, report = board.white == player, _report_of(state, played.number, place, board, player)
            may_report = state.member_rights.results and played.phase is Phase.PUBLISHED and not t.is_finished
            is_open = may_report and board.result is not Result.POSTPONED and report is not Report.DISPUTED
            return OwnGame(
                round=played.number,
                board=place,
                report=report,
                result=board.result,
                outcome=_outcome(board.result, is_white=is_white),
                at=time_of_record(desk, stream, board.since) if board.result is not Result.PENDING else "",
                choices=_choices(t, is_white=is_white) if is_open else (),
            )
    return None


def _report_of(state: State, number: int, place: int, board: Board, player: PlayerId) -> Report:
    if place in state.hall.disputed_boards(number):
        return Report.DISPUTED
    if not board.result.is_final:
        return Report.NONE
    reporter = reporter_of(state, board)
    if reporter is None or state.tournament.rounds[number - 1].phase is Phase.CLOSED:
        return Report.SETTLED
    return Report.OWN if reporter == player else Report.TO_CONFIRM


def _choices(t: Tournament, *, is_white: bool) -> tuple[Choice, ...]:
    """From the best down."""
    in_order = reportable_results(t) if is_white else reportable_results(t)[::-1]
    return tuple(Choice(_outcome(result, is_white=is_white), result) for result in in_order)


def _outcome(result: Result, *, is_white: bool) -> Outcome:
    return result.outcomes[0 if is_white else 1]
