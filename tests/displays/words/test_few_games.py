"""Who has played too few games for the list of a finished season: the same on every view, and in words."""

from __future__ import annotations

import csv

import pytest

from displays.words.card_text import final_row
from displays.words.csv_tables import view_csv
from displays.words.ladder_text import ladder_text, working_text
from displays.words.language import language
from displays.words.ranking_text import standings_text
from engine.model import CHESS_POINTS
from ledger.acts.opening import FinishTournament, ReopenTournament
from ledger.views.card import CardQuestion
from ledger.views.ladder import LadderQuestion
from ledger.views.ladder_working import WorkingQuestion
from ledger.views.projector import Projection
from ledger.views.standings import StandingsQuestion
from tests.ledger.histories import Table
from tests.ledger.views.test_keizer import one_evening

ENGLISH = language("en")


def season(**options: str) -> Table:
    """2 beat 1, 3 and 4 drew; 5 had no game and nine points for it: the ladder is 2, 5, 3, 4, 1."""
    return one_evening(min_games=1, no_game="9p", end_correction=False, **options)


def finished(**options: str) -> Projection:
    return Projection(season(**options).do(FinishTournament(reason="spring")).records)


def test_the_list_has_them_below_all_others_without_a_place() -> None:
    view = finished().show(LadderQuestion())
    assert [(line.player.number, line.is_unranked, line.movement) for line in view.lines] == [
        *((2, False, 1), (3, False, 1), (4, False, 1), (1, False, -3)),
        (5, True, 0),
    ]
    row = ladder_text(view, ENGLISH).splitlines()[-1]
    assert row.split()[0] == "–"
    assert row.endswith("too few games")
    assert [line[0] for line in csv.reader(view_csv(view, ENGLISH).splitlines()[1:])] == ["1", "2", "3", "4", ""]


def test_standings_working_and_card_say_so_too() -> None:
    views = finished()
    standings = views.show(StandingsQuestion())
    assert [line.ladder.is_unranked for line in standings.lines if line.ladder] == [False, False, False, False, True]
    (row,) = (row for row in standings_text(standings, ENGLISH, CHESS_POINTS).splitlines() if "Egon" in row)
    assert row.split()[0] == "–"
    assert "5 Egon (1960), too few games after round 1" in working_text(views.show(WorkingQuestion(player=5)), ENGLISH)
    assert final_row(views.show(CardQuestion(player=5)), ENGLISH)[-1] == "–"
    assert final_row(views.show(CardQuestion(player=1)), ENGLISH)[-1] == "4"


@pytest.mark.parametrize("few", ["below", "marked"])
def test_as_long_as_the_season_lasts_and_when_it_goes_on_they_have_their_place(few: str) -> None:
    going_on = Projection(season(few_games=few).records).show(LadderQuestion())
    assert [line.player.number for line in going_on.lines] == [2, 5, 3, 4, 1]
    assert not any(line.is_unranked or line.has_few_games for line in going_on.lines)
    again = season(few_games=few).do(FinishTournament(reason="spring"), ReopenTournament(reason="a protest"))
    assert Projection(again.records).show(LadderQuestion()).lines == going_on.lines


def test_marked_they_keep_it() -> None:
    view = finished(few_games="marked").show(LadderQuestion())
    assert [line.player.number for line in view.lines] == [2, 5, 3, 4, 1]
    assert [line.player.number for line in view.lines if line.has_few_games] == [5]
    assert "too few games" in ladder_text(view, ENGLISH)
