"""Studio: a real server with a fixed clock, the people who come to it, and what is seen of their pages."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.hall import Hall
from tests.pictures.clocked_roundlog import BEGIN

PUBLIC_URL = "http://192.168.1.20:8000"  # what links and codes say: the laptop in the hall
ZONE = "Europe/Amsterdam"
NOW = BEGIN + timedelta(minutes=30)  # for who looks at the pages, a little after the last record
OWNER = "Anna Visser"
CONSOLE = (1040, 700)
WALL = (1280, 720)
PHONE = (390, 780)
ROUNDLOG = [sys.executable, "-m", "tests.pictures.clocked_roundlog"]


class ClockedHall(Hall):
    """The server of the pictures, with copies in another folder."""

    def __init__(self, folder: Path, copies: Path) -> None:
        self._copies = copies
        super().__init__(folder)

    def _command(self) -> list[str]:
        words = ["serve", "--port", str(self.port), "--public-url", PUBLIC_URL, "--backup", str(self._copies)]
        return [*ROUNDLOG, "--log", str(self.log), *words]

    def _wait_for_words(self, words: str) -> None:
        super()._wait_for_words(f"{PUBLIC_URL}/")

    def _make_token(self) -> str:
        command = [
            *ROUNDLOG,
            "--log",
            str(self.log),
            "--json",
            "key",
            "--role",
            "owner",
            "--api",
            "--name",
            OWNER,
        ]
        return str(json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["token"])


class Shot(NamedTuple):
    """What a picture shows of a page: the window, or the upper part of it."""

    page: Page
    height: int | None = None


class Studio:
    """``hall``: whose pages are shown; others may be started beside it."""

    def __init__(self, browser: Browser, hall: ClockedHall, folder: Path) -> None:
        self.browser, self.hall, self.folder = browser, hall, folder
        self.beside = ExitStack()
        self.started: dict[str, Any] = {}  # beside it, by name
        self._open: list[BrowserContext] = []

    def visit(
        self,
        path: str,
        language: str,
        *,
        link: str = "",
        address: str = "",
        window: tuple[int, int] = CONSOLE,
        is_real_time: bool = False,
        stays: bool = False,
    ) -> Page:
        """A page as somebody sees it who has come in by this link. ``stays``: until the end, and not for one scene."""
        context = self.browser.new_context(
            viewport={"width": window[0], "height": window[1]},
            device_scale_factor=2 if window == PHONE else 1,
            has_touch=window == PHONE,
            locale=language,
            timezone_id=ZONE,
        )
        if not stays:
            self._open.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        address = address or self.hall.address
        if link:
            cookies = self.hall.sign_in(link)
            context.add_cookies([{"name": name, "value": cookies[name], "url": address} for name in cookies])
        if not is_real_time:
            page.clock.set_fixed_time(NOW)
        page.goto(address + path)
        return page

    def arbiter(self, path: str, language: str, window: tuple[int, int] = CONSOLE) -> Page:
        """The owner's."""
        return self.visit(path, language, link=self.hall.link(name=OWNER), window=window)

    def leave(self) -> None:
        for context in self._open:
            context.close()
        self._open.clear()

    def start(self, name: str, server: AbstractContextManager[Any]) -> Any:
        """Other servers, once; they end with the studio. In a thread: the browser has an event loop in this one."""
        if name not in self.started:
            (self.folder / name).mkdir()
            with ThreadPoolExecutor(1) as thread:
                self.started[name] = thread.submit(self.beside.enter_context, server).result()
        return self.started[name]


def take(shot: Shot) -> bytes:
    """As a PNG; nothing blinks."""
    page = shot.page
    page.evaluate("document.activeElement?.blur?.()")
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    return page.screenshot(clip=_clip(shot), animations="disabled", caret="hide")


def _clip(shot: Shot) -> Any:
    size = shot.page.viewport_size
    assert size is not None
    return {"x": 0, "y": 0, "width": size["width"], "height": shot.height or size["height"]}


def read_words(shot: Shot) -> str:
    """What is seen to be written in the picture."""
    return " ".join(shot.page.evaluate(_READ, _clip(shot)))


_READ = """({y, width, height}) => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent.trim();
    if (text === "" || !node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, top } = range.getBoundingClientRect();
    if (left >= 0 && left < width && top >= y && top < y + height) texts.push(text);
  }
  return texts;
}"""


@contextmanager
def studio(browser: Browser) -> Iterator[Studio]:
    """In folders that have the same names each time, for a page names them; the copies on another disk if there is
    one, as is right."""
    with ExitStack() as folders:
        folder = folders.enter_context(_folder(Path(tempfile.gettempdir(), "roundlog-pictures")))
        other_disk = Path("/dev/shm")
        copies = folders.enter_context(_folder((other_disk if other_disk.is_dir() else folder) / "stick"))
        hall = ClockedHall(folder, copies)
        made = Studio(browser, hall, folder)
        try:
            yield made
        finally:
            made.leave()
            made.beside.close()
            hall.stop()


@contextmanager
def _folder(path: Path) -> Iterator[Path]:
    """Nobody else's: two that take pictures at the same time would disturb each other."""
    path.mkdir()
    try:
        yield path
    finally:
        shutil.rmtree(path)
