"""Adjourned games, by the questions of FIDE's checklist for programs (VCL4THP): their numbers stand in the names."""

from __future__ import annotations

import pytest

from engine.cards import cards
from engine.model import Board, Outcome, Result, SitOut
from ledger.acts.act import ACKNOWLEDGE, CONFIRM, Command
from ledger.acts.decide import find_confirmation
from ledger.acts.opening import FinishTournament
from ledger.acts.pairing import PairByHand, PairRound
from ledger.acts.results import CorrectResult, EnterResult, PostponeGame, ResultEntered
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.formats.trf import parse, understand
from ledger.formats.trf.comments import write_comments
from ledger.formats.trf.report import write_report
from ledger.formats.trf.to_events import story
from ledger.formats.trf.writer import Dialect
from tests.fide.test_fide_mode import WHY, do, left, with_rounds
from tests.fide.test_report import NUMBERS, state_after
from tests.ledger.given import Given
from tests.ledger.histories import recorded

BYE = (SitOut(5, Outcome.ZERO_BYE),)


def round_2(history: Given, *results: Result) -> Given:
    """Paired and closed: 1 against 3, 2 against 4."""
    history = do(history, PairByHand(round=2, boards=(Board(1, 3), Board(2, 4)), sitouts=BYE), PublishRound(round=2))
    for board, result in enumerate(results, start=1):
        is_adjourned = result is Result.POSTPONED
        entered = EnterResult(round=2, board=board, result=result)
        history = do(history, PostponeGame(round=2, board=board) if is_adjourned else entered)
    return do(history, CloseRound(round=2))


def adjourned() -> Given:
    """After two rounds; board 1 of the last is adjourned."""
    return round_2(with_rounds(1), Result.POSTPONED, Result.WHITE_WINS)


def asked(history: Given, command: Command) -> tuple[int, list[str]]:
    confirmation = find_confirmation(history.state, command, history.when(command).events)
    return (0, []) if confirmation is None else (confirmation.level, [one.code for one in confirmation.consequences])


def test_157_a_game_can_be_adjourned_and_that_is_confirmed() -> None:
    history = do(with_rounds(1), PairByHand(round=2, boards=(Board(1, 3), Board(2, 4)), sitouts=BYE))
    history = do(history, PublishRound(round=2))
    postpone = PostponeGame(round=2, board=1)
    assert asked(history, postpone) == (CONFIRM, ["integrity-adjournment"])
    confirmation = find_confirmation(history.state, postpone, history.when(postpone).events)
    assert confirmation is not None
    assert [(one.facts["round"], one.facts["board"]) for one in confirmation.consequences] == [(2, 1)]
    again = do(history, PostponeGame(round=2, board=1))
    assert asked(again, PostponeGame(round=2, board=1, until="Tuesday")) == (0, [])


def test_158_no_round_is_paired_while_a_result_is_missing() -> None:
    """So none is taken for an adjourned game without anybody saying so."""
    history = do(with_rounds(1), PairByHand(round=2, boards=(Board(1, 3), Board(2, 4)), sitouts=BYE))
    history = do(history, PublishRound(round=2), EnterResult(round=2, board=2, result=Result.DRAW))
    history.when(CloseRound(round=2)).then_refused("boards-without-result", round=2, boards=(1,))
    history.when(PairRound(round=3)).then_refused("round-not-closed", round=2)


def test_162_an_adjourned_game_gets_its_result_at_any_time() -> None:
    history = do(adjourned(), PairRound(round=3), PublishRound(round=3))
    done = history.when(EnterResult(round=2, board=1, result=Result.DRAW))
    done.then(ResultEntered(round=2, board=1, result=Result.DRAW))


@pytest.mark.parametrize("result", [Result.WHITE_WINS, Result.BLACK_WINS, Result.BOTH_LOSE, Result.DOUBLE_FORFEIT])
def test_163_another_result_than_a_draw_is_confirmed(result: Result) -> None:
    history = do(adjourned(), PairRound(round=3))
    assert asked(history, EnterResult(round=2, board=1, result=result)) == (CONFIRM, ["integrity-adjourned-result"])
    corrected = CorrectResult(round=2, board=1, result=result, reason=WHY)
    assert asked(history, corrected) == (CONFIRM, ["integrity-adjourned-result"])


