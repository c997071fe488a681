"""What real files do, and what is made of it. Every adjustment is reported with its line."""

from __future__ import annotations

import pytest

from engine.errors import BadInput
from engine.model import Board, Colour, Outcome, Result
from ledger.formats.trf import parse, render, understand
from tests.ledger.formats.trf.sheets import codes, player, read, sheet

ONE = player(1, "2w1", points="1.0")
TWO = player(2, "1b0", points="0.0")
PLAIN = ("012 Plain", "XXR 1", "XXC white1", ONE, TWO)


def test_a_plain_file_needs_no_adjustment() -> None:
    assert read(*PLAIN).adjustments == ()


@pytest.mark.parametrize("line_end", ["\r", "\n", "\r\n"], ids=["CR", "LF", "CRLF"])
def test_line_ends(line_end: str) -> None:
    assert parse(line_end.join(PLAIN) + line_end) == parse(sheet(*PLAIN))


def test_a_last_line_without_an_end() -> None:
    assert parse("\n".join(PLAIN)) == parse(sheet(*PLAIN))


def test_utf_8_with_a_byte_order_mark() -> None:
    file = parse(b"\xef\xbb\xbf" + sheet("012 Põlva", *PLAIN[1:]).encode())
    assert codes(file.adjustments) == ["trf-byte-order-mark"]
    assert understand(file).tournament.details.name == "Põlva"


def test_windows_1250_is_read_where_western_letters_do_not_fit() -> None:
    file = parse(sheet("012 Šťastný", *PLAIN[1:]).encode("cp1250"))
    assert codes(file.adjustments) == ["trf-read-as-windows-1250"]
    assert understand(file).tournament.details.name == "Šťastný"


def test_latin_1_is_read_and_reported() -> None:
    file = parse(sheet("012 Königsberg", *PLAIN[1:]).encode("latin-1"))
    (adjustment,) = file.adjustments
    assert (adjustment.line, adjustment.code, adjustment.facts["column"]) == (1, "trf-read-as-latin-1", 6)
    assert understand(file).tournament.details.name == "Königsberg"


def test_letters_that_end_a_line_elsewhere_do_not_end_one_here() -> None:
    assert understand(parse(sheet("012 Big\u2028Open", *PLAIN[1:]))).tournament.details.name == "Big\u2028Open"


def test_tabs_stand_for_one_blank() -> None:
    understood = read("012\tPlain", *PLAIN[1:])
    assert codes(understood.adjustments) == ["trf-tab"]
    assert understood.tournament.details.name == "Plain"


def test_the_end_mark_of_old_systems() -> None:
    assert codes(parse(sheet(*PLAIN) + "\x1a").adjustments) == ["trf-end-mark"]


def test_columns_that_were_counted_in_bytes() -> None:
    """The name takes 33 bytes, so everything after it stands one column to the left for each letter with an accent."""
    shifted = player(1, "2w1", points="1.0", name="Müller, Zoë", rating="2100").replace("Zoë  ", "Zoë")
    understood = read(*PLAIN[:3], shifted, TWO)
    assert codes(understood.adjustments) == ["trf-columns-in-bytes"]
    assert understood.tournament.entries[1].player.name == "Müller, Zoë"
    assert understood.tournament.entries[1].player.rating == 2100


def test_unknown_lines_are_kept_in_their_places() -> None:
    lines = ("### a comment", "DAT 2020/03/01 Tornelo", "", "013 Team", *PLAIN, "XYZ what only its writer knows")
    file = parse(sheet(*lines))
    assert [a.facts["id"] for a in file.adjustments if a.code == "trf-line-kept"] == ["DAT", "013", "XYZ"]
    assert render(file, "\n") == sheet(*lines)
    assert file.kept == ("### a comment", "DAT 2020/03/01 Tornelo", "013 Team", "XYZ what only its writer knows")


