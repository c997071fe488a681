"""Tables and prints of the console: after a round, of a category, as a file, on paper, with the head of the log."""

from __future__ import annotations

import html
import re

import pytest

from displays.words.language import LANGUAGES, language
from tests.displays.client import Web
from tests.displays.commandline import Roundlog


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    """Two rounds played, a correction of board 1 of the first after the second."""
    roundlog.open_club()
    return roundlog


@pytest.fixture
def arbiter(club: Roundlog, web: Web) -> Web:
    return web.sign_in("arbiter", "club", name="Anna")


def heads(club: Roundlog) -> list[str]:
    """The hash of each version."""
    club("export", "club", "club.jsonl")
    return re.findall(r'"hash":"([0-9a-f]{64})"', (club.folder / "club.jsonl").read_text("utf-8"))


@pytest.mark.parametrize("page", ["standings", "crosstable", "ranks", "cards/1", "print/standings", "print/cards"])
def test_the_head_of_the_log_stands_under_every_table(club: Roundlog, arbiter: Web, page: str):
    known = heads(club)
    assert known[-1] in arbiter.get(f"/console/club/{page}").text
    assert known[8] in arbiter.get(f"/console/club/{page}?version=9").text


def test_a_table_after_an_earlier_round_knows_the_correction_and_the_past_does_not(arbiter: Web):
    """Round 1, board 1 was 1-0 that evening and is 0-1 now."""
    now = arbiter.get("/console/club/standings?of=1&csv=1").text.splitlines()
    then = arbiter.get("/console/club/standings?round=1&csv=1").text.splitlines()
    assert ("Bram" in now[1], "Anna" in then[1]) == (True, True)


def test_categories_are_chosen_in_a_form(roundlog: Roundlog, web: Web):
    roundlog("open", "any", "--name", "Any", "--rounds", "3", "--starts", "2026-05-01")
    for name, rating, club, born in (
        ("Anna", 1950, "Tartu", 2012),
        ("Bram", 1700, "Leiden", 1970),
        ("Cor", 1500, "", 1980),
    ):
        roundlog("register", "any", name, "--rating", rating, "--club", club, "--birth-year", born)
    arbiter = web.sign_in("arbiter", "any")
    page = arbiter.get("/console/any/standings").text
    for category in ("club=Tartu", "age=U14", "age=50+", "rating=1600-1799"):
        assert f'<option value="{category}">' in page, category
    assert 'value="age=U12"' not in page  # nobody is
    shown = arbiter.get("/console/any/standings?category=&rating_from=1600&rating_to=1999&csv=1").text
    assert ("Anna" in shown, "Bram" in shown, "Cor" in shown) == (True, True, False)
    both = arbiter.get("/console/any/standings?category=club%3DTartu&rating_from=&rating_to=1800&csv=1").text
    assert "Anna" not in both
    assert arbiter.get("/console/any/standings?rating_from=x").status_code == 400
    # Ratings that are typed go before those that are shown.
    again = arbiter.get("/console/any/standings?category=rating%3D1600-1999&rating_from=1400&rating_to=1550&csv=1").text
    assert ("Anna" in again, "Cor" in again) == (False, True)


def test_a_printed_table_is_of_the_category_that_was_shown(club: Roundlog, arbiter: Web):
    club("correct-player", "club", 3, "--category", "U20", "--reason", "asked")
    page = arbiter.get("/console/club/standings?of=1&category=category%3DU20").text
    (address,) = re.findall(r'href="([^"]*/print/standings[^"]*)"', page)
    paper = arbiter.get(html.unescape(address)).text
    assert ("U20" in paper, "Katrin" in paper, "Anna" in paper) == (True, True, False)
    links = [html.unescape(one) for one in re.findall(r'href="(/console/club/print/[^"]*)"', paper)]
    assert html.unescape(address) in [one for one in links if "category" in one]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_cross_table_of_a_ladder_calls_the_points_of_games_what_they_are(roundlog: Roundlog, web: Web, code: str):
    roundlog("open", "any", "--name", "Any", "--rounds", "3", "--system", "keizer")
    for name in ("Anna", "Bram", "Katrin", "Jürgen"):
        roundlog("register", "any", name)
    roundlog("pair", "any", 1)
    roundlog("publish", "any", 1)
    of_games, points = (language(code).word(name) for name in ("game-points", "points"))
    arbiter = web.sign_in("arbiter", "any")
    for page in ("/console/any/crosstable", "/console/any/print/crosstable", "/t/any/crosstable"):
        shown = arbiter.get(f"{page}?lang={code}").text
        assert (f">{of_games}</th>" in shown, f">{points}</th>" in shown) == (True, False), page
    assert f",{of_games}" in arbiter.get(f"/console/any/crosstable?csv=1&lang={code}").text.splitlines()[0]
    assert of_games in roundlog("crosstable", "any", "--lang", code)


