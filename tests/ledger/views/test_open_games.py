"""Open games: postponed ones with the day on which they are played, until they have a result."""

from __future__ import annotations

from engine.model import Result
from ledger.acts.results import CorrectColours, EnterResult, PostponeGame
from ledger.acts.rounds import PublishRound
from ledger.views.open_games import OpenGame, OpenGamesQuestion
from ledger.views.projector import Projection
from tests.ledger.histories import Table, opened, pair


def round_of_three_boards() -> Table:
    return opened("Anna", "Bea", "Carl", "Dora", "Emil", "Fay").do(
        pair(1, (1, 2), (3, 4), (5, 6)), PublishRound(round=1)
    )


def open_games(table: Table) -> tuple[OpenGame, ...]:
    return Projection(table.records).show(OpenGamesQuestion()).games


def test_the_next_to_be_played_stands_first_and_those_without_a_day_last():
    table = round_of_three_boards().do(
        PostponeGame(round=1, board=1, until="after Easter"),
        PostponeGame(round=1, board=2, until="2026-10-09T20:00"),
        PostponeGame(round=1, board=3, until="2026-10-02"),
    )
    assert [(game.board, game.until, game.day) for game in open_games(table)] == [
        (3, "2026-10-02", "2026-10-02"),
        (2, "2026-10-09T20:00", "2026-10-09"),
        (1, "after Easter", ""),
    ]
    assert open_games(table)[0].white.name == "Emil"


def test_a_game_is_postponed_again_to_another_day():
    table = round_of_three_boards().do(
        PostponeGame(round=1, board=2, until="2026-10-02"), PostponeGame(round=1, board=2, until="2026-10-16")
    )
    assert [game.until for game in open_games(table)] == ["2026-10-16"]


def test_with_its_result_it_is_open_no_more():
    table = round_of_three_boards().do(PostponeGame(round=1, board=2, until="2026-10-02"))
    table.do(EnterResult(round=1, board=2, result=Result.DRAW))
    assert open_games(table) == ()


def test_the_day_stays_with_the_game_when_colours_change():
    table = round_of_three_boards().do(
        PostponeGame(round=1, board=2, until="2026-10-02"), CorrectColours(round=1, board=2, reason="sat so")
    )
    assert [(game.white.name, game.until) for game in open_games(table)] == [("Dora", "2026-10-02")]
