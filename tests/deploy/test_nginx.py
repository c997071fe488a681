"""deploy/nginx/roundlog.conf with Debian's nginx: what it keeps, whom it makes wait; a reload loses nothing."""

from __future__ import annotations

import asyncio
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import websockets

from displays.web.access.middleware import LARGEST_BODY
from displays.web.static_files import STATIC_URL
from tests.deploy.proxied import NAME, PATIENCE, Site, read_until_closed, replace_all
from tests.deploy.proxy_files import write_nginx
from tests.displays.web.standby.servers import wait_until

SCRIPT = f"{STATIC_URL}/js/dom.js"
MakeSite = Callable[..., Site]


@pytest.fixture
def make_site(tmp_path: Path) -> Iterator[MakeSite]:
    """``changes``: what stands in the file otherwise, so that a test need not wait as long as the file does."""
    made: list[Site] = []

    def make(changes: dict[str, str] | None = None) -> Site:
        site = Site(tmp_path, partial(write_nginx, change=partial(replace_all, changes=changes or {})))
        made.append(site)
        site.start()
        return site

    yield make
    for site in made:
        site.stop()


def test_a_body_that_is_too_large_is_refused_before_it_reaches_the_server(make_site: MakeSite):
    with make_site().client() as known:
        answer = known.post("/api/t/club/players", content=b"x" * (LARGEST_BODY + 1))
    assert answer.status_code == 413
    assert "body-too-large" not in answer.text  # as the server would say


@pytest.mark.exhaustive
def test_what_was_kept_is_served_without_the_server_and_nothing_else_is_kept(make_site: MakeSite):
    site = make_site()
    with site.proxy.client() as stranger:
        first = stranger.get(SCRIPT)
        assert stranger.get("/t/club").status_code == 200
        site.server.kill()
        again = stranger.get(SCRIPT)
        assert (again.status_code, again.content) == (200, first.content)
        assert stranger.get("/t/club").status_code == 502
        site.server.start("--public-url", f"https://{NAME}", "--behind-proxy")
        assert stranger.get("/t/club").status_code == 200


class Entering:
    """Announces one thing after the other with an id each, and asks again as the console does when a line breaks."""

    def __init__(self, site: Site, name: str) -> None:
        self._site, self._name = site, name
        self._is_over = threading.Event()
        self.acknowledged: list[str] = []
        self.again = 0
        self._thread = threading.Thread(target=self._enter)

    def __enter__(self) -> Entering:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _enter(self) -> None:
        with self._site.client() as client:
            while not self._is_over.is_set():
                text = f"{self._name}-{len(self.acknowledged)}"
                headers = {"idempotency-key": text}
                try:
                    answer = client.post("/api/t/club/announcements", json={"text": text}, headers=headers)
                except httpx.TransportError:
                    self.again += 1
                    continue
                assert answer.status_code in (200, 201), answer.text
                self.acknowledged.append(text)


def have_entered(those: tuple[Entering, ...], wanted: tuple[int, ...]) -> bool:
    return all(len(one.acknowledged) >= number for one, number in zip(those, wanted, strict=True))


def test_a_reload_loses_no_entry_and_no_screen(make_site: MakeSite):
    site = make_site()
    with (
        site.proxy.follow("/live/club?topics=announcements") as screen,
        Entering(site, "one") as one,
        Entering(site, "two") as two,
    ):
        for _ in range(3):
            wanted = len(one.acknowledged) + 5, len(two.acknowledged) + 5
            site.proxy.reload()
            wait_until(partial(have_entered, (one, two), wanted))
        assert screen.recv(20)  # of the worker that has been told to end
    entered = {*one.acknowledged, *two.acknowledged}
    assert entered <= site.server.announced()
    assert len(site.server.announced()) - len(entered) <= 2  # what each was about to enter when it was over
    assert one.again + two.again <= 12  # a line that is closed in that moment, at most


