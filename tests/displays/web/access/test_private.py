"""What the public does not see: private tournaments, players' private data, from where somebody acted."""

import functools
import itertools
import re
import tempfile
from pathlib import Path

import pytest

from ledger.acts.players import PlayerCorrected
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web
from tests.displays.commandline import Roundlog

PAGES = ["", "/crosstable", "/ranks", "/card/1"]
VIEWS = ["", "/players", "/boards", "/standings", "/crosstable", "/ranks", "/card/1", "/ticker", "/audit", "/events"]


@functools.cache
def played() -> bytes:
    """Three tournaments: the club's, a private one, and an open one with all that is known of its players."""
    with tempfile.TemporaryDirectory() as folder:
        roundlog = Roundlog(Path(folder))
        roundlog.open_club()
        roundlog("open", "juniors", "--name", "Juniors", "--rounds", 3, "--private")
        roundlog("open", "open", "--name", "Open", "--rounds", 3, "--starts", "2026-05-01")
        for stream, name in itertools.product(("juniors", "open"), ("Mari", "Jaan")):
            roundlog("register", stream, name, "--birth-year", 1931, "--fide", f"450009{ord(name[0])}")
        roundlog("correct-player", "open", 1, "--birth-year", 1932, "--reason", "passport")
        for stream in ("juniors", "open"):
            roundlog("pair", stream, "--boards", "1-2")
            roundlog("publish", stream, 1)
        return roundlog.log.read_bytes()


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.log.write_bytes(played())
    return roundlog


def addresses(stream: str) -> list[str]:
    return [*(f"/t/{stream}{page}" for page in PAGES), *(f"/api/t/{stream}{view}" for view in VIEWS)]


def test_a_private_tournament_is_in_no_list(club: Roundlog, web: Web):
    for address in ("/", "/api/t"):
        assert "uniors" not in web.get(address).text
        assert "Club evening" in web.get(address).text
        assert "uniors" not in web.sign_in("arbiter", "club").get(address).text
        for role in ("owner", "arbiter", "results", "display"):
            assert "Juniors" in web.sign_in(role, "juniors").get(address).text
            assert "Juniors" in web.bearer(role).get(address).text


@pytest.mark.parametrize("address", addresses("juniors"))
def test_to_strangers_it_is_not_there(club: Roundlog, web: Web, address):
    """To the letter as one that really is not there (and is spelled so that the same others are near it)."""
    missing = web.get(address.replace("juniors", "juniorz"))
    for stranger in (web, web.sign_in("arbiter", "club"), web.bearer("owner", "club")):
        answer = stranger.get(address)
        assert answer.status_code == 404
        assert "Mari" not in answer.text
    assert web.get(address).text.replace("juniors", "juniorz") == missing.text


@pytest.mark.parametrize("address", addresses("juniors"))
def test_who_has_a_key_sees_it(club: Roundlog, web: Web, address):
    for role in ("owner", "arbiter", "results", "display"):
        assert web.sign_in(role, "juniors").get(address).status_code == 200
        assert web.bearer(role).get(address).status_code == 200


@pytest.mark.parametrize("address", addresses("club"))
def test_a_public_one_is_for_everybody(club: Roundlog, web: Web, address):
    assert web.get(address).status_code == 200


def test_a_tournament_can_become_private_and_public_again(club: Roundlog, web: Web):
    club("change-details", "club", "--private")
    assert web.get("/t/club").status_code == 404
    assert web.get("/t/club?version=5").status_code == 404  # its past too
    club("change-details", "club", "--no-private")
    assert web.get("/t/club").status_code == 200
    assert "private" in club("audit", "club")


def test_changing_something_else_leaves_it_private(club: Roundlog, web: Web):
    club("change-details", "juniors", "--place", "Tartu")
    assert web.get("/t/juniors").status_code == 404


def test_the_page_of_what_is_not_there_takes_a_key(club: Roundlog, web: Web):
    page = web.get("/t/juniors").text
    assert 'action="/key"' in page
    assert 'value="/t/juniors"' in page


