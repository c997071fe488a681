"""The starting list and the search for a player: for everybody, with nothing that is private."""

import re

import pytest

from tests.displays.client import Web
from tests.displays.commandline import Roundlog

PEOPLE = """name,rating,title,federation,club,birth_year,sex,fide
"Müller-Lüdenscheidt, Björn",1650,FM,GER,Löwen,1987,m,4611111
"de Vries, Anna",2104,,NED,Utrecht,2013,w,1022222
"Õun, Žanna",1900,WIM,EST,,1999,w,4500101
"""


@pytest.fixture
def cup(roundlog: Roundlog) -> Roundlog:
    roundlog("open", "cup", "--name", "Spring cup", "--rounds", 3, "--system", "fide-dutch-2026")
    (roundlog.folder / "people.csv").write_text(PEOPLE, encoding="utf-8")
    roundlog("register", "cup", "--csv", "people.csv")
    roundlog("public-fields", "cup", "federation,club")
    return roundlog


def names_on(page: str) -> list[str]:
    return re.findall(r'<a href="/t/cup/card/\d+[^"]*">([^<]+)</a>', page)


def test_it_is_in_the_start_order_with_what_is_public(cup: Roundlog, web: Web):
    page = web.get("/t/cup/players?lang=en").text
    assert names_on(page) == ["de Vries, Anna", "Õun, Žanna", "Müller-Lüdenscheidt, Björn"]
    heads = re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', page)
    assert heads == ["No", "Title", "Name", "Rating", "Federation", "Club"]
    for told in ("2104", "WIM", "NED", "Utrecht"):
        assert told in page
    for private in ("1987", "2013", "4611111", "1022222", "4500101"):
        assert private not in page


def test_an_arbiter_sees_no_more_there_than_everybody(cup: Roundlog, web: Web):
    arbiter = web.sign_in("arbiter", "cup")
    assert "2013" not in arbiter.get("/t/cup/players").text
    assert "4500101" not in arbiter.get("/console/cup/print/players").text


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("anna", ["de Vries, Anna"]),
        ("vries anna", ["de Vries, Anna"]),
        ("Anna de Vries", ["de Vries, Anna"]),
        ("bjorn mull", ["Müller-Lüdenscheidt, Björn"]),
        ("LUDEN", ["Müller-Lüdenscheidt, Björn"]),
        ("oun zanna", ["Õun, Žanna"]),
        ("2", ["de Vries, Anna"]),
        ("nobody", []),
        ("<script>", []),
    ],
)
def test_a_player_is_found_by_the_beginnings_of_the_name_or_the_number(cup: Roundlog, web: Web, typed, found):
    page = web.get("/t/cup/players", params={"lang": "en", "q": typed}).text
    assert names_on(page) == found
    assert ("Nobody of that name plays here." in page) == (not found)
    assert f"<small>{len(found)} of 3 players</small>" in page
    assert "<script>" not in page
    assert '<a href="/t/cup/players?lang=en">All players</a>' in page


def test_who_left_and_who_comes_later_is_marked_and_who_was_removed_is_gone(cup: Roundlog, web: Web):
    cup("register", "cup", "Late, Leo", "--rating", 1000, "--from-round", 2)
    cup("remove", "cup", 3, "--reason", "entered twice")
    cup("withdraw", "cup", 1, "--reason", "ill")
    page = web.get("/t/cup/players?lang=en").text
    assert names_on(page) == ["de Vries, Anna", "Müller-Lüdenscheidt, Björn", "Late, Leo"]
    assert "<small>withdrawn from round 1</small>" in page
    assert "<small>from round 2</small>" in page
    assert "ill" not in re.sub(r"<[^>]+>", "", page).split()


def test_it_is_the_list_of_a_past_moment(cup: Roundlog, web: Web):
    assert names_on(web.get("/t/cup/players?version=2").text) == ["Müller-Lüdenscheidt, Björn"]


def test_draughts_has_the_lots(roundlog: Roundlog, web: Web):
    roundlog("open", "dam", "--name", "Dammen", "--rounds", 3, "--system", "kndb")
    for name in ("Ada", "Bob"):
        roundlog("register", "dam", name)
    assert "Lotingsnummer" not in web.get("/t/dam/players?lang=nl").text
    roundlog("lots", "dam", "--seed", "7")
    assert '<th scope="col" class="number">Lotingsnummer</th>' in web.get("/t/dam/players?lang=nl").text


def test_it_is_printed(cup: Roundlog, web: Web):
    page = web.sign_in("arbiter", "cup").get("/console/cup/print/players?lang=de").text
    assert "<h2>Startrangliste <small>3</small></h2>" in page
    assert 'aria-current="page">Startrangliste</a>' in page


@pytest.mark.parametrize("address", ["/t/cup/players?rond=1", "/t/cup/boards?q=a", "/t/cup/standings?q=a"])
def test_what_is_not_asked_there_is_refused(cup: Roundlog, web: Web, address: str):
    assert web.get(address).status_code == 400
