"""The command line against a real server on loopback, in a thread of the test: the same tests run against a file."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from displays.web.access.roles import Grant, Role
from tests.displays.commandline import Roundlog, Said, Word
from tests.displays.web.live.server import PATIENCE, Server, serving

ANYWHERE = pytest.mark.parametrize("roundlog", ["file", "server"], indirect=True)


class RunningServer:
    """Over a log that is there, until it is closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_up = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._run)
        self.server: Server | None = None
        self._tokens: dict[str, str] = {}

    def __enter__(self) -> RunningServer:
        self._thread.start()
        assert self._is_up.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)

    @property
    def url(self) -> str:
        assert self.server is not None
        return f"http://127.0.0.1:{self.server.port}"

    def token_of(self, name: str, grant: Grant | None = None) -> str:
        """The key of somebody, for programs: an owner's, unless it is said otherwise."""
        assert self.server is not None
        if name not in self._tokens:
            made = self.server.key_store.make(grant or Grant(Role.OWNER), name=name, by="test", api=True)
            self._tokens[name] = made.token
        return self._tokens[name]

    def head(self) -> str:
        assert self.server is not None
        return self.server.log.seal()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._is_up.set()
            self._loop.close()

    async def _serve(self) -> None:
        async with serving(self._path) as self.server:
            self._is_up.set()
            await self._end.wait()


class RemoteRoundlog(Roundlog):
    """``roundlog --server``: who is named with ``--as`` shows a key of that name."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(folder)
        self._monkeypatch = monkeypatch
        self._running: RunningServer | None = None

    def tried(self, *words: Word) -> Said:
        typed, name = [str(word) for word in words], "test"
        if "--as" in typed:
            place = typed.index("--as")
            _, name = typed[place : place + 2]
            del typed[place : place + 2]
        self._monkeypatch.setenv("ROUNDLOG_KEY", self.server.token_of(name))
        return self.run("--server", self.server.url, *typed)

    def contents(self) -> dict[str, bytes]:
        """Beside the log itself, which has to stand as it stood."""
        files = {name: content for name, content in super().contents().items() if not name.startswith(self.log.name)}
        return {**files, "head of the log": self.server.head().encode()}

    def open_four(self) -> None:
        self.close()
        super().open_four()

    def open_club(self) -> None:
        self.close()
        super().open_club()

    @property
    def server(self) -> RunningServer:
        """Begins when it is first asked for."""
        if self._running is None:
            self._running = RunningServer(self.log).__enter__()
        return self._running

    def close(self) -> None:
        if self._running is not None:
            self._running.__exit__()
            self._running = None


@contextlib.contextmanager
def remote_roundlog(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RemoteRoundlog]:
    roundlog = RemoteRoundlog(folder, monkeypatch)
    try:
        yield roundlog
    finally:
        roundlog.close()
