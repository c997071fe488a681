"""Files that cannot be true, or cannot be read: each has an error of its own that says where it is."""

from __future__ import annotations

import pytest

from engine.errors import BadInput, RoundlogError, Unsupported
from ledger.formats.trf import before_round, parse, tournament, understand
from tests.ledger.formats.trf.sheets import player, read, sheet

ONE = player(1, "2w1", points="1.0")
TWO = player(2, "1b0", points="0.0")
FOUR = (
    player(1, "2w1", points="1.0"),
    player(2, "1b0", points="0.0"),
    player(3, "4w=", points="0.5"),
    player(4, "3b=", points="0.5"),
)


def refusal(*lines: str) -> RoundlogError:
    with pytest.raises((BadInput, Unsupported)) as caught:
        read(*lines)
    return caught.value


def test_the_file_of_these_tests_is_right_as_it_is() -> None:
    assert len(read("XXR 1", *FOUR).tournament.rounds) == 1


# -- impossible histories --------------------------------------------------------------------------------------------


def test_a_player_against_himself() -> None:
    error = refusal("XXR 1", player(1, "1w1", points="1.0"), player(2, "U", points="1.0"))
    assert error.code == "trf-plays-himself"
    assert error.facts == {"player": 1, "round": 1, "line": 2, "column": 92}


def test_a_game_that_the_opponent_knows_nothing_of() -> None:
    error = refusal("XXR 1", ONE, player(2, "3b0"), player(3, "2w1"))
    assert error.code == "trf-game-one-sided"
    assert error.facts == {"player": 1, "opponent": 2, "other_line": 3, "round": 1, "line": 2, "column": 92}


def test_a_game_against_one_who_had_a_bye() -> None:
    error = refusal("XXR 1", ONE, player(2, "H"))
    assert error.code == "trf-game-one-sided"


def test_a_game_against_one_whose_line_has_nothing_there() -> None:
    """Also one who seems to have entered later is told apart from one who does not exist."""
    error = refusal("XXR 2", player(1, "2w1", "3b1"), player(2, "", "U"), player(3, "", "1w0"))
    assert error.code == "trf-game-one-sided"


@pytest.mark.parametrize(("white", "black"), ["11", "1=", "+0", "1-", "1 ", "+=", "W0", "DW", "=1"])
def test_results_that_contradict_each_other(white: str, black: str) -> None:
    error = refusal("XXR 1", player(1, f"2w{white}"), player(2, f"1b{black}"))
    assert error.code == "trf-results-contradict"
    assert error.facts["found"] == f"{white}/{black}"
    assert (error.facts["line"], error.facts["column"], error.facts["round"]) == (2, 99, 1)


def test_both_with_the_same_colour() -> None:
    error = refusal("XXR 1", ONE, player(2, "1w0"))
    assert error.code == "trf-same-colours"
    assert (error.facts["line"], error.facts["column"], error.facts["other_line"]) == (2, 97, 3)


def test_a_game_over_the_board_without_colours() -> None:
    error = refusal("XXR 1", player(1, "2-1"), player(2, "1-0"))
    assert error.code == "trf-colour-missing"


def test_two_pairing_byes_in_a_round() -> None:
    error = refusal("XXR 1", *FOUR, player(5, "U"), player(6, "u"))
    assert error.code == "trf-two-pairing-byes"
    assert error.facts == {"players": (5, 6), "round": 1, "line": 7, "column": 99}


def test_a_bye_against_an_opponent() -> None:
    error = refusal("XXR 1", player(1, "2wH"), player(2, "1b0"))
    assert error.code == "trf-bye-with-opponent"
    assert error.facts["found"] == "H"


def test_points_that_do_not_add_up() -> None:
    error = refusal("XXR 1", player(1, "2w1", points="1.5"), TWO)
    assert error.code == "trf-points-do-not-add-up"
    assert error.facts == {"line": 2, "column": 81, "player": 1, "found": "1.5", "expected": "1.0"}


def test_an_opponent_who_does_not_exist() -> None:
    error = refusal("XXR 1", ONE, TWO, player(3, "9w1"))
    assert error.code == "trf-unknown-player"
    assert error.facts == {"player": 9, "line": 4, "column": 92}


