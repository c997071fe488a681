"""Delft counting: advantage draws are recorded where they were agreed on, and nowhere else; a TRF says draws."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.cards import cards
from engine.model import DELFT_POINTS, Board, Details, PointTable, Result, Rules
from ledger.acts.opening import OpenTournament, TournamentOpened
from ledger.acts.results import ColoursCorrected, CorrectColours, CorrectResult, EnterResult
from ledger.formats.trf.meaning import understand
from ledger.formats.trf.reader import parse
from ledger.formats.trf.writer import Dialect, losses, write
from tests.ledger.given import entered, given, played, published, registered

DELFT = Rules("round-robin", 3, DELFT_POINTS, game="draughts")
FOUR = (TournamentOpened(details=Details("Delft"), rules=DELFT), *(registered(number) for number in range(1, 5)))
PUBLISHED = (*FOUR, *published(1, (1, 2), (3, 4)))
PLAIN = (
    TournamentOpened(details=Details("Plain"), rules=replace(DELFT, points=PointTable.of(2, 1))),
    *PUBLISHED[1:],
)
ADVANTAGE = (Result.ADVANTAGE_TO_WHITE, Result.ADVANTAGE_TO_BLACK)


@pytest.mark.parametrize("result", ADVANTAGE)
def test_an_advantage_draw_is_entered_where_it_was_agreed_on(result: Result):
    given(*PUBLISHED).when(EnterResult(round=1, board=1, result=result)).then(entered(1, 1, result.value))


@pytest.mark.parametrize("result", ADVANTAGE)
def test_elsewhere_it_is_refused(result: Result):
    given(*PLAIN).when(EnterResult(round=1, board=1, result=result)).then_refused("no-advantage-draws")
    wrong = CorrectResult(round=1, board=1, result=result, reason="misread")
    given(*PLAIN, entered(1, 1, "1-0")).when(wrong).then_refused("no-advantage-draws")


def test_players_who_sat_the_other_way_round_keep_what_each_scored():
    command = CorrectColours(round=1, board=1, reason="they swapped")
    after = (
        given(*PUBLISHED, entered(1, 1, "1/2w"))
        .when(command)
        .then(ColoursCorrected(round=1, board=1, corrects=8, reason="they swapped"))
    )
    assert after.tournament.rounds[0].boards[0] == Board(2, 1, Result.ADVANTAGE_TO_BLACK, since=9)


@pytest.mark.parametrize(
    "changes",
    [
        {"advantage_draw": None},
        {"disadvantage_draw": None},
        {"advantage_draw": 5},
        {"advantage_draw": 1},
        {"disadvantage_draw": 3},
    ],
)
def test_the_points_of_the_two_lie_around_the_draw(changes: dict[str, int | None]):
    wrong = replace(DELFT, points=replace(DELFT_POINTS, **changes))
    opening = OpenTournament(details=Details("Delft"), rules=wrong)
    given().when(opening).then_refused("bad-advantage-points", field="points.advantage_draw")


def test_a_trf_says_draws_and_the_points_besides():
    """TRF26 299 says what a result was worth to whom; what no record says is told in the list."""
    played_out = (*FOUR, *played(1, {(1, 2): "1/2w", (3, 4): "1-0"}))
    t = given(*played_out).state.tournament
    text = write(t, Dialect.TRF26)
    assert [line.split() for line in text.splitlines() if line.startswith("299")] == [
        ["299", "D", "3.0", "001", "1"],
        ["299", "D", "1.0", "001", "2"],
    ]
    back = understand(parse(text), "round-robin").tournament
    assert [board.result for board in back.rounds[0].boards if 1 in (board.white, board.black)] == [Result.DRAW]
    assert {player: card.score for player, card in cards(back).items()} == {1: 3, 2: 1, 3: 4, 4: 0}
    told = [loss.facts["field"] for loss in losses(t, Dialect.TRF26) if loss.code == "trf-left-out"]
    assert "advantage_draws" in told
