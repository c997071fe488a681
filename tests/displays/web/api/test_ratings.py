"""Rating lists over HTTP: a file in pieces, what is loaded, who is found."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from displays.web import rating_loads
from displays.web.rating_loads import RatingLoads
from ledger.rating_lists import download
from ledger.rating_lists.folder import folder_beside
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.ledger.rating_lists.lists import COMBINED, KNSB, load


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    roundlog = Roundlog(tmp_path)
    roundlog.open_four()
    with SqliteLog(roundlog.log) as log, RatingLoads(folder_beside(roundlog.log)) as loads:
        app = build(log, ratings=loads)
        yield Web(app)
        app.state.services.key_store.close()


def loads_of(web: Web) -> RatingLoads:
    found = web.app.state.services.ratings
    assert isinstance(found, RatingLoads)
    return found


def begin(owner: Web, content: bytes, **said: Any) -> str:
    answer = owner.post("/api/ratings/loads", json={"file_name": "list.xml", "size": len(content), **said})
    assert answer.status_code == 201, answer.text
    return f"/api/ratings/loads/{answer.json()['id']}"


def send(owner: Web, address: str, at: int, piece: bytes):
    headers = {"content-type": "application/octet-stream"}
    return owner.request("PUT", f"{address}?at={at}", content=piece, headers=headers)


def load_whole(owner: Web, content: bytes, **said: Any) -> Any:
    address = begin(owner, content, **said)
    assert send(owner, address, 0, content).status_code == 200
    assert owner.post(address).status_code == 200
    while (told := owner.get(address).json())["step"] not in ("done", "failed"):
        time.sleep(0.05)
    return told


def fill(web: Web, tmp_path: Path) -> None:
    """Without the process for it, which takes a second to begin."""
    load(tmp_path, COMBINED, "players_2026-11.xml")
    load(tmp_path, KNSB, "knsb-2026-11.csv")
    (tmp_path / "ratings").rename(loads_of(web).lists.folder)


def test_a_file_that_comes_in_pieces_is_loaded(web: Web):
    owner, content = web.sign_in("owner"), COMBINED.encode()
    address = begin(owner, content, month="2026-11")
    assert send(owner, address, 0, content[:500]).json()["done"] == 500
    assert send(owner, address, 0, content[:500]).json()["done"] == 500  # an answer was lost
    assert send(owner, address, 900, b"x").json()["code"] == "piece-misplaced"
    assert owner.post(address).json()["code"] == "piece-misplaced"  # the end is missing
    assert send(owner, address, 500, content[500:]).json()["done"] == len(content)
    assert send(owner, address, len(content), b"x").json()["code"] == "piece-misplaced"
    assert owner.post(address).status_code == 200
    assert owner.post(address).status_code == 200  # once is enough
    while (told := owner.get(address).json())["step"] not in ("done", "failed"):
        time.sleep(0.05)
    assert told["sentences"] == ["FIDE, standard, rapid, blitz, 2026-11: 5 players loaded."]
    (listed,) = owner.get("/api/ratings/lists").json()["lists"]
    assert (listed["key"], listed["players"]) == ("fide-standard-rapid-blitz-2026-11", 5)
    assert [path.suffix for path in loads_of(web).lists.folder.iterdir()] == [".ratings"]


def test_a_file_that_is_no_list_says_why_and_leaves_nothing(web: Web):
    told = load_whole(web.sign_in("owner"), COMBINED[:-30].encode(), month="2026-11")
    assert told["step"] == "failed"
    assert told["problem"].startswith("list.xml, line 57: the XML is damaged")
    assert list(loads_of(web).lists.folder.iterdir()) == []


def test_what_cannot_be_a_list_is_refused_before_it_is_sent(web: Web, monkeypatch):
    owner = web.sign_in("owner")

    def refused(**said: Any) -> str:
        answer = owner.post("/api/ratings/loads", json={"file_name": "x.zip", "size": 10, **said})
        assert answer.status_code in (400, 409, 503), answer.text
        return str(answer.json()["code"])

    assert refused(size=0) == refused(size=2**32) == "rating-list-too-large"
    assert refused(month="2026-13") == "not-a-month"
    assert refused(kind="quick") == "not-one-of"
    assert refused(publisher="../x") == "rating-list-name"
    monkeypatch.setattr(download, "ROOM_FACTOR", 2**60)
    assert refused() == "rating-list-no-room"
    monkeypatch.setattr(download, "ROOM_FACTOR", 1)
    monkeypatch.setattr(rating_loads, "MOST_LOADS", 1)
    begin(owner, b"x")
    assert refused() == "too-many-loads"


def test_a_load_that_nobody_goes_on_with_makes_room(web: Web, monkeypatch):
    owner = web.sign_in("owner")
    monkeypatch.setattr(rating_loads, "MOST_LOADS", 1)
    address = begin(owner, b"xy")
    send(owner, address, 0, b"x")
    monkeypatch.setattr(rating_loads, "FORGOTTEN_AFTER", -1)
    begin(owner, b"z")
    assert owner.get(address).status_code == 404
    assert list(loads_of(web).lists.folder.iterdir()) == []


def test_at_the_end_of_the_server_nothing_half_is_left(web: Web):
    owner = web.sign_in("owner")
    send(owner, begin(owner, b"xy"), 0, b"x")
    loads = loads_of(web)
    assert len([*loads.lists.folder.iterdir()]) == 1
    loads.__exit__()
    assert list(loads.lists.folder.iterdir()) == []


def test_an_arbiter_of_one_tournament_looks_players_up(web: Web, tmp_path: Path):
    arbiter = web.sign_in("arbiter", "club")
    assert arbiter.get("/api/ratings?find=jan").json() == {"players": [], "has_lists": False}
    fill(web, tmp_path)
    found = arbiter.get("/api/ratings", params={"find": "soerensen a"}).json()
    (player,) = found["players"]
    assert found["has_lists"]
    assert player == {
        "name": "Sørensen, Anna-Lise",
        "federation": "NED",
        "birth_year": 1990,
        "sex": "w",
        "ids": {"fide": "1001"},
        "ratings": [
            {"source": "fide", "kind": "standard", "value": 2105, "month": "2026-11"},
            {"source": "fide", "kind": "rapid", "value": 2010, "month": "2026-11"},
        ],
        "in_words": ["FIDE 1001", "FIDE standard 2105", "FIDE rapid 2010"],
    }
    (only,) = arbiter.get("/api/ratings", params={"find": "berg", "source": "NED"}).json()["players"]
    assert only["in_words"] == ["KNSB 7654321", "NED standard 1955"]
    assert arbiter.get("/api/ratings?find=jan&month=2026-01").json()["players"] == []


@pytest.mark.parametrize("asked", ["limit=0", "limit=101", "limit=x", "month=2026", "what=1"])
def test_a_question_that_cannot_be_read(web: Web, asked: str):
    assert web.sign_in("arbiter").get(f"/api/ratings?find=jan&{asked}").status_code == 400


def test_what_is_found_is_what_a_registration_takes(web: Web, tmp_path: Path):
    fill(web, tmp_path)
    arbiter = web.sign_in("arbiter", "club")
    (one,) = arbiter.get("/api/ratings?find=1002").json()["players"]
    taken = {key: value for key, value in one.items() if key not in ("in_words", "is_inactive")}
    answer = arbiter.post("/api/t/club/players", json={"players": [{**taken, "rating": 2310}]})
    assert answer.status_code == 201, answer.text
    entry = web.app.state.services.desk.state("club").tournament.entries[5]
    assert (entry.player.title, entry.player.ids.fide) == ("FM", "1002")
    assert [(rating.source, rating.kind, rating.value) for rating in entry.ratings] == [
        ("fide", "standard", 2310),
        ("fide", "blitz", 2290),
    ]


def test_a_whole_field_at_once(web: Web, tmp_path: Path):
    fill(web, tmp_path)
    arbiter = web.sign_in("arbiter", "club")
    field = [{"name": "Whoever", "ids": {"knsb": "7000001"}}, {"name": "J. van den Berg", "birth_year": 1970}]
    answer = arbiter.post("/api/ratings/match", json={"players": [*field, {"name": "Nobody"}]}).json()["matches"]
    assert [one["how"] for one in answer] == ["number", "name-and-year", ""]
    assert answer[0]["players"][0]["name"] == "Visser, Zoë"
    many = arbiter.post("/api/ratings/match", json={"players": [{"name": "A"}] * 5001})
    assert many.json()["code"] == "number-outside-range"


def test_a_list_is_removed(web: Web, tmp_path: Path):
    fill(web, tmp_path)
    owner = web.sign_in("owner")
    assert web.sign_in("arbiter").request("DELETE", "/api/ratings/lists/knsb-standard-2026-11").status_code == 403
    assert owner.request("DELETE", "/api/ratings/lists/knsb-standard-2026-11").status_code == 204
    assert owner.request("DELETE", "/api/ratings/lists/knsb-standard-2026-11").status_code == 404
    assert [one["publisher"] for one in owner.get("/api/ratings/lists").json()["lists"]] == ["fide"]


def test_the_page_shows_what_is_loaded_and_to_whom(web: Web, tmp_path: Path):
    fill(web, tmp_path)
    owner, arbiter = web.sign_in("owner"), web.sign_in("arbiter", "club")
    for visitor in (owner, arbiter):
        page = visitor.get("/console/~ratings").text
        assert "KNSB" in page
        assert "2026-11" in page
    assert 'id="load"' in owner.get("/console/~ratings").text
    assert 'id="load"' not in arbiter.get("/console/~ratings").text
    assert web.get("/console/~ratings").status_code in (303, 401)


def test_a_server_without_a_file_has_no_lists(tmp_path: Path):
    with SqliteLog(tmp_path / "roundlog.db") as log:
        app = build(log)
        assert Web(app).sign_in("owner").get("/api/ratings?find=a").json()["code"] == "ratings-are-off"
        app.state.services.key_store.close()
