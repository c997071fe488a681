"""Results and their corrections, colours, postponed games, players who sat out."""

import pytest

from engine.model import Board, Outcome, Result, SitOut
from ledger.acts.corrections import ApplyCorrections
from ledger.acts.disputes import ResultDisputed
from ledger.acts.pairing import RoundChanged, RoundPaired
from ledger.acts.presence import AbsenceAnnounced
from ledger.acts.results import (
    ColoursCorrected,
    CorrectColours,
    CorrectResult,
    EnterResult,
    GamePostponed,
    PostponeGame,
    ResultCorrected,
)
from ledger.acts.rounds import RoundClosed, RoundReopened
from ledger.acts.sit_outs import CorrectSitOut, SitOutCorrected
from ledger.views import card
from tests.ledger.given import boards, entered, given, paired, played, published, with_players

FOUR = with_players(4)
DRAFT = (*FOUR, paired(1, (1, 2), (3, 4)))
PUBLISHED = (*FOUR, *published(1, (1, 2), (3, 4)))  # seven records
CLOSED = (*FOUR, *played(1, {(1, 2): "1-0", (3, 4): "0-1"}))  # ten records; the results are the 8th and 9th
POSTPONED = (*PUBLISHED, entered(1, 1, "1-0"), GamePostponed(round=1, board=2))
FINAL = [result for result in Result if result.is_final and not result.is_advantage_draw]


def enter(board, result, number=1):
    return EnterResult(round=number, board=board, result=Result(result))


def correct(board, result, reason="typing error", number=1):
    return CorrectResult(round=number, board=board, result=Result(result), reason=reason)


# -- results -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", FINAL)
def test_a_result_of_each_kind_is_entered(result):
    after = given(*PUBLISHED).when(enter(2, result)).then(entered(1, 2, result.value))
    assert after.tournament.rounds[0].boards == (Board(1, 2), Board(3, 4, result, since=8))


@pytest.mark.parametrize("result", FINAL)
def test_the_same_result_twice_is_one_result(result):
    given(*PUBLISHED, entered(1, 2, result.value)).when(enter(2, result)).then_nothing()


def disputed(board, stands, given, disputes):
    return ResultDisputed(round=1, board=board, stands=Result(stands), result=Result(given), disputes=disputes)


def test_a_different_result_is_a_dispute_that_people_settle():
    after = given(*PUBLISHED, entered(1, 2, "1-0")).when(enter(2, "0-1")).then(disputed(2, "1-0", "0-1", disputes=8))
    assert after.tournament.rounds[0].boards[1].result is Result.WHITE_WINS
    after.when(enter(2, "0-1")).then_nothing()  # the same reading again is no second dispute
    after.when(enter(2, "1-0")).then_nothing()
    after.when(enter(2, "1/2")).then(disputed(2, "1-0", "1/2", disputes=8))


def test_a_game_won_over_the_board_is_not_one_won_by_forfeit():
    given(*PUBLISHED, entered(1, 2, "1-0")).when(enter(2, "1-0f")).then(disputed(2, "1-0", "1-0f", disputes=8))


@pytest.mark.parametrize("result", ["pending", "postponed"])
def test_a_game_that_goes_on_has_no_result(result):
    given(*PUBLISHED).when(enter(1, result)).then_refused("not-a-result", result=result)


def test_a_draft_has_no_results():
    given(*DRAFT).when(enter(1, "1-0")).then_refused("round-not-published", round=1)


def test_a_postponed_game_gets_its_result_when_it_is_finished():
    given(*POSTPONED).when(enter(2, "1/2")).then(entered(1, 2, "1/2"))


def test_a_postponed_game_may_be_finished_after_its_round_was_closed_and_the_next_one_paired():
    history = (*POSTPONED, RoundClosed(round=1), *published(2, (1, 3), (2, 4)))
    after = given(*history).when(enter(2, "0-1")).then(entered(1, 2, "0-1"))
    assert after.tournament.rounds[0].boards[1].result is Result.BLACK_WINS
    assert after.tournament.rounds[1] == given(*history).tournament.rounds[1]


def test_a_closed_round_gets_no_other_result():
    after = given(*CLOSED).when(enter(1, "1/2")).then(disputed(1, "1-0", "1/2", disputes=8))
    assert after.tournament.rounds == given(*CLOSED).tournament.rounds


def test_among_corrections_another_result_is_a_mistake_and_no_dispute():
    asked = ApplyCorrections(corrections=(enter(1, "1/2"),))
    given(*CLOSED).when(asked).then_refused("result-differs", round=1, board=1, stands="1-0", given="1/2")


# -- corrections -------------------------------------------------------------------------------------------------------


