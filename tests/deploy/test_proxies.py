"""nginx and Caddy before a real server: what both must do with their files in deploy/."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from websockets.sync.client import ClientConnection

from displays.web.access.middleware import LARGEST_BODY
from displays.web.static_files import FOR_EVER, STATIC_URL
from tests import plain_http
from tests.deploy.proxied import ELSEWHERE, NAME, Site
from tests.deploy.proxy_files import PROXIES


@pytest.fixture(scope="module", params=PROXIES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp(request.param), PROXIES[request.param])
    try:
        site.start()
        yield site
    finally:
        site.stop()


@pytest.fixture
def known(site: Site) -> Iterator[httpx.Client]:
    with site.client() as client:
        yield client


@pytest.fixture
def stranger(site: Site) -> Iterator[httpx.Client]:
    with site.proxy.client() as client:
        yield client


def test_a_page_comes_over_https_compressed_by_the_server_and_asks_for_https_from_then_on(stranger: httpx.Client):
    answer = stranger.get("/t/club", headers={"accept-encoding": "br"})
    assert answer.status_code == 200
    assert "Club" in answer.text
    assert answer.headers["content-encoding"] == "br"
    assert answer.headers.get_list("strict-transport-security") == ["max-age=31536000"]
    assert answer.headers.get_list("content-security-policy") != []


def test_something_is_entered_and_who_did_it_is_seen_by_their_own_address(site: Site, known: httpx.Client):
    before = known.get("/api/t/club").json()
    answer = known.post("/api/t/club/announcements", json={"text": "Round 1 at ten"})
    assert answer.status_code == 201, answer.text
    assert known.get("/api/t/club").json() != before
    assert site.find_address() == ELSEWHERE


@pytest.mark.parametrize(
    "forged",
    [
        {"x-forwarded-for": "203.0.113.9"},
        {"x-forwarded-for": "203.0.113.9, 127.0.0.1"},
        {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9", "X-Real-IP": "203.0.113.9"},
    ],
    ids=str,
)
def test_an_address_cannot_be_forged(site: Site, forged: dict[str, str]):
    assert site.find_address(**forged) == ELSEWHERE


@pytest.mark.parametrize("forged", [{}, {"x-forwarded-proto": "http"}], ids=str)
def test_somebody_signs_in_and_their_session_is_for_https_alone(
    site: Site, stranger: httpx.Client, forged: dict[str, str]
):
    """A browser keeps such a cookie only if it came over https, and a form is taken only from a page of this site."""
    link = site.roundlog("key", "--role", "owner", "--once").split()[-1]
    path = link[link.index("/key/") :]
    assert stranger.get(path, headers=forged).status_code == 200
    from_here = {"origin": f"https://{NAME}:{site.proxy.https}", "sec-fetch-site": "same-origin", **forged}
    answer = stranger.post(path, data={"name": "Anna"}, headers=from_here)
    assert answer.status_code == 303, answer.text
    (cookie,) = [one for one in answer.headers.get_list("set-cookie") if "roundlog-" in one]
    assert cookie.startswith("__Host-roundlog-")
    assert "; Secure" in cookie
    assert stranger.get("/console").status_code == 200


def test_a_screen_follows_over_a_websocket(site: Site, known: httpx.Client):
    with site.proxy.follow("/live/club?topics=announcements") as line:
        before = next_announcements(line)
        assert known.post("/api/t/club/announcements", json={"text": "Lunch"}).status_code == 201
        assert next_announcements(line) == [*before, "Lunch"]


def next_announcements(line: ClientConnection) -> list[str]:
    """Of the next frame; beats are none."""
    while "state" not in (frame := json.loads(line.recv(20))):
        pass
    return [one["text"] for one in frame["state"]["announcements"]]


def test_a_feed_comes_line_by_line(site: Site, known: httpx.Client):
    with known.stream("GET", "/api/t/club/events?live=1") as feed:
        lines = feed.iter_lines()
        assert json.loads(next(lines))["version"] == 1
        site.server.announce("while it is read")
        assert any("while it is read" in line for line in lines)


def test_what_is_too_large_is_refused_and_what_is_not_comes_whole(known: httpx.Client):
    answer = known.post("/api/t/club/players", content=b"x" * (LARGEST_BODY + 1))
    assert answer.status_code in (413, 502)  # 502: Caddy hands it on while it comes, and the server hangs up
    largest = known.post(
        "/api/t/club/players", content=b"x" * LARGEST_BODY, headers={"content-type": "application/json"}
    )
    assert (largest.status_code, largest.json()["code"]) == (400, "json-unreadable")  # it came whole


def test_styles_and_scripts_are_kept_by_their_version(stranger: httpx.Client):
    for _ in range(2):
        answer = stranger.get(f"{STATIC_URL}/js/dom.js", headers={"accept-encoding": "br"})
        assert answer.status_code == 200
        assert answer.headers.get_list("cache-control") == [FOR_EVER]
        assert answer.headers["content-encoding"] == "br"
    plain = stranger.get(f"{STATIC_URL}/js/dom.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "export" in plain.text


def test_measurements_are_not_for_strangers_and_how_it_is_is(stranger: httpx.Client):
    for path in ("/metrics", "/metrics?x=1", "/%6detrics", "/./metrics", "/x/../metrics"):
        assert stranger.get(path).status_code == 404, path
    assert stranger.get("/health").status_code == 200  # screens see by it that there are new scripts


def test_who_asks_for_another_site_gets_nothing_of_this_one(site: Site):
    with httpx.Client(verify=False) as client:
        try:
            answer = client.get(f"https://127.0.0.1:{site.proxy.https}/t/club", headers={"host": "evil.example"})
        except httpx.TransportError:
            return  # it knows no such site
    assert "Club" not in answer.text
    assert answer.status_code in (421, 200)


def test_who_comes_without_encryption_is_sent_to_it(site: Site):
    answer = plain_http.get(f"http://127.0.0.1:{site.proxy.http}/t/club?lang=et", headers={"host": NAME})
    assert answer.status_code in (301, 308)
    assert answer.headers["location"].endswith("/t/club?lang=et")
    assert answer.headers["location"].startswith(f"https://{NAME}")
