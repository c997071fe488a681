"""Points, by the questions of FIDE's checklist for programs (VCL4THP). What leaves FIDE mode: test_fide_mode.py."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from displays.web.console.setup_form import choices
from displays.words.language import language
from displays.words.setup_choices import POINT_TABLES
from engine.handbook import find_departures
from engine.model import CHESS_POINTS, FOOTBALL_POINTS, PointTable
from engine.standings import rank
from ledger.acts.opening import ChangeRules
from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.fide.test_fide_mode import SWISS, WHY, with_rounds


def test_70_a_tournament_is_counted_1_half_0_unless_something_else_is_chosen(roundlog: Roundlog, web: Web) -> None:
    roundlog("open", "plain", "--name", "Plain", "--rounds", 5, "--system", "fide-dutch-2026")
    body = {"id": "api", "details": {"name": "Api"}, "rules": {"rounds": 5, "system": "fide-dutch-2026"}}
    assert web.bearer("owner").post("/api/t", json=body).status_code == 201
    for name in ("plain", "api"):
        points = web.app.state.services.desk.state(name).tournament.rules.points
        per_point = points.per_point
        assert [Fraction(units, per_point) for units in (points.win, points.draw, points.loss)] == [
            1,
            Fraction(1, 2),
            0,
        ]
    assert next(iter(POINT_TABLES)) == "1-½-0"


@pytest.mark.parametrize(
    "points",
    [
        pytest.param(FOOTBALL_POINTS, id="3-1-0"),
        pytest.param(PointTable.of(3, 1, 1), id="3-1-1"),
        pytest.param(PointTable.of(5, 2, 0), id="5-2-0"),
    ],
)
def test_71_other_points_can_be_agreed_and_are_allowed(points: PointTable) -> None:
    history = with_rounds(0, replace(SWISS, points=points))
    assert history.tournament.rules.points == points
    assert history.state.fide_mode.is_on


def test_72_3_1_0_is_offered_and_counted() -> None:
    assert "3-1-0" in choices(language("en")).points
    table = rank(with_rounds(1, replace(SWISS, points=FOOTBALL_POINTS)).tournament)
    assert Counter(line.score for line in table) == {3: 2, 0: 3}


def test_73_points_of_their_own_can_be_typed(roundlog: Roundlog, web: Web) -> None:
    roundlog("open", "own", "--name", "Own", "--rounds", 5, "--system", "fide-dutch-2026", "--points", "5-2-1")
    points = web.app.state.services.desk.state("own").tournament.rules.points
    assert [units // points.per_point for units in (points.win, points.draw, points.loss)] == [5, 2, 1]


@pytest.mark.parametrize("points", [FOOTBALL_POINTS, replace(CHESS_POINTS, pairing_bye=1)], ids=["points", "bye"])
@pytest.mark.parametrize("rounds", [1, 3])
def test_75_points_stand_once_round_1_is_paired(points: PointTable, rounds: int) -> None:
    command = ChangeRules(rules=replace(SWISS, points=points), reason=WHY)
    assert with_rounds(0).when(command).events
    with_rounds(rounds).when(command).then_refused("rules-are-fixed", round=rounds)


@pytest.mark.parametrize(
    ("points", "bye"),
    [(CHESS_POINTS, Fraction(1)), (FOOTBALL_POINTS, Fraction(3))],
    ids=["1-½-0", "3-1-0"],
)
def test_79_the_bye_is_worth_a_win(points: PointTable, bye: Fraction) -> None:
    assert Fraction(points.pairing_bye, points.per_point) == bye == Fraction(points.win, points.per_point)


def test_80_the_bye_can_be_worth_a_draw() -> None:
    points = replace(CHESS_POINTS, pairing_bye=1)
    assert find_departures(replace(SWISS, points=points)) == ()


@pytest.mark.parametrize("worth", [0, 2])
def test_82_the_bye_can_be_worth_neither_a_win_nor_a_draw(worth: int) -> None:
    """Nothing with 1-½-0; two points with 3-1-0."""
    points = replace(FOOTBALL_POINTS, pairing_bye=worth) if worth else replace(CHESS_POINTS, pairing_bye=0)
    assert points.pairing_bye not in (points.win, points.draw)
    assert find_departures(replace(SWISS, points=points)) == ()


@pytest.mark.parametrize("worth", [0, 1, 2, 3])
def test_84_with_other_points_the_bye_may_be_worth_what_games_can_be(worth: int) -> None:
    """3-1-0: nothing, a draw, two draws, a win."""
    assert find_departures(replace(SWISS, points=replace(FOOTBALL_POINTS, pairing_bye=worth))) == ()


def test_85_what_the_bye_is_worth_stands_once_round_1_is_paired() -> None:
    command = ChangeRules(rules=replace(SWISS, points=replace(CHESS_POINTS, pairing_bye=1)), reason=WHY)
    with_rounds(1).when(command).then_refused("rules-are-fixed", round=1)
