"""Every page has its chapter, and says where it is."""

from __future__ import annotations

import re

import pytest

from displays.web.help_chapters import (
    OF_A_TOURNAMENT,
    OF_OTHERS,
    OF_THE_SERVER,
    chapter_of_page,
    link_help,
    list_chapters,
)
from displays.web.server import routes
from tests.browser.pages import PAGES
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

FACTS = {"id": "club", "new": "club"}


def path_of(name: str) -> str:
    return PAGES[name].format(**FACTS).partition("?")[0]


@pytest.mark.parametrize("name", [name for name in PAGES if not PAGES[name].startswith("/help")])
def test_a_page_has_a_chapter(name: str):
    assert chapter_of_page(path_of(name)) in list_chapters(), "wants its line in displays/web/help_chapters.py"


def test_a_page_of_the_console_leads_to_what_it_is_about():
    assert chapter_of_page("/console/club/screens") == "hall"
    assert chapter_of_page("/console/club/rounds/3") == "first-tournament"
    assert chapter_of_page("/console/club/rounds/3", has_ladder=True) == "club-season"
    assert chapter_of_page("/console/club/rounds/3", is_draughts=True) == "draughts"
    assert chapter_of_page("/console/club/corrections", has_ladder=True) == "wrong-result"
    assert chapter_of_page("/console/~backup") == "laptop-dies"
    assert chapter_of_page("/console/new", has_ladder=True) == "first-tournament"
    assert chapter_of_page("/key/secret") == "two-helpers"


def test_no_chapter_is_told_that_there_is_none_of():
    told = {*OF_THE_SERVER.values(), *OF_A_TOURNAMENT.values(), *OF_OTHERS.values()} - {""}
    assert told <= set(list_chapters())


def test_no_page_is_told_that_is_gone():
    paths = [(*str(getattr(route, "path", "")).split("/")[1:], "", "", "") for route in routes()]
    assert set(OF_A_TOURNAMENT) - {below for kind, of, below, *_ in paths if (kind, of) == ("console", "{id}")} == set()
    assert set(OF_THE_SERVER) - {of for kind, of, *_ in paths if kind == "console"} == set()
    assert set(OF_OTHERS) - {kind for kind, *_ in paths} == set()


def test_somebody_who_speaks_another_language_is_led_to_english():
    assert link_help("/console/club/hall", "xx").address == "/help/en/hall"
    assert link_help("/help/de", "de") == ("/help/de", "", "/help/de")


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


def test_pages_lead_to_their_chapters(club: Roundlog, web: Web):
    arbiter = web.sign_in("owner")
    found = arbiter.get("/console/club/people?lang=de").text
    assert re.search(r'id="help-chapter" href="/help/de/two-helpers"[^>]*>Kapitel „Zwei Helfer“ öffnen', found)
    for path in ("/", "/t/club", "/t/nothing", "/key", "/nothing"):
        assert 'rel="help"' in web.get(path).text, path
