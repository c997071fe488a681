"""The pages and the JSON API: every view at any moment, nothing that is not published, nothing that runs."""

import re
import socket
import subprocess
import threading
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest

from displays.words.language import LANGUAGES
from ledger.store.sqlite import SqliteLog
from tests import plain_http
from tests.displays.client import Web, build
from tests.displays.commandline import COMMAND, Roundlog

NASTY = "<script>alert('x')</script>\"&'"


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    """Two rounds played, a correction after the second."""
    roundlog.open_club()
    return roundlog


def test_health_says_which_log_a_stranger_may_verify(club: Roundlog, web: Web):
    found = web.get("/health").json()
    assert found["status"] == "ok"
    assert found["head"] in club("verify")
    assert found["position"] == 16


def test_the_list_of_tournaments(club: Roundlog, web: Web):
    (line,) = web.get("/api/t").json()
    assert (line["id"], line["name"], line["players"], line["played"]) == ("club", "Club evening", 4, 2)
    assert "Club evening" in web.get("/").text


def test_a_card_names_no_place_before_a_game_has_ended(roundlog: Roundlog, web: Web):
    roundlog("open", "fresh", "--name", "New", "--rounds", 3)
    for name in ("Ada", "Bob"):
        roundlog("register", "fresh", name)
    assert "<small>place" not in web.get("/t/fresh/card/2?lang=en").text.lower()
    roundlog("pair", "fresh", 1, "--boards", "1-2")
    roundlog("publish", "fresh", 1)
    assert "<small>place" not in web.get("/t/fresh/card/2?lang=en").text.lower()
    roundlog("result", "fresh", 1, 1, "1-0")
    assert "<small>place 2</small>" in web.get("/t/fresh/card/2?lang=en").text.lower()


def test_an_empty_log_has_a_page_too(roundlog: Roundlog, web: Web):
    page = web.get("/").text
    assert "There are no tournaments" in page
    assert 'href="/console?lang=en"' in page  # or whoever started the server would not find the way in
    assert web.get("/api/t").json() == []


@pytest.mark.parametrize("name", ["boards", "standings", "ticker", "audit"])
@pytest.mark.parametrize("moment", [(), ("round", "1"), ("version", "9"), ("at", "2100-01-01")])
def test_the_api_gives_the_bytes_of_the_views_at_any_moment(club: Roundlog, web: Web, name, moment):
    options = (f"--{moment[0]}", moment[1]) if moment else ()
    query = f"?{moment[0]}={moment[1]}" if moment else ""
    asked = web.bearer("arbiter", "club")  # as who sees all that the command line shows
    assert asked.get(f"/api/t/club/{name}{query}").text + "\n" == club(name, "club", "--json", *options)


def test_a_postponed_game_says_so_on_a_card(club: Roundlog, web: Web):
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    club("postpone", "club", 3, 1)
    assert "· uitgesteld" in web.get("/t/club/card/4?lang=nl").text
    assert "· postponed" in club("card", "club", 4)
    assert "postponed" not in club("card", "club", 3)


def test_open_games_have_a_page_for_everybody_with_their_days(club: Roundlog, web: Web):
    assert "/open-games" not in web.get("/t/club?lang=nl").text
    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    club("postpone", "club", 3, 1, "--until", "2026-10-09T20:00")
    assert "/t/club/open-games" in web.get("/t/club?lang=nl").text
    page = web.get("/t/club/open-games?lang=nl").text
    assert "Openstaande partijen" in page
    assert "9 okt" in page
    assert web.get("/api/t/club/open-games").json()["games"][0]["until"] == "2026-10-09T20:00"
    assert "2026-10-09" in web.sign_in("arbiter", "club").get("/console/club/open-games").text
    assert "20:00" in club("open-games", "club")


def test_a_round_without_a_result_has_no_place_on_a_card(club: Roundlog, web: Web):
    def newest() -> str:
        return next(line for line in club("card", "club", 4).splitlines() if line.lstrip().startswith("3 "))

    club("pair", "club", 3, "--boards", "1-4 2-3")
    club("publish", "club", 3)
    assert newest().endswith("–")
    assert '<td class="number">–</td></tr>' in web.get("/t/club/card/4").text
    club("result", "club", 3, 2, "1-0")
    assert newest()[-1].isdecimal()


