"""Changing, publishing, taking back, closing and reopening a round; corrections and published pairings."""

import pytest
from msgspec.structs import replace

from engine.audit import Breach
from engine.model import Board, Outcome, Phase, Result, SitOut
from ledger.acts.pairing import ChangeRound, PairByHand, RoundChanged
from ledger.acts.presence import AbsenceAnnounced
from ledger.acts.results import ColoursCorrected, CorrectColours, GamePostponed, ResultCorrected
from ledger.acts.rounds import (
    CloseRound,
    PublicationTakenBack,
    PublishRound,
    ReopenRound,
    RoundClosed,
    RoundPublished,
    RoundReopened,
    RoundTakenBack,
    TakeBackRound,
)
from ledger.acts.sit_outs import CorrectSitOut, SitOutCorrected
from tests.ledger.given import boards, entered, given, paired, played, published, with_players

FOUR = with_players(4)
ONE_ROUND = (*FOUR, *played(1, {(1, 2): "1-0", (3, 4): "0-1"}))


def by_hand(number, *pairs, sitouts=()):
    return PairByHand(round=number, boards=boards(*pairs), sitouts=sitouts)


def change(number, *pairs, sitouts=(), reason="Dirk is late"):
    return ChangeRound(round=number, boards=boards(*pairs), sitouts=sitouts, reason=reason)


# -- changing ----------------------------------------------------------------------------------------------------------

DRAFT = (*FOUR, paired(1, (1, 2), (3, 4)))
PUBLISHED = (*FOUR, *published(1, (1, 2), (3, 4)))


@pytest.mark.parametrize("history", [DRAFT, PUBLISHED])
def test_the_arbiter_changes_a_round_for_a_reason(history):
    before = given(*history)
    after = before.when(change(1, (1, 3), (2, 4))).then(
        RoundChanged(round=1, boards=boards((1, 3), (2, 4)), reason="Dirk is late")
    )
    assert after.tournament.rounds[0].phase is before.tournament.rounds[0].phase


def test_a_round_is_not_changed_without_a_reason():
    given(*DRAFT).when(change(1, (1, 3), (2, 4), reason="  ")).then_refused("reason-missing")


def test_the_same_boards_are_no_change():
    given(*DRAFT).when(change(1, (1, 2), (3, 4))).then_refused("nothing-changes")


def test_another_order_of_the_boards_is_a_change():
    given(*DRAFT).when(change(1, (3, 4), (1, 2))).then(
        RoundChanged(round=1, boards=boards((3, 4), (1, 2)), reason="Dirk is late")
    )


def test_changed_colours_are_a_change():
    given(*DRAFT).when(change(1, (2, 1), (3, 4))).then(
        RoundChanged(round=1, boards=boards((2, 1), (3, 4)), reason="Dirk is late")
    )


def test_another_way_of_sitting_out_is_a_change():
    absent = (SitOut(3, Outcome.ABSENT),)
    given(*with_players(3), paired(1, (1, 2), bye=3)).when(change(1, (1, 2), sitouts=absent)).then(
        RoundChanged(round=1, boards=boards((1, 2)), sitouts=absent, reason="Dirk is late")
    )


def test_results_already_entered_go_with_their_boards():
    history = (*with_players(6), *published(1, (1, 2), (3, 4), (5, 6)), entered(1, 2, "1/2"))
    kept = Board(3, 4, Result.DRAW, since=10)
    after = (
        given(*history)
        .when(change(1, (3, 4), (1, 6), (5, 2)))
        .then(RoundChanged(round=1, boards=(kept, Board(1, 6), Board(5, 2)), reason="Dirk is late"))
    )
    assert after.tournament.rounds[0].boards[0] == kept


@pytest.mark.parametrize("result", ["1-0", "0-0f", "postponed"])
@pytest.mark.parametrize("pairs", [((1, 3), (2, 4)), ((1, 2), (4, 3))])
def test_a_pair_that_has_a_result_is_not_broken_up_or_turned(result, pairs):
    given(*PUBLISHED, entered(1, 2, result)).when(change(1, *pairs)).then_refused(
        "board-has-result", round=1, board=2, result=result
    )


def test_colours_that_were_corrected_are_not_a_change_to_come():
    turned = given(*PUBLISHED).when(CorrectColours(round=1, board=2, reason="sat wrong")).events
    given(*PUBLISHED, *turned).when(change(1, (1, 2), (4, 3))).then_refused("nothing-changes")


def test_a_changed_round_seats_everybody_as_a_new_one_does():
    given(*DRAFT).when(change(1, (1, 2))).then_refused("players-without-board", round=1, players=(3, 4))
    given(*DRAFT).when(change(1)).then_refused("no-boards", round=1)
    given(*DRAFT).when(change(1, (1, 2), (3, 3))).then_refused("player-twice", player=3)


