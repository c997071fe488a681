"""What a file says, in the words of the model."""

from __future__ import annotations

import pytest

from engine.cards import cards
from engine.model import (
    CHESS_POINTS,
    DRAUGHTS_POINTS,
    FOOTBALL_POINTS,
    Board,
    Colour,
    Outcome,
    Phase,
    PointTable,
    Result,
    Separation,
)
from ledger.formats.trf import before_round, parse, tournament
from tests.ledger.formats.trf.sheets import codes, player, read, sheet

ONE = player(1, "2w1", points="1.0")
TWO = player(2, "1b0", points="0.0")


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("1", "0", Result.WHITE_WINS),
        ("=", "=", Result.DRAW),
        ("0", "1", Result.BLACK_WINS),
        ("0", "0", Result.BOTH_LOSE),
        ("=", "0", Result.HALF_TO_WHITE),
        ("0", "=", Result.HALF_TO_BLACK),
        ("W", "L", Result.UNRATED_WHITE_WINS),
        ("D", "D", Result.UNRATED_DRAW),
        ("L", "W", Result.UNRATED_BLACK_WINS),
        ("+", "-", Result.FORFEIT_WHITE_WINS),
        ("-", "+", Result.FORFEIT_BLACK_WINS),
        ("-", "-", Result.DOUBLE_FORFEIT),
        ("", "", Result.PENDING),
    ],
)
def test_results(white: str, black: str, result: Result) -> None:
    """The colour decides who is White, not the order of the lines."""
    t = read("XXR 1", player(1, f"2b{black}"), player(2, f"1w{white}")).tournament
    assert t.rounds[0].boards == (Board(2, 1, result),)


@pytest.mark.parametrize(
    ("letter", "outcome"),
    [("U", Outcome.PAIRING_BYE), ("F", Outcome.FULL_BYE), ("H", Outcome.HALF_BYE), ("Z", Outcome.ZERO_BYE)],
)
def test_byes(letter: str, outcome: Outcome) -> None:
    """Whoever asked for a bye was absent; the pairing bye came out of the pairing."""
    t = read("XXR 1", ONE, TWO, player(3, letter)).tournament
    assert t.rounds[0].sitouts[0].outcome is outcome
    assert t.entries[3].absences == ({} if letter == "U" else {1: outcome})


def test_a_game_without_a_result_is_pending_and_postponed_once_the_next_round_is_paired() -> None:
    t = read("XXR 3", player(1, "2w", "2b"), player(2, "1b", "1w")).tournament
    assert [played.boards[0].result for played in t.rounds] == [Result.POSTPONED, Result.PENDING]
    assert [played.phase for played in t.rounds] == [Phase.CLOSED, Phase.PUBLISHED]


@pytest.mark.parametrize("points", ["0.0", "0.5", "1.0"])
def test_open_games_may_be_in_the_points_or_not(points: str) -> None:
    """TRF26 162 X: an unknown result counts as a draw; other programs leave it out."""
    lines = ("XXR 2", player(1, "2w", "Z", points=points), player(2, "1b"))
    if points == "1.0":
        with pytest.raises(Exception, match="trf-points-do-not-add-up"):
            read(*lines)
    else:
        assert read(*lines).tournament.rounds[0].boards[0].result is Result.PENDING


# -- who does not play -----------------------------------------------------------------------------------------------

NEXT_ROUND = {
    "in the column": (player(3, "U", "H", points="1.5"),),
    "in the column, not in the points": (player(3, "U", "H", points="1.0"),),
    "240": (player(3, "U", points="1.0"), "240 H 002    3"),
    "240 beside the column": (player(3, "U", "H", points="1.5"), "240 H 002    3"),
}


@pytest.mark.parametrize("lines", NEXT_ROUND.values(), ids=NEXT_ROUND.keys())
def test_an_absence_in_the_round_to_be_paired(lines: tuple[str, ...]) -> None:
    t = read("XXR 2", ONE, TWO, *lines).tournament
    assert t.next_round == 2
    assert t.entries[3].absences == {2: Outcome.HALF_BYE}
    assert t.available(2) == (1, 2)


def test_xxz_is_a_zero_point_bye_in_the_round_to_be_paired() -> None:
    t = read("XXR 3", "XXZ 1", "XXZ 3", ONE, TWO, player(3, "U", "H")).tournament
    assert t.entries[1].absences == {2: Outcome.ZERO_BYE}
    assert t.entries[3].absences == {2: Outcome.HALF_BYE}


def test_a_bye_of_a_past_round_that_only_240_tells() -> None:
    t = read("XXR 2", ONE, TWO, player(3, points="0.5"), "240 H 001    3").tournament
    assert t.rounds[0].sitouts[0].outcome is Outcome.HALF_BYE
    assert t.entries[3].from_round == 1


