"""Outcome → points, and points as people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.errors import BadInput
from engine.model import CHESS_POINTS, DELFT_POINTS, DRAUGHTS_POINTS, FOOTBALL_POINTS, Outcome, PointTable
from engine.scoring import pairing_points, points, read_point_table, show, show_point_table

# What the regulations give: 1-½-0 in half points, 2-1-0 and 3-1-0 in points.
SCORES = {
    Outcome.WIN: (2, 2, 3),
    Outcome.DRAW: (1, 1, 1),
    Outcome.LOSS: (0, 0, 0),
    Outcome.ADVANTAGE_DRAW: (1, 1, 1),
    Outcome.DISADVANTAGE_DRAW: (1, 1, 1),
    Outcome.UNRATED_WIN: (2, 2, 3),
    Outcome.UNRATED_DRAW: (1, 1, 1),
    Outcome.UNRATED_LOSS: (0, 0, 0),
    Outcome.FORFEIT_WIN: (2, 2, 3),
    Outcome.FORFEIT_LOSS: (0, 0, 0),
    Outcome.PAIRING_BYE: (2, 2, 3),
    Outcome.FULL_BYE: (2, 2, 3),
    Outcome.HALF_BYE: (1, 1, 1),
    Outcome.ZERO_BYE: (0, 0, 0),
    Outcome.ABSENT: (0, 0, 0),
    Outcome.ABSENT_UNNOTIFIED: (0, 0, 0),
    Outcome.TEAM_DUTY: (0, 0, 0),
    Outcome.POSTPONED: (0, 0, 0),
    Outcome.NEVER_PLAYED: (0, 0, 0),
    Outcome.PENDING: (0, 0, 0),
}
TABLES = (CHESS_POINTS, DRAUGHTS_POINTS, FOOTBALL_POINTS)


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_scores_by_the_point_table(outcome: Outcome) -> None:
    assert tuple(points(table, outcome) for table in TABLES) == SCORES[outcome]


@pytest.mark.parametrize("outcome", Outcome)
def test_knsb_f9_fmjd_4_3_a_postponed_game_is_a_draw_while_a_round_is_paired(outcome: Outcome) -> None:
    expected = (1, 1, 1) if outcome is Outcome.POSTPONED else SCORES[outcome]
    assert tuple(pairing_points(table, outcome) for table in TABLES) == expected


def test_a_table_may_give_every_absence_its_own_points() -> None:
    table = PointTable(absent=1, absent_unnotified=0, team_duty=2, zero_bye=0, pairing_bye=1)
    given = [points(table, o) for o in (Outcome.ABSENT, Outcome.ABSENT_UNNOTIFIED, Outcome.TEAM_DUTY)]
    assert given == [1, 0, 2]
    assert points(table, Outcome.PAIRING_BYE) == 1


@pytest.mark.parametrize(
    ("units", "per_point", "text"),
    [
        (0, 2, "0"),
        (1, 2, "½"),
        (5, 2, "2½"),
        (14, 2, "7"),
        (7, 1, "7"),
        (4, 3, "1⅓"),
        (2, 3, "⅔"),
        (7, 4, "1¾"),
        (-1, 2, "-½"),
        (-3, 2, "-1½"),
        (-2, 2, "-1"),
        (35, 11, "3 2/11"),
        (2, 11, "2/11"),
        (-35, 11, "-3 2/11"),
        (Fraction(7, 2), 1, "3½"),
        (10**30 + 1, 2, "5" + "0" * 29 + "½"),
    ],
)
def test_a_score_is_shown_exactly(units: int | Fraction, per_point: int, text: str) -> None:
    assert show(units, per_point) == text


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("1-½-0", CHESS_POINTS),
        ("1-0.5-0", CHESS_POINTS),
        ("1-0,5-0", CHESS_POINTS),
        ("1-1/2-0", CHESS_POINTS),
        (" 1 – ½ – 0 ", CHESS_POINTS),
        ("2-1-0", DRAUGHTS_POINTS),
        ("3-1-0", FOOTBALL_POINTS),
        ("3-2-1", PointTable.of(3, 2, 1)),
        ("1½-¾-0", PointTable.of(6, 3, 0, per_point=4)),
        ("1-1/3-0", PointTable.of(3, 1, 0, per_point=3)),
        ("1-0-0", PointTable.of(1, 0)),
        ("4-3-2-1-0", DELFT_POINTS),
        ("2-1½-1-½-0", replace(PointTable.of(4, 2, per_point=2), advantage_draw=3, disadvantage_draw=1)),
        ("5-3-2-1-0", replace(PointTable.of(5, 2), advantage_draw=3, disadvantage_draw=1)),
    ],
)
def test_a_point_table_is_read_as_people_write_it(text: str, table: PointTable) -> None:
    assert read_point_table(text) == table
    assert read_point_table(show_point_table(table)) == table


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1-0",
        "1-½-0-0",
        "a-b-c",
        "1--0",
        "1-½-",
        "1-1/0-0",
        "-1-0-0",
        "1-٣-0",
        "1-½½-0",
        "12345-1-0",
        "1e3-1-0",
    ],
)
def test_a_point_table_that_cannot_be_read_is_bad_input(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_point_table(text)
    assert caught.value.code == "point-table-unreadable"
    assert caught.value.facts["found"] == text


@pytest.mark.parametrize("text", ["0-½-1", "½-1-0", "1-1-2", "0-0-0", "1-1-1"])
def test_a_win_is_worth_more_than_a_loss_and_a_draw_lies_between(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_point_table(text)
    assert caught.value.code == "point-table-not-descending"
