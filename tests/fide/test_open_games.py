"""Games that are not over, by the questions of FIDE's checklist for programs (VCL4THP). Warnings: test_adjourned.py."""

from __future__ import annotations

import pytest

from displays.words.language import language
from displays.words.ranking_text import moment
from engine.cards import cards
from engine.model import Board, Outcome, Result, SitOut
from engine.scoring import pairing_points, points
from ledger.acts.opening import FinishTournament
from ledger.acts.pairing import PairByHand, PairRound
from ledger.acts.results import EnterResult, PostponeGame
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.views.standings import StandingsQuestion, show
from tests.fide.test_fide_mode import SWISS, WHY, do, with_rounds
from tests.ledger.given import Given

BYE = (SitOut(5, Outcome.ZERO_BYE),)


def with_open_game(*, postponed: bool) -> Given:
    """Round 2 published; its first board waits for a result."""
    boards = (Board(1, 3), Board(2, 4))
    history = do(with_rounds(1), PairByHand(round=2, boards=boards, sitouts=BYE), PublishRound(round=2))
    history = do(history, EnterResult(round=2, board=2, result=Result.WHITE_WINS))
    return do(history, PostponeGame(round=2, board=1)) if postponed else history


def test_157_a_game_is_recorded_as_adjourned() -> None:
    history = do(with_open_game(postponed=True), CloseRound(round=2))
    assert history.tournament.rounds[1].boards[0].result is Result.POSTPONED
    assert cards(history.tournament)[1].cells[1].outcome is Outcome.POSTPONED


def test_158_no_round_is_paired_while_a_result_is_missing() -> None:
    """Only what was recorded as adjourned may be open."""
    with_open_game(postponed=False).when(CloseRound(round=2)).then_refused(
        "boards-without-result", round=2, boards=(1,)
    )
    assert with_open_game(postponed=False).when(PairRound(round=3)).refusal.code == "round-not-closed"


@pytest.mark.parametrize("postponed", [True, False])
def test_161_standings_with_an_open_game_say_that_they_are_not_final(postponed: bool) -> None:
    history = with_open_game(postponed=postponed)
    shown = show(history.state, StandingsQuestion())
    assert (shown.round, shown.is_official) == (2, False)
    assert moment(shown.round, shown.is_official, language("en")) == "live, round 2 in progress"
    assert any(line.has_open_game for line in shown.lines)


def test_161_a_tournament_with_an_adjourned_game_does_not_end() -> None:
    history = do(with_open_game(postponed=True), CloseRound(round=2))
    history.when(FinishTournament(reason=WHY)).then_refused("games-postponed", round=2, boards=(1,))
    assert any(line.has_open_game for line in show(history.state, StandingsQuestion()).lines)


def test_162_the_result_of_an_adjourned_game_is_entered_at_any_time() -> None:
    history = do(with_open_game(postponed=True), CloseRound(round=2))
    for number in (3, 4):
        history = do(history, PairRound(round=number), PublishRound(round=number))
        played = history.tournament.rounds[number - 1].boards
        entered = (EnterResult(round=number, board=b, result=Result.DRAW) for b in range(1, len(played) + 1))
        history = do(history, *entered, CloseRound(round=number))
    history = do(history, EnterResult(round=2, board=1, result=Result.DRAW))
    assert history.tournament.rounds[1].boards[0].result is Result.DRAW
    assert history.state.fide_mode.is_on


def test_167_until_then_it_is_a_draw_for_the_pairing_and_nothing_else_can_be_agreed() -> None:
    """C.04.2 3.1."""
    assert pairing_points(SWISS.points, Outcome.POSTPONED) == SWISS.points.draw
    assert points(SWISS.points, Outcome.POSTPONED) == 0
    assert not {field for field in SWISS.points.__struct_fields__ if "postponed" in field or "adjourned" in field}
