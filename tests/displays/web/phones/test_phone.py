"""One player on a phone: found, followed, explained; small enough for a slow line; nothing that is not released."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from displays.web.static_files import SERVICE_WORKER, STATIC, STATIC_URL
from displays.words.language import LANGUAGES
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

LIGHT = 60_000  # bytes of a first view; 3,000 find another server when this one is gone


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


def facts_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="facts">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize(
    ("typed", "found"), [("jurgen", ["Jürgen"]), ("JÜRG", ["Jürgen"]), ("3", ["Katrin"]), ("x", [])]
)
def test_people_find_themselves_without_accents_or_by_number(club: Roundlog, web: Web, typed, found):
    page = web.get("/p/club", params={"q": typed}).text
    assert re.findall(r'<a href="/p/club/\d+">(\w+)', page) == found


def test_without_a_question_everybody_is_there(club: Roundlog, web: Web):
    assert re.findall(r'<a href="/p/club/(\d+)">', web.get("/p/club").text) == ["1", "2", "4", "3"]


def test_the_page_brings_the_newest_card(club: Roundlog, web: Web):
    facts = facts_of(web.get("/p/club/2").text)
    assert facts["card"] == web.get("/api/t/club/card/2").json()


@pytest.mark.parametrize("system", ["keizer", "keizer-elo"])
def test_on_a_ladder_the_page_brings_the_total_that_the_ladder_shows(roundlog: Roundlog, web: Web, system: str):
    roundlog("open", "season", "--name", "Season", "--rounds", "9", "--system", system)
    for number in range(1, 6):
        roundlog("register", "season", f"Player {number}", "--rating", 2005 - 15 * number)
    roundlog("pair", "season", 1)
    roundlog("publish", "season", 1)
    roundlog("results", "season", 1, "1:½ 2:0-1")
    ladder = web.get("/api/t/season/ladder").json()["lines"]
    for line in ladder:
        page = web.get(f"/p/season/{line['player']['number']}").text
        card = facts_of(page)["card"]
        assert (card["ladder_total"], card["place"]) == (line["total"], line["place"])
        assert len(page.encode()) < LIGHT / 3


def test_without_a_ladder_there_is_no_total(club: Roundlog, web: Web):
    assert facts_of(web.get("/p/club/2").text)["card"]["ladder_total"] is None


def test_a_past_round_is_shown_as_it_was_and_says_so(club: Roundlog, web: Web):
    page = web.get("/p/club/2?round=1&lang=en").text
    assert facts_of(page)["isPast"]
    assert len(facts_of(page)["card"]["lines"]) == 1
    assert "As it was at step" in page


@pytest.mark.parametrize("moment", ["version=9", "round=1", "at=2999-01-01T14%3A00%2B02%3A00"])
@pytest.mark.parametrize("address", ["/p/club", "/p/club/2"])
def test_every_link_of_a_past_moment_stays_there_but_the_one_back_to_now(
    club: Roundlog, web: Web, address: str, moment: str
):
    links = _links(web.get(f"{address}?lang=en&{moment}").text)
    assert {f"?{moment}&amp;lang={code}" for code in LANGUAGES if code != "en"} <= {to for to, _ in links}
    assert [words for to, words in links if moment not in to] == ["Back to now"]
    assert [to for to, _ in _links(web.get(address).text) if "?" in to] == [
        f"?lang={code}" for code in LANGUAGES if code != "en"
    ]


@pytest.mark.parametrize("moment", ["", "&version=9"])
@pytest.mark.parametrize("address", ["/p/club", "/p/club/2"])
def test_every_link_keeps_the_language_that_was_chosen(club: Roundlog, web: Web, address: str, moment: str):
    page = web.get(f"{address}?lang=nl{moment}").text
    links = [to for to, _ in _links(page) if to.startswith("/")]
    assert len(links) > 1
    assert [to for to in links if "lang=nl" not in to] == []
    assert facts_of(page)["chosen"] == {"lang": "nl"} if "/2" in address else 'name="lang" value="nl"' in page


def test_a_language_that_nobody_speaks_is_not_carried_on(club: Roundlog, web: Web):
    assert "lang=xx" not in web.get("/p/club?lang=xx").text


def _links(text: str) -> list[tuple[str, str]]:
    """Where each leads, and its words."""
    return re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)', text)


def test_a_search_without_scripts_stays_at_its_moment(club: Roundlog, web: Web):
    assert '<input type="hidden" name="version" value="9">' in web.get("/p/club?version=9").text
    assert 'type="hidden"' not in web.get("/p/club").text


def test_a_corrected_round_brings_what_it_was_and_why(club: Roundlog, web: Web):
    """Bram lost to Anna until the slip was read again."""
    first, second = facts_of(web.get("/p/club/2").text)["card"]["lines"]
    (told,) = first["corrections"]
    audited = [entry for entry in web.get("/api/t/club/audit").json()["entries"] if entry["version"] == told["version"]]
    assert [(entry["at"], entry["reason"]) for entry in audited] == [(told["at"], told["reason"])]
    assert (told["reason"], told["was"], first["outcome"]) == ("misread", "loss", "win")
    assert second["corrections"] == []


def test_before_it_was_corrected_nothing_was(club: Roundlog, web: Web):
    newest = facts_of(web.get("/p/club/2").text)["card"]["version"]
    lines = facts_of(web.get(f"/p/club/2?version={newest - 1}").text)["card"]["lines"]
    assert [(line["outcome"], line["corrections"]) for line in lines] == [("loss", []), ("loss", [])]


def test_who_corrected_it_and_from_where_stays_in_the_audit(club: Roundlog, web: Web):
    (told,) = facts_of(web.get("/p/club/2").text)["card"]["lines"][0]["corrections"]
    assert told.keys() == {"version", "at", "reason", "was"}  # a loss is worth nothing, and the colours stayed


def test_a_draft_is_not_told(club: Roundlog, web: Web):
    before = facts_of(web.get("/p/club/2").text)["card"]
    club("pair", "club", "3", "--boards", "2-1 4-3")
    after = facts_of(web.get("/p/club/2").text)["card"]
    assert after["lines"] == before["lines"]
    assert web.get("/p/club/2/why/3").status_code == 409


def test_the_first_view_is_light(club: Roundlog, web: Web):
    """All that a phone loads, uncompressed; however many rounds there were, a card is a few kB."""
    page = web.get("/p/club/2").text
    scripts = _modules(STATIC / "js" / "phone" / "main.js")
    sizes = [
        len(page.encode()),
        *(path.stat().st_size for path in (*scripts, STATIC / "phone.css", STATIC / "mark.svg")),
    ]
    assert len(scripts) > 4
    assert sum(sizes) < LIGHT
    assert sum(sizes) + len(_said_at_length(club, web)) < LIGHT
    search = web.get("/p/club").text
    assert len(search.encode()) < LIGHT / 5


def _said_at_length(club: Roundlog, web: Web) -> bytes:
    """As much as a card tells of a round, by an arbiter who says all that fits: thrice as long as a reason may be."""
    for result in ("½", "1-0", "0-1"):
        club("correct", "club", 1, 1, result, "--reason", f"{result}: " + "a long story " * 38)
    lines = facts_of(web.get("/p/club/2").text)["card"]["lines"]
    assert len(lines[0]["corrections"]) == 3
    return json.dumps(lines[0]["corrections"]).encode()


def _modules(path: Path) -> set[Path]:
    """A script and all that it imports."""
    found = {path}
    for address in re.findall(r'from "(\.[^"]+)"', path.read_text("utf-8")):
        found |= _modules((path.parent / address).resolve())
    return found


def test_a_phone_puts_the_page_of_its_player_on_the_home_screen(club: Roundlog, web: Web):
    page = web.get("/p/club/2?lang=nl").text
    (address,) = re.findall(r'<link rel="manifest" href="([^"]*)"', page)
    answer = web.get(address)
    manifest = answer.json()
    assert answer.headers["content-type"] == "application/manifest+json"
    assert (manifest["start_url"], manifest["scope"], manifest["lang"]) == ("/p/club/2?lang=nl", "/p/", "nl")
    assert manifest["name"].endswith(" · Bram")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        assert web.get(icon["src"]).content.startswith(b"\x89PNG")
    assert web.get("/p/club/9/app.webmanifest").status_code == 404


def test_a_past_moment_is_not_put_there(club: Roundlog, web: Web):
    assert "webmanifest" not in web.get("/p/club/2?round=1").text


def test_the_service_worker_is_asked_for_pages_of_phones_alone(club: Roundlog, web: Web):
    answer = web.get(f"{STATIC_URL}/{SERVICE_WORKER}")
    assert (answer.status_code, answer.headers["service-worker-allowed"]) == (200, "/p/")
    assert "service-worker-allowed" not in web.get(f"{STATIC_URL}/js/dom.js").headers


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_stands_in_every_language(club: Roundlog, web: Web, language):
    for address in (f"/p/club?lang={language}", f"/p/club/2?lang={language}"):
        assert f'<html lang="{language}">' in web.get(address).text


@pytest.mark.parametrize(
    ("address", "status"),
    [("/p/nobody", 404), ("/p/club/9", 404), ("/p/club/x", 400), ("/p/club/2/why/9", 409), ("/p/club/9/why/1", 404)],
)
def test_what_is_not_there(club: Roundlog, web: Web, address, status):
    assert web.get(address).status_code == status


def test_why_this_pairing_in_the_readers_language(roundlog: Roundlog, web: Web):
    roundlog.open_six()
    roundlog("pair", "open", "1")
    roundlog("publish", "open", "1")
    english, dutch = (web.get(f"/p/open/1/why/1?lang={code}").json()["lines"] for code in ("en", "nl"))
    assert english
    assert len(english) == len(dutch)
    assert english != dutch


def test_why_names_players_of_a_long_list_and_counts_the_others(roundlog: Roundlog, web: Web):
    roundlog("open", "open", "--name", "Open", "--system", "fide-dutch-2026", "--rounds", 5)
    for number in range(1, 27):
        roundlog("register", "open", f"Player {number}", "--rating", 2000 - number)
    roundlog("first-colour", "open", "--seed", "a coin")
    roundlog("pair", "open", "1")
    roundlog("publish", "open", "1")
    halves = web.get("/p/open/9/why/1?lang=nl").json()["lines"][1]
    assert "4 Player 4, 5 Player 5, 9 Player 9 en 7 anderen, speelt" in halves


def test_why_is_told_from_what_was_known_when_it_was_paired(roundlog: Roundlog, web: Web):
    """Also when the rules, and results, have become others since."""
    roundlog.open_six()
    roundlog.pair_and_play(1, 2)
    before = web.get("/p/open/1/why/2?lang=en").json()["lines"]
    roundlog("correct", "open", 1, 1, "0-1", "--reason", "misread")
    after = web.get("/p/open/1/why/2?lang=en").json()["lines"]
    assert after[:-1] == before
    assert "earlier round was corrected" in after[-1]
    assert after[-1] in roundlog("explain", "open", "--round", 2)
    assert after[-1] not in roundlog("explain", "open", "--round", 1)
    assert web.get("/p/open/1/why/1?lang=en").json()["lines"][-1] != after[-1]


def test_why_at_a_past_moment_is_that_of_the_pairing_that_stood_then(roundlog: Roundlog, web: Web):
    roundlog.open_six()
    roundlog("pair", "open", "1")
    roundlog("publish", "open", "1")
    then = facts_of(web.get("/p/open/1").text)["card"]["version"]
    before = web.get("/p/open/1/why/1?lang=en").json()["lines"]
    boards = web.get("/api/t/open/boards").json()["boards"]
    (a, b), (c, d), *_ = [(one["white"]["player"]["number"], one["black"]["player"]["number"]) for one in boards]
    rest = [f"{one['white']['player']['number']}-{one['black']['player']['number']}" for one in boards[2:]]
    roundlog("change", "open", "1", "--boards", " ".join([f"{a}-{d}", f"{c}-{b}", *rest]), "--reason", "family")
    assert web.get("/p/open/1/why/1?lang=en").json()["lines"] != before
    assert web.get(f"/p/open/1/why/1?lang=en&version={then}").json()["lines"] == before


def test_a_round_given_by_hand_has_no_reasons(club: Roundlog, web: Web):
    assert len(web.get("/p/club/2/why/1").json()["lines"]) == 1


def test_at_a_past_moment_the_page_brings_its_time_and_not_now(club: Roundlog, web: Web):
    """By which it knows what of the announcements of that moment had ended."""
    club("announce", "club", "Lunch", "--until", "2999-01-01T12:00Z")
    entries = web.sign_in("arbiter", "club").get("/api/t/club/audit").json()["entries"]
    for entry in entries[-2:]:
        assert facts_of(web.get(f"/p/club/1?version={entry['version']}").text)["at"] == entry["at"]
    assert facts_of(web.get("/p/club/1").text)["at"] == ""