@pytest.mark.parametrize(
    ("record", "column"),
    [
        ("XXP 1 9", 5),
        ("XXZ 9", 5),
        ("XXA    9  1.0", 5),
        ("240 H 002    9", 5),
        ("250       1.0 001 001    9    9", 23),
        ("250       1.0 001 001    1    9", 28),
        ("260 001 002    1    9", 13),
        ("299          -0.5  001    9", 24),
        ("NED    9      Somebody                          1800", 5),
    ],
    ids=lambda value: str(value)[:3],
)
def test_a_record_about_a_player_who_does_not_exist(record: str, column: int) -> None:
    error = refusal("XXR 2", ONE, TWO, record)
    assert error.code == "trf-unknown-player"
    assert error.facts == {"player": 9, "line": 4, "column": column}


def test_a_start_number_twice() -> None:
    error = refusal("XXR 1", ONE, TWO, player(1, "Z"))
    assert error.code == "trf-number-twice"
    assert error.facts == {"player": 1, "line": 4, "column": 5, "other_line": 2}


def test_more_rounds_than_declared() -> None:
    error = refusal("XXR 1", player(1, "2w1", "2b1"), player(2, "1b0", "1w0"))
    assert error.code == "trf-more-rounds-than-declared"
    assert error.facts == {"rounds": 1, "found": 2, "line": 2, "column": 102}