def test_a_correction_names_what_it_corrects_and_why():
    after = (
        given(*PUBLISHED, entered(1, 1, "1-0"))
        .when(correct(1, "1/2", "score sheets agree"))
        .then(
            ResultCorrected(
                round=1,
                board=1,
                old=Result.WHITE_WINS,
                result=Result.DRAW,
                corrects=8,
                reason="score sheets agree",
            )
        )
    )
    assert after.tournament.rounds[0].boards[0] == Board(1, 2, Result.DRAW, since=9)


def test_a_correction_of_a_correction_names_the_correction():
    first = ResultCorrected(
        round=1, board=1, old=Result.WHITE_WINS, result=Result.DRAW, corrects=8, reason="score sheets agree"
    )
    given(*CLOSED, first).when(correct(1, "1-0")).then(
        ResultCorrected(round=1, board=1, old=Result.DRAW, result=Result.WHITE_WINS, corrects=11, reason="typing error")
    )


def test_a_result_of_a_closed_round_is_corrected_while_a_later_one_is_played():
    given(*CLOSED, *published(2, (1, 3), (2, 4))).when(correct(2, "0-0f")).then(
        ResultCorrected(
            round=1, board=2, old=Result.BLACK_WINS, result=Result.DOUBLE_FORFEIT, corrects=9, reason="typing error"
        )
    )


def test_a_result_that_came_with_the_boards_is_corrected_by_naming_them():
    """As a tournament that was begun elsewhere brings it along."""
    brought = RoundPaired(round=1, system="by-hand", boards=(Board(1, 2, Result.DRAW), Board(3, 4, Result.DRAW)))
    given(*FOUR, brought, RoundClosed(round=1)).when(correct(2, "1-0")).then(
        ResultCorrected(round=1, board=2, old=Result.DRAW, result=Result.WHITE_WINS, corrects=6, reason="typing error")
    )


@pytest.mark.parametrize("reason", ["", " ", "\u200b\u00a0"])
def test_a_result_is_not_corrected_without_a_reason(reason):
    given(*CLOSED).when(correct(1, "1/2", reason)).then_refused("reason-missing")


def test_a_result_is_corrected_after_it_was_given():
    given(*PUBLISHED).when(correct(1, "1/2")).then_refused("nothing-to-correct", round=1, board=1)


def test_the_same_result_is_no_correction():
    given(*CLOSED).when(correct(1, "1-0")).then_refused("nothing-changes")


def test_a_draft_has_nothing_to_correct():
    given(*DRAFT).when(correct(1, "1/2")).then_refused("round-not-published", round=1)


def test_a_result_of_the_wrong_board_is_taken_off_it_while_the_round_is_open():
    given(*PUBLISHED, entered(1, 1, "1-0")).when(correct(1, "pending", "was board 2")).then(
        ResultCorrected(
            round=1, board=1, old=Result.WHITE_WINS, result=Result.PENDING, corrects=8, reason="was board 2"
        )
    )


def test_a_closed_round_has_no_board_without_a_result():
    given(*CLOSED).when(correct(1, "pending")).then_refused("round-is-closed", round=1)
    reopened = RoundReopened(round=1, reason="board 1 plays on")
    given(*CLOSED, reopened).when(correct(1, "pending")).then(
        ResultCorrected(
            round=1, board=1, old=Result.WHITE_WINS, result=Result.PENDING, corrects=8, reason="typing error"
        )
    )


# -- colours -----------------------------------------------------------------------------------------------------------

MIRRORED = {
    "1-0": "0-1",
    "0-1": "1-0",
    "1/2-0": "0-1/2",
    "0-1/2": "1/2-0",
    "1-0u": "0-1u",
    "0-1u": "1-0u",
    "1-0f": "0-1f",
    "0-1f": "1-0f",
}


@pytest.mark.parametrize("result", FINAL)
def test_when_colours_are_corrected_what_each_player_scored_stays_with_the_player(result):
    history = (*PUBLISHED, entered(1, 2, result.value))
    after = (
        given(*history)
        .when(CorrectColours(round=1, board=2, reason="sat wrong"))
        .then(ColoursCorrected(round=1, board=2, corrects=8, reason="sat wrong"))
    )
    board = after.tournament.rounds[0].boards[1]
    assert board == Board(4, 3, Result(MIRRORED.get(result.value, result.value)), since=9)
    scored = {player: outcome for player, _, _, outcome in board.seats()}
    assert scored == {player: outcome for player, _, _, outcome in Board(3, 4, result).seats()}


def test_colours_are_corrected_before_the_game_ends_by_naming_the_pairing():
    given(*PUBLISHED).when(CorrectColours(round=1, board=1, reason="sat wrong")).then(
        ColoursCorrected(round=1, board=1, corrects=6, reason="sat wrong")
    )


