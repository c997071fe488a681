"""Lists as other programs write them: those of the oracle, where it is there, and small ones of our own."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest

from displays.words.columns import column_titles
from engine.errors import BadInput
from engine.model import Details, Ids, Outcome, Player, RatingOf, Rules, Tournament
from ledger.acts.opening import TournamentOpened
from ledger.acts.players import CompletedEntry, PlayerRegistered
from ledger.formats.column_guess import guess_columns
from ledger.formats.jsonl import encode_stream
from ledger.formats.player_sheet import Sheet, read_sheet
from ledger.formats.players_csv import PlayerList, left_out, read_list
from ledger.store.sqlite import SqliteLog
from tests.ledger.formats.workbooks import ods_of, xlsx_of
from tests.ledger.given import given, with_players
from tests.outside import OUTSIDE

LISTS = OUTSIDE.parent / "lists"
needs_lists = pytest.mark.skipif(not LISTS.is_dir(), reason=f"the lists of the oracle are not here: {LISTS}")


def read(content: bytes | str, t: Tournament | None = None) -> tuple[Sheet, PlayerList]:
    sheet = read_sheet(content, called=column_titles())
    return sheet, read_list(sheet, guess_columns(sheet), t)


# -- the lists of the oracle -------------------------------------------------------------------------------------------

# Of each: what columns are left out, and the fourth player as the log can hold them.
_D_HONDT = "d'Hondt, Paweł"
_FIDE = RatingOf("fide", "", 1620)
EXPECTED: dict[str, tuple[list[str], Player, tuple[RatingOf, ...]]] = {
    "swiss-manager-de.csv": (
        [],
        Player(4, _D_HONDT, 1620, "", None, "Tartu Kabe", "FRA", 1995, "", Ids(fide="14831903")),
        (_FIDE, RatingOf("FRA", "", 1548)),
    ),
    "chess-results-en.csv": (
        [],
        Player(4, _D_HONDT, 1620, "", None, "Tartu Kabe", "FRA", None, "", Ids(fide="14831903")),
        (_FIDE, RatingOf("FRA", "", 1548)),
    ),
    "chess-results-es.csv": (
        [],
        Player(4, _D_HONDT, 1620, "", None, "Tartu Kabe", "FRA", None, "", Ids(fide="14831903")),
        (),
    ),
    "chess-results-nl.tsv": (
        [],
        Player(4, _D_HONDT, 1620, "", None, "Tartu Kabe", "FRA", None, "", Ids(fide="14831903")),
        (),
    ),
    "dsb-meldeliste.csv": (
        ["ZPS", "Mgl-Nr", "Status", "DWZ-Index"],
        Player(0, "d'Hondt, Pawe?", 1620, "", None, "", "FRA", 1995, "m", Ids(fide="14831903")),
        (_FIDE, RatingOf("GER", "", 1548)),
    ),
    "knsb-aanmeldingen.csv": (
        [],
        Player(0, "d'Hondt, Pawe?", 1620, "", None, "Tartu Kabe", "", 1995, "m", Ids(knsb="7000548"), "B"),
        (_FIDE, RatingOf("NED", "", 1548)),
    ),
    "web-form.csv": (
        ["Timestamp", "E-mail", "Paid"],
        Player(0, "Paweł d'Hondt", 1620, "", None, "Tartu Kabe", "", 1995, "", Ids(fide="14831903")),
        (),
    ),
}


def as_it_is(content: bytes) -> bytes:
    return content


def cells_of(content: bytes) -> list[list[object]]:
    """As a spreadsheet would hold it: numbers as numbers."""
    sheet = read_sheet(content, called=column_titles())
    text = content.decode("utf-16" if sheet.encoding == "utf-16" else sheet.encoding).removeprefix("\ufeff")
    rows = csv.reader(io.StringIO(text), delimiter=sheet.separator)
    return [[int(cell) if cell.isdecimal() else cell for cell in row] for row in rows]


def as_xlsx(content: bytes) -> bytes:
    return xlsx_of(cells_of(content))


def as_ods(content: bytes) -> bytes:
    return ods_of(cells_of(content))


@needs_lists
@pytest.mark.parametrize("saved", [as_it_is, as_xlsx, as_ods])
@pytest.mark.parametrize("name", EXPECTED)
def test_a_list_of_the_oracle_is_read_in_one_step(name: str, saved: Callable[[bytes], bytes]):
    unread, player, ratings = EXPECTED[name]
    sheet, found = read(saved((LISTS / name).read_bytes()))
    assert [column.title for column in left_out(sheet, guess_columns(sheet))] == unread
    assert (found.players[3].player, found.players[3].ratings) == (player, ratings)
    assert len(found.players) == 60
    assert found.players[1].player.rating is None  # written as 0, "unrated" or not at all
    assert [problem.code for problem in found.problems] == ["csv-player-twice"] * (name == "web-form.csv")


@needs_lists
def test_no_list_of_the_oracle_is_forgotten():
    assert {path.name for path in LISTS.iterdir()} - set(EXPECTED) == {"README.md"}


@needs_lists
def test_byes_that_were_asked_for_are_offered_as_absences():
    _, found = read((LISTS / "web-form.csv").read_bytes())
    assert found.players[0].absences == {2: Outcome.ABSENT}
    assert found.players[5].absences == {3: Outcome.ABSENT, 4: Outcome.ABSENT}
    assert found.players[1].absences == {}


# -- what they call their columns --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        (
            "Snr;;Name;IDNr;EloI;EloN;Geb;Geschl;Gr;Verein/Ort",
            "number - name fide rating_fide rating_national birth_year sex category club",
        ),
        (
            "No.;Nom;FideID;FED;EloI;EloN;Sexe;Type;Gr;Club/Ville",
            "number name fide federation rating_fide rating_national sex - category club",
        ),
        ("Rk.;SNo;Name;FED;RtgI;RtgN;Pts.;TB1", "- - name federation rating_fide rating_national - -"),
        ("ID-Nr.;FIDE-ID;Name", "- fide name"),
        (
            "Nombre;Pais;Elo FIDE;Elo nacional;Sexo;Fecha nac.",
            "name federation rating_fide rating_national sex birth_year",
        ),
        (
            "Name;BirthDay;Fed;Sex;Title;IDFIDE;FIDE-Elo;NatElo;K",
            "name birth_year federation sex title fide rating_fide rating_national -",
        ),
        (
            "last_name,first_name,fide_id,standard_rating,rapid_rating,blitz_rating",
            "surname first_name fide rating_standard rating_rapid rating_blitz",
        ),
        (
            "ID Number;Name;Fed;Sex;Tit;WTit;SRtng;SGm;RRtng;BRtng;B-day;Flag",
            "fide name federation sex title - rating_standard - rating_rapid rating_blitz birth_year -",
        ),
        ("KNDB-nummer;Naam;KNDB-rating;Club", "kndb name rating_kndb club"),
        ("Wat is je naam?;Your FIDE ID (if any);Please enter your club", "name fide club"),
        ("Spielername;G;DWZ", "name sex rating_dwz"),
    ],
)
def test_what_programs_call_their_columns(header, fields):
    sheet = read_sheet(f"{header}\n", called=column_titles())
    assert guess_columns(sheet) == tuple(None if field == "-" else field for field in fields.split())


def test_a_letter_that_may_mean_anything_is_looked_at():
    """``G``: the sex in a list of the DSB, how many games elsewhere."""
    sheet = read_sheet("Name;G\nAnna;12\n", called=column_titles())
    assert guess_columns(sheet) == ("name", None)


def test_a_column_without_a_title_may_hold_titles():
    sheet = read_sheet("No.;;Name;Rtg\n1;GM;Anna;2500\n2;;Bram;2100\n", called=column_titles())
    assert guess_columns(sheet) == ("number", "title", "name", "rating")


# -- several ratings ---------------------------------------------------------------------------------------------------


def test_each_rating_is_kept_with_whose_it_is_and_the_first_counts():
    _, found = read("Name;Elo;SRtng;RRtng;DWZ\nAnna;1750;1800;1700;1750\nBram;;0;;1600\n")
    anna, bram = found.players
    assert (anna.player.rating, bram.player.rating) == (1750, 1600)
    assert anna.ratings == (
        RatingOf("GER", "", 1750),
        RatingOf("fide", "standard", 1800),
        RatingOf("fide", "rapid", 1700),
    )
    assert bram.ratings == (RatingOf("GER", "", 1600),)


@pytest.mark.parametrize(("of_tournament", "source"), [("GER", "GER"), ("", "EST")])
def test_whose_a_national_rating_is(of_tournament, source):
    t = Tournament(Details("Open", federation=of_tournament), Rules("by-hand", 5))
    _, found = read("Name;Fed;RtgN\nAnna;EST;1800\n", t)
    assert found.players[0].ratings == (RatingOf(source, "", 1800),)


def test_a_national_rating_of_nobody_knows_whom():
    _, found = read("Name;RtgN\nAnna;1800\nBram;1700 EST\n")
    assert [new.ratings[0].source for new in found.players] == ["national", "EST"]


@pytest.mark.parametrize("cell", ["0", "unrated", "-", "Keine", "geen"])
def test_no_rating_is_written_in_many_ways(cell):
    _, found = read(f"Name;Rating\nAnna;{cell}\n")
    assert found.players[0].player.rating is None


# -- rounds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "rounds"),
    [
        ("2", {2}),
        ("3,4", {3, 4}),
        ("R1 and R2", {1, 2}),
        ("Runde 3-5", {3, 4, 5}),
        ("2 + 7", {2, 7}),
        ("1 t/m 3", {1, 2, 3}),
        ("2 4", {2, 4}),
        ("0", set()),
        ("none", set()),
    ],
)
def test_rounds_that_somebody_leaves_out(cell, rounds):
    _, found = read(f'Name;Afwezig\nAnna;"{cell}"\n')
    assert set(found.players[0].absences) == rounds


@pytest.mark.parametrize("cell", ["maybe", "2.5", "100", "Friday"])
def test_what_names_no_round(cell):
    _, found = read(f"Name;Afwezig\nAnna;{cell}\n")
    assert [(one.code, one.facts["line"], one.facts["column"]) for one in found.problems] == [("not-rounds", 2, 2)]


# -- headings, tables, other files -------------------------------------------------------------------------------------


def test_a_heading_that_stands_again_is_no_player():
    text = "No.;Name;Rtg\n1;Anna;1800\nNo.;Name;Rtg\n2;Bram;1700\n"
    sheet, found = read(text)
    assert (sheet.repeated, [new.player.name for new in found.players]) == ((3,), ["Anna", "Bram"])


def test_another_heading_is_told_with_its_line():
    _, found = read("No.;Name;Rtg\n1;Anna;1800\nNo.;Name;Club;Rtg\n2;Bram;Elva;1700\n")
    assert [(one.code, one.facts["line"]) for one in found.problems][:1] == [("csv-other-heading", 3)]
    assert "Name" not in [new.player.name for new in found.players]


def test_of_several_tables_the_one_that_names_its_columns():
    notes, players = [("Dear arbiter",), ("see the other sheet",)], [("Name", "Rating"), ("Anna", 1800)]
    for make in (xlsx_of, ods_of):
        content = make(notes, players, names=("Notes", "Players"))
        sheet, found = read(content)
        assert (sheet.table, sheet.tables) == ("Players", ("Notes", "Players"))
        assert [new.player.name for new in found.players] == ["Anna"]
        assert read_sheet(content, table="Notes").rows[0].cells == ("Dear arbiter",)
        with pytest.raises(BadInput, match="not-one-of"):
            read_sheet(content, table="Guests")


def test_a_trf_is_a_list_too():
    line = "001    1 m IM Smit, Anna                        1900 NED     4500123 1990/05/01  0.0    1"
    sheet, found = read(f"012 Spring\n{line}\n")
    ids = Ids(fide="4500123")
    expected = Player(0, "Smit, Anna", 1900, "IM", federation="NED", birth_year=1990, sex="m", ids=ids)
    assert (sheet.encoding, found.players[0].player) == ("trf", expected)


def test_an_export_of_ours_is_a_list_too(tmp_path: Path):
    anna = Player(7, "Smit, Anna", 1900, "IM", club="Elva", category="A", ids=Ids(knsb="12"))
    ratings = (RatingOf("EST", "", 1900), RatingOf("fide", "rapid", 1850))
    events = [
        TournamentOpened(details=Details("Spring"), rules=Rules("by-hand", 5)),
        PlayerRegistered(player=anna, ratings=ratings),
    ]
    with SqliteLog(tmp_path / "roundlog.db") as log:
        log.submit("spring", 0, events, actor="Anna", command="c").result()
        _, content = encode_stream(log, "spring")
    sheet, found = read(content)
    (new,) = found.players
    assert (sheet.encoding, new.player.name, new.player.club, new.player.ids) == (
        "roundlog",
        anna.name,
        "Elva",
        anna.ids,
    )
    assert (new.player.rating, set(new.ratings)) == (1900, set(ratings))


# -- doubles that are merged -------------------------------------------------------------------------------------------


def test_a_double_completes_the_line_before_and_overwrites_nothing():
    text = "name;fide;rating;club;afwezig\nAnna;1;1800;;2\nanna;1;1850;Elva;3\n"
    sheet = read_sheet(text, called=column_titles())
    found = read_list(sheet, guess_columns(sheet), merge=[3])
    assert (found.problems, found.merged, found.lines) == ((), (3,), (2,))
    assert found.players[0].player == Player(0, "Anna", 1800, club="Elva", ids=Ids(fide="1"))
    assert set(found.players[0].absences) == {2, 3}


def test_a_double_completes_who_is_registered():
    t = given(*with_players(2)).tournament
    name = t.entries[1].player.name
    sheet = read_sheet(f"name;rating;club;EloI\n{name};1000;Elva;1950\nVera;1700;;\n", called=column_titles())
    found = read_list(sheet, guess_columns(sheet), t, merge=[2])
    fuller = Player(1, name, t.entries[1].player.rating, club="Elva")
    assert found.completed == (CompletedEntry(fuller, (RatingOf("fide", "", 1950),)),)
    assert [new.player.name for new in found.players] == ["Vera"]