def test_a_late_entry_has_nothing_before_its_first_round() -> None:
    t = read("XXR 3", player(1, "2w1", "3b1"), player(2, "1b0", "U"), player(3, "", "1w0", points="0.0")).tournament
    assert t.entries[3].from_round == 2
    assert t.rounds[0].sitouts == ()


def test_a_line_that_ends_early_is_a_player_who_was_absent_and_may_come_back() -> None:
    """A zero-point bye in the rounds that are paired; in the one to come only a letter would say so."""
    t = read("XXR 3", player(1, "2w1", "U"), player(2, "1b0"), player(3, "U", "Z", "Z")).tournament
    assert t.entries[2].absences == {2: Outcome.ZERO_BYE}
    assert t.available(3) == (1, 2)


def test_before_a_round() -> None:
    """The history before it, and who had asked not to play in it; the pairing bye is still to be given."""
    lines = (
        player(1, "2w1", "3b1", "2b1", points="3.0"),
        player(2, "1b0", "Z", "1w0", points="0.0"),
        player(3, "U", "1w0", "Z", points="1.0"),
    )
    whole = tournament(parse(sheet("XXR 3", *lines)))
    second = before_round(whole, 2)
    assert len(second.rounds) == 1
    assert second.available(2) == (1, 3)
    assert second.entries[3].absences == {}
    assert before_round(whole, 1).available(1) == (1, 2, 3)
    assert tournament(parse(sheet("XXR 3", *lines)), upto_round=2) == second


# -- what was agreed -------------------------------------------------------------------------------------------------


def test_details() -> None:
    details = read(
        "012 Open",
        "022 Assen",
        "032 NED",
        "042 2026/05/01",
        "052 2026/05/09",
        "102 IA Jansen",
        "122 90 minutes",
        "XXR 1",
        ONE,
        TWO,
    ).tournament.details
    assert (details.name, details.place, details.federation) == ("Open", "Assen", "NED")
    assert (details.starts, details.ends) == ("2026-05-01", "2026-05-09")
    assert (details.arbiter, details.time_control) == ("IA Jansen", "90 minutes")


@pytest.mark.parametrize(
    ("records", "system", "options"),
    [
        (("192 FIDE_DUTCH_2026",), "fide-dutch-2026", {}),
        (("192 FIDE_DUTCH_2025",), "fide-dutch-2026", {}),
        (("192 FIDE_DUTCH_2017",), "fide-dutch-2017", {}),
        (("192 FIDE_DUTCH_2026_BAKU",), "fide-dutch-2026", {"acceleration": "baku"}),
        (("192 FIDE_DUTCH",), "fide-dutch-2026", {}),
        (("192 FIDE_DUTCH", "042 2026/02/01"), "fide-dutch-2026", {}),
        (("192 FIDE_DUTCH", "042 2026/01/31"), "fide-dutch-2017", {}),
        (("192 CUSTOM_SWISS",), "by-hand", {}),
        ((), "by-hand", {}),
    ],
)
def test_systems(records: tuple[str, ...], system: str, options: dict[str, str]) -> None:
    """ETT26: FIDE_DUTCH alone is the edition in force on the first day; since 1 February 2026 the new one."""
    rules = read("XXR 1", *records, ONE, TWO).tournament.rules
    assert (rules.system, rules.options) == (system, options)


def test_a_system_that_the_arbiter_names_goes_before_the_files() -> None:
    assert tournament(parse(sheet("XXR 1", "192 FIDE_DUBOV", ONE, TWO)), system="x").rules.system == "x"


@pytest.mark.parametrize("record", ["202 BH/C1,SB,OTHER_lot", "212 PTS,BH/C1,SB,OTHER_lot"])
def test_tiebreaks(record: str) -> None:
    assert read("XXR 1", record, ONE, TWO).tournament.rules.tiebreaks == ("BH/C1", "SB", "lot")


@pytest.mark.parametrize(
    ("record", "edition"),
    [("042 2026/02/28", "2024"), ("042 28.02.2026", "2024"), ("042 2026/03/01", "2026"), ("042 spring", "2026")],
)
def test_the_edition_of_the_tiebreaks_is_that_of_the_first_day(record: str, edition: str) -> None:
    """FIDE C.07: the text of 2026 is in force since 1 March of that year."""
    assert read("XXR 1", record, ONE, TWO).tournament.rules.tiebreak_edition == edition
    assert read("XXR 1", ONE, TWO).tournament.rules.tiebreak_edition == "2026"