def test_a_changed_round_names_what_it_breaks():
    history = (*ONE_ROUND, paired(2, (1, 3), (2, 4)))
    given(*history).when(change(2, (1, 2), (3, 4))).then(
        RoundChanged(
            round=2,
            boards=boards((1, 2), (3, 4)),
            reason="Dirk is late",
            breaches=(Breach("met-before", 1, (1, 2)), Breach("met-before", 2, (3, 4))),
        )
    )


def test_somebody_who_does_not_come_is_taken_from_the_board():
    sitouts = (SitOut(3, Outcome.PAIRING_BYE), SitOut(4, Outcome.ABSENT_UNNOTIFIED))
    given(*PUBLISHED).when(change(1, (1, 2), sitouts=sitouts)).then(
        RoundChanged(round=1, boards=boards((1, 2)), sitouts=sitouts, reason="Dirk is late")
    )


def test_a_corrected_absence_stays_corrected_when_the_boards_change():
    away = AbsenceAnnounced(player=5, rounds=(1,), outcome=Outcome.ABSENT)
    history = [*with_players(5), away]
    for asked in (
        by_hand(1, (1, 2), (3, 4)),
        CorrectSitOut(round=1, player=5, outcome=Outcome.TEAM_DUTY, reason="plays for the team"),
    ):
        history += given(*history).when(asked).events
    assert isinstance(history[-1], SitOutCorrected)
    given(*history).when(change(1, (1, 2), (3, 4))).then_refused("nothing-changes")
    after = (
        given(*history)
        .when(change(1, (1, 3), (2, 4)))
        .then(
            RoundChanged(
                round=1,
                boards=boards((1, 3), (2, 4)),
                sitouts=(SitOut(5, Outcome.TEAM_DUTY, since=9),),
                reason="Dirk is late",
            )
        )
    )
    assert after.tournament.rounds[0].sitouts[0].outcome is Outcome.TEAM_DUTY


def test_a_closed_round_is_not_changed():
    given(*ONE_ROUND).when(change(1, (1, 3), (2, 4))).then_refused("round-is-closed", round=1)


def test_a_round_is_not_changed_behind_a_later_one():
    given(*ONE_ROUND, paired(2, (1, 3), (2, 4))).when(change(1, (1, 3), (2, 4))).then_refused(
        "later-round-paired", round=1, last=2
    )


# -- KNSB:2014 F6, F7 --------------------------------------------------------------------------------------------------

ROUND_2_IS_OUT = (*ONE_ROUND, *published(2, (1, 4), (2, 3)))
CORRECTED = ResultCorrected(
    round=1, board=1, old=Result.WHITE_WINS, result=Result.BLACK_WINS, corrects=8, reason="wrong way round"
)


def test_f6_a_published_pairing_is_not_changed_by_a_later_correction():
    before, after = given(*ROUND_2_IS_OUT).tournament, given(*ROUND_2_IS_OUT, CORRECTED).tournament
    assert after.rounds[1] == before.rounds[1]
    assert after.rounds[0].boards[0].result is Result.BLACK_WINS


def test_f7_a_correction_counts_for_pairings_still_to_be_made():
    """A game that turns out to have been won by forfeit leaves the two free to meet in round 2."""
    forfeit = replace(CORRECTED, result=Result.FORFEIT_WHITE_WINS)
    given(*ONE_ROUND, forfeit).when(by_hand(2, (2, 1), (3, 4))).then(
        replace(paired(2, (2, 1), (3, 4)), breaches=(Breach("met-before", 2, (3, 4)),))
    )


def test_f7_pairing_a_published_round_again_is_the_arbiters_own_act_and_an_event():
    draft = (
        given(*ROUND_2_IS_OUT, CORRECTED)
        .when(TakeBackRound(round=2, reason="result of board 1 was wrong"))
        .then(PublicationTakenBack(round=2, reason="result of board 1 was wrong"))
    )
    back = draft.when(TakeBackRound(round=2)).then(RoundTakenBack(round=2, reason=""))
    back.when(by_hand(2, (2, 4), (1, 3))).then(paired(2, (2, 4), (1, 3)))


# -- publishing, taking back, closing, reopening -----------------------------------------------------------------------


def test_a_round_is_published():
    after = given(*DRAFT).when(PublishRound(round=1)).then(RoundPublished(round=1))
    assert after.tournament.rounds[0].phase is Phase.PUBLISHED


@pytest.mark.parametrize("history", [PUBLISHED, ONE_ROUND])
def test_published_once_is_published(history):
    given(*history).when(PublishRound(round=1)).then_nothing()


def test_a_publication_that_is_taken_back_gives_the_draft_back():
    before = given(*PUBLISHED)
    after = before.when(TakeBackRound(round=1, reason="Dirk rang")).then(
        PublicationTakenBack(round=1, reason="Dirk rang")
    )
    assert after.tournament.rounds == given(*DRAFT).tournament.rounds
    after.when(PublishRound(round=1)).then(RoundPublished(round=1))


