"""What people type: lenient where one thing is meant, refused where it is not."""

import pytest

from displays.words import parse
from displays.words.notation import age_categories_as_typed
from engine.errors import BadInput
from engine.model import CHESS_POINTS, DRAUGHTS_POINTS, Board, Outcome, PointTable, Result, SitOut
from engine.systems.keizer.options import KeizerOptions


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1-0", Result.WHITE_WINS),
        (" 1 – 0 ", Result.WHITE_WINS),
        ("1:0", Result.WHITE_WINS),
        ("1", Result.WHITE_WINS),
        ("2-0", Result.WHITE_WINS),
        ("0-1", Result.BLACK_WINS),
        ("0", Result.BLACK_WINS),
        ("0-2", Result.BLACK_WINS),
        ("½-½", Result.DRAW),
        ("½", Result.DRAW),
        ("1/2", Result.DRAW),
        ("1/2-1/2", Result.DRAW),
        ("0.5-0.5", Result.DRAW),
        ("0,5", Result.DRAW),
        ("=", Result.DRAW),
        ("1-1", Result.DRAW),
        ("4-0", Result.WHITE_WINS),
        ("2-2", Result.DRAW),
        ("3-1", Result.ADVANTAGE_TO_WHITE),
        ("1½-½", Result.ADVANTAGE_TO_WHITE),
        ("1.5-0.5", Result.ADVANTAGE_TO_WHITE),
        ("+=", Result.ADVANTAGE_TO_WHITE),
        ("1:3", Result.ADVANTAGE_TO_BLACK),
        ("½-1½", Result.ADVANTAGE_TO_BLACK),
        ("=+", Result.ADVANTAGE_TO_BLACK),
        ("0-0", Result.BOTH_LOSE),
        ("½-0", Result.HALF_TO_WHITE),
        ("0-1/2", Result.HALF_TO_BLACK),
        ("1-0u", Result.UNRATED_WHITE_WINS),
        ("½U", Result.UNRATED_DRAW),
        ("+", Result.FORFEIT_WHITE_WINS),
        ("+/-", Result.FORFEIT_WHITE_WINS),
        ("+:-", Result.FORFEIT_WHITE_WINS),
        ("1-0F", Result.FORFEIT_WHITE_WINS),
        ("-", Result.FORFEIT_BLACK_WINS),
        ("-/+", Result.FORFEIT_BLACK_WINS),
        ("0-1f", Result.FORFEIT_BLACK_WINS),
        ("-/-", Result.DOUBLE_FORFEIT),
        ("0-0f", Result.DOUBLE_FORFEIT),
        ("never-played", Result.NEVER_PLAYED),
        ("pending", Result.PENDING),
    ],
)
def test_a_result_in_every_usual_hand(typed, meant):
    assert parse.result(typed) is meant


@pytest.mark.parametrize("result", Result)
def test_every_result_can_be_written_as_the_log_writes_it(result):
    assert parse.result(result.value) is result


@pytest.mark.parametrize("typed", ["", "2", "1-2", "10", "win", "1-0-0", "½½", "0.5-1", "١-٠"])
def test_what_is_no_result(typed):
    with pytest.raises(BadInput) as caught:
        parse.result(typed)
    assert (caught.value.code, caught.value.facts) == ("result-unreadable", {"value": typed})


def test_many_results():
    assert parse.board_results("1:1-0 2:½;3=0-1 4:=") == (
        (1, Result.WHITE_WINS),
        (2, Result.DRAW),
        (3, Result.BLACK_WINS),
        (4, Result.DRAW),
    )


@pytest.mark.parametrize("typed", ["", "1", "1:", "x:1-0", "-1:1-0"])
def test_what_is_no_list_of_results(typed):
    with pytest.raises(BadInput, match="board-result-unreadable"):
        parse.board_results(typed)


def test_boards():
    assert parse.boards("1-2 3–4,5:6") == (Board(1, 2), Board(3, 4), Board(5, 6))


@pytest.mark.parametrize("typed", ["1", "1-", "1-2-3", "a-b", "1--2", "9999999999-1"])
def test_what_is_no_board(typed):
    with pytest.raises(BadInput, match="board-unreadable"):
        parse.boards(typed)