@pytest.mark.parametrize("system", ["keizer", "fide-dutch-2026", "round-robin"])
def test_every_table_after_every_round_of_every_kind_of_system(roundlog: Roundlog, web: Web, system: str):
    roundlog("open", "any", "--name", "Any", "--rounds", "3", "--system", system)
    for name in ("Anna", "Bram", "Katrin", "Jürgen"):
        roundlog("register", "any", name)
    roundlog("first-colour", "any", "--colour", "white")
    for number in (1, 2):
        roundlog("pair", "any", number)
        roundlog("publish", "any", number)
        roundlog("results", "any", number, "1:1-0 2:½")
        roundlog("close", "any", number)
    arbiter = web.sign_in("arbiter", "any")
    for page in ("standings", "crosstable", "ranks", "cards/1", "print/standings", "print/crosstable", "print/cards"):
        for of in ("1", "2"):
            answer = arbiter.get(f"/console/any/{page}?of={of}")
            assert (answer.status_code, "Anna" in answer.text) == (200, True), (page, of)


def test_tables_as_files(arbiter: Web):
    for name in ("standings", "crosstable", "ranks", "cards/2"):
        answer = arbiter.get(f"/console/club/{name}?csv=1")
        assert answer.headers["content-type"].startswith("text/csv")
        assert answer.headers["content-disposition"].startswith('attachment; filename="club-')
        assert "Bram" in answer.text or name == "cards/2"


def test_a_category_is_ranked_apart(club: Roundlog, arbiter: Web):
    club("correct-player", "club", 3, "--category", "U20", "--reason", "forgotten")
    page = arbiter.get("/console/club/standings").text
    assert '<option value="category=U20">' in page
    only = arbiter.get("/console/club/standings", params={"category": "category=U20"}).text
    assert "Katrin" in only
    assert "Jürgen" not in re.sub(r"<nav.*?</nav>", "", only, flags=re.S)


def test_corrected_results_are_marked_wherever_they_stand(arbiter: Web, web: Web):
    to_audit = 'href="/console/club/audit?of=1&amp;board=1"'
    for page in ("crosstable", "cards/1", "cards/2"):
        assert to_audit in arbiter.get(f"/console/club/{page}").text, page
    assert to_audit not in arbiter.get("/console/club/cards/3").text
    for page in ("/t/club/crosstable", "/t/club/card/1"):
        assert 'class="corrected"' in web.get(page).text, page
    assert 'class="corrected"' not in web.get("/t/club/crosstable?round=1").text


# -- on paper ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", ["boards", "names", "slips", "standings", "crosstable", "cards"])
def test_every_print_in_every_language(club: Roundlog, arbiter: Web, kind: str, code: str):
    club("pair", "club", 3, "--boards", "1-4 2-3")
    text = arbiter.get(f"/console/club/print/{kind}?lang={code}").text
    assert language(code).word(f"print-{kind}", "round") in text
    assert "Club evening" in text


def test_pairings_by_name_ignore_accents(club: Roundlog, arbiter: Web):
    club("register", "club", "Äli", "--rating", 1500)
    club("register", "club", "Zoë", "--rating", 1400)
    club("pair", "club", 3, "--boards", "1-4 2-3", "--sit-out", "5=half-bye", "--sit-out", "6=half-bye")
    names = re.findall(r'class="own">(.*?)<', arbiter.get("/console/club/print/names").text)
    assert names == ["Äli", "Anna", "Bram", "Jürgen", "Katrin", "Zoë"]


def test_slips_are_for_boards_that_still_lack_a_result(club: Roundlog, arbiter: Web):
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    assert arbiter.get("/console/club/print/slips").text.count('class="slip"') == 2
    club("result", "club", 3, 1, "1-0")
    assert arbiter.get("/console/club/print/slips?slips=8&qr=1").text.count('class="slip-qr"') == 1
    assert arbiter.get("/console/club/print/slips?slips=7").status_code == 400


@pytest.mark.parametrize("page", ["print/boards?of=7", "print/nonsense", "print/boards?nonsense=1", "standings?of=9"])
def test_what_is_not_there_is_told(arbiter: Web, page: str):
    assert arbiter.get(f"/console/club/{page}").status_code in (400, 404, 409)


def test_nobody_prints_a_draft_who_may_not_see_it(club: Roundlog, web: Web):
    assert web.get("/console/club/print/boards").status_code == 401


def test_the_round_that_is_marked_is_the_one_that_the_table_counts(club: Roundlog, arbiter: Web):
    """A round that is published, and of which no game has ended, is not."""
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)

    def marked(address: str) -> list[str]:
        return re.findall(r'aria-current="true">(\d)<', arbiter.get(address).text)

    assert marked("/console/club/standings") == ["2"]
    assert marked("/console/club/standings?of=3") == ["3"]
    assert "print/standings?of=2" in arbiter.get("/console/club/standings").text
    # From the page of the round, which has just been published: as on the screens.
    for page in ("print/standings", "print/crosstable", "print/cards"):
        paper = arbiter.get(f"/console/club/{page}?of=3&lang=en").text
        assert ("after round 2" in paper, "round 3 in progress" in paper) == (True, False)
    club("result", "club", 3, 1, "1-0")
    assert marked("/console/club/standings") == ["3"]