# -- players' private data -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", addresses("open"))
def test_birth_years_and_federation_numbers_are_for_the_arbiters(club: Roundlog, web: Web, address):
    for visitor in (web, web.sign_in("display", "open"), web.sign_in("results", "open"), web.bearer("results", "open")):
        text = visitor.get(address).text
        assert not any(secret in text for secret in ("1931", "1932", "450009"))
    arbiter = web.bearer("arbiter", "open")
    assert "1932" in arbiter.get("/api/t/open/audit").text
    assert "450009" in arbiter.get("/api/t/open/players").text


@pytest.mark.parametrize("page", ["players", "absences", "check-in", "rounds/1", "audit", "standings", "cards/1"])
def test_on_the_console_too(club: Roundlog, web: Web, page):
    text = web.sign_in("results", "open").get(f"/console/open/{page}").text
    assert "Mari" in text
    assert not any(secret in text for secret in ("1931", "1932", "450009", "/export", "command line"))


def test_the_whole_log_is_for_the_arbiters(club: Roundlog, web: Web):
    for address in ("/api/t/open/export", "/api/events", "/api/log"):
        assert web.bearer("results").get(address).status_code == 403
        assert "1932" in web.bearer("arbiter").get(address).text
    assert "/export" in web.sign_in("arbiter", "open").get("/console/open/audit").text


@pytest.mark.parametrize(
    "category", ["born=2014", "born=-2014", "age=U12", "sex=w;born=2014", "age=65+", "sex=w;age=U18"]
)
def test_nobody_reads_off_when_somebody_was_born(club: Roundlog, web: Web, category):
    refused = web.get("/api/t/open/standings", params={"category": category})
    assert (refused.status_code, refused.json()["code"]) == (403, "staff-only")
    assert web.get("/t/open", params={"category": category}).status_code == 403
    helper = web.bearer("results", "open")
    assert helper.get("/api/t/open/standings", params={"category": category}).status_code == 403
    asked = {"category": category}
    assert web.bearer("arbiter", "open").get("/api/t/open/standings", params=asked).status_code == 200


@pytest.mark.parametrize("category", ["sex=w", "club=Tartu", "federation=EST"])
def test_nor_what_else_is_private_of_them(club: Roundlog, web: Web, category):
    assert web.get("/api/t/open/standings", params={"category": category}).json()["code"] == "staff-only"
    club("change-details", "open", "--public-categories", category)
    assert web.get("/api/t/open/standings", params={"category": category}).status_code == 200


@pytest.mark.parametrize("category", ["rating=1600-1999", "category=B"])
def test_what_says_nothing_of_ages_is_for_everybody(club: Roundlog, web: Web, category):
    assert web.get("/api/t/open/standings", params={"category": category}).status_code == 200


OF_AGES = [
    *("/api/t/open/standings?category={}", "/t/open?category={}", "/screen/open?view=standings&category={}"),
    *("/console/open/standings?category={}", "/console/open/standings?csv=1&category={}"),
    "/console/open/print/standings?category={}",
]


@pytest.mark.parametrize("address", OF_AGES)
def test_a_group_by_age_is_for_everybody_once_the_organiser_has_published_it(club: Roundlog, web: Web, address):
    helper, arbiter = web.sign_in("results", "open"), web.sign_in("arbiter", "open")
    reader = helper if "console" in address else web
    version = len(arbiter.get("/api/t/open/audit").json()["entries"])

    def asked(category: str) -> int:
        return int(reader.get(address.format(category)).status_code)

    assert asked("age%3DU12") == 403
    assert "/screen" in address or arbiter.get(address.format("age%3DU12")).status_code == 200 or "/t/" in address
    club("change-details", "open", "--public-categories", "U12, 65+")
    assert asked("age%3DU12") == asked("age%3Du+12") == 200
    assert asked("sex%3Dw%3Bage%3D65%2B") == 403  # who of them is a woman is not published
    assert asked("age%3DU14") == asked("age%3DU12%3Bborn%3D2014") == asked("born%3D2014") == 403
    club("change-details", "open", "--public-categories", "")
    assert asked("age%3DU12") == 403
    if "screen" not in address and "csv" not in address:
        past = f"{address.format('age%3DU12')}&version={version + 1}"
        assert reader.get(past).status_code == 403  # what was published once is not read off the past