@pytest.mark.parametrize("record", ["152 B", "152 b", "XXC black1", "XXC rank black1"])
def test_the_first_colour(record: str) -> None:
    assert read("XXR 1", record, ONE, TWO).tournament.first_colour is Colour.BLACK


def test_before_round_1_nobody_knows_the_first_colour_unless_it_was_drawn() -> None:
    assert read("XXR 1", player(1), player(2)).tournament.first_colour is None


def test_the_start_order_is_that_of_the_numbers_or_with_xxc_rank_that_of_the_lines() -> None:
    assert read("XXR 1", TWO, ONE).tournament.start_order == (1, 2)
    assert read("XXR 1", "XXC rank", TWO, ONE).tournament.start_order == (2, 1)


@pytest.mark.parametrize(
    ("record", "separation"),
    [
        ("260 001 002    1    2    3", Separation((1, 2, 3), 1, 2)),
        ("260 002 005    1    2", Separation((1, 2), 2, None)),
        ("260 003        1    2", Separation((1, 2), 3, 3)),
        ("XXP 2 1", Separation((2, 1))),
    ],
)
def test_players_who_may_not_meet(record: str, separation: Separation) -> None:
    assert read("XXR 5", record, ONE, TWO, player(3, "U")).tournament.separations == (separation,)


@pytest.mark.parametrize(
    ("records", "listed"),
    [
        (("XXA    1  1.0  1.0  0.5", "XXA    2  0.5"), ("1 2 2 1", "2 1")),
        (("250       1.0 001 002    1    2", "250       0.5 003 003    1    1"), ("1 2 2 1", "2 2 2")),
        (("250       0.5 002        3",), ("3 0 1",)),
        (("XXA    1  0.0  0.0",), ()),
    ],
)
def test_accelerations_are_listed_by_player_in_units(records: tuple[str, ...], listed: tuple[str, ...]) -> None:
    options = read("XXR 5", "192 FIDE_DUTCH_2026", *records, ONE, TWO, player(3, "U")).tournament.rules.options
    assert options == ({"virtual_points": listed} if listed else {})


@pytest.mark.parametrize("named", ["192 FIDE_DUTCH_2026", "012 by hand"])
def test_c_04_7_1_5_boards_are_in_the_order_of_the_pairing_score(named: str) -> None:
    """3 and 4 have drawn like 1 and 2, and have a point more when they are paired."""
    rounds = {1: ("2w=", "2b="), 2: ("1b=", "1w="), 3: ("4w=", "4b="), 4: ("3b=", "3w=")}
    people = [player(n, *cells, points="1.0") for n, cells in rounds.items()]
    accelerated = [f"XXA    {n}  1.0  1.0" for n in (3, 4)]
    for records, first in ((accelerated, 4), ((), 2)):
        t = read("XXR 5", named, *records, *people).tournament
        assert [played.boards[0].white for played in t.rounds] == [first - 1, first]


def test_c_04_2_3_6_the_rank_is_that_of_who_has_more_points() -> None:
    lines = {
        1: ("3w0", "4w="),
        2: ("4w0", "3b="),
        3: ("1b1", "2w="),
        4: ("2b1", "1b="),
    }
    scores = {1: "0.5", 2: "0.5", 3: "1.5", 4: "1.5"}
    t = read("XXR 5", *(player(n, *cells, points=scores[n]) for n, cells in lines.items())).tournament
    assert [(board.white, board.black) for board in t.rounds[1].boards] == [(3, 2), (1, 4)]


def test_an_acceleration_of_pairings_made_by_hand_is_the_arbiters_business() -> None:
    understood = read("XXR 5", "152 W", "012 A", "XXA    1  1.0", ONE, TWO)
    assert understood.tournament.rules.options == {}
    assert codes(understood.adjustments) == ["trf-acceleration-not-used"]


