"""The figures of a ladder as a view: those of the text, what was rounded, games, absences, and that they add up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.errors import Refusal
from engine.model import Outcome, Result
from ledger.acts.extras import AdjustPoints
from ledger.acts.presence import AnnounceAbsence
from ledger.acts.results import EnterResult
from ledger.acts.rounds import PublishRound
from ledger.views.ladder import LadderQuestion
from ledger.views.ladder_table import LadderTable, LadderTableQuestion, TableLine
from ledger.views.ladder_working import WorkingQuestion
from ledger.views.projector import Projection
from tests.ledger.histories import Table, opened, pair, played, random_history
from tests.ledger.views.test_keizer import club, one_evening


def figures(table: Table, **asked: Any) -> LadderTable:
    return Projection(table.records).show(LadderTableQuestion(**asked))


def of(table: Table, player: int, **asked: Any) -> TableLine:
    return next(line for line in figures(table, **asked).lines if line.player.number == player)


def test_keizer_fig_3_value_used_points_total_and_next_value() -> None:
    rows = [
        (line.player.number, line.was, line.value_used.shown, line.rounds[0].points.shown, line.total.shown)
        for line in figures(one_evening()).lines
    ]
    assert rows == [
        (2, 2, "9", "10", "19"),
        (3, 3, "8", "3½", "11½"),
        (4, 4, "7", "4", "11"),
        (1, 1, "10", "0", "10"),
        (5, 5, "6", "4", "10"),
    ]
    assert [line.next_value.shown for line in figures(one_evening()).lines] == ["10", "9", "8", "7", "6"]


def test_what_was_rounded_is_told_with_what_it_was_before() -> None:
    table = club().do(pair(1, (1, 2), (4, 5), bye=3), *played(1, "1-0", "1-0"))
    bye, win = of(table, 3).rounds[0], of(table, 1).rounds[0]
    assert (bye.fraction, bye.now.shown, bye.points.shown) == ("2/3", "8", "5½")
    assert bye.unrounded is not None
    assert (bye.unrounded.exact, bye.unrounded.shown) == ("16/3", "5⅓")
    assert win.unrounded is None


def test_games_over_the_board_and_absences_are_counted() -> None:
    table = one_evening(absence_times=3).do(AnnounceAbsence(player=3, rounds=(2,), outcome=Outcome.ABSENT))
    table.do(pair(2, (2, 1), (4, 5)), PublishRound(round=2))
    table.do(EnterResult(round=2, board=1, result=Result.FORFEIT_WHITE_WINS))
    table.do(EnterResult(round=2, board=2, result=Result.DRAW))
    games = {line.player.number: line.games for line in figures(table).lines}
    assert [(one.won, one.drawn, one.lost, one.played) for one in (games[2], games[4], games[5])] == [
        (1, 0, 0, 1),  # a forfeit is no game
        (0, 2, 0, 2),
        (0, 1, 0, 1),
    ]
    assert (of(table, 3).absences.used, of(table, 3).absences.left) == (1, 2)
    assert (of(table, 2).absences.used, of(table, 2).absences.left) == (0, 3)
    assert of(one_evening(), 2).absences.left is None


def test_an_earlier_round_has_its_own_figures_and_no_later_column() -> None:
    table = one_evening().do(pair(2, (2, 3), (1, 5), bye=4), *played(2, "1-0", "1-0"))
    assert figures(table, round=1).lines == figures(one_evening()).lines
    assert {len(line.rounds) for line in figures(table).lines} == {2}
    assert {line.rounds for line in figures(table, round=0).lines} == {()}


def test_points_by_decision_stand_apart_and_are_in_the_total() -> None:
    line = of(one_evening().do(AdjustPoints(player=2, round=1, points=-1, reason="telephone")), 2)
    assert ([given.points.shown for given in line.given], line.total.shown) == (["-½"], "18½")


def test_a_tournament_without_a_ladder_has_none() -> None:
    with pytest.raises(Refusal, match="no-ladder"):
        figures(opened("Anna", "Bea"))


@pytest.mark.parametrize("system", ["keizer", "keizer-elo"])
@pytest.mark.parametrize("seed", range(0, 30, 5))
def test_every_line_adds_up_and_is_that_of_the_ladder_and_of_the_working(seed: int, system: str) -> None:
    projection = Projection(random_history(seed, system=system))
    ladder = projection.show(LadderQuestion())
    shown = projection.show(LadderTableQuestion())
    assert [line.player for line in shown.lines] == [line.player for line in ladder.lines]
    for line, rung in zip(shown.lines, ladder.lines, strict=True):
        parts = (line.own_value, *(one.points for one in line.rounds), *(given.points for given in line.given))
        assert sum(Fraction(part.exact) for part in parts) == Fraction(line.total.exact)
        assert (line.place, line.was, line.total, line.next_value) == (rung.place, rung.was, rung.total, rung.value)
        working = projection.show(WorkingQuestion(player=line.player.number))
        assert (line.rounds, line.games, line.absences) == (working.lines, working.games, working.absences)
        assert all(one.because for one in line.rounds if one.points.exact == "0"), "every 0 has its reason"
