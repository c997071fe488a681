"""A typo of one's own: who typed a result types it again, which is neither a dispute nor a correction."""

import pytest

from engine.model import Result
from ledger.acts.disputes import ResultConfirmed, ResultDisputed
from ledger.acts.results import EnterResult, GamePostponed, ResultCorrected
from ledger.acts.retyped_results import ResultRetyped
from ledger.acts.rounds import CloseRound, RoundClosed, TakeBackRound
from tests.ledger.given import entered, given, paired, published, with_players

PUBLISHED = (*with_players(4), *published(1, (1, 2), (3, 4)))  # seven records
ENTERED = (*PUBLISHED, entered(1, 1, "1-0"))  # the 8th
WHITE, BLACK, DRAW = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW
DISPUTE = ResultDisputed(round=1, board=1, stands=WHITE, result=BLACK, disputes=8)


def again(result, *, board=1, replaces=8):
    return EnterResult(round=1, board=board, result=result, replaces=replaces)


def test_who_typed_it_types_another_and_the_record_names_the_first():
    retyped = ResultRetyped(round=1, board=1, old=WHITE, result=BLACK, corrects=8)
    after = given(*ENTERED).when(again(BLACK), wrote=(8,)).then(retyped)
    assert (after.tournament.rounds[0].boards[0].result, after.tournament.rounds[0].boards[0].since) == (BLACK, 9)
    assert after.state.hall.disputes == ()
    assert not after.tournament.rounds[0].is_corrected(1)


def test_and_once_more():
    first = ResultRetyped(round=1, board=1, old=WHITE, result=BLACK, corrects=8)
    second = ResultRetyped(round=1, board=1, old=BLACK, result=DRAW, corrects=9)
    given(*ENTERED, first).when(again(DRAW, replaces=9), wrote=(8, 9)).then(second)


def test_what_was_typed_at_the_wrong_board_is_taken_back_and_the_round_has_not_begun():
    after = given(*ENTERED).when(again(Result.PENDING), wrote=(8,))
    back = after.then(ResultRetyped(round=1, board=1, old=WHITE, result=Result.PENDING, corrects=8))
    assert not back.tournament.rounds[0].has_begun
    assert back.when(TakeBackRound(round=1, reason="wrong list")).answer


def test_the_same_result_is_no_change():
    given(*ENTERED).when(again(WHITE), wrote=(8,)).then_nothing()


def test_a_game_is_not_postponed_that_way():
    given(*ENTERED).when(again(Result.POSTPONED), wrote=(8,)).then_refused("not-a-result", result="postponed")


def test_somebody_elses_is_a_dispute():
    given(*ENTERED).when(again(BLACK), wrote=(7,)).then(DISPUTE)


def test_without_having_seen_what_stands_it_is_a_dispute():
    given(*ENTERED).when(again(BLACK, replaces=None), wrote=(8,)).then(DISPUTE)


def test_what_was_corrected_meanwhile_is_not_retyped():
    corrected = ResultCorrected(round=1, board=1, old=WHITE, result=DRAW, corrects=8, reason="the slip")
    for replaces in (8, 9):  # not even by who corrected it: that had a reason
        given(*ENTERED, corrected).when(again(BLACK, replaces=replaces), wrote=(8, 9)).then(
            ResultDisputed(round=1, board=1, stands=DRAW, result=BLACK, disputes=9)
        )


def test_what_somebody_else_saw_otherwise_is_theirs_to_settle():
    given(*ENTERED, DISPUTE).when(again(BLACK), wrote=(8,)).then_nothing()
    given(*ENTERED, DISPUTE).when(again(DRAW), wrote=(8,)).then(
        ResultDisputed(round=1, board=1, stands=WHITE, result=DRAW, disputes=8)
    )


def test_what_somebody_has_confirmed_is_not_retyped():
    confirmed = ResultConfirmed(round=1, board=1, result=WHITE, dispute=9)
    given(*ENTERED, DISPUTE, confirmed).when(again(BLACK), wrote=(8,)).then(DISPUTE)


def test_when_the_round_is_closed_it_is_a_dispute():
    closed = (*ENTERED, entered(1, 2, "0-1"), RoundClosed(round=1))
    given(*closed).when(again(BLACK), wrote=(8,)).then(DISPUTE)
    later = (*closed, paired(2, (1, 3), (2, 4)))
    given(*later).when(again(BLACK), wrote=(8,)).then(DISPUTE)


@pytest.mark.parametrize("result", [BLACK, DRAW])
def test_a_board_that_waits_for_its_result_simply_gets_it(result):
    waiting = (*PUBLISHED, GamePostponed(round=1, board=1))
    for history in (PUBLISHED, waiting):
        given(*history).when(again(result), wrote=(8,)).then(entered(1, 1, result.value))


def test_a_board_that_is_not_there_is_refused_as_ever():
    given(*ENTERED).when(again(BLACK, board=3), wrote=(8,)).then_refused("no-such-board", round=1, board=3, boards=2)


def test_before_the_first_round_there_is_nothing_to_retype():
    asked = EnterResult(round=0, board=1, result=BLACK, replaces=1)
    given(*with_players(2)).when(asked, wrote=(1,)).then_refused("no-such-round", round=0, rounds=0)


def test_a_round_is_not_closed_over_what_was_taken_back():
    back = ResultRetyped(round=1, board=1, old=WHITE, result=Result.PENDING, corrects=8)
    given(*ENTERED, entered(1, 2, "0-1"), back).when(CloseRound(round=1)).then_refused(
        "boards-without-result", round=1, boards=(1,)
    )
