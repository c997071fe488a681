"""Requests that are far too long, and a bug: answered, with the headers that every answer has; and the QR codes."""

import asyncio
from dataclasses import replace

import pytest
from starlette.requests import Request
from starlette.routing import Route

from displays.web import qr
from displays.web.errors import safe_headers
from engine.errors import Unavailable
from ledger.store.sqlite import SqliteLog
from ledger.store.writer import Transaction
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


@pytest.mark.parametrize("asked", ["9" * 5000, "a" * 5000, "٣" * 5000])
def test_a_name_that_is_far_too_long_is_nobodys(club: Roundlog, web: Web, asked: str):
    assert web.get("/p/club", params={"q": asked}).status_code == 200


@pytest.mark.parametrize("address", ["/screen/club?view=boards", "/p/club/1"])
def test_an_address_that_is_too_long_for_a_code_has_none(club: Roundlog, web: Web, address: str):
    assert "data:image/svg" in web.get(address).text
    web.app.state.services = replace(web.app.state.services, hosts=frozenset({"x" * 3000}))
    answer = web.get(address, headers={"host": "x" * 3000})
    assert answer.status_code == 200
    assert "data:image/svg" not in answer.text


def test_text_that_is_not_utf_8_is_answered_and_no_bug(club: Roundlog, web: Web):
    owner = web.bearer("owner")
    for address in ("/api/t", "/api/t/club/announcements", "/api/t/club/players"):
        answer = owner.post(address, content=b'{"text":"\xff"}')
        assert (answer.status_code, answer.json()["code"]) == (400, "json-unreadable")


@pytest.mark.parametrize(
    "address", ["/", "/t/club", "/t/none", "/p/club/1", "/screen/club", "/console/club", "/api/t/club"]
)
def test_a_log_that_cannot_be_read_is_told_by_every_page(club: Roundlog, address: str):
    with SqliteLog(club.log) as log:
        web = Web(build(log)).sign_in("owner")
    assert web.get(address).status_code == 503


def test_a_bug_is_answered_with_the_headers_of_every_answer(club: Roundlog, web: Web):
    async def broken(request: Request) -> None:
        raise ZeroDivisionError

    web.app.router.routes.insert(0, Route("/broken", broken))
    answer = web.get("/broken")
    assert answer.status_code == 500
    for name, text in safe_headers(()):
        assert answer.headers[name.decode()] == text.decode()


@pytest.mark.parametrize("where", ["ledger.desk.decide", "displays.web.access.middleware.AccessMiddleware.__call__"])
def test_a_request_that_finds_no_memory_is_told_so_and_breaks_nothing(
    club: Roundlog, web: Web, monkeypatch: pytest.MonkeyPatch, where: str
):
    """Wherever it happens: in deciding, or before the request has come that far."""

    def fail(*_: object) -> None:
        raise MemoryError

    owner = web.bearer("owner")
    before = owner.get("/api/t/club/players").json()
    with monkeypatch.context() as patch:
        patch.setattr(where, fail)
        answer = owner.post("/api/t/club/announcements", json={"text": "Tea"})
    assert (answer.status_code, answer.json()["code"]) == (503, "not-enough-memory")
    for name, text in safe_headers(()):
        assert answer.headers[name.decode()] == text.decode()
    assert owner.get("/api/t/club/players").json() == before
    assert owner.post("/api/t/club/announcements", json={"text": "Tea"}).status_code == 201


def test_the_code_of_a_screen_is_drawn_when_it_is_asked_for(club: Roundlog, web: Web):
    arbiter = web.sign_in("arbiter", "club")
    screen = {"screen": {"name": "stage", "scenes": [{"view": "boards"}]}}
    assert arbiter.request("PUT", "/api/t/club/screens", json=screen).status_code in (200, 201)
    assert "data:image/svg" not in arbiter.get("/console/club/screens").text
    answer = arbiter.get("/console/club/screens/stage.svg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert answer.content == asyncio.run(qr.draw_svg("http://hall/screen/club/stage"))
    assert arbiter.get("/console/club/screens/No%20Name.svg").status_code == 400


def test_a_code_is_drawn_once():
    before = qr.picture.cache_info().misses
    for _ in range(3):
        assert asyncio.run(qr.draw_in_thread("http://hall/drawn-once")).startswith("data:image/svg")
    assert qr.picture.cache_info().misses == before + 1


def test_a_secret_link_is_not_kept():
    before = qr.picture.cache_info().currsize
    assert qr.draw("http://hall/key/secret").startswith("data:image/svg")
    assert qr.picture.cache_info().currsize == before


def test_who_is_gone_is_forgotten_by_who_controls_the_screens(club: Roundlog, web: Web):
    answer = web.sign_in("arbiter", "club").request("DELETE", "/api/t/club/seats/1")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-seat")
    assert web.sign_in("results", "club").request("DELETE", "/api/t/club/seats/1").status_code == 403


def test_what_is_loaded_is_shown_on_when_the_disk_fails(
    club: Roundlog, web: Web, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Reading goes on from memory; whoever writes is told, and so is who asks whether the server is well."""
    pages = ["/t/club", "/api/t/club/standings", "/api/t/club/boards", "/screen/club?view=boards", "/p/club/1"]
    before = [web.get(page).text for page in pages]
    arbiter = web.sign_in("arbiter", "club")
    assert arbiter.get("/console/club/rounds/1").status_code == 200
    with monkeypatch.context() as patch:

        def fail(*_: object) -> None:
            raise Unavailable("log-io-error", path=str(club.log))

        patch.setattr(SqliteLog, "_rows", fail)
        patch.setattr(Transaction, "append", fail)
        assert [web.get(page).text for page in pages] == before
        assert arbiter.get("/console/club/rounds/1").status_code == 200
        answer = arbiter.request("POST", "/api/t/club/announcements", json={"text": "Tea"})
        assert (answer.status_code, answer.json()["code"]) == (503, "log-io-error")
        assert web.get("/health").status_code == 503
    assert len([said for said in caplog.records if "is shown as it was" in said.message]) == 1
    assert arbiter.request("POST", "/api/t/club/announcements", json={"text": "Tea"}).status_code == 201
    assert web.get("/health").status_code == 200