@pytest.mark.parametrize(
    ("old", "title"),
    [("g", "GM"), ("gf", "WGM"), ("m", "IM"), ("mf", "WIM"), ("f", "FM"), ("ff", "WFM"), ("c", "CM"), ("wf", "WFM")],
)
def test_titles_of_2006(old: str, title: str) -> None:
    understood = read(*PLAIN[:3], player(1, "2w1", title=old), TWO)
    assert understood.tournament.entries[1].player.title == title
    assert codes(understood.adjustments) == ["trf-title"]


@pytest.mark.parametrize("title", ["GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"])
def test_titles_of_today(title: str) -> None:
    understood = read(*PLAIN[:3], player(1, "2w1", title=title), TWO)
    assert understood.tournament.entries[1].player.title == title
    assert understood.adjustments == ()


@pytest.mark.parametrize(("found", "read_as"), [("m", "m"), ("w", "w"), ("W", "w"), ("f", "w"), ("x", "")])
def test_sexes(found: str, read_as: str) -> None:
    understood = read(*PLAIN[:3], player(1, "2w1", sex=found), TWO)
    assert understood.tournament.entries[1].player.sex == read_as
    assert codes(understood.adjustments) == ([] if found in "mwW" else ["trf-sex"])


@pytest.mark.parametrize(
    ("born", "year"), [("1969/12/06", 1969), ("1969.12.06", 1969), ("1978", 1978), ("1987/00/00", 1987), ("", None)]
)
def test_birth_dates(born: str, year: int | None) -> None:
    assert read(*PLAIN[:3], player(1, "2w1", born=born), TWO).tournament.entries[1].player.birth_year == year


@pytest.mark.parametrize(
    ("text", "date", "code"),
    [
        ("2026/05/01", "2026-05-01", []),
        ("2026-05-01", "2026-05-01", ["trf-date"]),
        ("28. 07. 2005", "2005-07-28", ["trf-date"]),
        ("24/09/2010", "2010-09-24", ["trf-date"]),
        ("Jun 26, 2020", "2020-06-26", ["trf-date"]),
        ("26.06.20", "26.06.20", ["trf-date-unreadable"]),
    ],
)
def test_dates(text: str, date: str, code: list[str]) -> None:
    understood = read(f"042 {text}", *PLAIN)
    assert understood.tournament.details.starts == date
    assert codes(understood.adjustments) == code


def test_a_rank_a_rating_and_a_number_that_are_missing_or_zero() -> None:
    understood = read(*PLAIN[:3], player(1, "2w1", points="1.0", rating="0", fide="0", rank="0"), TWO)
    known = understood.tournament.entries[1].player
    assert (known.rating, known.ids.fide) == (None, "")
    assert understood.adjustments == ()


def test_a_decimal_comma() -> None:
    assert codes(read(*PLAIN[:3], player(1, "2w1", points="1,0"), TWO).adjustments) == ["trf-decimal-comma"]


def test_points_that_are_left_out_are_not_checked() -> None:
    assert read(*PLAIN[:3], player(1, "2w1"), player(2, "1b0")).adjustments == ()


def test_letters_are_the_same_large_and_small() -> None:
    t = read("XXR 2", player(1, "2Ww", "h"), player(2, "1Bl", "Z")).tournament
    assert t.rounds[0].boards == (Board(1, 2, Result.UNRATED_WHITE_WINS),)
    assert t.entries[1].absences == {2: Outcome.HALF_BYE}


def test_the_bye_cell_of_lichess() -> None:
    """Blanks in place of 0000 and the dash."""
    lines = (*PLAIN[:3], ONE, TWO, player(3) + "       U")
    assert read(*lines).tournament.rounds[0].bye == 3
    assert render(parse(sheet(*lines))).rstrip().endswith("  0000 - U")


@pytest.mark.parametrize(
    ("letter", "outcome"), [("-", Outcome.ZERO_BYE), ("=", Outcome.HALF_BYE), ("+", Outcome.PAIRING_BYE)]
)
def test_results_without_an_opponent(letter: str, outcome: Outcome) -> None:
    understood = read(*PLAIN[:3], ONE, TWO, player(3, letter))
    assert understood.tournament.rounds[0].sitouts[0].outcome is outcome
    (adjustment,) = understood.adjustments
    assert (adjustment.line, adjustment.code) == (6, "trf-result-without-opponent")
    assert adjustment.facts == {"column": 99, "round": 1, "found": letter, "outcome": outcome.value}


