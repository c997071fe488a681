"""Members report their own results: provisional until the opponent or the desk confirms; two readings are a dispute."""

from __future__ import annotations

import pytest

from engine.model import Result
from ledger.acts.act import Command, Event
from ledger.acts.disputes import ResultConfirmed, ResultDisputed
from ledger.acts.members import ChangeMemberRights, MemberRightsChanged, ReportResult
from ledger.acts.reported_results import ConfirmReport, ReportConfirmed, ResultReported, unconfirmed_boards
from ledger.acts.results import CorrectResult, EnterResult, GamePostponed, ResultCorrected, ResultEntered
from ledger.acts.retyped_results import ResultRetyped
from ledger.acts.rounds import CloseRound, RoundClosed
from tests.ledger.given import given, paired, published, with_players

ALLOWED = MemberRightsChanged(results=True)
ROUND = (*with_players(5), ALLOWED, *published(1, (1, 2), (3, 4), bye=5))
WON, DRAWN, LOST = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
SINCE = len(ROUND) + 1  # the version of the result that was reported


def report(player: int, result: Result) -> ReportResult:
    return ReportResult(player=player, round=1, result=result)


def reported(player: int, result: Result = WON, board: int = 1) -> tuple[Event, ...]:
    return ResultEntered(round=1, board=board, result=result), ResultReported(round=1, board=board, player=player)


def test_nobody_reports_before_the_club_allows_it():
    started = (*with_players(4), *published(1, (1, 2), (3, 4)))
    assert given(*started).when(report(1, WON)).refusal.code == "members-report-no-results"
    assert (
        given(*started, ALLOWED, MemberRightsChanged()).when(report(1, WON)).refusal.code == "members-report-no-results"
    )


def test_what_the_club_allows_is_recorded_once():
    given(*with_players(2)).when(ChangeMemberRights(results=True, absent=True)).then(
        MemberRightsChanged(results=True, absent=True)
    )
    given(*with_players(2), ALLOWED).when(ChangeMemberRights(results=True, absent=False)).then()


def test_a_report_stands_and_is_not_confirmed():
    given(*ROUND).when(report(2, WON)).then(*reported(2))
    state = given(*ROUND, *reported(2)).state
    assert state.tournament.rounds[0].boards[0].result is WON
    assert unconfirmed_boards(state, 1) == {1: 2}


def test_the_same_from_the_opponent_confirms_it():
    given(*ROUND, *reported(2)).when(report(1, WON)).then(ReportConfirmed(round=1, board=1, result=WON, player=1))
    given(*ROUND, *reported(2)).when(report(2, WON)).then()


def test_another_from_the_opponent_is_a_dispute_and_changes_nothing():
    disputed = ResultDisputed(round=1, board=1, stands=WON, result=DRAWN, disputes=SINCE)
    given(*ROUND, *reported(2)).when(report(1, DRAWN)).then(disputed)
    stands = given(*ROUND, *reported(2), disputed)
    assert stands.state.tournament.rounds[0].boards[0].result is WON
    stands.when(report(1, DRAWN)).then()  # said once more
    assert stands.when(CloseRound(round=1)).refusal.code == "boards-without-result"  # (board 2 has none)


def test_who_reported_changes_it_until_somebody_else_has_spoken():
    retyped = ResultRetyped(round=1, board=1, old=WON, result=DRAWN, corrects=SINCE)
    again = ResultReported(round=1, board=1, player=2)
    given(*ROUND, *reported(2)).when(report(2, DRAWN)).then(retyped, again)
    assert unconfirmed_boards(given(*ROUND, *reported(2), retyped, again).state, 1) == {1: 2}
    disputed = ResultDisputed(round=1, board=1, stands=WON, result=LOST, disputes=SINCE)
    given(*ROUND, *reported(2), disputed).when(report(2, DRAWN)).then(
        ResultDisputed(round=1, board=1, stands=WON, result=DRAWN, disputes=SINCE)
    )
    confirmed = ReportConfirmed(round=1, board=1, result=WON, player=1)
    given(*ROUND, *reported(2), confirmed).when(report(2, DRAWN)).then(
        ResultDisputed(round=1, board=1, stands=WON, result=DRAWN, disputes=SINCE)
    )


def test_against_what_the_desk_entered_it_is_a_dispute():
    entered = ResultEntered(round=1, board=1, result=WON)
    given(*ROUND, entered).when(report(2, WON)).then()
    given(*ROUND, entered).when(report(2, DRAWN)).then(
        ResultDisputed(round=1, board=1, stands=WON, result=DRAWN, disputes=SINCE)
    )


@pytest.mark.parametrize("command", [ConfirmReport(round=1, board=1), EnterResult(round=1, board=1, result=WON)])
def test_the_desk_confirms_it_by_a_word_or_by_typing_the_same(command: Command):
    confirmed = ReportConfirmed(round=1, board=1, result=WON)
    given(*ROUND, *reported(2)).when(command).then(confirmed)
    given(*ROUND, *reported(2), confirmed).when(command).then()
    assert unconfirmed_boards(given(*ROUND, *reported(2), confirmed).state, 1) == {}


def test_a_correction_leaves_nothing_to_confirm():
    corrected = ResultCorrected(round=1, board=1, old=WON, result=DRAWN, corrects=SINCE, reason="asked them")
    given(*ROUND, *reported(2)).when(CorrectResult(round=1, board=1, result=DRAWN, reason="asked them")).then(corrected)
    after = given(*ROUND, *reported(2), corrected)
    assert unconfirmed_boards(after.state, 1) == {}
    assert after.when(ConfirmReport(round=1, board=1)).refusal.code == "no-report-to-confirm"
    after.when(report(2, WON)).then(ResultDisputed(round=1, board=1, stands=DRAWN, result=WON, disputes=SINCE + 2))


def test_a_dispute_that_was_settled_confirms_it_too():
    disputed = ResultDisputed(round=1, board=1, stands=WON, result=DRAWN, disputes=SINCE)
    settled = ResultConfirmed(round=1, board=1, result=WON, dispute=SINCE + 2)
    assert unconfirmed_boards(given(*ROUND, *reported(2), disputed, settled).state, 1) == {}


def test_a_round_is_closed_over_what_nobody_confirmed_and_then_it_is_too_late():
    done = (*ROUND, *reported(2), *reported(3, board=2))
    given(*done).when(CloseRound(round=1)).then(RoundClosed(round=1))
    closed = given(*done, RoundClosed(round=1))
    assert unconfirmed_boards(closed.state, 1) == {}
    assert closed.when(report(1, DRAWN)).refusal.code == "round-is-closed"
    assert closed.when(report(1, WON)).refusal.code == "round-is-closed"


def test_what_is_not_theirs_to_report():
    assert given(*ROUND).when(report(5, WON)).refusal.code == "player-without-game"
    assert given(*ROUND).when(report(9, WON)).refusal.code == "no-such-player"
    assert given(*ROUND).when(report(1, Result.FORFEIT_WHITE_WINS)).refusal.code == "not-a-result-of-play"
    assert given(*ROUND).when(report(1, Result.PENDING)).refusal.code == "not-a-result-of-play"
    assert given(*ROUND, GamePostponed(round=1, board=1)).when(report(1, WON)).refusal.code == "game-is-postponed"
    assert (
        given(*with_players(4), ALLOWED, paired(1, (1, 2), (3, 4))).when(report(1, WON)).refusal.code
        == "round-not-published"
    )
    assert given(*ROUND).when(ReportResult(player=1, round=2, result=WON)).refusal.code == "no-such-round"
