"""The menu of a tournament's public pages: it leads everywhere, says where one is, and stays at a past moment."""

import re

import pytest

from displays.words.language import LANGUAGES, language
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

PAGES = ("", "/boards", "/standings", "/players", "/crosstable", "/ranks", "/audit")


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


def menu_of(page: str) -> list[tuple[str, str, bool]]:
    """Address, text, and whether it is where one is."""
    (menu,) = re.findall(r'<nav class="menu".*?</ul>', page, re.DOTALL)
    links = re.findall(r'<a href="([^"]+)"( aria-current="page")?>([^<]+)</a>', menu)
    return [(address.replace("&amp;", "&"), text, bool(here)) for address, here, text in links]


@pytest.mark.parametrize("below", PAGES)
def test_it_stands_on_every_page_and_marks_where_one_is(club: Roundlog, web: Web, below: str):
    menu = menu_of(web.get(f"/t/club{below}?lang=en").text)
    assert [address for address, _, _ in menu] == [*(f"/t/club{one}?lang=en" for one in PAGES), "/p/club?lang=en"]
    assert [address for address, _, here in menu if here] == [f"/t/club{below}?lang=en"]


def test_a_card_has_it_too_and_leads_to_the_tournament(club: Roundlog, web: Web):
    page = web.get("/t/club/card/1?lang=en").text
    assert [text for _, text, here in menu_of(page) if here] == []
    assert '<a href="/t/club?lang=en">Club evening</a></p>' in page


def test_every_link_of_it_is_there(club: Roundlog, web: Web):
    for moment in ("", "&round=1", "&version=2"):
        for address, _, _ in menu_of(web.get(f"/t/club/standings?lang=en{moment}").text):
            assert address.endswith(moment)
            assert web.get(address).status_code == 200, address


def test_before_round_1_there_is_no_cross_table_yet(roundlog: Roundlog, web: Web):
    roundlog("open", "fresh", "--name", "New", "--rounds", 3)
    texts = [text for _, text, _ in menu_of(web.get("/t/fresh?lang=en").text)]
    assert texts == ["Overview", "Pairings", "Standings", "Starting list", "Audit trail", "My board (phone)"]
    assert "There are no players yet." in web.get("/t/fresh/players?lang=en").text


def test_a_ladder_is_called_what_it_is(roundlog: Roundlog, web: Web):
    roundlog("open", "season", "--name", "Season", "--rounds", 3, "--system", "keizer")
    page = web.get("/t/season/standings?lang=nl").text
    assert ("/t/season/standings?lang=nl", "Keizer-ranglijst", True) in menu_of(page)
    assert "<h1>Keizer-ranglijst</h1>" in page


@pytest.mark.parametrize("below", ["/boards", "/standings", "/players", "/crosstable", "/ranks", "/audit", "/card/1"])
def test_the_past_is_marked_on_every_page_and_leads_back_to_the_same_page(club: Roundlog, web: Web, below: str):
    page = web.get(f"/t/club{below}?lang=en&round=1").text
    assert "You see a past moment: step 10 of 16." in page
    assert f'<a href="/t/club{below}?lang=en">Back to now</a>' in page
    assert "You see a past moment" not in web.get(f"/t/club{below}").text


def test_boards_and_standings_lead_to_the_end_of_each_round(club: Roundlog, web: Web):
    assert 'href="/t/club/boards?lang=en&amp;round=1"' in web.get("/t/club/boards?lang=en").text
    page = web.get("/t/club/standings?lang=en&category=rating%3D-1700").text
    assert 'href="/t/club/standings?lang=en&amp;category=rating%3D-1700&amp;round=1"' in page


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_speaks_four_languages(club: Roundlog, web: Web, code: str):
    texts = [text for _, text, _ in menu_of(web.get(f"/t/club?lang={code}").text)]
    assert language(code).word("starting-list") in texts
    assert len(set(texts)) == len(texts) == 8