def test_published_groups_are_offered_and_recorded(club: Roundlog, web: Web):
    helper = web.sign_in("results", "open")
    pages = [(web, "/t/open"), (helper, "/console/open/standings")]
    assert not any('value="age=' in reader.get(page).text for reader, page in pages)
    club("change-details", "open", "--public-categories", "U12")
    for reader, page in pages:
        assert re.findall(r'<option value="(age=[^"]*)"', reader.get(page).text) == ["age=U12"], page
    assert '<option value="age=U12" selected>' in web.get("/t/open?category=age%3DU12").text
    entry = web.get("/api/t/open/audit").json()["entries"][-1]
    assert (entry["what"], entry["changes"][0]["new"]) == ("details-changed", ["age=U12"])
    assert "groups by age for everybody" in club("audit", "open")


@pytest.mark.parametrize(
    ("categories", "code"),
    [
        ("young", "category-unreadable"),
        ("rating=1600-1999", "category-is-public"),
        (",".join(["U12"] * 41), "too-many-categories"),
    ],
)
def test_what_cannot_be_published_is_told_at_its_field(club: Roundlog, web: Web, categories, code):
    groups = [part if "=" in part else f"age={part}" for part in categories.split(",")]
    details = {"name": "Open", "starts": "2026-05-01", "public_categories": groups}
    answer = web.sign_in("arbiter", "open").request("PUT", "/api/t/open/details", json={"details": details})
    assert answer.json()["code"] == code
    assert answer.json()["facts"]["field"] == "public_categories"


# -- from where ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [*addresses("club"), "/", "/api/t", "/api/t/club/audit?actor=Anna"])
def test_from_where_somebody_acted_is_for_the_arbiters(club: Roundlog, web: Web, address):
    arbiter = Web(web.app, address="192.168.77.20").sign_in("arbiter", "club", name="Anna")
    correction = {"name": "Bram", "rating": 1860, "reason": "list of May"}
    assert arbiter.request("PUT", "/api/t/club/players/2", json=correction).status_code == 200
    with SqliteLog(club.log, read_only=True) as log:
        *_, last = log.read("club")
    assert isinstance(last.event, PlayerCorrected)
    assert last.actor == "Anna (key 1, console, 192.168.77.20)"
    assert "192.168.77" not in web.get(address).text
    assert "command line" not in web.get(address).text
    assert "192.168.77" not in web.sign_in("results", "club").get(address).text
    (entry,) = arbiter.get("/api/t/club/audit?actor=Anna").json()["entries"]
    assert (entry["actor"], entry["where"]) == ("Anna", "console, 192.168.77.20")
    assert "Anna" in web.get("/api/t/club/audit").text


# -- reasons ---------------------------------------------------------------------------------------------------------


def test_that_somebody_withdrew_is_for_everybody_and_why_is_for_arbiters(club: Roundlog, web: Web):
    club("withdraw", "open", 2, "--from-round", 2, "--reason", "appendicitis")
    arbiter = web.sign_in("arbiter", "open")
    arbiter.post("/api/t/open/separations", json={"players": [1, 2], "reason": "siblings"})
    club("postpone", "open", 1, 1, "--until", "Tuesday", "--reason", "in hospital")
    for address in ("/api/t/open/audit", "/api/t/open/events", "/console/open/audit"):
        assert "appendicitis" in arbiter.get(address).text, address
        assert "siblings" in arbiter.get(address).text, address
        assert "in hospital" in arbiter.get(address).text, address
    for stranger in (
        web,
        web.sign_in("results", "open"),
        web.sign_in("display", "open"),
        web.bearer("arbiter", "club"),
    ):
        for address in addresses("open"):
            page = stranger.get(address).text
            assert "appendicitis" not in page, address
            assert "siblings" not in page, address
            assert "hospital" not in page, address
    assert '"player-withdrawn"' in web.get("/api/t/open/events").text
    assert '"player-withdrawn"' in web.get("/api/t/open/audit").text