@pytest.mark.parametrize("text", ["", "\n\n", "012 A name and nothing else\n", '{"players": []}\n'])
def test_no_players(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        understand(parse(text))
    assert caught.value.code == "trf-no-players"


def test_one_player() -> None:
    assert refusal("XXR 1", player(1, "U", points="1.0")).code == "trf-one-player"


def test_a_bye_that_contradicts_the_players_own_line() -> None:
    error = refusal("XXR 2", ONE, TWO, "240 H 001    1")
    assert error.code == "trf-bye-contradicts"
    assert (error.facts["line"], error.facts["other_line"], error.facts["round"]) == (4, 2, 1)


def test_a_bye_in_a_round_that_there_is_not() -> None:
    error = refusal("XXR 2", ONE, TWO, "240 H 003    1")
    assert error.code == "trf-round-outside"
    assert error.facts == {"line": 4, "column": 7, "round": 3, "rounds": 2}


def test_points_given_for_a_result_that_was_not() -> None:
    error = refusal("XXR 1", ONE, TWO, "299 H         1.0  001    1")
    assert error.code == "trf-assignment-does-not-fit"


@pytest.mark.parametrize(
    ("records", "code"),
    [
        (("XXR 5", "142 6"), "trf-rounds-contradict"),
        (("XXR 5", "XXC white1 black1"), "trf-first-colour-contradicts"),
        (("XXR 5", "152 W", "XXC black1"), "trf-first-colour-contradicts"),
        (("XXR five",), "trf-not-a-number"),
        (("XXR 0",), "trf-bad-number-of-rounds"),
        (("XXR 5", "152 G"), "trf-unknown-colour"),
        (("XXR 5", "162  W 0.0    D 1.0"), "trf-scores-impossible"),
        (("XXR 5", "XXS WW=1 BW=2"), "trf-scores-by-colour"),
        (("XXR 5", "XXS WIN=1"), "trf-scores-unreadable"),
        (("XXR 5", "162  Q 1.0"), "trf-scores-unreadable"),
        (("XXR 5", "BBW one"), "trf-not-points"),
        (("XXR 5", "BBW"), "trf-line-too-short"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_agreement_that_cannot_be(records: tuple[str, ...], code: str) -> None:
    assert refusal(*records, ONE, TWO).code == code


# -- columns ---------------------------------------------------------------------------------------------------------


def test_a_line_that_ends_before_the_start_number() -> None:
    error = refusal("001")
    assert error.code == "trf-line-too-short"
    assert error.facts == {"line": 1, "column": 4, "field": "number"}


@pytest.mark.parametrize(
    ("wrong", "code", "column"),
    [
        ("001 one       Player, P1", "trf-not-a-number", 5),
        ("001           Player, P1", "trf-field-missing", 5),
        ("001    0      Player, P1", "trf-start-number-zero", 5),
        ("0011   1      Player, P1", "trf-column-not-blank", 4),
        (player(1, rating="22oo"), "trf-not-a-number", 49),
        (player(1, rank="1st"), "trf-not-a-number", 86),
        (player(1, points="1/2"), "trf-not-points", 81),
        (player(1, "2w1").replace("   2 w 1", "  xx w 1"), "trf-not-a-number", 92),
        (player(1, "2w1").replace("   2 w 1", " 1 2 w 1"), "trf-not-a-number", 92),
        (player(1, "2w1").replace("   2 w 1", "   2 g 1"), "trf-unknown-colour", 97),
        (player(1, "2w1").replace("   2 w 1", "0000 - X"), "trf-unknown-result", 99),
        (player(1, "2w1").replace("   2 w 1", "   2w 1 "), "trf-column-not-blank", 96),
        (player(1, "Z", "2w1").replace("   2 w 1", "   2 w  1"), "trf-column-not-blank", 110),
        ("\u0661".join(("001    ", "      Player, P1")), "trf-not-a-number", 5),
    ],
)
def test_something_else_than_its_column_asks_for(wrong: str, code: str, column: int) -> None:
    error = refusal("012 Columns", wrong, TWO)
    assert error.code == code
    assert (error.facts["line"], error.facts["column"]) == (2, column)


@pytest.mark.parametrize(
    ("record", "code", "column"),
    [
        ("240 Q 001    1", "trf-unknown-bye", 5),
        ("240 H    1", "trf-column-not-blank", 10),
        ("240 H", "trf-line-too-short", 6),
        ("250       1.0 00x 001    1    1", "trf-not-a-number", 15),
        ("250           001 001    1    1", "trf-field-missing", 10),
        ("260 001 002    1 two", "trf-not-a-number", 18),
        ("299 Q         1.0  001    1", "trf-unknown-assignment", 5),
        ("299 +  2.0  2.5", "trf-column-not-blank", 13),
        ("299          -1.0  001", "trf-field-missing", 24),
        ("XXP 1 two", "trf-not-a-number", 7),
        ("XXA 1 1.0 1.0", "trf-not-a-number", 5),
    ],
)
def test_a_record_out_of_its_columns(record: str, code: str, column: int) -> None:
    error = refusal("XXR 2", ONE, TWO, record)
    assert error.code == code
    assert (error.facts["line"], error.facts["column"]) == (4, column)


@pytest.mark.parametrize("record", ["192 FIDE_TEAM_BAKU", "310   1 A", "362  TW 2.0", "330 +- 001    1    2"])
def test_a_team_tournament_is_named_as_one(record: str) -> None:
    """TRF26: there 250 gives match points to teams, which is no slip in the columns of an individual one."""
    with pytest.raises(BadInput) as caught:
        parse(sheet("012 Teams", "250  1.0      001 002    1    2", record, *FOUR))
    assert (caught.value.code, caught.value.facts["line"]) == ("trf-team-tournament", 3)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_an_encoding_that_is_none_of_ours(encoding: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(sheet(*FOUR).encode(encoding))
    assert caught.value.code == "trf-encoding"


def test_bytes_that_are_no_text_in_any_of_our_encodings() -> None:
    with pytest.raises(BadInput) as caught:
        parse(b"012 Caf\xe9\n022 \x81\n")
    assert (caught.value.code, caught.value.facts["line"], caught.value.facts["column"]) == ("trf-encoding", 2, 5)


def test_control_characters() -> None:
    with pytest.raises(BadInput) as caught:
        parse("012 Name\n022 Pla\x00ce\n")
    assert caught.value.code == "trf-control-character"
    assert caught.value.facts == {"line": 2, "column": 8, "found": 0}


@pytest.mark.parametrize("number", [0, 3, 6])
def test_a_round_that_cannot_be_paired_again(number: int) -> None:
    whole = tournament(parse(sheet("XXR 5", *FOUR)))
    with pytest.raises(BadInput) as caught:
        before_round(whole, number)
    assert caught.value.code == "trf-no-such-round"
