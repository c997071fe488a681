"""Letting phones in, in real browsers: the console at 127.0.0.1, the hall at 127.0.0.2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.displays.commandline import Roundlog
from tests.displays.web.network.hall_server import OTHER_MACHINE, PAGE, HallServer

HALL = "127.0.0.2"


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallServer]:
    """With a round that is published."""
    folder = tmp_path_factory.mktemp("network")
    with ThreadPoolExecutor(1) as thread:  # the browser's own loop runs in this one
        thread.submit(_prepare, folder).result()
    server = HallServer(folder, HALL)
    yield server
    server.stop()


def _prepare(folder: Path) -> None:
    club, log = Roundlog(folder), folder / "club.db"
    club("--log", log, "open", "club", "--name", "Club", "--rounds", 3, "--system", "by-hand")
    for name in ("Anna", "Bram"):
        club("--log", log, "register", "club", name)
    club("--log", log, "pair", "club", 1, "--boards", "1-2")
    club("--log", log, "publish", "club", 1)


@pytest.fixture
def console(browser: Browser, server: HallServer) -> Iterator[Page]:
    """Signed in as the owner."""
    context = browser.new_context(locale="en", ignore_https_errors=True)
    name, _, value = server.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": server.here}])
    problems: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    server.press("insecure")
    server.press("close")
    assert problems == []


def test_from_the_switch_to_a_phone_that_is_through(console: Page, server: HallServer):
    console.goto(f"{server.here}/console")
    console.locator("#me summary").click()
    console.get_by_role("link", name="Let phones in").click()
    screen = console.context.new_page()  # on the beamer, since before phones were let in
    screen.goto(f"{server.here}/screen/club?view=boards")
    expect(screen.locator("#stage")).to_contain_text("Anna")
    expect(screen.locator("#qr")).to_be_hidden()

    console.get_by_role("button", name="Let phones in").click()
    expect(console.locator("#shown-address")).to_have_text(f"http://{HALL}:{server.port}")
    assert console.locator("#reach-code").evaluate("image => image.naturalWidth") > 0
    expect(screen.locator("#qr")).to_be_visible()  # without being loaded anew
    expect(screen.locator("#qr-words")).to_contain_text(f"{HALL}:{server.port}/p/club")

    phone = console.context.new_page()
    link = str(console.locator("#reach-link").get_attribute("href"))
    phone.goto(link)
    expect(phone.locator("h1")).to_have_text("That was this computer")
    expect(console.locator("#arrived-here")).to_be_visible()
    server.get(link.removeprefix(f"http://{HALL}:{server.port}"), HALL, source=OTHER_MACHINE)
    expect(console.locator("#arrived")).to_contain_text(f"http://{HALL}:{server.port}")

    phone.goto(f"http://{HALL}:{server.port}/p/club/1")
    expect(phone.locator("main")).to_contain_text("Bram")
    console.get_by_role("button", name="Close for phones").click()
    expect(console.get_by_role("button", name="Let phones in")).to_be_visible()
    expect(screen.locator("#qr")).to_be_hidden()
    expect(screen.locator("#stage")).to_contain_text("Anna")  # here it goes on


def test_a_screen_over_https_follows_what_happens(console: Page, server: HallServer):
    server.press("open")
    console.goto(f"{server.here}{PAGE}")
    console.get_by_role("button", name="Switch HTTPS on").click()
    address = console.locator("#https ul a").first.get_attribute("href")
    assert address is not None
    assert address.startswith(f"https://{HALL}:")
    expect(console.locator("#fingerprint")).to_have_text(re.compile("^([0-9A-F]{2}:){31}[0-9A-F]{2}$"))
    screen = console.context.new_page()
    screen.goto(f"{address}screen/club?view=boards")
    expect(screen.locator("#stage")).to_contain_text("Anna")
    assert screen.evaluate("isSecureContext")
    with screen.expect_websocket(lambda line: line.url.startswith("wss:")) as heard:
        screen.reload()
    assert heard.value.url.startswith(f"wss://{HALL}:")
    expect(screen.locator("#stage")).to_contain_text("Anna")