def test_a_card_and_the_questions_that_views_understand(club: Roundlog, web: Web):
    assert web.get("/api/t/club/card/2?round=1").json()["score"] == 0
    assert web.get("/api/t/club/card/2").json()["score"] == 2
    assert web.get("/api/t/club/boards?of=1").json()["round"] == 1
    assert len(web.get("/api/t/club/ticker?limit=2").json()["items"]) == 2
    assert {e["round"] for e in web.get("/api/t/club/audit?of=2").json()["entries"]} == {2}


def test_what_another_process_writes_is_shown(club: Roundlog, web: Web):
    assert "Tea is served" not in web.get("/t/club").text
    club("announce", "club", "Tea is served")
    assert "Tea is served" in web.get("/t/club").text


# -- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/t/nobody/boards", 404, "no-such-tournament"),
        ("/api/t/club/card/9", 404, "no-such-player"),
        ("/api/t/club/card/x", 400, "not-a-number"),
        ("/api/t/club/nonsense", 404, "no-such-page"),
        ("/api/nonsense", 404, "no-such-page"),
        ("/static/nonsense", 404, "no-such-page"),
        ("/static/../app.py", 404, "no-such-page"),
        ("/api/t/club/boards?version=x", 400, "not-a-number"),
        ("/api/t/club/boards?version=1&round=1", 400, "more-than-one-moment"),
        ("/api/t/club/boards?at=noon", 400, "not-a-time"),
        ("/api/t/club/boards?version=999", 409, "no-such-version"),
        ("/api/t/club/boards?round=7", 409, "no-such-round"),
        ("/api/t/club/boards?of=7", 409, "no-such-round"),
        ("/api/t/club/boards?at=2001-01-01", 409, "before-the-beginning"),
        ("/api/t/club/boards?rond=1", 400, "unknown-argument"),
        ("/api/t/club/ticker?limit=-1", 400, "negative-limit"),
    ],
)
def test_errors_are_problems_with_a_code_and_a_sentence(club: Roundlog, web: Web, address, status, code):
    answer = web.get(address if ".." not in address else "/static/%2e%2e/app.py")
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["status"]) == (code, status)
    assert answer.json()["detail"].endswith(".")


def test_the_sentence_is_in_the_readers_language(club: Roundlog, web: Web):
    for asked in ({"params": {"lang": "nl"}}, {"headers": {"accept-language": "nl,en;q=0.5"}}):
        detail = web.get("/api/t/nobody/boards", **asked).json()["detail"]
        assert detail == "Dat toernooi bestaat hier niet."


@pytest.mark.parametrize(
    ("address", "status"),
    [("/t/nobody", 404), ("/t/club?version=0", 409), ("/t/club?at=x", 400), ("/t/club/card/9", 404), ("/nowhere", 404)],
)
def test_people_get_a_page_that_says_what_is_wrong(club: Roundlog, web: Web, address, status):
    answer = web.get(address)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert "Error – Roundlog" in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("address", ["/", "/t/club", "/api/t", "/api/t/club/boards", "/health"])
def test_without_a_key_nothing_can_be_written(club: Roundlog, web: Web, method, address):
    before = club("audit", "club", "--json")
    is_a_door = (method, address) == ("POST", "/api/t")
    assert web.request(method, address).status_code == (401 if is_a_door else 405)
    assert club("audit", "club", "--json") == before


def test_a_log_that_breaks_while_it_is_served_is_told_without_its_insides(club: Roundlog):
    with SqliteLog(club.log) as log:
        web = Web(build(log))
    answer = web.get("/health")
    assert answer.status_code == 503
    assert answer.json()["code"] == "log-closed"


def test_health_tells_when_nothing_can_be_written_any_more(club: Roundlog):
    def end_the_thread(transaction: object) -> None:
        raise SystemExit

    with SqliteLog(club.log) as log:
        web = Web(build(log))
        assert web.get("/health").status_code == 200
        assert log._writer is not None
        was_told = threading.Event()
        log._writer.submit(end_the_thread, lambda _: was_told.set())
        assert was_told.wait(20)
        answer = web.get("/health")
        assert (answer.status_code, answer.json()["code"]) == (503, "log-writer-stopped")
        assert web.get("/t/club").status_code == 200  # what stands can be read all the same


# -- drafts ----------------------------------------------------------------------------------------------------------

EVERYWHERE = [
    "/",
    "/t/club",
    "/t/club?round=3",
    "/t/club/card/1",
    "/api/t",
    "/api/t/club/boards",
    "/api/t/club/boards?round=3",
    "/api/t/club/standings",
    "/api/t/club/card/1",
    "/api/t/club/ticker",
    "/api/t/club/audit",
    "/api/t/club/audit?of=3",
    "/api/t/club/audit?player=4",
]


