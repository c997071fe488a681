"""``-l``: the check-lists, read by their places as Sharly Chess reads that of bbpPairings."""

from __future__ import annotations

import re
from pathlib import Path

from tests.displays.drop_in.conftest import Engine
from tests.ledger.formats.trf.sheets import player, sheet

LINES = (
    "XXR 6",
    "XXC white1",
    player(1, "4w1", "2b1", "3w1", points="3.0"),
    player(2, "5b1", "1w0", "4b1", points="2.0"),
    player(3, "6w1", "5b1", "1b0", points="2.0"),
    player(4, "1b0", "6w1", "2w0", points="1.0"),
    player(5, "2w0", "3w0", "U", points="1.0"),
    player(6, "3b0", "4b0", "7w1", points="1.0"),
    player(7, "H", "H", "6b0", points="1.0"),
)


def rows(path: Path) -> dict[str, list[str]]:
    """The cells of every line that begins with a number, and of the head."""
    found = {}
    for line in path.read_text().splitlines():
        cells = [cell.strip() for cell in line.split("\t")]
        if cells[0].isdigit() or cells[0] == "ID":
            found[cells[0]] = cells
    return found


def test_columns_of_bbp_pairings(engine: Engine):
    assert engine("--dutch", engine.put(sheet(*LINES)), "-p", "out.txt", "-l", "list.txt").code == 0
    found = rows(engine.folder / "list.txt")
    assert found["ID"] == ["ID", "Pts", "----", "Pref", "C2", "C14", "C16", "Cur", "", "R1", "R2", "R3", ""]
    assert found["1"][:7] == ["1", "3.0", "WBW", "(B)", "Y", "", ""]
    assert found["1"][9:12] == ["4", "2", "3"]
    assert found["5"][2:7] == ["WW", "B", "N", "D", "U"]  # twice White; a bye, which is a downfloat too
    assert found["5"][9:12] == ["2", "3", ""]
    assert found["6"][2:7] == ["BBW", "(W)", "Y", "U", ""]  # met somebody with a point more
    assert found["7"][2:7] == ["B", "(W)", "Y", "D", "D"]  # half a point without a game is a downfloat


def test_the_round_that_is_paired_stands_in_it_as_in_the_output(engine: Engine):
    out = engine("--dutch", engine.put(sheet(*LINES)), "-p", "-l").out
    found = rows(engine.folder / "open.list")
    for line in out.splitlines()[1:]:
        white, black = line.split()
        if black == "0":
            assert found[white][7] == "(bye)"
        else:
            assert (found[white][7], found[black][7]) == (f"({black}W)", f"({white}B)")


def test_score_groups_are_parted_by_an_empty_line_and_the_release_stands_last(engine: Engine):
    engine("--dutch", engine.put(sheet(*LINES)), "-p", "-l")
    text = (engine.folder / "open.list").read_text()
    groups = [re.findall(r"^ *(\d+)\t", part, re.MULTILINE) for part in text.split("\n\n")]
    assert [group for group in groups if group] == [["1"], ["2", "3"], ["4", "5", "6", "7"]]
    assert text.splitlines()[-1].startswith("Roundlog ")


def test_the_edition_before_has_its_own_numbers(engine: Engine):
    engine("--dutch-2017", engine.put(sheet(*LINES)), "-p", "-l")
    assert rows(engine.folder / "open.list")["ID"][5:7] == ["C12", "C14"]


def test_columns_of_javafo(engine: Engine):
    """Its manual: kinds of preference, floats, opponents counted back from the last game, [X] for no bye."""
    engine(engine.put(sheet(*LINES)), "-p", "out.txt", "-l")
    found = rows(engine.folder / "open.list")
    assert found["ID"][3:] == ["Pref", "-1R", "-2R", "Cur", "", "G-3", "G-2", "G-1", ""]
    assert found["1"][3:6] == ["(B)", "", ""]
    assert found["5"][3] == "BBB"  # twice White, and two more of them than Black
    assert found["5"][8:11] == ["[X]", "2", "3"]
    assert found["6"][3] == "(W)"


def test_preferences_of_javafo(engine: Engine):
    lines = (
        "XXR 9",
        "XXC white1",
        player(1, "2w1", "3w1", "4b1", points="3.0"),
        player(2, "1b0", "4w1", "3b1", points="2.0"),
        player(3, "4w1", "1b0", "2w0", points="1.0"),
        player(4, "3b0", "2b0", "1w0", points="0.0"),
        player(5, points="0.0"),
        player(6, "7w1", "8b1", points="2.0"),
        player(7, "6b0", "", points="0.0"),
        player(8, "", "6w0", points="0.0"),
    )
    engine(engine.put(sheet(*lines)), "-p", "out.txt", "-l")
    kinds = {number: cells[3] for number, cells in rows(engine.folder / "open.list").items()}
    assert (kinds["1"], kinds["5"], kinds["6"]) == ("(B)", "A", "(w)")


def test_where_nobody_can_be_paired_the_list_is_there_all_the_same(engine: Engine):
    lines = ("XXR 3", "XXC white1", player(1, "2w=", points="0.5"), player(2, "1b=", points="0.5"))
    assert engine("--dutch", engine.put(sheet(*lines)), "-p", "-l").code == 1
    assert rows(engine.folder / "open.list")["1"][7] == ""
