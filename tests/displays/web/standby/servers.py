"""Real servers in processes of their own, on loopback, as tests of two of them start, kill and ask them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests import plain_http
from tests.displays.commandline import Roundlog
from tests.ports import find_port

ROOT = Path(__file__).parents[4]
PATIENCE = 20.0  # seconds until a server has to be there


class RunningServer:
    """``roundlog serve`` on a log of its own folder; it may be started again, also with other words."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.log = folder / "roundlog.db"
        self.port = find_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.token = ""
        self.before: tuple[str, ...] = ()  # a program that becomes the server
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *words: str) -> None:
        command = [sys.executable, "-m", "displays.cli", "serve", "--port", str(self.port), "--log", str(self.log)]
        with open(self.folder / "output", "ab") as output:
            self._process = subprocess.Popen([*self.before, *command, *words], cwd=ROOT, stdout=output, stderr=output)
        wait_until(self.is_there, self._say)

    def is_there(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._say()
        try:
            return plain_http.get(f"{self.address}/health", timeout=1).status_code == 200
        except httpx.HTTPError:
            return False

    def _say(self) -> str:
        return (self.folder / "output").read_text("utf-8")

    def kill(self) -> None:
        """As a power cut does it."""
        self.send(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    # -- what it is asked ----------------------------------------------------------------------------------------------

    def health(self) -> dict[str, Any]:
        found: dict[str, Any] = plain_http.get(f"{self.address}/health", timeout=5).json()
        return found

    def ask(self, method: str, path: str, timeout: float = 10, **asked: Any) -> httpx.Response:
        shown = {"authorization": f"Bearer {self.token}", **asked.pop("headers", {})}
        return plain_http.request(method, self.address + path, headers=shown, timeout=timeout, **asked)

    def announce(self, text: str, timeout: float = 10) -> httpx.Response:
        return self.ask("POST", "/api/t/club/announcements", timeout, json={"text": text})

    def announced(self) -> set[str]:
        """As the log has them."""
        lines = self.ask("GET", "/api/t/club/events").text.splitlines()
        events = [json.loads(line)["event"] for line in lines if line]
        return {event["text"] for event in events if event["type"] == "announced"}


@contextmanager
def two_servers(folder: Path, *words: str) -> Iterator[tuple[RunningServer, RunningServer]]:
    """The first with a tournament, and its standby, which has everything. ``words``: for the first."""
    first, second = RunningServer(folder / "first"), RunningServer(folder / "second")
    roundlog = Roundlog(first.folder)
    roundlog("open", "club", "--name", "Club", "--rounds", 5)
    first.token = second.token = roundlog("key", "--role", "owner", "--api", "--name", "Els").strip()
    key = folder / "key"
    key.write_text(first.token)
    try:
        first.start(*words)
        second.start("--standby-of", first.address, "--key-file", str(key))
        wait_until(lambda: second.health()["head"] == first.health()["head"])
        yield first, second
    finally:
        second.close()
        first.close()


def wait_until(is_so: Callable[[], bool], say: Callable[[], str] = lambda: "", seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, say()
        time.sleep(0.02)


class Writers:
    """Threads that announce something again and again, and keep what was acknowledged."""

    def __init__(self, server: RunningServer, count: int) -> None:
        self._server = server
        self._is_over = threading.Event()
        self.acknowledged: list[str] = []
        self._threads = [threading.Thread(target=self._write, args=(number,)) for number in range(count)]

    def __enter__(self) -> Writers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _write(self, number: int) -> None:
        with plain_http.Client(headers={"authorization": f"Bearer {self._server.token}"}, timeout=10) as client:
            count = 0
            while not self._is_over.is_set():
                text, count = f"{os.getpid()}-{number}-{count}", count + 1
                try:
                    answer = client.post(f"{self._server.address}/api/t/club/announcements", json={"text": text})
                except httpx.HTTPError:
                    return  # it is gone
                if answer.status_code == 201:
                    self.acknowledged.append(text)
