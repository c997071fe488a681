"""FIDE's checklist, rating lists: questions 117, 119–122, 135, 136."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from displays.web.console.ratings import months_since
from displays.words.columns import column_titles
from engine.model import Ids
from ledger.rating_lists.addresses import ListAddresses
from ledger.rating_lists.fetching import fetch_here
from ledger.rating_lists.listed import KINDS
from tests.displays.commandline import Roundlog
from tests.ledger.rating_lists.list_server import serve_lists
from tests.ledger.rating_lists.lists import COMBINED, DSB, KNSB, XML, lists_of, load, xml_player
from tests.made_rating_lists import fide_txt, make_players

SINGLE = XML.format(xml_player(1001, "Smit, Anna", rating=2105, games=0, k=20))


def test_117_a_list_of_ones_own_is_a_table_with_a_number_a_name_and_a_rating(tmp_path: Path):
    load(tmp_path, "number,name,rating\n17,Smit Anna,1500\n", "evening.csv", publisher="club", month="2026-11")
    (found,) = lists_of(tmp_path).find("anna smit")
    assert [(one.source, one.value, one.month) for one in found.ratings] == [("club", 1500, "2026-11")]


@pytest.mark.parametrize(("publisher", "content"), [("fide", COMBINED), ("knsb", KNSB), ("dsb", DSB)])
def test_119_a_list_of_a_known_source_can_be_used(tmp_path: Path, publisher: str, content: str):
    (about,) = load(tmp_path, content, f"{publisher}-2026-11")
    assert (about.publisher, about.is_of_known_source) == (publisher, True)
    assert lists_of(tmp_path).find("jan")


def test_120_a_list_of_an_unknown_source_can_be_used(tmp_path: Path):
    (about,) = load(tmp_path, "id;name;elo\n9;Smit, Anna;1500\n", "x.csv", publisher="mine", month="2026-11")
    assert not about.is_of_known_source
    assert lists_of(tmp_path).find("9")[0].ids == Ids()  # its numbers are nobody's but its own


def test_121_all_lists_of_fide_are_of_a_known_source(tmp_path: Path):
    loaded = [load(tmp_path, SINGLE, f"{kind}_nov26frl.xml")[0] for kind in KINDS]
    loaded += load(tmp_path, COMBINED, "players_list_2026-11.xml")
    loaded += load(tmp_path, b"".join(fide_txt(make_players(20))), "players_list_2026-10.txt")
    assert {one.publisher for one in loaded} == {"fide"}
    assert [one.kinds for one in loaded] == [*((kind,) for kind in KINDS), KINDS, KINDS]


def test_122_the_lists_of_fide_can_be_used_as_one_of_an_unknown_source(tmp_path: Path):
    for kind in KINDS:
        (about,) = load(tmp_path, SINGLE, f"{kind}_nov26frl.xml", publisher="copy")
        assert (about.is_of_known_source, about.kinds) == (False, (kind,))
    (about,) = load(tmp_path, COMBINED, "players_list_nov26.xml", publisher="copy")
    assert about.kinds == KINDS


def test_135_lists_of_an_address_are_asked_for_more_than_once_a_day(tmp_path: Path):
    """By itself, while the server runs: tests/displays/web/api/test_rating_addresses.py. The
    answer is no: what somebody loads as a file is as old as it is, and no address is named by itself."""
    with serve_lists() as server:
        server.files["/standard_nov26frl.xml"], server.headers = SINGLE.encode(), {"ETag": '"1"'}
        addresses, lists = ListAddresses(lists_of(tmp_path).folder, allows_local=True), lists_of(tmp_path)
        address = addresses.add(f"{server.url}/standard_nov26frl.xml")
        assert address.keeps_current
        assert fetch_here(lists, address, column_titles(), allows_local=True).loaded
        (kept,) = addresses.all()
        asked = datetime.fromisoformat(kept.asked_at)
        assert not kept.is_due(asked + timedelta(hours=1))
        assert kept.is_due(asked + timedelta(hours=23))  # there is time to try again before the day is over
        server.headers = {"ETag": '"2"'}
        server.files["/standard_nov26frl.xml"] = SINGLE.replace("2105", "2107").encode()
        assert fetch_here(lists, kept, column_titles(), allows_local=True).loaded
        assert lists.find("1001")[0].ratings[0].value == 2107


def test_135_how_old_each_list_is_stands_beside_it():
    assert months_since("2026-11", date(2026, 11, 30)) == 0
    assert months_since("2025-12", date(2026, 11, 1)) == 11


def test_136_all_lists_are_brought_up_to_date_in_one_go(tmp_path: Path):
    roundlog = Roundlog(tmp_path)
    files = [roundlog.folder / f"{kind}_nov26frl.xml" for kind in KINDS]
    for path in files:
        path.write_text(SINGLE)
    assert len(roundlog("ratings", "load", *files).splitlines()) == 3
