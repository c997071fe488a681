"""FIDE's checklist, whether ratings are still right: questions 138, 139, 141, 142, where people are told of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from displays.cli import rating_fetch
from displays.web.rating_loads import RatingLoads
from ledger.formats.player_columns import Titles
from ledger.rating_lists.addresses import ListAddress, ListAddresses
from ledger.rating_lists.fetching import FetchedLists, fetch_here
from ledger.rating_lists.folder import RatingLists, folder_beside
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.ledger.rating_lists.list_server import ListServer, serve_lists
from tests.ledger.rating_lists.lists import COMBINED, load

MONTH = datetime.now(UTC).date().isoformat()[:7]
FILE = f"/players_{MONTH}.xml"
LONG_AGO = "2026-01-01T10:00:00+00:00"


@pytest.fixture
def roundlog(tmp_path: Path) -> Roundlog:
    """Of two players one has another rating than FIDE's list of this month."""
    load(tmp_path, COMBINED, f"players_{MONTH}.xml")
    roundlog = Roundlog(tmp_path)
    (tmp_path / "ratings").rename(folder_beside(roundlog.log))
    roundlog("open", "club", "--name", "Club", "--rounds", 5, "--starts", f"{MONTH}-15")
    for name, rating, number in (("Sørensen, Anna-Lise", 2000, 1001), ("O'Brien, Sean", 1800, 1004)):
        roundlog("register", "club", name, "--rating", rating, "--fide", number)
    return roundlog


@pytest.fixture
def loads(roundlog: Roundlog) -> Iterator[RatingLoads]:
    with RatingLoads(folder_beside(roundlog.log), allows_local=True) as loads:
        yield loads


@pytest.fixture
def web(roundlog: Roundlog, loads: RatingLoads) -> Iterator[Web]:
    with SqliteLog(roundlog.log) as log:
        app = build(log, ratings=loads)
        yield Web(app)
        app.state.services.key_store.close()


@pytest.fixture
def server() -> Iterator[ListServer]:
    with serve_lists() as lists:
        lists.files[FILE] = COMBINED.encode()
        yield lists


def differing(web: Web) -> Any:
    return web.sign_in("arbiter", "club").get("/console/club/ratings/differing").json()


def test_138_the_check_can_be_switched_off(web: Web, roundlog: Roundlog):
    assert differing(web)["count"] == 1
    owner = web.sign_in("owner")
    details = owner.get("/api/t/club").json()["details"] | {"compares_ratings": False}
    assert owner.post("/api/t/club/commands", json={"do": "change-details", "details": details}).status_code == 201
    assert differing(web) == {"count": 0, "sentence": ""}


def test_139_after_a_new_list_it_is_noticed_on_the_next_page(web: Web, tmp_path: Path, loads: RatingLoads):
    for one in loads.lists.lists():
        loads.lists.remove(one.key)
    assert differing(web)["count"] == 0
    load(tmp_path, COMBINED, f"players_{MONTH}.xml")
    for path in (tmp_path / "ratings").iterdir():
        path.rename(loads.lists.folder / path.name)
    assert differing(web)["sentence"] == f"The ratings of 1 player differs from the rating list of {MONTH}."
    arbiter = web.sign_in("arbiter", "club")
    for page in ("/console/club", "/console/club/players"):  # what asks for it
        assert 'id="ratings-notice" role="status" data-ask="/console/club/ratings/differing"' in arbiter.get(page).text
    assert "ratings-notice" not in web.sign_in("results", "club").get("/console/club").text


def test_141_nothing_is_compared_before_it_is_asked_whether_the_lists_are_current(
    web: Web, server: ListServer, loads: RatingLoads
):
    assert "hidden" not in compared(web)  # lists that were loaded from files
    address = loads.fetches.addresses.add(server.url + FILE)
    assert "hidden" in compared(web)
    fetch_here(loads.lists, address, {}, allows_local=True)
    assert "hidden" not in compared(web)  # asked within the hour
    (known,) = loads.fetches.addresses.all()
    loads.fetches.addresses.note(replace(known, asked_at=LONG_AGO, answered_at=LONG_AGO))
    assert "hidden" in compared(web)


def compared(web: Web) -> str:
    page = web.sign_in("arbiter", "club").get("/console/club/ratings").text
    (tag,) = re.findall(r'<div id="compared"[^>]*>', page)
    return str(tag)


def fetch_from_this_machine(lists: RatingLists, address: ListAddress, called: Titles) -> FetchedLists:
    return fetch_here(lists, address, called, allows_local=True)


def test_141_at_the_command_line_newer_lists_are_fetched_first(roundlog: Roundlog, server: ListServer, monkeypatch):
    monkeypatch.setattr(rating_fetch, "fetch_here", fetch_from_this_machine)
    monkeypatch.setattr(rating_fetch, "ListAddresses", partial(ListAddresses, allows_local=True))
    failed = roundlog.tried("ratings", "fetch", f"{server.url}/none.xml")
    assert (failed.code, "answers 404" in failed.err) == (1, True)
    assert "2105" in roundlog("compare-ratings", "club")
    roundlog("ratings", "remove", f"{server.url}/none.xml")
    roundlog("ratings", "fetch", server.url + FILE)
    server.files[FILE] = COMBINED.replace("2105", "2222").encode()
    addresses = ListAddresses(folder_beside(roundlog.log))
    (known,) = addresses.all()
    addresses.note(replace(known, asked_at=LONG_AGO, answered_at=LONG_AGO))
    assert "2222" in roundlog("compare-ratings", "club")


def test_142_who_is_concerned_is_told_with_the_old_and_the_new_rating(web: Web):
    page = web.sign_in("arbiter", "club").get("/console/club/ratings").text
    (row,) = re.findall(r"<tr>(.*?)</tr>", page.partition("<tbody>")[2], re.DOTALL)
    assert re.findall(r'<td class="number">(.*?)</td>', row) == ["1", "2000", "2105"]
    assert "Sørensen, Anna-Lise" in row
    assert "FIDE standard: 2000 → 2105" in row