def test_two_who_won_against_nobody_had_no_pairing_bye() -> None:
    """TRF26 001: it is given at most once per round."""
    played = read(*PLAIN[:3], ONE, TWO, player(3, "+"), player(4, "+")).tournament.rounds[0]
    assert [out.outcome for out in played.sitouts] == [Outcome.FULL_BYE, Outcome.FULL_BYE]
    played = read(*PLAIN[:3], ONE, TWO, player(3, "+"), player(4, "U")).tournament.rounds[0]
    assert [out.outcome for out in played.sitouts] == [Outcome.FULL_BYE, Outcome.PAIRING_BYE]


OLD = ("012 TRF06", "XXR 2", player(1, "2w1", "2b1", points="2.0"), player(2, "1b0", "1w0", points="0.0"))


@pytest.mark.parametrize(
    ("cells", "points", "byes"),
    [
        (("", ""), "0.5", ["half-bye", "zero-bye"]),  # who leaves gets no more
        (("", ""), "1.0", ["half-bye", "half-bye"]),
        (("", "4w1"), "1.5", ["half-bye"]),
        (("", "4w1"), "2.0", ["pairing-bye"]),
        (("", "4w1"), "1.0", ["zero-bye"]),
    ],
)
def test_a_bye_of_trf06_follows_from_the_points(cells: tuple[str, ...], points: str, byes: list[str]) -> None:
    other = player(4, "", "3b0" if cells[1] else "", points="0.0")
    understood = read(*OLD, player(3, *cells, points=points), other)
    outs = [out for played in understood.tournament.rounds for out in played.sitouts if out.player == 3]
    assert [out.outcome.value for out in outs] == (byes if byes != ["zero-bye"] else [])
    told = [a.facts["outcome"] for a in understood.adjustments if a.code == "trf-bye-from-points"]
    assert told == [bye for bye in byes if bye != "zero-bye"]


def test_a_file_that_has_letters_for_byes_says_by_a_blank_that_there_was_none() -> None:
    with pytest.raises(BadInput) as caught:
        read(*OLD, player(3, "", points="0.5"), player(4, "H", points="0.5"))
    assert caught.value.code == "trf-points-do-not-add-up"


def test_points_may_include_the_virtual_points_of_everybody_who_has_some() -> None:
    xxa = ("XXA    1  1.0  1.0", "XXA    2  1.0  1.0")
    one, two, three, four = (player(n, cell) for n, cell in ((1, "3w1"), (2, "4b1"), (3, "1b0"), (4, "2w0")))

    def points(line: str, told: str) -> str:
        return line[:80] + f"{told:>4}" + line[84:]

    lines = ("012 Accelerated", "XXR 4", points(three, "0.0"), points(four, "0.0"), *xxa)
    understood = read(*lines, points(one, "2.0"), points(two, "2.0"))
    assert "trf-points-with-virtual-points" in codes(understood.adjustments)
    with pytest.raises(BadInput) as caught:
        read(*lines, points(one, "2.0"), points(two, "1.0"))
    assert caught.value.code == "trf-points-do-not-add-up"


def test_forfeits_without_colours() -> None:
    """TRF06 wrote a dash: the lower start number has White, which counts for nothing after a forfeit."""
    understood = read(*PLAIN[:3], player(1, "2--", points="0.0"), player(2, "1-+", points="1.0"))
    assert understood.tournament.rounds[0].boards == (Board(1, 2, Result.FORFEIT_BLACK_WINS),)
    assert codes(understood.adjustments) == ["trf-colour-filled-in"]


@pytest.mark.parametrize(("one", "two", "white"), [("2w1", "1.0", 1), ("2.1", "1w0", 2), ("2.1", "1b0", 1)])
def test_a_colour_that_one_of_them_left_out(one: str, two: str, white: int) -> None:
    understood = read(*PLAIN[:3], player(1, one), player(2, two))
    assert understood.tournament.rounds[0].boards[0].white == white
    assert codes(understood.adjustments) == ["trf-colour-filled-in"]


