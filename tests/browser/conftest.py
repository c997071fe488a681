"""Real Chromium (Debian's, driven by Playwright) against a real server.

``hall`` is the server, ``owner`` a page that is signed in, ``visit`` makes more people: each with a browser context of
their own. A page that logged an error, or answered with one that the test did not expect, fails its test.

Contexts are used again, emptied, by later tests: a page opens in half the time in a browser that knows its scripts. A
test that does to a page what cannot be undone (``clock``, ``add_init_script``, ``on``, ``emulate_media``,
``route_web_socket``) asks for one that nobody uses after it: ``visit(once=True)``.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, expect, sync_playwright

from tests.browser.hall import Hall

expect.set_options(timeout=20_000)  # a machine that does much else at the same time is slow, not wrong
# The headless shell is the same Chromium without tabs and tool bars, and opens a page in half the time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    need_chromium()
    hall = Hall(tmp_path_factory.mktemp("hall"))
    yield hall
    hall.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Ends with the tests of this folder: while it runs, no other test of the process could have an event loop."""
    need_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


def need_chromium() -> None:
    if CHROMIUM:
        return
    message = "no Chromium: browser tests need Debian's chromium-headless-shell (`make install-browser` as root)"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


class Visitor:
    """Somebody with a browser: ``page`` is signed in. ``problems`` is what went wrong in it that nobody expected."""

    def __init__(self, context: BrowserContext, hall: Hall) -> None:
        self.context = context
        self.hall = hall
        self.problems: list[str] = []
        self.expected: list[str] = []  # parts of console errors that belong to a test
        self.page = context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._hear)
        self._size = self.page.viewport_size
        self._devtools = context.new_cdp_session(self.page)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"{message.text} ({message.location['url']})")

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.hall.address}{path}")
        return self.page

    def find_problems(self) -> list[str]:
        return [one for one in self.problems if not any(part in one for part in self.expected)]

    def empty(self) -> None:
        """As if nobody had been here: the page knows nothing but the files of the server."""
        if self.page.url.startswith(self.hall.address):
            self.page.evaluate("sessionStorage.clear()")
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.context.set_offline(False)
        for button in ("left", "right"):  # which a test may have left pressed
            self.page.mouse.up(button=button)
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.goto("about:blank")
        if self._size is not None and self._size != self.page.viewport_size:
            self.page.set_viewport_size(self._size)
        self.context.clear_cookies()
        stored = {"origin": self.hall.address, "storageTypes": "local_storage,indexeddb,cache_storage,service_workers"}
        self._devtools.send("Storage.clearDataForOrigin", stored)
        self.problems, self.expected = [], []


Visit = Callable[..., Visitor]


def json_of(request: Request) -> Any:
    """What a page sent."""
    return request.post_data_json


Idle = dict[str, list[Visitor]]


@pytest.fixture(scope="package")
def idle() -> Idle:
    """Those who have left, by the settings of their browser."""
    return {}


@pytest.fixture
def visit(hall: Hall, browser: Browser, idle: Idle) -> Iterator[Visit]:
    """``visit("results", stream, boards="1-10")``: somebody with that role; ``visit(None)``: nobody in particular."""
    visitors: list[tuple[str, Visitor]] = []

    def make(
        role: str | None = "owner",
        stream: str = "",
        boards: str = "",
        name: str = "Anna",
        once: bool = False,
        **how: Any,
    ) -> Visitor:
        settings: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "locale": "en", **how}
        kind = "" if once else repr(sorted(settings.items()))
        visitor = idle[kind].pop() if idle.get(kind) else Visitor(browser.new_context(**settings), hall)
        visitors.append((kind, visitor))
        if role is not None:
            cookies = hall.sign_in(hall.link(role, stream, boards, name))
            visitor.context.add_cookies(
                [{"name": name, "value": cookies[name], "url": hall.address} for name in cookies]
            )
        return visitor

    yield make
    found = [visitor.find_problems() for _, visitor in visitors]
    for kind, visitor in visitors:
        _leave(kind, visitor, idle)
    assert found == [[] for _ in visitors]


def _leave(kind: str, visitor: Visitor, idle: Idle) -> None:
    """A page that cannot be emptied (it was closed, it hangs) is not used again."""
    try:
        if kind:
            visitor.empty()
            idle.setdefault(kind, []).append(visitor)
            return
    except Error as error:
        logging.getLogger("roundlog.tests").warning("a page is not used again: %s", error)
    visitor.context.close()


@pytest.fixture
def owner(visit: Visit) -> Visitor:
    return visit()
