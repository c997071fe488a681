"""Headers of every answer: what a cache may keep and for whom, and that a browser comes back by https."""

import re

import pytest
from starlette.routing import Route

from displays.web import server, static_files
from displays.web.pages import public
from displays.web.screens import images
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog

FILLED = {"id": "club", "player": "1", "round": "1", "board": "1", "kind": "boards", "name": "stage", "version": "1"}
PATHS = sorted(
    {
        re.sub(r"\{(\w+)(?::\w+)?\}", lambda part: FILLED.get(part[1], "1"), route.path)
        for route in server.routes()
        if isinstance(route, Route) and "GET" in (route.methods or ())
    }
    | {"/nowhere", "/api/nowhere", "/console/nowhere", "/t/nowhere"}
)


@pytest.fixture
def club(roundlog: Roundlog) -> Roundlog:
    roundlog.open_club()
    return roundlog


def test_there_are_many_and_files_are_apart():
    assert len(PATHS) > 70
    assert any(route in server.routes() for route in (*static_files.ROUTES, *images.ROUTES))


def test_what_anybody_keeps_is_for_everybody_and_what_somebody_sees_is_theirs(club: Roundlog, web: Web):
    for visitor, is_known in ((web, False), (web.sign_in("arbiter"), True), (web.bearer("results", "club"), True)):
        for path in PATHS:
            answer = visitor.get(path)
            kept = answer.headers.get_list("cache-control")
            assert len(kept) == 1, path
            if "public" in kept[0]:
                assert path.startswith(("/static", "/images")), path
                continue
            assert "no-store" in kept[0] or ("private" in kept[0]) == is_known, (path, kept)
            assert "no-store" in kept[0] or "no-cache" in kept[0], (path, kept)
            varies = {part.strip().lower() for line in answer.headers.get_list("vary") for part in line.split(",")}
            assert {"accept-language", "cookie", "authorization"} <= varies, path


def test_over_https_a_browser_is_told_to_stay_there(club: Roundlog):
    with SqliteLog(club.log) as log:
        for options, headers, expected in (
            ({}, {}, False),
            ({"behind_proxy": True}, {}, False),
            ({"behind_proxy": True}, {"x-forwarded-proto": "https"}, True),
            ({}, {"x-forwarded-proto": "https"}, False),  # anybody can say so
            ({"public_url": "https://chess.example"}, {}, True),
            ({"public_url": "http://chess.example"}, {}, False),
        ):
            web = Web(build(log, **options))
            for path in PATHS:
                told = web.get(path, headers=headers).headers.get("strict-transport-security")
                assert (told is not None) == expected, (path, options, headers)
                assert told is None or int(told.removeprefix("max-age=")) >= 31_536_000
            web.app.state.services.key_store.close()


def test_a_fault_of_ours_is_answered_alike(club: Roundlog, web: Web, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(public, "boards_section", None)  # called all the same
    answer = web.get("/t/club")
    assert answer.status_code == 500
    assert answer.headers["cache-control"] == "no-cache"
    assert "cookie" in answer.headers["vary"].lower()
