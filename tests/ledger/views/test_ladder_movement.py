"""Why a place changed, and what the open game pays: both by the figures of the ladder itself, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.model import Result, Rules
from ledger.acts.pairing import PairRound
from ledger.acts.results import EnterResult
from ledger.acts.rounds import CloseRound, PublishRound
from ledger.state import State
from ledger.views.ladder import LadderQuestion
from ledger.views.ladder import show as show_ladder
from ledger.views.ladder_movement import show_movement
from ledger.views.stakes import show_stakes
from tests.ledger.histories import Table, opened, pair

NAMES = ("Anna", "Bram", "Cor", "Dirk", "Eva", "Fred", "Gerda")


def season(rounds: int, **options: str) -> Table:
    table = opened(*NAMES, rules=Rules("keizer", 9, options=options))
    for number in range(1, rounds + 1):
        table.do(PairRound(round=number), PublishRound(round=number))
        for board in range(1, len(table.now.rounds[-1].boards) + 1):
            result = (Result.BLACK_WINS, Result.DRAW, Result.WHITE_WINS)[(board + number) % 3]
            table.do(EnterResult(round=number, board=board, result=result))
        table.do(CloseRound(round=number))
    return table


def exact(state: State, round_number: int | None) -> dict[int, tuple[int, Fraction]]:
    lines = show_ladder(state, LadderQuestion(round=round_number)).lines
    return {line.player.number: (line.place, Fraction(line.total.exact)) for line in lines}


@pytest.mark.parametrize("options", [{}, {"passes": "until-stable"}, {"games_valued": "then"}])
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_what_changed_adds_up_to_the_difference_of_two_ladders(rounds: int, options: dict[str, str]):
    state = season(rounds, **options).state
    before, after = exact(state, rounds - 1), exact(state, rounds)
    for player in after:
        found = show_movement(state, player)
        assert found is not None
        assert (found.was, found.place) == (before[player][0], after[player][0])
        parts = (found.own_value_change, found.given_change, *(line.change for line in found.lines))
        difference = sum((Fraction(part.exact) for part in parts), Fraction(0))
        assert difference == Fraction(found.change.exact) == after[player][1] - before[player][1]
        passed_by = {one for one in after if before[one][0] > before[player][0] and after[one][0] < after[player][0]}
        assert {one.number for one in found.passed_by} == passed_by
        assert found.place - found.was == len(found.passed_by) - len(found.passed)


def test_a_game_of_an_earlier_round_is_valued_anew():
    state = season(3).state
    found = [show_movement(state, player) for player in state.tournament.entries]
    lines = [line for one in found if one is not None for line in one.lines]
    assert any(line.round < 3 and line.before is not None for line in lines)
    assert all(line.before is None for line in lines if line.round == 3)


def test_where_values_stay_nothing_is_valued_anew():
    state = season(3, games_valued="then").state
    for player in state.tournament.entries:
        found = show_movement(state, player)
        assert found is not None
        assert {line.round for line in found.lines} <= {3}


def test_before_the_first_ladder_nothing_has_changed():
    assert show_movement(opened(*NAMES, rules=Rules("keizer", 9)).state, 1) is None


@pytest.mark.parametrize("options", [{}, {"games_valued": "then"}])
def test_what_a_game_pays_is_what_the_ladder_then_counts_whatever_the_others_play(options: dict[str, str]):
    table = season(3, **options).do(PairRound(round=4), PublishRound(round=4))
    board = table.now.rounds[-1].boards[1]
    told = show_stakes(table.state, board.black)
    assert told is not None
    assert told.is_certain
    assert told.opponent.number == board.white
    results = (Result.BLACK_WINS, Result.DRAW, Result.WHITE_WINS)
    for result, stake in zip(results, told.stakes, strict=True):
        for others in (Result.WHITE_WINS, Result.BLACK_WINS):
            ended = season(3, **options).do(PairRound(round=4), PublishRound(round=4))
            for place in range(1, len(ended.now.rounds[-1].boards) + 1):
                given = result if place == 2 else others
                ended.do(EnterResult(round=4, board=place, result=given))
            moved = show_movement(ended.state, board.black)
            assert moved is not None
            paid = next((line.after.exact for line in moved.lines if line.round == 4), "0")
            assert paid == stake.points.exact


def test_until_a_ladder_stands_still_it_is_not_certain():
    table = season(2, passes="until-stable").do(PairRound(round=3), PublishRound(round=3))
    told = show_stakes(table.state, table.now.rounds[-1].boards[0].white)
    assert told is not None
    assert not told.is_certain
    assert [stake.outcome.value for stake in told.stakes] == ["win", "draw", "loss"]


def test_a_win_pays_the_value_of_the_opponent_and_a_draw_half_of_it():
    """KEIZER fig. 4: of seven players the first is worth 11, so 44 becomes 22 as 11 becomes 5½."""
    table = season(0).do(PairRound(round=1), PublishRound(round=1))
    board = table.now.rounds[-1].boards[0]
    told = show_stakes(table.state, board.white)
    assert told is not None
    assert told.value is not None
    value = Fraction(told.value.exact)
    assert [Fraction(stake.points.exact) for stake in told.stakes][0::2] == [value, 0]


def test_points_where_there_is_no_ladder():
    table = opened("Anna", "Bram", rules=Rules("by-hand", 3))
    table.do(pair(1, (1, 2)), PublishRound(round=1))
    told = show_stakes(table.state, 2)
    assert told is not None
    assert (told.value, told.is_certain) == (None, True)
    assert [(stake.outcome.value, stake.points.shown) for stake in told.stakes] == [
        *(("win", "1"), ("draw", "½"), ("loss", "0"))
    ]
    table.do(EnterResult(round=1, board=1, result=Result.DRAW))
    assert show_stakes(table.state, 2) is None
