"""Real Chromium (Debian's, driven by Playwright) against a real server.

``hall`` is the server, ``owner`` a page that is signed in, ``visit`` makes more people: each with a browser context of
their own. A page that logged an error, or answered with one that the test did not expect, fails its test.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

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
    _need_chromium()
    hall = Hall(tmp_path_factory.mktemp("hall"))
    yield hall
    hall.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Ends with the tests of this folder: while it runs, no other test of the process could have an event loop."""
    _need_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


def _need_chromium() -> None:
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
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"{message.text} ({message.location['url']})")

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.hall.address}{path}")
        return self.page

    def check(self) -> None:
        unexpected = [one for one in self.problems if not any(part in one for part in self.expected)]
        assert unexpected == []


Visit = Callable[..., Visitor]


def json_of(request: Request) -> Any:
    """What a page sent."""
    return request.post_data_json


@pytest.fixture
def visit(hall: Hall, browser: Browser) -> Iterator[Visit]:
    """``visit("results", stream, boards="1-10")``: somebody with that role; ``visit(None)``: nobody in particular."""
    visitors: list[Visitor] = []

    def make(role: str | None = "owner", stream: str = "", boards: str = "", name: str = "Anna", **how: Any) -> Visitor:
        settings: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "locale": "en", **how}
        context = browser.new_context(**settings)
        if role is not None:
            cookies = hall.sign_in(hall.link(role, stream, boards, name))
            context.add_cookies([{"name": name, "value": cookies[name], "url": hall.address} for name in cookies])
        visitor = Visitor(context, hall)
        visitor.page.set_default_timeout(20_000)
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.context.close()
    for visitor in visitors:
        visitor.check()


@pytest.fixture
def owner(visit: Visit) -> Visitor:
    return visit()