def test_an_unrated_game_that_both_lost() -> None:
    understood = read(*PLAIN[:3], player(1, "2wL"), player(2, "1bL"))
    assert understood.tournament.rounds[0].boards[0].result is Result.BOTH_LOSE
    assert codes(understood.adjustments) == ["trf-unrated-decision"]


def test_a_name_that_runs_into_the_rating() -> None:
    line = player(1, "2w1", name="x" * 33)
    assert codes(read(*PLAIN[:3], line[:47] + "y" + line[48:], TWO).adjustments) == ["trf-name-too-long"]


def test_a_player_without_a_name() -> None:
    understood = read(*PLAIN[:3], player(1, "2w1", name=""), TWO)
    assert understood.tournament.entries[1].player.name == "1"
    assert codes(understood.adjustments) == ["trf-name-missing"]


def test_a_file_that_does_not_say_how_many_rounds_there_are() -> None:
    understood = read("012 Bare", ONE, TWO)
    assert understood.tournament.rules.rounds == 1
    assert "trf-rounds-not-declared" in codes(understood.adjustments)


def test_a_first_colour_that_follows_from_round_1() -> None:
    """TRF26 152: the colour of the highest ranked participant who was paired in the first round."""
    understood = read("012 Bare", "XXR 1", player(1, "Z"), player(2, "3b1"), player(3, "2w0"))
    assert understood.tournament.first_colour is Colour.BLACK
    assert codes(understood.adjustments) == ["trf-first-colour-from-round-1"]


def test_what_is_said_twice() -> None:
    understood = read("112 One deputy", "112 Another", "012 First", *PLAIN)
    assert understood.tournament.details.name == "First"
    assert codes(understood.adjustments) == ["trf-record-twice"]


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ("062 17", "trf-player-count"),
        ("192 FIDE_DUBOV", "trf-system-unknown"),
        ("XXP 1", "trf-separation-of-one"),
        ("XXZ 1", "trf-absence-after-the-end"),
        ("012Stuck", "trf-column-4-used"),
        ("299     1.0   0.0  001    1", "trf-match-points"),
        ("162  X 0.3", "trf-unknown-result-points"),
    ],
)
def test_adjustments_of_records(record: str, code: str) -> None:
    lines = PLAIN[1:] if record.startswith("012") else PLAIN
    (adjustment,) = read(record, *lines).adjustments
    assert (adjustment.line, adjustment.code) == (1, code)


def test_scores_that_two_records_tell_differently() -> None:
    understood = read("162  W 1.0    P 0.5", "XXS PAB=1", *PLAIN)
    assert codes(understood.adjustments) == ["trf-scores-differ"]
    assert understood.tournament.rules.points.pairing_bye == 1


@pytest.mark.parametrize("letters", ["??", "XX", "1?", "?0", "1X", "*A"])
def test_an_unknown_result_is_that_of_an_adjourned_game(letters: str) -> None:
    """VCL4THP 164–166: whatever the letter, and whatever the other player's line says."""
    white, black = letters[0], letters[1]
    lines = (player(1, f"2w{white}", points="0.0"), player(2, f"1b{black}", points="0.0"))
    understood = read("012 Plain", "XXR 1", "XXC white1", *lines)
    assert understood.tournament.rounds[0].boards == (Board(1, 2, Result.POSTPONED),)
    assert [(one.line, one.code, one.facts["column"], one.facts["found"]) for one in understood.adjustments] == [
        (line, "trf-unknown-result-read", 99, letter) for line, letter in ((4, white), (5, black)) if letter not in "10"
    ]


def test_an_unknown_result_without_an_opponent_is_refused() -> None:
    with pytest.raises(BadInput, match="trf-unknown-result"):
        read("012 Plain", "XXR 1", "XXC white1", ONE, TWO, player(3, "Z").replace("0000 - Z", "0000 - X"))