def test_a_draft_is_shown_nowhere(club: Roundlog, web: Web):
    """Paired, changed, a sit-out corrected, points adjusted: the public pages stay as they were but for the version."""
    club("register", "club", "Late")
    before = {address: shown(web, address) for address in EVERYWHERE if "round=3" not in address}
    club("pair", "club", 3, "--boards", "4-1 2-3", "--bye", 5, "--as", "drafter")
    club("change", "club", 3, "--boards", "1-4 3-2", "--bye", 5, "--reason", "drafted otherwise", "--as", "drafter")
    club("sit-out", "club", 3, 5, "half-bye", "--reason", "drafted sit-out", "--as", "drafter")
    club("adjust", "club", 3, 1, "--points", "1", "--reason", "drafted points", "--as", "drafter")
    assert before == {address: shown(web, address) for address in before}
    for address in EVERYWHERE:
        assert "drafte" not in web.get(address).text, address
    assert web.get("/api/t/club/boards?of=3").json()["facts"] == {"round": 3, "rounds": 2}
    assert "drafter" in club("audit", "club")


def shown(web: Web, address: str) -> str:
    """Without the version and the heads, which count every record."""
    return re.sub(r'"version":\d+|max="\d+"|[0-9a-f]{64}', "", web.get(address).text)


def test_publishing_makes_the_round_and_its_making_public(club: Roundlog, web: Web):
    club("pair", "club", 3, "--boards", "4-1 2-3", "--as", "drafter")
    club("publish", "club", 3)
    assert web.get("/api/t/club/boards").json()["round"] == 3
    assert "drafter" in web.get("/api/t/club/audit").text


def test_a_published_round_that_was_taken_back_stays_in_the_audit_and_its_successor_is_a_draft(
    club: Roundlog, web: Web
):
    club("pair", "club", 3, "--boards", "4-1 2-3", "--as", "first")
    club("publish", "club", 3)
    club("take-back", "club", 3, "--reason", "wrong list")
    club("take-back", "club", 3)  # nor is it a draft any more
    club("pair", "club", 3, "--boards", "1-4 3-2", "--as", "second")
    audit = web.get("/api/t/club/audit").text
    assert "first" in audit
    assert "wrong list" in audit
    assert "second" not in audit
    assert web.get("/api/t/club/boards").json()["round"] == 2


def test_a_past_moment_in_which_a_round_was_a_draft_hides_it_too(club: Roundlog, web: Web):
    club("pair", "club", 3, "--boards", "4-1 2-3")
    version = web.get("/api/t/club/boards").json()["version"]
    club("publish", "club", 3)
    assert web.get(f"/api/t/club/boards?version={version}").json()["round"] == 2


# -- pages -----------------------------------------------------------------------------------------------------------


