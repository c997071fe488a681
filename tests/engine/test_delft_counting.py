"""Delft counting: an advantage draw is a draw to opponents, colours, ratings and tie-breaks; only its points differ."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.cards import cards
from engine.handbook import find_departures
from engine.model import (
    DELFT_POINTS,
    MEANINGS,
    Board,
    Colour,
    Details,
    Entry,
    Meaning,
    Outcome,
    Player,
    PointTable,
    Result,
    Round,
    Rules,
    Tournament,
)
from engine.scoring import points
from engine.systems.keizer.ladder import ladder
from engine.systems.kndb.pairing import pair
from tests.engine.systems.keizer.club import club
from tests.engine.tiebreaks.build import value


def played(*results: Result, table: PointTable = DELFT_POINTS) -> Tournament:
    """Four players: 1-2 and 3-4, then 1-3 and 4-2, then 1-4 and 2-3; the ratings are 1400, 1390 …"""
    games = [(1, 2), (3, 4), (1, 3), (4, 2), (1, 4), (2, 3)]
    boards = [Board(white, black, result) for (white, black), result in zip(games, results, strict=False)]
    rounds = tuple(Round(n // 2 + 1, tuple(boards[n : n + 2])) for n in range(0, len(boards), 2))
    entries = {n: Entry(Player(n, f"Player {n}", 1410 - 10 * n, lot=n)) for n in range(1, 5)}
    rules = Rules("kndb", 5, table, ("WP", "SBD"), game="draughts")
    return Tournament(Details("Delft"), rules, entries, rounds)


@pytest.mark.parametrize(
    ("outcome", "scores"),
    [
        (Outcome.WIN, 4),
        (Outcome.ADVANTAGE_DRAW, 3),
        (Outcome.DRAW, 2),
        (Outcome.DISADVANTAGE_DRAW, 1),
        (Outcome.LOSS, 0),
    ],
)
def test_a_game_is_worth_four_points_whoever_has_the_advantage(outcome: Outcome, scores: int):
    assert points(DELFT_POINTS, outcome) == scores


@pytest.mark.parametrize("outcome", [Outcome.ADVANTAGE_DRAW, Outcome.DISADVANTAGE_DRAW])
def test_an_advantage_draw_means_what_a_draw_means_but_for_its_points(outcome: Outcome):
    assert _without_points(MEANINGS[outcome]) == _without_points(MEANINGS[Outcome.DRAW])


def _without_points(meaning: Meaning) -> Meaning:
    return replace(meaning, points="", pairing_points="")


def test_without_delft_counting_it_scores_as_a_draw():
    """What an older log holds after its points were changed still has a score."""
    table = PointTable.of(2, 1)
    assert [points(table, one) for one in (Outcome.ADVANTAGE_DRAW, Outcome.DISADVANTAGE_DRAW)] == [1, 1]


def test_it_counts_once_in_sonneborn_berger_like_any_draw():
    """KNDB: once the scores of those with whom the game was drawn, however it was drawn."""
    with_advantage = played(Result.ADVANTAGE_TO_WHITE, Result.WHITE_WINS)
    assert {player: card.score for player, card in cards(with_advantage).items()} == {1: 3, 2: 1, 3: 4, 4: 0}
    assert (value(with_advantage, 1, "WP"), value(with_advantage, 1, "SBD")) == (1, 1)
    assert (value(with_advantage, 2, "WP"), value(with_advantage, 2, "SBD")) == (3, 3)


def test_a_performance_takes_it_for_half_a_game():
    even, uneven = played(Result.DRAW, Result.DRAW), played(Result.ADVANTAGE_TO_WHITE, Result.ADVANTAGE_TO_BLACK)
    assert [value(uneven, player, "PRF") for player in range(1, 5)] == [
        value(even, player, "PRF") for player in range(1, 5)
    ]


@pytest.mark.parametrize(
    ("system", "options"), [("keizer", {"ties": "direct-encounter"}), ("keizer-elo", {"k_factor": 32})]
)
@pytest.mark.parametrize("result", [Result.ADVANTAGE_TO_WHITE, Result.ADVANTAGE_TO_BLACK])
def test_it_is_a_draw_on_a_ladder(system: str, options: dict[str, str | int], result: Result):
    drawn = club(
        4, "1-3 1, 2-4 =", "4-1 =, 3-2 =", system=system, ratings={1: 1900, 2: 1700, 3: 1500, 4: 1300}, **options
    )
    delft = tuple(
        replace(played, boards=tuple(_with_advantage(board, result) for board in played.boards))
        for played in drawn.rounds
    )
    t = replace(drawn, rules=replace(drawn.rules, points=DELFT_POINTS), rounds=delft)
    assert ladder(t).rungs == ladder(drawn).rungs


def _with_advantage(board: Board, result: Result) -> Board:
    return replace(board, result=result) if board.result is Result.DRAW else board


def test_the_next_round_is_paired_by_the_points_of_delft_counting():
    """Who drew with the advantage stands in a score group of their own, and their opponent below."""
    t = played(Result.ADVANTAGE_TO_WHITE, Result.ADVANTAGE_TO_WHITE)
    assert {frozenset((board.white, board.black)) for board in pair(t).boards} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert cards(t)[1].colours == (Colour.WHITE,)
    assert cards(t)[1].met == {2}


def test_fide_mode_knows_no_draw_that_is_worth_more_to_one_of_the_two():
    rules = Rules("fide-dutch-2026", 5, replace(DELFT_POINTS, advantage_draw=3))
    assert [one.code for one in find_departures(rules)] == ["handbook-advantage-draws"]
