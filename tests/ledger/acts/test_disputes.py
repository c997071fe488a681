"""Two people saw one game end in two ways: what stands goes on standing, and it is written down who saw what."""

import pytest

from engine.model import Board, Result
from ledger.acts.disputes import ConfirmResult, DisputeResult, ResultConfirmed, ResultDisputed
from ledger.acts.opening import FinishTournament, TournamentFinished
from ledger.acts.pairing import ChangeRound, RoundChanged, RoundPaired
from ledger.acts.results import ColoursCorrected, CorrectColours, CorrectResult, GamePostponed, ResultCorrected
from ledger.acts.rounds import CloseRound, RoundClosed, RoundPublished, RoundTakenBack, TakeBackRound
from ledger.state import Dispute
from tests.ledger.given import boards, entered, given, paired, published, with_players

FOUR = with_players(4)
DRAFT = (*FOUR, paired(1, (1, 2), (3, 4)))
PUBLISHED = (*FOUR, *published(1, (1, 2), (3, 4)))  # seven records
ENTERED = (*PUBLISHED, entered(1, 1, "1-0"), entered(1, 2, "1/2"))  # the 8th and 9th
WHITE, BLACK, DRAW = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW
OTHER = ResultDisputed(round=1, board=1, stands=WHITE, result=BLACK, disputes=8)
DISPUTED = (*ENTERED, OTHER)  # the 10th
OPEN = Dispute(number=10, round=1, board=1, stands=WHITE, given=BLACK)


def dispute(result, board=1):
    return DisputeResult(round=1, board=board, result=result)


def test_another_reading_is_recorded_and_changes_nothing_else():
    before = given(*ENTERED)
    after = before.when(dispute(BLACK)).then(OTHER)
    assert after.state.hall.disputes == (OPEN,)
    assert after.tournament.rounds == before.tournament.rounds


def test_the_same_reading_again_is_no_second_dispute():
    given(*DISPUTED).when(dispute(BLACK)).then_nothing()


def test_a_third_reading_is_one():
    third = ResultDisputed(round=1, board=1, stands=WHITE, result=DRAW, disputes=8)
    after = given(*DISPUTED).when(dispute(DRAW)).then(third)
    assert [d.given for d in after.state.hall.disputes] == [BLACK, DRAW]


def test_what_stands_is_not_disputed_by_itself():
    given(*ENTERED).when(dispute(WHITE)).then_nothing()


def test_there_must_be_a_result_to_dispute():
    given(*PUBLISHED).when(dispute(BLACK)).then_refused("nothing-to-dispute", round=1, board=1)
    waiting = (*PUBLISHED, GamePostponed(round=1, board=1))
    given(*waiting).when(dispute(BLACK)).then_refused("nothing-to-dispute", round=1, board=1)


def test_a_result_that_the_pairing_gave_is_disputed_as_the_pairings():
    schedule = RoundPaired(round=1, system="by-hand", boards=(Board(1, 2, WHITE), Board(3, 4)))
    after = (*FOUR, schedule, RoundPublished(round=1))
    expected = ResultDisputed(round=1, board=1, stands=WHITE, result=BLACK, disputes=6)
    given(*after).when(dispute(BLACK)).then(expected)


@pytest.mark.parametrize("result", ["pending", "postponed"])
def test_what_is_no_result_is_no_reading(result):
    given(*ENTERED).when(dispute(Result(result))).then_refused("not-a-result", result=result)


def test_a_draft_and_boards_that_are_not_there_have_nothing_to_dispute():
    given(*DRAFT).when(dispute(BLACK)).then_refused("round-not-published", round=1)
    given(*ENTERED).when(dispute(BLACK, board=3)).then_refused("no-such-board", round=1, board=3, boards=2)


# -- settled -----------------------------------------------------------------------------------------------------------


def test_what_stands_is_confirmed():
    confirmed = ResultConfirmed(round=1, board=1, result=WHITE, dispute=10, reason="both score sheets")
    after = given(*DISPUTED).when(ConfirmResult(dispute=10, reason="both score sheets")).then(confirmed)
    assert after.state.hall.disputes == ()
    assert after.tournament.rounds == given(*ENTERED).tournament.rounds
    after.when(ConfirmResult(dispute=10)).then_refused("no-such-dispute", dispute=10)


def test_after_it_was_confirmed_it_may_be_disputed_again():
    confirmed = ResultConfirmed(round=1, board=1, result=WHITE, dispute=10)
    given(*DISPUTED, confirmed).when(dispute(BLACK)).then(OTHER)


def test_confirming_settles_the_one_reading_that_was_looked_into():
    third = ResultDisputed(round=1, board=1, stands=WHITE, result=DRAW, disputes=8)
    confirmed = ResultConfirmed(round=1, board=1, result=WHITE, dispute=10)
    after = given(*DISPUTED, third).when(ConfirmResult(dispute=10)).then(confirmed)
    assert [d.given for d in after.state.hall.disputes] == [DRAW]


def test_a_dispute_is_confirmed_in_a_finished_tournament_too():
    confirmed = ResultConfirmed(round=1, board=1, result=WHITE, dispute=10)
    given(*DISPUTED, TournamentFinished()).when(ConfirmResult(dispute=10)).then(confirmed)


def test_a_reason_must_fit_on_a_line():
    told = given(*DISPUTED).when(ConfirmResult(dispute=10, reason="a\nb"))
    told.then_refused("text-has-control-characters", field="reason")


