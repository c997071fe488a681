"""Lists of players as clubs have them."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from displays.words.columns import column_titles
from engine.errors import BadInput
from engine.model import Details, Ids, Outcome, Player, RatingOf, RatingRule, Rules, Tournament
from ledger.acts.players import NewPlayer
from ledger.formats.column_guess import guess_columns
from ledger.formats.player_columns import COLUMNS, OWN_TITLES, field_of, propose_fields
from ledger.formats.player_sheet import Sheet, read_sheet
from ledger.formats.players_csv import LeftOut, left_out, read_list, read_players


def sheet_of(content: str | bytes, **how: Any) -> Sheet:
    """As the console reads it, which knows what columns are called in every language."""
    return read_sheet(content, called=column_titles(), **how)


def read(folder: Path, content: str | bytes):
    path = folder / "players.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_players(path, column_titles())


def test_every_column(tmp_path):
    header = (
        "number,name,rating,title,lot,club,federation,birth_year,sex,category,fide,knsb,kndb,fmjd,from_round,missed"
    )
    line = '7,"Smit, Anna",1900,FM,3,Utrecht,NED,1990,W,A,1,2,3,4,2,half-bye'
    (found,) = read(tmp_path, f"{header}\n{line}\n").players
    ids = Ids(fide="1", knsb="2", kndb="3", fmjd="4")
    player = Player(7, "Smit, Anna", 1900, "FM", 3, "Utrecht", "NED", 1990, "w", ids, "A")
    assert found == NewPlayer(player=player, from_round=2, missed=Outcome.HALF_BYE)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separators_byte_order_mark_and_line_ends(tmp_path, separator):
    text = "\ufeffName;Rating\r\nJürgen;1800\r\n\r\nÜlle;\r\n".replace(";", separator)
    found = read(tmp_path, text)
    assert [new.player for new in found.players] == [Player(0, "Jürgen", 1800), Player(0, "Ülle")]
    assert found.skipped == (3,)


def test_columns_by_the_names_that_clubs_give_them(tmp_path):
    (found,) = read(tmp_path, "Naam;ELO;Geboortejaar;Vereniging\nBram;1850;2001;Leiden\n").players
    assert found.player == Player(0, "Bram", 1850, club="Leiden", birth_year=2001)


def test_a_name_over_two_lines_counts_its_lines(tmp_path):
    with pytest.raises(BadInput) as caught:
        read(tmp_path, 'name,rating\n"An\nna",1\nBram,x\n')
    assert caught.value.facts == {"field": "rating", "found": "x", "line": 4, "column": 2}


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ("", "csv-no-name-column", 1),
        ("rating\n1\n", "csv-no-name-column", 1),
        ("name,hat\nA,1\n", "csv-unknown-column", 1),
        ("name,naam\nA,B\n", "csv-column-twice", 1),
        ("name,rating\nA,1,2\n", "csv-too-many-cells", 2),
        ("name,rating\n,1\n", "csv-name-missing", 2),
        ("name,rating\nA,-5\n", "not-a-number", 2),
        ("name,rating\nA,١\n", "not-a-number", 2),
        ("name,missed\nA,asleep\n", "not-one-of", 2),
        ("name,fide\nA,4500\nB,NED12\n", "not-digits", 3),
        ("name,knsb\nA,1234.0\n", "not-digits", 2),
        ('name\n"A" b\n', "csv-malformed", 2),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(tmp_path, content, code, line):
    with pytest.raises(BadInput) as caught:
        read(tmp_path, content)
    assert (caught.value.code, caught.value.facts["line"]) == (code, line)


def test_a_list_without_players_or_without_a_file(tmp_path):
    with pytest.raises(BadInput, match="csv-empty"):
        read(tmp_path, "name\n")
    with pytest.raises(BadInput, match="no-such-file"):
        read_players(tmp_path / "nowhere.csv")
    with pytest.raises(BadInput, match="unreadable-file"):
        read_players(tmp_path)


# -- what lists look like ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_the_encodings_of_spreadsheets(tmp_path, encoding):
    (found,) = read(tmp_path, "Name;Club\nJürgen Groß;Tõrva\n".replace("õ", "ö").encode(encoding)).players
    assert found.player == Player(0, "Jürgen Groß", club="Törva")


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        ("ID Number;Name;Fed;Sex;Tit;SRtng;B-day", "fide name federation sex title rating_standard birth_year"),
        ("KNSB_ID;NAME;TITLE;FED;RATING;BIRTHYEAR;SEX", "knsb name title federation rating birth_year sex"),
        ("Relatienummer;Achternaam;Voornaam;Tussenvoegsel;Vereniging", "knsb surname first_name prefix club"),
        ("Spieler;DWZ;Verein;Jahrgang;Geschlecht", "name rating_dwz club birth_year sex"),
        ("Nimi;Reiting;Klubi;Sünniaasta;Sugu;Tiitel", "name rating club birth_year sex title"),
        ("No.;Player;Rtg;FIDE-ID;Country", "number name rating fide federation"),
    ],
)
def test_what_columns_are_called(header, fields):
    assert guess_columns(sheet_of(f"{header}\n")) == tuple(fields.split())


def test_every_field_is_called_by_its_own_name_too():
    assert [field_of(field, OWN_TITLES) for field in COLUMNS] == list(COLUMNS)


def test_a_second_column_for_the_same_thing_is_left_to_the_reader():
    assert propose_fields(["name", "rating", "rating", "surname"]) == ("name", "rating", None, None)


def test_a_name_in_three_columns():
    sheet = sheet_of("Achternaam;Voornaam;Tussenvoegsel\nBerg;Jan;van den\nSmit;Anna;\nBos;;\n")
    names = [new.player.name for new in read_list(sheet, guess_columns(sheet)).players]
    assert names == ["Berg, Jan van den", "Smit, Anna", "Bos"]


def test_cells_are_made_alike_and_it_is_told():
    text = "name,title,rating,born,sex,fed,fide\n  Anna   Smit ,im,0,12.5.1990,V,ned,0\n"
    found = read_list(sheet := sheet_of(text), guess_columns(sheet))
    (new,) = found.players
    assert new.player == Player(0, "Anna Smit", title="IM", federation="NED", birth_year=1990, sex="w")
    assert {(one.field, one.code, one.old, one.new) for one in found.adjusted} == {
        ("name", "spaces-removed", "  Anna   Smit ", "Anna Smit"),
        ("title", "title-written-alike", "im", "IM"),
        ("rating", "zero-is-none", "0", ""),
        ("birth_year", "year-from-date", "12.5.1990", "1990"),
        ("sex", "sex-written-alike", "V", "w"),
        ("federation", "federation-written-alike", "ned", "NED"),
        ("fide", "zero-is-none", "0", ""),
    }


@pytest.mark.parametrize("cell", ["0004500123", "4 500 123", "4\u00a0500\u00a0123", " 00 4500123"])
def test_zeros_before_and_spaces_within_a_federation_number_are_left_out_and_it_is_told(cell):
    found = read_list(sheet := sheet_of(f"name;fide\nAnna Smit;{cell}\n"), guess_columns(sheet))
    assert found.players[0].player.ids == Ids(fide="4500123")
    assert [(one.field, one.code, one.old, one.new) for one in found.adjusted] == [
        ("fide", "number-written-alike", cell, "4500123")
    ]


@pytest.mark.parametrize(
    ("cells", "code", "column", "expected"),
    [
        (f"{'x' * 101};1900;2001;1", "text-too-long", 1, {"field": "name", "longest": 100, "length": 101}),
        (
            "Bram;1900;85;1",
            "number-outside-range",
            3,
            {"field": "birth_year", "value": 85, "least": 1900, "most": 2100},
        ),
        (f"Bram;1900;2001;{'1' * 13}", "text-too-long", 4, {"field": "fide", "longest": 12, "length": 13}),
        ("Bram;1900;2001;n/a", "not-digits", 4, {"field": "fide", "found": "n/a"}),
    ],
)
def test_what_a_player_cannot_have_is_told_with_its_line_and_what_was_expected(cells, code, column, expected):
    sheet = sheet_of(f"name;rating;born;fide\nAnna;1850;1990;4500\n{cells}\n")
    (problem,) = read_list(sheet, guess_columns(sheet)).problems
    assert (problem.code, problem.facts) == (code, {**expected, "line": 3, "column": column})


def test_a_comma_in_a_name_does_not_cut_a_line_that_semicolons_cut():
    sheet = sheet_of("Smit, Anna;1900\nTamm, Jaan;1850\n")
    assert (sheet.separator, guess_columns(sheet)) == (";", ("name", "rating"))


def test_a_comma_between_surname_and_first_name_cuts_nothing():
    """Without titles: "Wit, Jan 1300" is a name and a rating, whatever is before and behind the comma."""
    sheet = sheet_of("Wit, Jan 1300\nvan der Meer, Søren\nOpsluit,Gré 850\n\n")
    assert guess_columns(sheet) == ("name", "rating")
    found = read_list(sheet, guess_columns(sheet))
    assert [(new.player.name, new.player.rating) for new in found.players] == [
        ("Wit, Jan", 1300),
        ("van der Meer, Søren", None),
        ("Opsluit, Gré", 850),
    ]
    assert sheet_of("Wit, Jan\nDam, Kees\n").separator == " "
    for cut in ("Wit,1300\nDam,1200\n", "Jan Wit,Utrecht\nKees Dam,Leiden\n", "Wit, Jan, 1300\nDam, Kees, 1200\n"):
        assert sheet_of(cut).separator == ",", cut


@pytest.mark.parametrize("content", [b"%PDF-1.4\n%\xe2\xe3\n1 0 obj", b"{\\rtf1 Anna Visser 2100}"])
def test_a_letter_or_a_page_is_no_list(content):
    with pytest.raises(BadInput) as refused:
        sheet_of(content)
    assert refused.value.code == "csv-not-text"


@pytest.mark.parametrize(
    ("cells", "field"),
    [
        (("1900", "abc", "1850", "2100"), "rating"),
        (("1900", "0", "850"), "rating"),
        (("1990", "?", "2001"), "birth_year"),
        (("1900", "abc"), None),  # as many numbers as words: nobody knows
        (("12345", "1900", "abc"), None),
    ],
)
def test_a_column_that_is_mostly_numbers_is_what_these_are(cells, field):
    text = "".join(f"Player {chr(65 + number)};{cell}\n" for number, cell in enumerate(cells))
    assert guess_columns(sheet_of(text)) == ("name", field)


def test_a_bad_rating_without_a_heading_is_told_at_its_line():
    sheet = sheet_of("Anna Smit;1900\nBram Bos;abc\nJaan Tamm;1850\n")
    (problem,) = read_list(sheet, guess_columns(sheet)).problems
    assert (problem.code, problem.facts["line"], problem.facts["column"]) == ("not-a-number", 2, 2)


def test_a_column_with_content_that_is_not_read_is_told():
    sheet = sheet_of("Anna Smit;1900;;\nBram Bos;1850; Utrecht ;\n")
    fields = guess_columns(sheet)
    assert fields == ("name", "rating", None, None)
    assert left_out(sheet, fields) == (LeftOut(3, "", "Utrecht"),)
    assert left_out(sheet, ("name", "rating", "club", None)) == ()


def test_the_reader_knows_better():
    text = "Anna,Utrecht\nBram,Leiden\n"
    assert sheet_of(text).has_header is False
    named = sheet_of(text, has_header=True)
    assert (named.titles, len(named.rows)) == (("Anna", "Utrecht"), 1)
    assert sheet_of("a;b,c", separator=",").rows[0].cells == ("a;b", "c")


def test_all_problems_are_told_and_the_good_lines_kept():
    sheet = sheet_of("name,rating\nA,x\nB,1800\n,1700\nC,1600,5\n")
    found = read_list(sheet, guess_columns(sheet))
    assert [(one.code, one.facts["line"]) for one in found.problems] == [
        ("not-a-number", 2),
        ("csv-name-missing", 4),
        ("csv-too-many-cells", 5),
    ]
    assert [(new.player.name, line) for new, line in zip(found.players, found.lines, strict=True)] == [("B", 3)]


def test_all_problems_of_a_line_are_told():
    """What cannot be read, and what can be but not be so."""
    sheet = sheet_of("name,rating,born,fide\nA,9999,85,x\n")
    found = read_list(sheet, guess_columns(sheet)).problems
    assert [(one.facts["field"], one.facts["line"], one.facts["column"]) for one in found] == [
        ("fide", 2, 4),
        ("rating", 2, 2),
        ("birth_year", 2, 3),
    ]


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff", "name", ";;;\n"])
def test_a_sheet_with_nothing_in_it(content):
    assert sheet_of(content).rows == ()


# -- several ratings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("titles", "fields"),
    [
        ("Name;EloI;EloN", ("name", "rating_fide", "rating_national")),
        ("Name;KNSB-rating;FIDE-rating", ("name", "rating_knsb", "rating_fide")),
        ("Spielername;DWZ;FIDE-Elo", ("name", "rating_dwz", "rating_fide")),
        ("Name;Rtg;RtgN", ("name", "rating", "rating_national")),
        ("name;srtng;rrtng;brtng", ("name", "rating_standard", "rating_rapid", "rating_blitz")),
        ("Name;EloI", ("name", "rating_fide")),
        ("Name;DWZ", ("name", "rating_dwz")),
        ("Name;rrtng", ("name", "rating_rapid")),
    ],
)
def test_of_several_columns_with_ratings_each_is_read(titles, fields):
    sheet = sheet_of(f"{titles}\nAnna;{';'.join(['2000'] * titles.count(';'))}\n", has_header=True)
    assert guess_columns(sheet) == fields


def test_all_ratings_of_a_line_are_registered_and_the_one_that_counts_is_the_rating():
    sheet = sheet_of("Name;EloI;EloN\nAnna;2100;2150\nBram;0;1950\nCarla;;\n")
    open_in_the_netherlands = Tournament(Details("Open", federation="NED"), Rules("by-hand", 5))
    found = read_list(sheet, guess_columns(sheet), open_in_the_netherlands).players
    assert [(new.player.rating, new.ratings) for new in found] == [
        (2100, (RatingOf("fide", "", 2100), RatingOf("NED", "", 2150))),
        (1950, (RatingOf("NED", "", 1950),)),
        (None, ()),
    ]
    rule = replace(open_in_the_netherlands.rules, ratings=RatingRule("HBFN"))
    highest = read_list(sheet, guess_columns(sheet), replace(open_in_the_netherlands, rules=rule)).players
    assert [new.player.rating for new in highest] == [2150, 1950, None]
    nobody_said = read_list(sheet, guess_columns(sheet)).players
    assert nobody_said[1].ratings == (RatingOf("national", "", 1950),)


def test_a_rating_that_nobody_can_have_is_told_at_its_column():
    sheet = sheet_of("Name;EloI;EloN\nAnna;2100;21500\n")
    (problem,) = read_list(sheet, guess_columns(sheet)).problems
    assert (problem.code, problem.facts["line"], problem.facts["column"]) == ("number-outside-range", 2, 3)