def test_163_the_draw_that_it_counted_as_asks_nothing() -> None:
    assert asked(adjourned(), EnterResult(round=2, board=1, result=Result.DRAW)) == (0, [])
    assert asked(left(adjourned()), EnterResult(round=2, board=1, result=Result.WHITE_WINS)) == (0, [])


def test_163_it_is_in_the_comments() -> None:
    history = do(adjourned(), EnterResult(round=2, board=1, result=Result.BLACK_WINS))
    told = [line.partition(" (")[0] for line in write_comments(recorded(history.events), NUMBERS)]
    assert told[-2:] == ["### Adjournment @ Round 2: board 1", "### Adjournment @ Round 2: 1-3: ? => 0-1"]


def interim_lines() -> list[str]:
    return write_report(adjourned().state, Dialect.TRF26, is_interim=True).text.splitlines()


def test_164_it_is_in_the_interim_file_and_the_points_add_up() -> None:
    one = next(line for line in interim_lines() if line.startswith("001    1"))
    assert one[80:84] == " 1.5"
    assert "162  X 0.5" in interim_lines()


def test_165_it_is_marked_with_a_question_mark() -> None:
    one, three = (next(line for line in interim_lines() if line.startswith(f"001    {number}")) for number in (1, 3))
    assert (one[101:109], three[101:109]) == ("   3 w ?", "   1 b ?")


def test_164_as_it_was_written_it_is_read() -> None:
    text = write_report(adjourned().state, Dialect.TRF26, is_interim=True).text
    read = understand(parse(text)).tournament
    assert read.rounds[-1].boards_with(Result.POSTPONED) == (1,)
    assert state_after(*story(read)).tournament.rounds[-1].boards_with(Result.POSTPONED) == (1,)


@pytest.mark.parametrize("dialect", [Dialect.TRF16, Dialect.TRFX])
def test_164_programs_of_before_know_no_such_letter(dialect: Dialect) -> None:
    assert "?" not in write_report(adjourned().state, dialect).text


@pytest.mark.parametrize("letter", "X*Aa½")
def test_166_an_unknown_letter_of_a_game_is_read_as_adjourned(letter: str) -> None:
    text = write_report(adjourned().state, Dialect.TRF26, is_interim=True).text
    understood = understand(parse(text.replace("3 w ?", f"3 w {letter}")))
    assert understood.tournament.rounds[-1].boards_with(Result.POSTPONED) == (1,)
    told = [one.facts["found"] for one in understood.adjustments if one.code == "trf-unknown-result-read"]
    assert told == [letter, "?"]


def test_167_until_then_it_counts_as_a_draw_for_pairings_and_nothing_else() -> None:
    card = cards(adjourned().tournament)[1]
    assert (card.pairing_score - card.score) == 1


@pytest.mark.parametrize(
    "command",
    [PairRound(round=3), PairByHand(round=3, boards=(Board(1, 5), Board(2, 3)), sitouts=(SitOut(4, Outcome.ABSENT),))],
    ids=["by the system", "by hand"],
)
def test_168_pairing_while_one_is_adjourned_is_told_by_the_games(command: Command) -> None:
    history = adjourned()
    confirmation = find_confirmation(history.state, command, history.when(command).events)
    assert confirmation is not None
    told = [one for one in confirmation.consequences if one.code == "pairing-while-adjourned"]
    assert [(one.facts["round"], one.facts["board"], one.facts["players"]) for one in told] == [(2, 1, (1, 3))]
    assert confirmation.level == (ACKNOWLEDGE if isinstance(command, PairRound) else CONFIRM)


def test_168_nothing_is_told_once_it_is_finished() -> None:
    history = do(adjourned(), EnterResult(round=2, board=1, result=Result.DRAW))
    assert asked(history, PairRound(round=3)) == (0, [])
    assert asked(left(adjourned()), PairRound(round=3)) == (0, [])


def test_169_the_tournament_does_not_end_while_a_game_is_adjourned() -> None:
    adjourned().when(FinishTournament(reason=WHY)).then_refused("games-postponed", round=2, boards=(1,))