def test_who_sits_out():
    assert parse.sitouts(7, ["3=half-bye", "4=absent,5=team-duty"]) == (
        SitOut(7, Outcome.PAIRING_BYE),
        SitOut(3, Outcome.HALF_BYE),
        SitOut(4, Outcome.ABSENT),
        SitOut(5, Outcome.TEAM_DUTY),
    )


def test_who_sits_out_and_how_must_be_said():
    with pytest.raises(BadInput, match="sit-out-unreadable"):
        parse.sitouts(None, ["7"])
    with pytest.raises(BadInput, match="not-one-of"):
        parse.sitouts(None, ["7=asleep"])


def test_numbers():
    assert parse.numbers("3 5,7-9") == (3, 5, 7, 8, 9)


@pytest.mark.parametrize("typed", ["", "a", "3-", "9-7", "1-999999", "-1"])
def test_what_is_no_list_of_numbers(typed):
    with pytest.raises(BadInput, match="numbers-unreadable"):
        parse.numbers(typed)


@pytest.mark.parametrize("typed", ["", "x", "1.5", "1e3", "9" * 16, "²", "١"])
def test_what_is_no_whole_number(typed):
    with pytest.raises(BadInput) as caught:
        parse.whole_number(typed, "board")
    assert caught.value.facts == {"field": "board", "value": typed}


@pytest.mark.parametrize(
    ("typed", "table", "units"),
    [
        ("1", CHESS_POINTS, 2),
        ("½", CHESS_POINTS, 1),
        ("-½", CHESS_POINTS, -1),
        ("−1½", CHESS_POINTS, -3),
        ("1.5", CHESS_POINTS, 3),
        ("+0,5", CHESS_POINTS, 1),
        ("2", DRAUGHTS_POINTS, 2),
        ("0.25", PointTable.of(4, 2, per_point=4), 1),
    ],
)
def test_points_in_the_unit_of_the_tournament(typed, table, units):
    assert parse.points(typed, table) == units


@pytest.mark.parametrize(("typed", "table"), [("½", DRAUGHTS_POINTS), ("0.3", CHESS_POINTS), ("", CHESS_POINTS)])
def test_points_that_the_tournament_cannot_count(typed, table):
    with pytest.raises(BadInput, match="points-unreadable"):
        parse.points(typed, table)


def test_options_are_read_as_their_system_wants_them():
    typed = ["top_value=40", "win=1", "absence=1/3", "absence_falling=yes", "absence_times=all", "ranked_apart=no"]
    assert parse.options(typed, KeizerOptions) == {
        "top_value": 40,
        "win": "1",  # a fraction is text, also when it is whole
        "absence": "1/3",
        "absence_falling": True,
        "absence_times": "all",
        "ranked_apart": "no",  # the word, not the opposite of yes
    }
    assert parse.options(["rating_groups=1800, 1500"], KeizerOptions) == {"rating_groups": ("1800", "1500")}
    assert parse.options(["rating_groups=1800"], KeizerOptions) == {"rating_groups": ("1800",)}
    assert parse.options(["rating_groups="], KeizerOptions) == {"rating_groups": ()}


def test_an_option_that_nobody_knows_or_that_does_not_fit_is_left_to_the_system():
    assert parse.options(["topvalue=40", "own=yes"], KeizerOptions) == {"topvalue": 40, "own": True}
    assert parse.options(["rematch_gap=six"], KeizerOptions) == {"rematch_gap": "six"}


@pytest.mark.parametrize("typed", ["top", "=5", ""])
def test_what_is_no_option(typed):
    with pytest.raises(BadInput, match="option-unreadable"):
        parse.options([typed], KeizerOptions)


@pytest.mark.parametrize(
    ("typed", "categories"),
    [
        ("", ()),
        ("U12, 65+", ("age=U12", "age=65+")),
        ("sex=w;age=U12, U16", ("sex=w;age=U12", "age=U16")),
        ("age=U12;sex=w", ("age=U12;sex=w",)),
    ],
)
def test_groups_by_age_are_written_as_they_are_read(typed: str, categories: tuple[str, ...]):
    assert parse.age_categories(typed) == categories
    assert age_categories_as_typed(categories) == typed


@pytest.mark.parametrize("typed", ["", "Open", "a b", "../x", "-a", "é", "a" * 61, "a\nb"])
def test_what_is_no_id_of_a_tournament(typed):
    with pytest.raises(BadInput, match="bad-stream-name"):
        parse.tournament_id(typed)
