"""Start numbers as the numbers of the players: on every page, print and file, and never mixed with the others."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.displays.client import Web
from tests.displays.commandline import Roundlog
from tests.displays.web.access.test_who_may import NEEDS

PEOPLE = {
    101: ("Aalbers", 1500),
    102: ("Berg", 1600),
    103: ("Cohen", 1700),
    104: ("Dekker", 1800),
    105: ("Evers", 1900),
}
START_NUMBERS = {"Aalbers": 5, "Berg": 4, "Cohen": 3, "Dekker": 2, "Evers": 1}
OWN = re.compile(r"\b10[1-5]\b")  # no rating, no year, no amount is one of these
PRINTS = ("boards", "names", "slips", "players", "player-list", "check-in", "standings", "crosstable", "cards")
FILES = (
    *("/t/cup/players?csv=1", "/t/cup/standings?csv=1", "/t/cup/crosstable?csv=1", "/t/cup/card/101?csv=1"),
    *("/console/cup/player-list?csv=1", "/console/cup/check-in?csv=1"),
)


@pytest.fixture
def cup(roundlog: Roundlog) -> Roundlog:
    """Whose numbers in the log are none of the start numbers. One round is played, the next is a draft."""
    roundlog("open", "cup", "--name", "Cup", "--rounds", 3, "--system", "fide-dutch-2026", "--starts", "2026-05-01")
    for number, (name, rating) in PEOPLE.items():
        roundlog("register", "cup", name, "--number", number, "--rating", rating)
    roundlog("fees", "cup", "--tariff", "Normal=25")
    roundlog("open-festival", "fair", "--name", "Fair")
    roundlog("add-section", "fair", "cup")
    roundlog("start-numbers", "cup")
    return roundlog


def play(roundlog: Roundlog) -> None:
    """By the start numbers, as everything that somebody types from now on."""
    roundlog("absent", "cup", 5, 3)
    roundlog("first-colour", "cup", "--seed", "1")
    roundlog("pair", "cup", 1, "--boards", "1-3 2-4", "--bye", 5)
    roundlog("publish", "cup", 1)
    roundlog("results", "cup", 1, "1:1-0 2:0.5")
    roundlog("close", "cup", 1)
    roundlog("correct", "cup", 1, 2, "0-1", "--reason", "slip misread")
    roundlog("pair", "cup", 2)


def pages() -> Iterator[str]:
    """All that a browser may ask for about one tournament; ``/api`` names players by their own numbers."""
    filled = {"id": ("cup",), "kind": PRINTS, "player": ("101", "105"), "round": ("1", "2"), "board": ("1",)}
    for endpoint in NEEDS:
        method, path = endpoint.split(" ")
        if method != "GET" or path.startswith("/api") or "{token}" in path or "{id}" not in path:
            continue
        found = [path]
        for part in re.findall(r"{(\w+)}", path):
            found = [one.replace(f"{{{part}}}", value) for one in found for value in filled.get(part, ("1",))]
        yield from found
    yield from ("/f/fair", "/console/fair", "/f/fair?q=Evers", "/t/cup/players?q=1")


def text_of(page: str) -> str:
    """What is read: texts, labels and what stands in fields; no addresses, no data of scripts."""
    page = re.sub(r"<script.*?</script>|<style.*?</style>", " ", page, flags=re.DOTALL)
    page = re.sub(r"https?://\S+", " ", page)
    page = re.sub(r'<input[^>]*type="(?:checkbox|radio|hidden)"[^>]*>', " ", page)  # nobody reads their values
    said = re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"|<input[^>]*? value="([^"]*)"', page)
    return " ".join([re.sub(r"<[^>]+>", " ", page), *(part for pair in said for part in pair)])


def around(text: str) -> list[str]:
    """Each number that should not be there, with the words around it."""
    return re.findall(r"(\S*\s+\S*\s*\b10[1-5]\b\s*\S*)", text)


def test_no_page_print_or_file_shows_another_number(cup: Roundlog, web: Web):
    play(cup)
    arbiter, seen = web.sign_in("arbiter", "cup"), 0
    wrong: list[tuple[str, str]] = []
    for address in (*pages(), *FILES):
        for visitor in (web, arbiter):
            answer = visitor.get(address, headers={"accept-language": "en"})
            if answer.status_code != 200 or "json" in answer.headers["content-type"]:
                continue
            seen += 1
            wrong += [(address, found) for found in around(text_of(answer.text))]
    assert wrong == []
    assert seen > 60


def test_where_nobody_asked_for_it_the_own_numbers_are_shown(cup: Roundlog, web: Web):
    cup("start-numbers", "cup", "--off")
    assert OWN.search(text_of(web.get("/t/cup/players?lang=en").text))


def test_pages_show_the_start_number_and_links_stay(cup: Roundlog, web: Web):
    play(cup)
    page = web.get("/t/cup/players?lang=en").text
    rows = re.findall(r'<tr[^>]*>\s*<td class="number">(\d+)</td>.*?/card/(\d+)\D[^>]*>(\w+)<', page, flags=re.DOTALL)
    assert {name: int(number) for number, _, name in rows} == START_NUMBERS
    assert {name: PEOPLE[int(player)][0] for _, player, name in rows} == {name: name for name in START_NUMBERS}
    assert "Evers" in web.get("/p/cup/105").text
    assert "No 1 " in re.sub(r"\s+", " ", text_of(web.get("/t/cup/card/105?lang=en").text))
    found = re.findall(r"/p/cup/(\d+)", web.get("/p/cup?q=1&lang=en").text)
    assert set(found) <= {"105"}


def test_lists_and_cards_are_in_the_order_of_what_is_shown(cup: Roundlog, web: Web):
    arbiter = web.sign_in("arbiter", "cup")
    page = arbiter.get("/console/cup/players").text
    assert re.findall(r'<tr id="player-(\d+)"', page) == ["105", "104", "103", "102", "101"]
    cards = text_of(arbiter.get("/console/cup/print/cards?lang=en").text)
    assert re.findall(r"No (\d) ·", cards) == ["1", "2", "3", "4", "5"]


def test_the_file_for_the_federation_has_the_same_numbers(cup: Roundlog, web: Web):
    play(cup)
    report = web.bearer("arbiter", "cup").get("/api/t/cup/trf?interim=1").text
    lines = [line for line in report.splitlines() if line.startswith("001 ")]
    assert {line[14:48].split()[0]: int(line[4:8]) for line in lines} == START_NUMBERS


def test_programs_are_told_both(cup: Roundlog, web: Web):
    first = web.get("/api/t/cup/starting-list").json()["lines"][0]["player"]
    assert (first["name"], first["number"], first["start_number"]) == ("Evers", 105, 1)
    cup("start-numbers", "cup", "--off")
    assert "start_number" not in web.get("/api/t/cup/starting-list").json()["lines"][0]["player"]


def test_at_the_command_line_numbers_are_typed_as_they_are_shown(cup: Roundlog):
    play(cup)
    boards = cup("boards", "cup", "--of", 1)
    assert "1 Evers" in boards
    assert "3 Cohen" in boards
    for words in (
        ("boards", "cup"),
        ("standings", "cup"),
        ("standings", "cup", "--explain", 1),
        ("starting-list", "cup"),
        ("crosstable", "cup"),
        ("ranks", "cup"),
        ("card", "cup", 1),
        ("audit", "cup"),
        ("audit", "cup", "--player", 1),
        ("ticker", "cup"),
        ("fees", "cup"),
        ("explain", "cup", "--player", 2),
        ("starting-list", "cup", "--csv"),
        ("festival-players", "fair"),
    ):
        assert not OWN.search(cup(*words)), words
    assert "Evers" in cup("card", "cup", 1)
    assert "Evers (1)" in cup("withdraw", "cup", 1, "--from-round", 3)
    assert "no player 105" in cup.refused(1, "withdraw", "cup", 105)
    assert "Cohen (3)" in cup.refused(1, "exchange-numbers", "cup", 3, 4, "--reason", "agreed")


def test_who_is_there_already_is_told_with_the_number_that_people_see(cup: Roundlog):
    assert "no. 1." in cup.refused(1, "register", "cup", "Evers")