def test_helpers_sign_in_together_and_who_goes_on_and_on_waits_while_others_are_served(make_site: MakeSite):
    """Forgiven once a minute here, so that it is no matter how slow the machine of the test is."""
    site = make_site({"rate=2r/s": "rate=1r/m"})
    link = site.roundlog("key", "--role", "owner").split()[-1]
    path = link[link.index("/key/") :]
    with site.proxy.client() as stranger, site.client() as arbiter:
        assert {stranger.get(path).status_code for _ in range(80)} == {200}
        assert {stranger.get(path).status_code for _ in range(40)} == {200, 429}
        assert stranger.get("/t/club").status_code == 200
        assert arbiter.post("/api/t/club/announcements", json={"text": "still here"}).status_code == 201


@pytest.mark.exhaustive
def test_a_hall_behind_one_address_is_served(make_site: MakeSite):
    """500 phones at once: each has its live connection, and meanwhile each asks for its pages."""
    site = make_site()
    with ThreadPoolExecutor(9) as pool:
        pages = pool.map(lambda _: open_pages(site), range(500))
        first_frames = asyncio.run(follow_together(site, 500))
        statuses = {status for found in pages for status in found}
    assert statuses == {200}
    assert first_frames == ["announcements"] * 500


def open_pages(site: Site) -> list[int]:
    with site.proxy.client() as phone:
        return [phone.get(path).status_code for path in ("/p/club", SCRIPT, "/t/club")]


async def follow_together(site: Site, phones: int) -> list[str]:
    """They all stay until the last one has been told what there is."""
    trusting, everybody = site.proxy.trusting, asyncio.Barrier(phones)

    async def follow() -> str:
        line = await asyncio.to_thread(site.proxy.connect)
        options: dict[str, Any] = {"sock": line, "ssl": trusting, "server_hostname": NAME, "open_timeout": PATIENCE}
        address = f"wss://{NAME}:{site.proxy.https}/live/club?topics=announcements"
        async with websockets.connect(address, **options) as following:
            frame = msgspec.json.decode(await following.recv())
            await everybody.wait()
        return str(frame["topic"])

    return list(await asyncio.gather(*(follow() for _ in range(phones))))


@pytest.mark.exhaustive
def test_a_flood_from_the_hall_stops_no_arbiter_in_it(make_site: MakeSite):
    """With a flood that a test can make: more than 30 at once, and one a minute."""
    strangers = "zone=roundlog_strangers"
    site = make_site({f"{strangers}:10m rate=200r/s": f"{strangers}:10m rate=1r/m", "burst=3000": "burst=30"})
    with site.proxy.client() as stranger, site.client() as arbiter:
        statuses = [stranger.get("/t/club").status_code for _ in range(60)]
        assert {*statuses} == {200, 429}
        for number in range(60):
            answer = arbiter.post("/api/t/club/announcements", json={"text": f"in the flood {number}"})
            assert answer.status_code == 201, answer.text
        assert stranger.get(SCRIPT).status_code == 200  # files are counted apart


@pytest.mark.exhaustive
def test_who_sends_slowly_on_purpose_is_not_waited_for(make_site: MakeSite):
    """Not for the head of a request, and not for its body; and the others are served meanwhile."""
    site = make_site({"header_timeout 10s": "header_timeout 1s", "body_timeout 20s": "body_timeout 1s"})
    head = f"POST /api/t/club/announcements HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 100\r\n"
    for sent in (head[:30], head + "\r\n{"):
        with site.proxy.trusting.wrap_socket(site.proxy.connect(), server_hostname=NAME) as line:
            line.settimeout(20)
            line.sendall(sent.encode())
            with site.client() as other:
                assert other.get("/api/t/club").status_code == 200
            heard, _ = read_until_closed(line)
        assert heard == b"" or b"408" in heard.splitlines()[0]


def test_nginx_itself_finds_nothing_to_complain_about(make_site: MakeSite):
    site = make_site()
    program, *words = write_nginx(site.proxy)
    said = subprocess.run([program, *words, "-t"], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "[warn]" not in said.stderr
