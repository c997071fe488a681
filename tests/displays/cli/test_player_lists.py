"""Lists of players from the terminal: as they come, looked at first, and taken back as a whole."""

import json

import pytest

from tests.displays.commandline import Roundlog
from tests.ledger.formats.workbooks import xlsx_of

ENTRIES = [("Spring Open",), (), ("Nr.", "Name", "EloI", "E-mail"), (1, "Vera", 1800, "v@x"), (2, "Wim", 0, "")]


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog("open", "club", "--name", "Club", "--system", "fide-dutch-2026", "--rounds", 5)
    return roundlog


def names(roundlog: Roundlog) -> list[str]:
    told = json.loads(roundlog("standings", "club", "--json"))
    return sorted(line["player"]["name"] for line in told["lines"])


def test_a_workbook_is_registered_in_one_step_and_taken_back(club: Roundlog):
    path = club.log.parent / "entries.xlsx"
    path.write_bytes(xlsx_of(ENTRIES))
    assert "2 players read from" in club("players", "import", "club", path)
    assert names(club) == ["Vera", "Wim"]
    assert "The list is taken back: 2 players" in club("players", "take-back", "club")
    assert names(club) == []
    assert "no list 2" in club.refused(1, "players", "take-back", "club")


def test_it_can_be_looked_at_first(club: Roundlog):
    path = club.log.parent / "entries.xlsx"
    path.write_bytes(xlsx_of(ENTRIES))
    assert "2 lines: 2 players will be registered." in club("players", "import", "club", path, "--dry-run")
    assert names(club) == []
    told = json.loads(club("players", "import", "club", path, "--dry-run", "--json"))
    assert [new["player"]["name"] for new in told["players"]] == ["Vera", "Wim"]


def test_who_is_there_already_is_left_out_or_completed(club: Roundlog):
    club("register", "club", "Vera", "--rating", 1800)
    path = club.log.parent / "more.csv"
    path.write_text("name;club\nVera;Elva\nWim;Elva\n")
    assert "1 player read" in club("players", "import", "club", path)
    assert names(club) == ["Vera", "Wim"]
    path.write_text("name;club\nVera;Elva\nZoë;\n")
    assert "1 player who was registered already is completed." in club("players", "import", "club", path, "--merge")
    assert "Elva" in club("standings", "club", "--csv")


def test_what_is_wrong_is_told_with_its_lines_and_nothing_is_written(club: Roundlog):
    path = club.log.parent / "bad.csv"
    path.write_text("name;rating\nVera;strong\nWim;9999\nZoë;1700\n")
    said = club.tried("players", "import", "club", path)
    assert (said.code, said.out) == (2, "")
    assert "(line 2, column 2)" in said.err
    assert "(line 3, column 2)" in said.err
    assert names(club) == []
    club("players", "import", "club", path, "--leave-out", "2-3")
    assert names(club) == ["Zoë"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "an old Excel"),
        (b"%PDF-1.4", "another kind of file"),
        (b"name\n" + b"A\n" * 20_001, "more than 20000 lines"),
    ],
)
def test_a_file_that_is_no_list_says_why(club: Roundlog, content, said):
    path = club.log.parent / "players.xls"
    path.write_bytes(content)
    assert said in club.refused(2, "players", "import", "club", path)


def test_columns_sheet_and_encoding_can_be_said(club: Roundlog):
    path = club.log.parent / "groups.xlsx"
    path.write_bytes(xlsx_of([("Name",), ("Vera",)], [("Name",), ("Wim",)], names=("A", "B")))
    club("players", "import", "club", path, "--sheet", "B")
    assert names(club) == ["Wim"]
    path = club.log.parent / "dos.csv"
    path.write_bytes("Who;How strong\nJürgen;1800\n".encode("cp850"))
    told = club(
        "players", "import", "club", path, "--encoding", "cp850", "--columns", "name,rating", "--leave-out", "1"
    )
    assert "1 player read" in told
    assert names(club) == ["Jürgen", "Wim"]


def test_a_file_is_needed(club: Roundlog):
    assert "FILE" in club.refused(2, "players", "import", "club")