def test_a_correction_of_the_board_settles_it():
    corrected = ResultCorrected(round=1, board=1, old=WHITE, result=BLACK, corrects=8, reason="as seen")
    asked = CorrectResult(round=1, board=1, result=BLACK, reason="as seen")
    assert given(*DISPUTED).when(asked).then(corrected).state.hall.disputes == ()
    turned = ColoursCorrected(round=1, board=1, corrects=8, reason="as seen")
    asked_colours = CorrectColours(round=1, board=1, reason="as seen")
    assert given(*DISPUTED).when(asked_colours).then(turned).state.hall.disputes == ()


def test_a_correction_of_another_board_settles_nothing():
    corrected = ResultCorrected(round=1, board=2, old=DRAW, result=BLACK, corrects=9, reason="as seen")
    asked = CorrectResult(round=1, board=2, result=BLACK, reason="as seen")
    assert given(*DISPUTED).when(asked).then(corrected).state.hall.disputes == (OPEN,)


def test_a_change_by_hand_settles_what_was_disputed_of_the_pairs_that_it_parts():
    """And a round that is taken back takes its disputes with it."""
    apart = RoundChanged(round=1, boards=boards((1, 3), (2, 4)), reason="same club")
    assert given(*DISPUTED, apart).state.hall.disputes == ()
    fewer = RoundChanged(round=1, boards=(), reason="same club")
    assert given(*DISPUTED, fewer).state.hall.disputes == ()
    together = RoundChanged(round=1, boards=(Board(1, 2, WHITE, 8), Board(4, 3)), reason="sat so")
    assert given(*DISPUTED, together).state.hall.disputes == (OPEN,)
    assert given(*DISPUTED, RoundTakenBack(round=1, reason="forgotten")).state.hall.disputes == ()


def test_a_dispute_stands_in_nobodys_way():
    """What may be asked of a round with a dispute is what may be asked of one without, as long as it is open."""
    for command in (
        TakeBackRound(round=1, reason="a player was forgotten"),
        ChangeRound(round=1, boards=boards((1, 3), (2, 4)), reason="same club"),
    ):
        assert str(given(*DISPUTED).when(command).answer) == str(given(*ENTERED).when(command).answer)


# -- the round is closed -----------------------------------------------------------------------------------------------

CLOSE = CloseRound(round=1)


def test_a_round_is_not_closed_while_one_of_its_games_is_disputed():
    third = ResultDisputed(round=1, board=1, stands=WHITE, result=DRAW, disputes=8)
    other = ResultDisputed(round=1, board=2, stands=DRAW, result=BLACK, disputes=9)
    given(*DISPUTED).when(CLOSE).then_refused("disputes-open", round=1, boards=(1,))
    given(*ENTERED, other, OTHER, third).when(CLOSE).then_refused("disputes-open", round=1, boards=(1, 2))


def test_what_is_missing_is_told_before_what_is_disputed():
    given(*PUBLISHED, entered(1, 1, "1-0"), OTHER).when(CLOSE).then_refused(
        "boards-without-result", round=1, boards=(2,)
    )


@pytest.mark.parametrize(
    "settled",
    [
        ResultConfirmed(round=1, board=1, result=WHITE, dispute=10),
        ResultCorrected(round=1, board=1, old=WHITE, result=BLACK, corrects=8, reason="as seen"),
        ColoursCorrected(round=1, board=1, corrects=8, reason="as seen"),
    ],
)
def test_once_it_is_settled_the_round_is_closed(settled):
    given(*DISPUTED, settled).when(CLOSE).then(RoundClosed(round=1))


def test_a_dispute_of_an_earlier_round_keeps_no_later_one_open():
    second = (*published(2, (1, 3), (2, 4)), entered(2, 1, "1-0"), entered(2, 2, "0-1"))
    given(*ENTERED, RoundClosed(round=1), OTHER, *second).when(CloseRound(round=2)).then(RoundClosed(round=2))


def test_a_round_that_was_closed_with_a_dispute_stays_closed():
    """As the logs of old have it."""
    given(*DISPUTED, RoundClosed(round=1)).when(CLOSE).then_nothing()


# -- the tournament is finished ----------------------------------------------------------------------------------------


def test_a_tournament_is_not_finished_while_a_closed_round_is_disputed():
    """The other result was typed after the round was closed."""
    finish = FinishTournament(reason="fire alarm")
    late = (*ENTERED, RoundClosed(round=1), ResultDisputed(round=1, board=1, stands=WHITE, result=BLACK, disputes=8))
    given(*late).when(finish).then_refused("disputes-before-the-end", round=1, boards=(1,))
    given(*late, ResultConfirmed(round=1, board=1, result=WHITE, dispute=11)).when(finish).then(
        TournamentFinished(reason="fire alarm")
    )


def test_a_dispute_of_an_earlier_round_is_in_the_way_too():
    second = (*published(2, (1, 3), (2, 4)), entered(2, 1, "1-0"), entered(2, 2, "1/2"), RoundClosed(round=2))
    early = (*ENTERED, RoundClosed(round=1), *second)
    other = ResultDisputed(round=1, board=2, stands=DRAW, result=BLACK, disputes=9)
    given(*early, other).when(FinishTournament(reason="snow")).then_refused(
        "disputes-before-the-end", round=1, boards=(2,)
    )