# -- what it is worth ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("records", "table"),
    [
        ((), CHESS_POINTS),
        (("162  W 1.0    D 0.5",), CHESS_POINTS),
        (("162  W 2.0    D 1.0    L 0.0    A 0.0    P 2.0",), DRAUGHTS_POINTS),
        (("162  W 2.0    D 1.0",), DRAUGHTS_POINTS),
        (("162 W 3 D 1",), FOOTBALL_POINTS),
        (("XXS W=3 D=1 PAB=3",), FOOTBALL_POINTS),
        (("XXS W=3", "XXS D=1"), PointTable(1, 3, 1, 0, 3, 0, 1, 3, 1)),
        (("XXS WW=1 WD=.5 WL=0 BW=1 BD=0.5 BL=0", "XXS FL=0 FW=1", "XXS PAB=1 FPB=1 HPB=.5 ZPB=0"), CHESS_POINTS),
        (("XXS PAB=.5",), PointTable(pairing_bye=1)),
        (("XXS W=3 FW=2 D=1",), PointTable(1, 3, 1, 0, 2, 0, 1, 3, 1)),
        (("BBW  3.0", "BBD  1.0", "BBU  3.0"), FOOTBALL_POINTS),
        (("BBW  3.0", "BBD  1.0"), FOOTBALL_POINTS),
        (("162  W 3.0    D 1.0    Z 0.0",), FOOTBALL_POINTS),
        (
            ("BBL  1.0", "BBF  0.5", "BBZ  0.5", "BBW  3.0", "BBD  2.0", "BBU  1.0"),
            PointTable(2, 6, 4, 2, 6, 1, 2, 6, 4, zero_bye=1, absent=1, absent_unnotified=1),
        ),
        (("162  W 1.0    D 0.5    P 0.5    A 0.0", "299 H         0.0"), PointTable(pairing_bye=1, half_bye=0)),
        (("299 +         0.5",), PointTable(forfeit_win=1)),
    ],
)
def test_point_tables(records: tuple[str, ...], table: PointTable) -> None:
    assert read("XXR 1", *records, player(1), player(2)).tournament.rules.points == table


def test_points_are_checked_against_the_table_of_the_file() -> None:
    lines = (player(1, "2w1", points="3.0"), player(2, "1b0"), player(3, "H", points="1.0"))
    assert read("XXR 1", "XXS W=3 D=1", *lines).tournament.rules.points.win == 3
    assert read("XXR 1", *lines[1:2], ONE, player(3, "U", points="1.0"), "162  W 1.0").adjustments


@pytest.mark.parametrize(
    ("record", "points", "score"),
    [
        ("299          -0.5  001    1", "0.5", 1),
        ("299          -0.5         1", "0.5", 1),
        ("299           1.0  001    1    2", "2.0", 4),
        ("299 W         0.5  001    1", "0.5", 1),
        ("299 W         0.5  000    1", "0.5", 1),
        ("299 W         0.5  001", "0.5", 1),
    ],
)
def test_points_by_decision(record: str, points: str, score: int) -> None:
    """TRF26 299: a penalty or bonus in a round, or a result that was given other points."""
    t = read("XXR 2", record, player(1, "2w1", points=points), player(2, "1b0")).tournament
    assert cards(t)[1].score == score


# -- players ---------------------------------------------------------------------------------------------------------


def test_a_player() -> None:
    line = player(
        1,
        "2w1",
        sex="w",
        title="WGM",
        name="Muzychuk, Mariya",
        rating="2511",
        federation="UKR",
        fide="14114550",
        born="1992/09/21",
    )
    understood = read("012 A", "XXR 1", "152 W", line, TWO)
    known = understood.tournament.entries[1].player
    assert (known.number, known.name, known.rating, known.title) == (1, "Muzychuk, Mariya", 2511, "WGM")
    assert (known.sex, known.federation, known.ids.fide, known.birth_year) == ("w", "UKR", "14114550", 1992)
    assert codes(understood.adjustments) == ["trf-birth-days-left-out"]


@pytest.mark.parametrize(
    ("method", "fide", "national", "rating"),
    [
        ("FIDE", "2000", "2100", 2000),
        ("NRO", "2000", "2100", 2100),
        ("FIDON", "2000", "2100", 2000),
        ("FIDON", "", "2100", 2100),
        ("NIDOF", "2000", "2100", 2100),
        ("NIDOF", "2000", "", 2000),
        ("HBFN", "2000", "2100", 2100),
        ("LBFN", "2000", "2100", 2000),
        ("OTHER", "2000", "2100", 2000),
        ("NRO", "2000", "", None),
    ],
)
def test_national_ratings(method: str, fide: str, national: str, rating: int | None) -> None:
    """TRF26 172 and the lines of national rating support."""
    lines = (player(1, "2w1", rating=fide), TWO, player(1, id="NED", rating=national, fide="7654321"))
    t = read("XXR 1", f"172 NED {method}", *lines).tournament
    assert t.entries[1].player.rating == rating
    assert t.entries[1].player.ids.knsb == "7654321"
    assert t.entries[2].player.ids.knsb == ""


def test_boards_are_in_the_order_of_the_scores() -> None:
    """A TRF has no board numbers: the score of the higher player, the sum of both, the higher start number."""
    t = read(
        "XXR 2",
        player(1, "3w0", "4b1"),
        player(2, "4w=", "3b0"),
        player(3, "1b1", "2w1"),
        player(4, "2b=", "1w0"),
    ).tournament
    assert [(board.white, board.black) for board in t.rounds[0].boards] == [(1, 3), (2, 4)]
    assert [(board.white, board.black) for board in t.rounds[1].boards] == [(3, 2), (4, 1)]