@pytest.mark.parametrize("reason", ["", "Dirk rang"])
def test_a_draft_is_discarded_with_a_reason_or_without(reason):
    after = given(*DRAFT).when(TakeBackRound(round=1, reason=reason)).then(RoundTakenBack(round=1, reason=reason))
    assert after.tournament.rounds == ()
    assert after.tournament.next_round == 1


def test_an_old_log_that_took_back_a_published_round_has_no_draft_of_it():
    assert given(*PUBLISHED, RoundTakenBack(round=1, reason="Dirk rang")).tournament.rounds == ()


def test_a_publication_is_not_taken_back_without_a_reason():
    given(*PUBLISHED).when(TakeBackRound(round=1, reason="")).then_refused("reason-missing")


@pytest.mark.parametrize("result", ["1-0", "0-0f", "never-played"])
def test_a_round_that_has_begun_is_not_taken_back(result):
    given(*PUBLISHED, entered(1, 2, result)).when(TakeBackRound(round=1, reason="chaos")).then_refused(
        "round-has-begun", round=1
    )


def test_a_closed_round_is_not_taken_back():
    given(*ONE_ROUND).when(TakeBackRound(round=1, reason="chaos")).then_refused("round-is-closed", round=1)


def test_a_round_is_not_taken_back_behind_a_later_one():
    given(*ROUND_2_IS_OUT).when(TakeBackRound(round=1, reason="chaos")).then_refused(
        "later-round-paired", round=1, last=2
    )


def test_a_round_with_all_its_results_is_closed():
    results = (entered(1, 1, "1-0"), entered(1, 2, "0-0f"))
    after = given(*PUBLISHED, *results).when(CloseRound(round=1)).then(RoundClosed(round=1))
    assert after.tournament.rounds[0].phase is Phase.CLOSED
    after.when(CloseRound(round=1)).then_nothing()


def test_a_postponed_game_does_not_hold_up_the_round():
    history = (*PUBLISHED, entered(1, 1, "1-0"), GamePostponed(round=1, board=2))
    given(*history).when(CloseRound(round=1)).then(RoundClosed(round=1))


def test_a_round_is_not_closed_while_games_go_on():
    given(*PUBLISHED).when(CloseRound(round=1)).then_refused("boards-without-result", round=1, boards=(1, 2))
    given(*PUBLISHED, entered(1, 1, "1-0")).when(CloseRound(round=1)).then_refused(
        "boards-without-result", round=1, boards=(2,)
    )


def test_a_draft_is_not_closed():
    given(*DRAFT).when(CloseRound(round=1)).then_refused("round-not-published", round=1)


def test_an_earlier_round_has_been_closed_long_ago():
    given(*ROUND_2_IS_OUT).when(CloseRound(round=1)).then_refused("later-round-paired", round=1, last=2)


def test_the_last_round_is_reopened_for_a_reason():
    after = (
        given(*ONE_ROUND)
        .when(ReopenRound(round=1, reason="board 2 plays on"))
        .then(RoundReopened(round=1, reason="board 2 plays on"))
    )
    assert after.tournament.rounds[0].phase is Phase.PUBLISHED
    assert after.tournament.rounds[0].boards[1].result is Result.BLACK_WINS


def test_a_round_is_not_reopened_without_a_reason():
    given(*ONE_ROUND).when(ReopenRound(round=1, reason=" ")).then_refused("reason-missing")


@pytest.mark.parametrize("history", [DRAFT, PUBLISHED])
def test_only_a_closed_round_is_reopened(history):
    given(*history).when(ReopenRound(round=1, reason="why")).then_refused("round-not-closed", round=1)


def test_a_round_is_not_reopened_behind_a_later_one():
    given(*ONE_ROUND, paired(2, (1, 3), (2, 4))).when(ReopenRound(round=1, reason="why")).then_refused(
        "later-round-paired", round=1, last=2
    )


@pytest.mark.parametrize(
    "asked",
    [
        lambda number: change(number, (1, 2), (3, 4)),
        lambda number: PublishRound(round=number),
        lambda number: TakeBackRound(round=number, reason="why"),
        lambda number: CloseRound(round=number),
        lambda number: ReopenRound(round=number, reason="why"),
    ],
)
@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_there_is_no_such_round(asked, number):
    given(*DRAFT).when(asked(number)).then_refused("no-such-round", round=number, rounds=1)


def test_a_board_that_changed_colours_is_found_by_its_players():
    """A result that was given before the colours were put right goes with the board, turned."""
    history = (*PUBLISHED, entered(1, 2, "1-0"), ColoursCorrected(round=1, board=2, corrects=8, reason="sat wrong"))
    given(*history).when(change(1, (4, 3), (1, 2))).then(
        RoundChanged(round=1, boards=(Board(4, 3, Result.BLACK_WINS, since=9), Board(1, 2)), reason="Dirk is late")
    )