class Elements(HTMLParser):
    """The elements of a page, and whether each one that was opened was closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.feed(page)

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.names.append(name)
        assert not any(key.startswith("on") or key == "style" for key, _ in attributes)
        if name not in ("meta", "link", "input"):
            self.open.append(name)

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name


def test_whatever_somebody_typed_is_only_text(roundlog: Roundlog):
    roundlog("open", "x", "--name", NASTY, "--place", NASTY, "--rounds", 2, "--arbiter", NASTY)
    for name in (f"1 {NASTY}", f"2 {NASTY}"):
        roundlog("register", "x", name, "--club", NASTY, "--title", NASTY)
    roundlog("pair", "x", "--boards", "1-2")
    roundlog("publish", "x", 1)
    roundlog("result", "x", 1, 1, "1-0", "--as", NASTY)
    roundlog("correct", "x", 1, 1, "0-1", "--reason", NASTY, "--as", NASTY)
    roundlog("announce", "x", NASTY)
    with SqliteLog(roundlog.log) as log:
        web = Web(build(log))
        for address in ("/", "/t/x", "/t/x?version=4", "/t/x/card/1", f"/t/{NASTY}", f"/t/x?lang={NASTY}"):
            page = web.get(address).text
            assert "script" not in Elements(page).names, address
            assert "<script" not in page


def test_pages_are_whole_and_carry_a_strict_policy(club: Roundlog, web: Web):
    for address in ("/", "/t/club", "/t/club?round=1", "/t/club/card/1", "/t/nobody"):
        answer = web.get(address)
        assert Elements(answer.text).open == []
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert web.get("/static/pages.css").status_code == 200


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_in_four_languages(club: Roundlog, web: Web, code):
    page = web.get(f"/t/club?lang={code}").text
    words = {"en": "Standings", "nl": "Stand", "de": "Rangliste", "et": "Paremusjärjestus"}
    assert f'<html lang="{code}">' in page
    assert f"<h2>{words[code]} " in page


def test_the_past_is_marked_and_leads_back(club: Roundlog, web: Web):
    page = web.get("/t/club?round=1").text
    assert "You see a past moment: step 10 of 16." in page
    assert 'href="/t/club?lang=en"' in page
    assert "You see a past moment" not in web.get("/t/club").text
    assert 'href="/t/club/card/1?lang=en&amp;round=1"' in page


def test_a_long_audit_has_pages(club: Roundlog, web: Web, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("displays.web.sections.boards.AUDIT_ON_ITS_OWN_PAGE", 10)
    versions, address = list[int](), "/t/club/audit?lang=en"
    while address:
        page = web.get(address).text
        assert 1 <= page.count("<tr>") <= 11
        versions = [*map(int, re.findall(r"<tr>\s*<t[dh][^>]*>(\d+)<", page)), *versions]
        older = re.search(r'href="([^"]+)">Older entries<', page)
        address = older[1].replace("&amp;", "&") if older else ""
    everything = web.get("/api/t/club/audit").json()["entries"]
    assert versions == [entry["version"] for entry in everything]
    assert web.get(f"/api/t/club/audit?limit=3&before={versions[-1]}").json()["entries"] == everything[-4:-1]


# -- the server ------------------------------------------------------------------------------------------------------


def test_serve_prints_links_that_answer(club: Roundlog):
    command = [*COMMAND, "--log", str(club.log), "--lang", "en", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            lines = list(iter(process.stdout.readline, "Stop with Ctrl+C.\n"))
            links = re.findall(r"http://\S+", "".join(lines))
            assert [re.sub(r"/key/[\w-]{43}$", "/key/…", urlsplit(link).path) for link in links] == [
                "/",
                "/console",
                "/api/t",
                "/health",
                "/key/…",
            ]
            found = [plain_http.get(link, trust_env=False).status_code for link in links]
            assert found == [200, 401, 200, 200, 200]  # the console asks for the key
        finally:
            process.terminate()


def test_a_port_that_is_taken(club: Roundlog):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = club.refused(3, "serve", "--port", port)
    assert said == f"Port {port} on 127.0.0.1 is taken by another program; choose another with --port."


@pytest.mark.parametrize("code", LANGUAGES)
def test_everybody_chooses_a_category_of_the_standings_in_a_form(roundlog: Roundlog, web: Web, code: str):
    roundlog("open", "any", "--name", "Any", "--rounds", "3", "--starts", "2026-05-01", "--system", "by-hand")
    for name, rating, place, sex in (
        ("Anna", 1950, "Tartu", "w"),
        ("Bram", 1700, "Leiden", "m"),
        ("Cor", 1500, "", "m"),
    ):
        roundlog("register", "any", name, "--rating", rating, "--club", place, "--sex", sex, "--birth-year", 2015)
    roundlog("change-details", "any", "--public-categories", "U12, sex=w")
    roundlog("public-fields", "any", "club")
    page = web.get(f"/t/any?lang={code}").text
    assert re.findall(r'<option value="([^"]+)"', page) == [
        *("sex=w", "age=U12", "rating=1400-1599", "rating=1600-1799", "rating=1800-1999", "club=Leiden", "club=Tartu")
    ]
    assert f'<input type="hidden" name="lang" value="{code}">' in page
    shown = web.get(f"/t/any?lang={code}&category=&rating_from=&rating_to=1750").text
    table = shown[shown.index("<table") : shown.index("</table>")]
    assert ("Anna" in table, "Bram" in table, "Cor" in table) == (False, True, True)
    assert web.get(f"/t/any?lang={code}&category=age%3DU10").status_code == 403


def test_what_was_chosen_stays_when_another_round_is_looked_at(club: Roundlog, web: Web):
    club("correct-player", "club", 3, "--category", "U20", "--reason", "asked")
    page = web.get("/t/club?lang=en&category=category%3DU20").text
    assert 'href="/t/club?lang=en&amp;category=category%3DU20&amp;round=1"' in page
    past = web.get("/t/club?lang=en&round=1").text
    assert '<input type="hidden" name="round" value="1">' in past