def test_colours_corrected_twice_are_the_first_ones():
    once = ColoursCorrected(round=1, board=1, corrects=8, reason="sat wrong")
    after = (
        given(*CLOSED, once)
        .when(CorrectColours(round=1, board=1, reason="no, they did not"))
        .then(ColoursCorrected(round=1, board=1, corrects=11, reason="no, they did not"))
    )
    assert after.tournament.rounds[0].boards[0] == Board(1, 2, Result.WHITE_WINS, since=12)


def test_who_had_white_may_be_said_twice():
    """An answer that got lost makes somebody ask again: the colours do not turn back."""
    asked = CorrectColours(round=1, board=1, white=2, reason="sat wrong")
    after = given(*PUBLISHED).when(asked).then(ColoursCorrected(round=1, board=1, corrects=6, reason="sat wrong"))
    assert after.tournament.rounds[0].boards[0].white == 2
    turned = ColoursCorrected(round=1, board=1, corrects=6, reason="sat wrong")
    given(*PUBLISHED, turned).when(asked).then()
    given(*PUBLISHED).when(CorrectColours(round=1, board=1, white=1, reason="as it stands")).then()


def test_white_is_one_of_the_two_at_the_board():
    given(*PUBLISHED).when(CorrectColours(round=1, board=1, white=3, reason="sat wrong")).then_refused(
        "player-not-on-board", player=3, round=1, board=1
    )


def test_colours_are_not_corrected_without_a_reason():
    given(*CLOSED).when(CorrectColours(round=1, board=1, reason="")).then_refused("reason-missing")


def test_colours_of_a_draft_are_changed_not_corrected():
    given(*DRAFT).when(CorrectColours(round=1, board=1, reason="balance")).then_refused("round-not-published", round=1)


# -- postponed games ---------------------------------------------------------------------------------------------------


def test_f9_a_game_is_postponed():
    asked = PostponeGame(round=1, board=2, until="Tuesday", reason="blizzard")
    after = given(*PUBLISHED).when(asked).then(GamePostponed(round=1, board=2, until="Tuesday", reason="blizzard"))
    assert after.tournament.rounds[0].boards[1] == Board(3, 4, Result.POSTPONED, since=8, until="Tuesday")


def test_postponed_once_is_postponed():
    given(*POSTPONED).when(PostponeGame(round=1, board=2)).then_nothing()


@pytest.mark.parametrize("news", [{"until": "Friday"}, {"reason": "the blizzard goes on"}])
def test_a_postponed_game_may_be_postponed_again(news):
    given(*POSTPONED).when(PostponeGame(round=1, board=2, **news)).then(GamePostponed(round=1, board=2, **news))


def test_a_finished_game_is_not_postponed():
    given(*POSTPONED).when(PostponeGame(round=1, board=1)).then_refused(
        "board-has-result", round=1, board=1, result="1-0"
    )


def test_a_game_of_a_draft_is_not_postponed():
    given(*DRAFT).when(PostponeGame(round=1, board=1)).then_refused("round-not-published", round=1)


@pytest.mark.parametrize("field", ["until", "reason"])
def test_what_is_said_of_a_postponed_game_stands_on_one_line(field):
    given(*PUBLISHED).when(PostponeGame(round=1, board=1, **{field: "a\nb"})).then_refused(
        "text-has-control-characters", field=field
    )


# -- no such round, no such board --------------------------------------------------------------------------------------

AT_A_BOARD = pytest.mark.parametrize(
    "ask",
    [
        lambda number, board: enter(board, "1-0", number),
        lambda number, board: correct(board, "1-0", number=number),
        lambda number, board: CorrectColours(round=number, board=board, reason="sat wrong"),
        lambda number, board: PostponeGame(round=number, board=board),
    ],
)


@AT_A_BOARD
@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_there_is_no_such_round(ask, number):
    given(*CLOSED).when(ask(number, 1)).then_refused("no-such-round", round=number, rounds=1)


@AT_A_BOARD
@pytest.mark.parametrize("board", [0, -1, 3, 10**30])
def test_there_is_no_such_board(ask, board):
    given(*CLOSED).when(ask(1, board)).then_refused("no-such-board", round=1, board=board, boards=2)


# -- players who sat out -----------------------------------------------------------------------------------------------

AWAY = RoundPaired(
    round=1,
    system="by-hand",
    boards=boards((1, 2)),
    sitouts=(SitOut(3, Outcome.ABSENT), SitOut(4, Outcome.PAIRING_BYE)),
)


def sit_out(player, outcome, reason="was on team duty"):
    return CorrectSitOut(round=1, player=player, outcome=outcome, reason=reason)


