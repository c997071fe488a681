"""Lists of players as clubs have them."""

from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.model import Ids, Outcome, Player
from ledger.commands import NewPlayer
from ledger.formats.players_csv import read_players


def read(folder: Path, content: str | bytes):
    path = folder / "players.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_players(path)


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
        ('name\n"A" b\n', "csv-malformed", 2),
        (b"name\nA\nJ\xfcrgen\n", "csv-not-utf-8", 3),
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
