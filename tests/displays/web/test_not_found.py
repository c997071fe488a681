"""Somebody with a wrong address is told so in their language, and where to go instead."""

from __future__ import annotations

import re
from typing import Any

import pytest

from displays.web import errors
from displays.web.not_found import suggest_pages
from displays.words.language import LANGUAGES, language
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

LINK = re.compile(r'<li><a href="([^"]+)">([^<]+)</a></li>')


@pytest.fixture
def town(roundlog: Roundlog) -> Roundlog:
    """Three tournaments, of which one is private."""
    roundlog.open_club()
    roundlog("open", "spring-open", "--name", "Spring Open", "--rounds", "3")
    roundlog("open", "autumn-open", "--name", "Autumn Open", "--rounds", "3", "--private")
    return roundlog


def links(web: Web, address: str, status: int, **asked: object) -> list[tuple[str, str]]:
    answer = web.get(address, **asked)
    assert answer.status_code == status
    return [(found[1].replace("&amp;", "&"), found[2]) for found in LINK.finditer(answer.text)]


# -- an unknown tournament ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["t", "p", "screen"])
def test_an_unknown_tournament_lists_those_that_there_are_nearest_first(town: Roundlog, web: Web, kind: str):
    spring, club = (f"/{kind}/spring-open?lang=en", "Spring Open"), (f"/{kind}/club?lang=en", "Club evening")
    assert links(web, f"/{kind}/sprng-opn", 404) == [spring, club]
    assert links(web, f"/{kind}/CLUP", 404) == [club, spring]
    assert links(web, f"/{kind}/Club%20Evening", 404) == [club, spring], "by its name too"


def test_it_lists_them_below_such_an_address_as_well(town: Roundlog, web: Web):
    for address in ("/t/clubb/crosstable", "/t/clubb/card/1", "/p/clubb/1", "/screen/clubb/left"):
        assert links(web, address, 404)[0] == (f"/{address.split('/')[1]}/club?lang=en", "Club evening")


@pytest.mark.parametrize("typed", ["autumn-open", "autumn-opn", "nobody"])
def test_a_private_one_is_never_listed_to_who_has_no_key(town: Roundlog, web: Web, typed: str):
    """And whoever guesses its address sees what any other wrong address shows."""
    page = web.get(f"/t/{typed}").text
    assert "Autumn" not in page
    assert "autumn-open" not in page.replace(f"/t/{typed}", "")
    assert "Spring Open" in page


def test_an_event_and_a_tournament_that_are_taken_for_each_other_are_found(town: Roundlog, web: Web):
    town("open-festival", "fair", "--name", "Spring Fair")
    assert links(web, "/t/fair", 404)[0] == ("/f/fair?lang=en", "Spring Fair")
    assert links(web, "/f/fiar", 404)[0] == ("/f/fair?lang=en", "Spring Fair")
    assert links(web, "/p/fiar", 404)[0] == ("/p/fair?lang=en", "Spring Fair")
    assert links(web, "/f/club", 404)[0] == ("/t/club?lang=en", "Club evening")
    town("open-festival", "secret", "--name", "Secret Fair", "--private")
    assert "Secret" not in web.get("/f/secrt").text


def test_only_so_many_are_listed(town: Roundlog, web: Web):
    for number in range(9):
        town("open", f"weekend-{number}", "--name", f"Weekend {number}", "--rounds", "3")
    found = links(web, "/t/weekend-33", 404)
    assert (len(found), found[0][1]) == (8, "Weekend 3")


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_is_said_in_the_readers_language(town: Roundlog, web: Web, code: str):
    reader = language(code)
    page = web.get("/p/nobody", headers={"accept-language": code}).text
    assert reader.word("tournaments-here", "not-found") in page
    page = web.get("/screen/club?view=nonsense", headers={"accept-language": code}).text
    assert reader.word("views-here", "not-found") in page
    assert reader.word("view-standings", "screen-control") in page


def test_where_there_is_no_tournament_nothing_is_listed(roundlog: Roundlog, web: Web):
    assert links(web, "/t/nobody", 404) == []


# -- an unknown view ---------------------------------------------------------------------------------------------------


def test_an_unknown_view_lists_those_that_there_are_and_keeps_the_rest_of_the_address(town: Roundlog, web: Web):
    found = links(web, "/screen/club?view=nonsense&theme=light", 400)
    assert ("/screen/club?view=standings&theme=light", "standings") in found
    assert [address for address, _ in found if "ladder" in address or "image" in address] == []
    for address, _ in found:
        assert web.get(address).status_code == 200


def test_a_ladder_is_listed_where_there_is_one(town: Roundlog, web: Web):
    assert [text for _, text in links(web, "/screen/club?view=ladder", 404)][:2] == [
        "pairings by board",
        "find your board (A–Z)",
    ]
    town("open", "season", "--name", "Season", "--rounds", "9", "--system", "keizer")
    assert ("/screen/season?view=ladder", "Keizer ladder") in links(web, "/screen/season?view=nonsense", 400)


def test_a_screen_whose_name_cannot_be_one_leads_to_those_that_can(town: Roundlog, web: Web):
    answer = web.get("/screen/club/Left%20wall")
    assert answer.status_code == 400
    assert 'href="/screen/club?choose=1"' in answer.text


# -- an unknown player -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/p/club/999", "/t/club/card/999"])
def test_an_unknown_player_is_searched_for(town: Roundlog, web: Web, address: str):
    answer = web.get(address)
    assert answer.status_code == 404
    assert '<form method="get" action="/p/club" role="search">' in answer.text
    assert 'name="q" value=""' in answer.text


def test_a_name_in_place_of_a_number_is_what_is_searched_for(town: Roundlog, web: Web):
    answer = web.get('/p/club/jurg"<b>')
    assert answer.status_code == 400
    assert 'name="q" value="jurg&#34;&lt;b&gt;"' in answer.text


# -- programs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "accept", "status", "code"),
    [
        ("/api/t/nobody", "*/*", 404, "no-such-tournament"),
        ("/api/t/club/card/999", "text/html", 404, "no-such-player"),
        ("/p/club/999", "application/json", 404, "no-such-player"),
    ],
)
def test_a_program_gets_the_problem_alone(town: Roundlog, web: Web, address: str, accept: str, status: int, code: str):
    answer = web.get(address, headers={"accept": accept})
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert answer.json()["code"] == code
    assert "Spring" not in answer.text


@pytest.mark.parametrize("address", ["/screen/club?view=nothing", "/p/club/nobody"])
def test_what_is_suggested_comes_from_the_list_and_loads_no_tournament(
    town: Roundlog, web: Web, address: str, monkeypatch: pytest.MonkeyPatch
):
    """Which would be done in the loop that serves the hall."""
    asked = web.app.state.services.desk
    before = web.get(address).text

    def refuse(stream: str) -> None:
        raise AssertionError(f"{stream} was loaded")

    def suggest_without_loading(*given: Any) -> Any:
        monkeypatch.setattr(asked, "state", refuse)
        return suggest_pages(*given)

    monkeypatch.setattr(errors, "suggest_pages", suggest_without_loading)
    assert web.get(address).text == before
