"""Categories, starting list and player list: pages, prints and files, each with what its reader may see."""

import csv
import io

import pytest

from tests.displays.client import Web
from tests.displays.commandline import Roundlog

PEOPLE = """name,rating,title,federation,club,birth_year,sex,fide
Anna de Vries,2104,,NED,Utrecht,2015,w,1022222
Björn Müller,1650,FM,GER,Löwen,1957,m,4611111
Žanna Õun,1900,WIM,EST,Tartu,1999,w,4500101
"""


@pytest.fixture
def cup(roundlog: Roundlog) -> Roundlog:
    roundlog("open", "cup", "--name", "Spring cup", "--rounds", 3, "--starts", "2026-05-01")
    (roundlog.folder / "people.csv").write_text(PEOPLE, encoding="utf-8")
    roundlog("register", "cup", "--csv", "people.csv")
    roundlog("category", "cup", "U12", "--where", "age=U12", "--public")
    roundlog("category", "cup", "Women", "--where", "sex=w", "--public")
    roundlog("category", "cup", "Needs help", "--players", "2")
    return roundlog


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_everybody_sees_the_public_ones_behind_the_names_and_no_year(cup: Roundlog, web: Web):
    page = web.get("/t/cup/players?lang=en").text
    assert page.count('<span class="in-category">U12</span>') == 1
    assert page.count('<span class="in-category">Women</span>') == 2
    assert "Needs help" not in page
    assert "2015" not in page
    for address in ("/t/cup/standings", "/t/cup/card/1", "/p/cup/1"):
        assert "U12</span>" in web.get(address).text, address


def test_a_table_of_a_category_is_for_who_may_see_it(cup: Roundlog, web: Web):
    shown = web.get("/t/cup/standings?category=U12&lang=en").text
    assert "Anna de Vries" in shown
    assert "Žanna" not in shown
    assert web.get("/t/cup/standings?category=Needs help").status_code == 403
    assert web.get("/api/t/cup/starting-list?category=Needs help").status_code == 403
    arbiter = web.sign_in("arbiter", "cup")
    assert "Björn" in arbiter.get("/console/cup/standings?category=Needs help").text
    assert "Björn" in arbiter.get("/console/cup/print/standings?category=Needs help").text


def test_the_starting_list_is_a_file_for_everybody(cup: Roundlog, web: Web):
    answer = web.get("/t/cup/players?csv=1&lang=en")
    assert answer.headers["content-type"].startswith("text/csv")
    assert [line["name"] for line in table(answer.text)] == ["Anna de Vries", "Žanna Õun", "Björn Müller"]
    assert table(answer.text)[0]["categories"] == "U12, Women"
    assert "2015" not in answer.text
    women = table(web.get("/t/cup/players?csv=1&lang=en&category=Women").text)
    assert [line["name"] for line in women] == ["Anna de Vries", "Žanna Õun"]


def test_the_api_lists_them_with_their_members(cup: Roundlog, web: Web):
    public = web.get("/api/t/cup/categories").json()
    assert [(one["category"]["name"], one["members"]) for one in public] == [("U12", [1]), ("Women", [1, 3])]
    everything = web.sign_in("arbiter", "cup").get("/api/t/cup/categories").json()
    assert [one["category"]["name"] for one in everything] == ["U12", "Women", "Needs help"]


def test_what_the_public_may_not_know_is_not_in_its_events_and_audit(cup: Roundlog, web: Web):
    for address in ("/api/t/cup/events", "/api/t/cup/audit", "/t/cup/audit", "/api/t/cup", "/api/t/cup/players"):
        assert "Needs help" not in web.get(address).text, address
    assert "U12" in web.get("/api/t/cup/events").text
    assert "Needs help" in web.sign_in("arbiter", "cup").get("/api/t/cup/audit").text


def test_hidden_again_it_is_hidden_in_the_past_too(cup: Roundlog, web: Web):
    assert "U12</span>" in web.get("/t/cup/players?version=6").text
    cup("category", "cup", "U12", "--where", "age=U12")
    assert "U12</span>" not in web.get("/t/cup/players?version=6").text


def test_the_player_list_has_all_that_its_reader_may_know(cup: Roundlog, web: Web):
    (anna, *_) = table(web.sign_in("arbiter", "cup").get("/console/cup/player-list?csv=1&lang=en").text)
    assert (anna["Name"], anna["Year of birth"], anna["FIDE-ID"]) == ("Anna de Vries", "2015", "1022222")
    for page in ("player-list", "print/player-list"):
        assert "1022222" in web.sign_in("arbiter", "cup").get(f"/console/cup/{page}").text
        helper = web.sign_in("results", "cup").get(f"/console/cup/{page}").text
        assert "Anna de Vries" in helper
        assert "1022222" not in helper
        assert "2015" not in helper


def test_the_check_in_list_names_who_is_to_play(cup: Roundlog, web: Web):
    cup("absent", "cup", 2, 1)
    page = web.sign_in("arbiter", "cup").get("/console/cup/print/check-in?lang=en").text
    assert page.index("Anna de Vries") < page.index("Žanna Õun")
    assert "Björn" not in page


def test_a_screen_shows_the_starting_list_of_a_public_category(cup: Roundlog, web: Web):
    arbiter = web.bearer("owner")
    scenes = [{"view": "starting-list", "category": "U12"}]
    body = {"screen": {"name": "door", "scenes": scenes}}
    assert arbiter.request("PUT", "/api/t/cup/screens", json=body).status_code in (200, 201)
    scenes[0]["category"] = "Needs help"
    answer = arbiter.request("PUT", "/api/t/cup/screens", json=body)
    assert answer.json()["code"] == "category-not-for-everybody"


def test_on_the_command_line(cup: Roundlog):
    told = cup("starting-list", "cup", "--category", "Women")
    assert "Anna de Vries" in told
    assert "Björn" not in told
    cup("remove-category", "cup", "women")
    assert "women" in cup.refused(1, "remove-category", "cup", "women")
