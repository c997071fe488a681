"""Headers of every answer: what a cache may keep and for whom, and that a browser comes back by https."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from starlette.routing import Route

from displays.web import server, static_files
from displays.web.pages import public
from displays.web.screens import images
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.commandline import Roundlog
from tests.displays.worked_example import STREAM, play_example

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


@pytest.fixture
def example(roundlog: Roundlog) -> Roundlog:
    """And a tournament without a ladder beside it."""
    play_example(roundlog).open_six()
    return roundlog


def test_the_ladder_for_the_page_of_a_club_is_the_only_page_that_may_stand_in_a_frame(example: Roundlog, web: Web):
    """With its style within it, and nothing else: no script, no form."""
    answer = web.get(f"/t/{STREAM}/ladder-table/embed?lang=nl")
    (policy,) = answer.headers.get_list("content-security-policy")
    assert "frame-ancestors http: https:" in policy
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    (style,) = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    assert f"style-src 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" in policy
    assert re.findall(r"<(?:script|link|form|img)\b", answer.text) == []
    assert web.get(f"/t/{STREAM}/ladder-table/embed?lang=nl").headers["content-security-policy"] == policy, "kept"
    for path in (f"/t/{STREAM}/ladder-table", f"/t/{STREAM}", "/t/nobody/ladder-table/embed"):
        assert "frame-ancestors 'none'" in web.get(path).headers["content-security-policy"]
    refused = web.get("/t/open/ladder-table/embed")
    assert (refused.status_code, "frame-ancestors 'none'" in refused.headers["content-security-policy"]) == (404, True)


def test_pages_may_talk_with_the_other_servers_and_with_no_others(club: Roundlog):
    others: list[str] = []
    with SqliteLog(club.log) as log:
        web = Web(build(log, other_servers=lambda: tuple(others)))
        alone = web.get("/t/club").headers
        assert "connect-src 'self';" in alone["content-security-policy"]
        others = ["http://192.168.1.6:8000", "https://two.example/"]
        policy = web.get("/t/club").headers["content-security-policy"]
        origins = "http://192.168.1.6:8000 ws://192.168.1.6:8000 https://two.example wss://two.example"
        assert f"connect-src 'self' {origins};" in policy
        assert "img-src 'self' data: http://192.168.1.6:8000 https://two.example;" in policy
        assert "script-src 'self';" in policy
        others = ["http://x; script-src *", "http://x\r\nset-cookie: a=b", "javascript:alert(1)", "http://a@b", "//x"]
        assert web.get("/t/club").headers["content-security-policy"] == alone["content-security-policy"]
        web.app.state.services.key_store.close()


def test_a_page_of_another_server_reads_what_everybody_may_read(club: Roundlog):
    """No cookie and no key goes with it: that would need a header that no answer has."""
    ours, strange = "http://192.168.1.6:8000", "http://evil.example"
    with SqliteLog(club.log) as log:
        web = Web(build(log, other_servers=lambda: (ours,)))
        for path in ("/health", "/api/t/club/boards", "/t/club", "/screen/club"):
            answer = web.get(path, headers={"origin": ours})
            assert answer.headers["access-control-allow-origin"] == ours
            assert "access-control-allow-credentials" not in answer.headers
            assert "origin" in ", ".join(answer.headers.get_list("vary")).lower()
            for headers in ({"origin": strange}, {"origin": "null"}, {}):
                assert "access-control-allow-origin" not in web.get(path, headers=headers).headers
        asked = {"origin": ours, "access-control-request-method": "POST"}
        preflight = web.request("OPTIONS", "/api/t/club/announcements", headers=asked)
        assert "access-control-allow-methods" not in preflight.headers
        assert "access-control-allow-headers" not in preflight.headers
        web.app.state.services.key_store.close()