def test_what_sitting_out_counts_as_is_corrected():
    first = SitOutCorrected(
        round=1,
        player=3,
        old=Outcome.ABSENT,
        outcome=Outcome.TEAM_DUTY,
        corrects=6,
        reason="was on team duty",
    )
    after = given(*FOUR, AWAY).when(sit_out(3, Outcome.TEAM_DUTY)).then(first)
    assert after.tournament.rounds[0].sitouts == (SitOut(3, Outcome.TEAM_DUTY, since=7), SitOut(4, Outcome.PAIRING_BYE))
    after.when(sit_out(3, Outcome.ABSENT_UNNOTIFIED, "no, he was not")).then(
        SitOutCorrected(
            round=1,
            player=3,
            old=Outcome.TEAM_DUTY,
            outcome=Outcome.ABSENT_UNNOTIFIED,
            corrects=7,
            reason="no, he was not",
        )
    )


def test_it_is_not_corrected_without_a_reason():
    given(*FOUR, AWAY).when(sit_out(3, Outcome.TEAM_DUTY, " ")).then_refused("reason-missing")


def test_who_plays_does_not_sit_out():
    given(*FOUR, AWAY).when(sit_out(1, Outcome.ABSENT)).then_refused("player-does-not-sit-out", player=1, round=1)


def test_a_stranger_does_not_sit_out():
    given(*FOUR, AWAY).when(sit_out(9, Outcome.ABSENT)).then_refused("no-such-player", player=9)


def test_sitting_out_is_no_game():
    given(*FOUR, AWAY).when(sit_out(3, Outcome.DRAW)).then_refused(
        "not-an-absence",
        outcome="draw",
        possible=("absent", "absent-unnotified", "full-bye", "half-bye", "pairing-bye", "team-duty", "zero-bye"),
    )


def test_what_stands_is_no_correction():
    given(*FOUR, AWAY).when(sit_out(3, Outcome.ABSENT)).then_refused("nothing-changes")


def test_there_is_one_pairing_bye_in_a_round():
    given(*FOUR, AWAY).when(sit_out(3, Outcome.PAIRING_BYE)).then_refused("two-byes", round=1)


def test_who_was_thought_absent_may_turn_out_to_have_had_the_bye():
    away = RoundPaired(round=1, system="by-hand", boards=boards((1, 2)), sitouts=(SitOut(3, Outcome.ABSENT),))
    given(*with_players(3), away).when(sit_out(3, Outcome.PAIRING_BYE, "he was there")).then(
        SitOutCorrected(
            round=1,
            player=3,
            old=Outcome.ABSENT,
            outcome=Outcome.PAIRING_BYE,
            corrects=5,
            reason="he was there",
        )
    )


def test_nobody_sits_out_a_round_that_is_not_there():
    away = AbsenceAnnounced(player=3, rounds=(1,), outcome=Outcome.ABSENT)
    given(*FOUR, away).when(sit_out(3, Outcome.TEAM_DUTY)).then_refused("no-such-round", round=1, rounds=0)


# -- what was corrected is known ---------------------------------------------------------------------------------------


def corrected_on_cards(*events):
    """Whose card marks round 1."""
    state = given(*events).state
    cards = {player: card.show(state, card.Ask(player=player)) for player in state.tournament.entries}
    return {player for player, shown in cards.items() if shown.lines[0].is_corrected}


RIGHTED = ResultCorrected(
    round=1, board=1, old=Result.WHITE_WINS, result=Result.DRAW, corrects=8, reason="typing error"
)


def test_a_card_marks_what_was_corrected_on_a_board():
    assert corrected_on_cards(*CLOSED) == set()
    assert corrected_on_cards(*CLOSED, RIGHTED) == {1, 2}
    assert corrected_on_cards(*CLOSED, RIGHTED, RIGHTED) == {1, 2}
    turned = ColoursCorrected(round=1, board=2, corrects=9, reason="sat wrong")
    assert corrected_on_cards(*CLOSED, turned) == {3, 4}


def test_a_card_marks_what_was_corrected_of_who_had_no_game():
    three = (*with_players(3), *played(1, {(1, 2): "1-0"}, bye=3))
    changed = SitOutCorrected(
        round=1, player=3, old=Outcome.PAIRING_BYE, outcome=Outcome.ZERO_BYE, corrects=5, reason="he had left"
    )
    assert corrected_on_cards(*three) == set()
    assert corrected_on_cards(*three, changed) == {3}


def test_a_correction_goes_with_its_pair_and_ends_with_it():
    begun = (*PUBLISHED, entered(1, 1, "1-0"), RIGHTED)
    moved = RoundChanged(round=1, boards=(Board(3, 4), Board(1, 2, Result.DRAW, since=9)), reason="stairs")
    assert corrected_on_cards(*begun, entered(1, 2, "1-0")) == {1, 2}
    assert corrected_on_cards(*begun, moved) == {1, 2}
    parted = RoundChanged(round=1, boards=boards((1, 3), (2, 4)), reason="wrong list")
    assert corrected_on_cards(*begun, parted) == set()
