"""``roundlog start`` as a person has it: a home of their own, and a browser that writes down what it is to open."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.displays.web.standby.servers import wait_until

HOUSE = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "displays.cli", "start")


class Person:
    """At a machine with a screen. ``command``: how they start Roundlog."""

    def __init__(self, home: Path, command: Sequence[str] = COMMAND, **environment: str) -> None:
        self.home, self.command = home, command
        home.mkdir(exist_ok=True)
        self.log = home / "share" / "roundlog" / "roundlog.db"
        self._opened = home / "opened"
        browser = home / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> "{self._opened}"\n')
        browser.chmod(0o755)
        self.environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "share"),
            "BROWSER": f"{browser} %s",
            "DISPLAY": ":99",
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(HOUSE),
            **environment,
        }

    @contextmanager
    def start(self, *words: str, ends_with: int | None = signal.SIGTERM) -> Iterator[Started]:
        """Until it has opened the browser; at the end it is told to end, and must do so in order. None: it was told."""
        before = len(self.opened())
        with open(self.home / "said", "w") as said:
            process = subprocess.Popen(
                [*self.command, *words], env=self.environment, cwd=self.home, stdout=said, stderr=said
            )
        try:
            wait_until(lambda: self._has_opened(before) or process.poll() is not None, self.read_said)
            assert process.poll() is None, self.read_said()
            yield Started(self.opened()[-1], process, self.read_said())
            if ends_with is not None:
                process.send_signal(ends_with)
            assert process.wait(60) == 0, self.read_said()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()

    def start_beside(self, *words: str) -> subprocess.CompletedProcess[str]:
        """While one runs: it ends by itself."""
        return subprocess.run(
            [*self.command, *words], env=self.environment, cwd=self.home, capture_output=True, text=True, timeout=120
        )

    def _has_opened(self, before: int) -> bool:
        """And has said so."""
        opened = self.opened()
        return len(opened) > before and f"{opened[-1]}\n" in self.read_said()

    def opened(self) -> list[str]:
        """What the browser was to open, the newest last."""
        return self._opened.read_text().splitlines() if self._opened.exists() else []

    def read_said(self) -> str:
        return (self.home / "said").read_text("utf-8")


class Started:
    """One that runs."""

    def __init__(self, link: str, process: subprocess.Popen[bytes], said: str) -> None:
        self.link, self.process, self.said = link, process, said
        self.address = link.partition("/key/")[0]

    def sign_in(self, browser: httpx.Client) -> None:
        """It is led to the start page."""
        answer = follow(browser, self.link, self.address)
        assert (answer.status_code, answer.url.path) == (200, "/console/~start")


def follow(browser: httpx.Client, link: str, address: str) -> httpx.Response:
    """As a browser does: the link's page is read, and its script sends the form, if there is one; then where that
    leads."""
    link = link.removesuffix("#at-once")
    answer = browser.get(link)
    if answer.status_code == 200:
        assert "sign_in_at_once.js" in answer.text
        after = re.search(r'name="next" value="([^"]*)"', answer.text)
        form = {"name": "", "next": after[1] if after else ""}
        answer = browser.post(link, data=form, headers={"origin": address})
    assert answer.status_code == 303, answer.text
    return browser.get(f"{address}{answer.headers['location']}")
