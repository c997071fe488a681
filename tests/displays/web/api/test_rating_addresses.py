"""Addresses of rating lists over HTTP: fetched in the background, kept current once a day; who may ask what."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from displays.web import rating_fetches
from displays.web.rating_loads import RatingLoads
from ledger.rating_lists.folder import folder_beside
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.ledger.rating_lists.list_server import ListServer, serve_lists
from tests.ledger.rating_lists.lists import COMBINED

ADDRESSES, CURRENCY = "/api/ratings/addresses", "/api/ratings/currency"
FILE = "/players_list_nov26.xml"
OLD = "2026-11-17T10:00:00+00:00"


@pytest.fixture
def loads(tmp_path: Path) -> Iterator[RatingLoads]:
    roundlog = Roundlog(tmp_path)
    roundlog.open_four()
    with RatingLoads(folder_beside(roundlog.log), allows_local=True) as loads:
        yield loads


@pytest.fixture
def web(tmp_path: Path, loads: RatingLoads) -> Iterator[Web]:
    with SqliteLog(tmp_path / "roundlog.db") as log:
        app = build(log, ratings=loads)
        yield Web(app)
        app.state.services.key_store.close()


@pytest.fixture
def server() -> Iterator[ListServer]:
    with serve_lists() as lists:
        lists.files[FILE] = COMBINED.encode()
        lists.headers = {"ETag": '"one"'}
        yield lists


def wait(owner: Web) -> Any:
    """Until nothing is done with any address."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = owner.get(ADDRESSES).json()["addresses"]
        if not any(one["step"] for one in found):
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_an_address_is_fetched_asked_again_and_removed(web: Web, server: ListServer, loads: RatingLoads):
    owner = web.sign_in("owner")
    added = owner.post(ADDRESSES, json={"url": f" {server.url}{FILE} "})
    assert added.status_code == 201, added.text
    assert added.json()["step"] in ("waiting", "fetching")
    (one,) = wait(owner)
    assert (one["problem"], one["keeps_current"]) == ("", True)
    assert one["lists"] == ["fide-standard-rapid-blitz-2026-11"] == [x.key for x in loads.lists.lists()]
    assert owner.post(f"{ADDRESSES}/update").status_code == 200
    (again,) = wait(owner)
    assert again["answered_at"] >= one["answered_at"]
    assert len(server.asked) == 2
    address = f"{ADDRESSES}/{one['key']}"
    assert owner.request("PUT", address, json={"keeps_current": False}).json()["keeps_current"] is False
    assert owner.request("DELETE", address).status_code == 204
    assert owner.request("DELETE", address).status_code == 404
    assert owner.get(ADDRESSES).json()["addresses"] == []
    assert len(loads.lists.lists()) == 1


def test_what_went_wrong_stands_beside_the_address(web: Web, server: ListServer):
    server.status = 503
    owner = web.sign_in("owner")
    owner.post(ADDRESSES, json={"url": server.url + FILE})
    (one,) = wait(owner)
    assert one["problem"] == "127.0.0.1 answers 503 instead of a rating list."
    assert (one["answered_at"], bool(one["asked_at"])) == ("", True)


@pytest.mark.parametrize("url", ["http://example.org/list.zip", "list.zip", "", "https://a:b@example.org/x"])
def test_what_cannot_be_fetched_is_refused_at_its_field(web: Web, url: str):
    answer = web.sign_in("owner").post(ADDRESSES, json={"url": url})
    assert answer.status_code in (400, 422), answer.text
    assert (answer.json()["code"], answer.json()["facts"]["field"]) == ("list-address-not-https", "url")


def test_what_is_due_is_asked_for_by_itself(server: ListServer, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(rating_fetches, "LOOK_EVERY", 0.05)
    with RatingLoads(tmp_path / "lists", allows_local=True) as loads:
        addresses = loads.fetches.addresses
        kept = addresses.add(server.url + FILE)
        other = addresses.add(f"{server.url}/other.xml", keeps_current=False)
        until = time.monotonic() + 60
        while not addresses.find(kept.key).answered_at and time.monotonic() < until:
            time.sleep(0.05)
        assert [path for path, _ in server.asked] == [FILE]
        assert loads.lists.lists()
        yesterday = (datetime.now(UTC) - timedelta(hours=21)).isoformat()
        addresses.note(replace(addresses.find(kept.key), asked_at=yesterday))
        while len(server.asked) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        assert [path for path, _ in server.asked] == [FILE, FILE]
        assert addresses.find(other.key).asked_at == ""


def test_an_arbiter_asks_whether_the_lists_are_current(web: Web, server: ListServer, loads: RatingLoads):
    owner, arbiter = web.sign_in("owner"), web.sign_in("arbiter", "t")
    assert arbiter.post(CURRENCY).json() == {
        "is_busy": False,
        "sentence": "No list is fetched from an address: whether there are newer ones is not known.",
        "loaded_at": "",
    }
    owner.post(ADDRESSES, json={"url": server.url + FILE})
    (one,) = wait(owner)
    assert arbiter.post(CURRENCY).json()["is_busy"] is False  # it was asked within the hour
    assert len(server.asked) == 1
    loads.fetches.addresses.note(replace(loads.fetches.addresses.find(one["key"]), asked_at=OLD, answered_at=OLD))
    server.headers = {"ETag": '"two"'}
    asked = arbiter.post(CURRENCY).json()
    assert asked["is_busy"]
    wait(owner)
    told = arbiter.get(CURRENCY).json()
    assert told["loaded_at"] >= asked["loaded_at"]
    assert told["sentence"].startswith("There are no newer rating lists than these, as of ")
    assert server.url not in arbiter.get(CURRENCY).text
    assert len(server.asked) == 2


def test_who_cannot_be_reached_is_not_asked_again_at_once(web: Web, server: ListServer, loads: RatingLoads):
    owner, arbiter = web.sign_in("owner"), web.sign_in("arbiter", "t")
    server.status = 503
    owner.post(ADDRESSES, json={"url": server.url + FILE})
    wait(owner)
    told = arbiter.post(CURRENCY).json()
    assert (told["is_busy"], told["sentence"]) == (
        *(False, "Whether there are newer rating lists is not known: nobody could be asked."),
    )
    (one,) = loads.fetches.addresses.all()
    loads.fetches.addresses.note(replace(one, answered_at=OLD))
    told = arbiter.post(CURRENCY).json()
    assert told["sentence"].endswith("when last asked, on 17 Nov 2026, 10:00 UTC, there were none.")
