"""One order of names: on every page, whatever letters a name is written with."""

from __future__ import annotations

import re

import pytest

from engine.alphabet import plain
from ledger.views.alphabet import beginning
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

AS_REGISTERED = ("Žofia", "Øyvind", "Łukasz", "Émile", "Paul", "Mia", "Zoë", "Anna")
IN_ORDER = ["Anna", "Émile", "Łukasz", "Mia", "Øyvind", "Paul", "Zoë", "Žofia"]


@pytest.fixture
def arbiter(roundlog: Roundlog, web: Web) -> Web:
    roundlog("open", "any", "--name", "Any", "--rounds", "3", "--system", "keizer")
    for name in AS_REGISTERED:
        roundlog("register", "any", name)
    roundlog("pair", "any", "1")
    roundlog("publish", "any", "1")
    return web.sign_in("arbiter", "any")


@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("/p/any", r"<main.*</main>"),
        ("/console/any/check-in", r"<main.*</main>"),
        ("/console/any/absences", r"<main.*</main>"),
        ("/console/any/print/names", r"<tbody.*</tbody>"),
        ("/console/any/audit", r'<select id="player".*?</select>'),
    ],
)
def test_every_list_of_names_has_the_same_order(arbiter: Web, address: str, part: str):
    found = re.search(part, arbiter.get(address).text, re.DOTALL)
    assert found is not None
    told = re.findall("|".join(AS_REGISTERED), found[0])
    if "print" in address:  # the opponent stands beside each
        told = re.findall(rf"<tr>\s*<t[dh][^>]*>[^<]*?({'|'.join(AS_REGISTERED)})", found[0])
    assert list(dict.fromkeys(told)) == IN_ORDER


def test_programs_and_screens_are_given_the_same_order(arbiter: Web):
    lines = arbiter.get("/api/t/any/names").json()["lines"]
    assert [line["player"]["name"] for line in lines] == IN_ORDER
    assert [line["start"] for line in lines] == ["Ann", "Emi", "Luk", "Mia", "Oyv", "Pau", "Zoe", "Zof"]


def test_forms_that_draw_themselves_are_given_the_order(arbiter: Web):
    page = arbiter.get("/console/any/corrections").text
    found = re.search(r'"by_name":\s*\[([\d, ]+)\]', page)
    assert found is not None
    assert [AS_REGISTERED[int(number) - 1] for number in found[1].split(",")] == IN_ORDER


@pytest.mark.parametrize(("typed", "found"), [("oyvind", "Øyvind"), ("LUKASZ", "Łukasz"), ("Žof", "Žofia")])
def test_who_has_no_such_keys_finds_the_name_too(arbiter: Web, typed: str, found: str):
    assert re.findall(r'<a href="/p/any/\d+">(\w+)', arbiter.get("/p/any", params={"q": typed}).text) == [found]


@pytest.mark.parametrize(
    ("name", "letters"), [("Straße", "strasse"), ("Ærø", "aero"), ("Þór Ðan", "thor dan"), ("İpek", "ipek")]
)
def test_letters_that_are_not_taken_apart(name: str, letters: str):
    assert plain(name) == letters


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("Øyvind", "Oyv"),
        ("Ærø", "Aer"),
        ("Li, Na", "Li"),
        ("Ö", "O"),
        ("'t Hooft", "'t"),
        ("김민수", "김민수"),
        ("7", "7"),
    ],
)
def test_how_a_name_begins_among_the_others(name: str, start: str):
    assert beginning(name) == start
