"""Screens that follow over websockets and move between the servers as ``static/js/live.js`` does."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.cluster.servers import ClusterServer, wait_until

FIRST_WAIT, LONGEST_WAIT, BEHIND_WAIT = 0.25, 15.0, 3.0  # seconds, all as in live.js
SILENCE, LAST_TRY = 20.0, 4.0
BEHIND = 1013
TOPICS = ("boards", "standings")


class Move(NamedTuple):
    lost_at: float
    back_at: float  # when it had everything again
    port: int  # where


class Screen:
    """``problems``: whatever a spectator must never see."""

    def __init__(self, servers: Sequence[ClusterServer], home: int, stream: str, number: int) -> None:
        self.ports = [server.port for server in [*servers[home:], *servers[:home]]]
        self.home = self.ports[0]
        self.stream, self.device = stream, f"screen-{number:04}"
        self.versions: dict[str, int] = dict.fromkeys(TOPICS, 0)
        self.frames = 0
        self.moves: list[Move] = []
        self.problems: list[str] = []
        self._log, self._at, self._failures = "", 0, 0
        self._lost_at: float | None = None

    @property
    def port(self) -> int:
        return self.ports[self._at]

    async def run(self) -> None:
        is_last_try = False
        while True:
            code = await self._follow(LAST_TRY if is_last_try else SILENCE)
            if self._lost_at is None:
                self._lost_at = time.monotonic()
            most = BEHIND_WAIT if code == BEHIND else LONGEST_WAIT
            wait = min(most, FIRST_WAIT * 2 ** (self._failures // len(self.ports))) * (0.5 + random.random())
            is_last_try = self._failures == 0 and code != BEHIND
            if not is_last_try:
                self._at = (self._at + 1) % len(self.ports)
            self._failures += 1
            await asyncio.sleep(wait)

    async def _follow(self, silence: float) -> int:
        """Until the line is gone; the code with which it was closed."""
        since = ",".join(str(self.versions[topic]) for topic in TOPICS)
        asked = f"topics={','.join(TOPICS)}&since={since}&log={self._log}&device={self.device}"
        newest = max(self.versions.values())
        address = f"ws://127.0.0.1:{self.port}/live/{self.stream}?{asked}" + (f"&at-least={newest}" if newest else "")
        line: ClientConnection | None = None
        try:
            line = await asyncio.wait_for(connect(address, proxy=None, ping_interval=None).__aenter__(), silence)
            while True:
                self._take(json.loads(await asyncio.wait_for(line.recv(), silence)))
                silence = SILENCE
        except (OSError, TimeoutError, WebSocketException):
            return 0 if line is None or line.close_code is None else line.close_code
        finally:
            if line is not None:
                line.transport.abort()

    def _take(self, told: dict[str, Any]) -> None:
        if "log" in told:
            if not told["is_same"] and self._log:
                self.problems.append(f"{self.port}: another log")
            self._log = told["log"]
        elif "beat" in told:
            self._failures = 0
            if self._lost_at is not None:
                self.moves.append(Move(self._lost_at, time.monotonic(), self.port))
                self._lost_at = None
        else:
            self._failures = 0
            self._take_frame(told)

    def _take_frame(self, frame: dict[str, Any]) -> None:
        topic, version, state = frame["topic"], frame["version"], frame["state"]
        if version < self.versions[topic]:
            self.problems.append(f"{self.port}: {topic} went back from {self.versions[topic]} to {version}")
        if not state or not state.get("boards" if topic == "boards" else "lines"):
            self.problems.append(f"{self.port}: {topic} is blank at {version}")
        self.versions[topic] = max(version, self.versions[topic])
        self.frames += 1


class Screens:
    """So many at each node, in a thread with a loop of its own."""

    def __init__(self, servers: Sequence[ClusterServer], streams: Sequence[str], at_each: int) -> None:
        self.all = [
            Screen(servers, home, streams[(home + turn) % len(streams)], home * at_each + turn)
            for home in range(len(servers))
            for turn in range(at_each)
        ]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="screens")

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._follow())
        self._loop.close()

    async def _follow(self) -> None:
        self._task = asyncio.current_task()
        await asyncio.gather(*(screen.run() for screen in self.all))

    def __enter__(self) -> Screens:
        self._thread.start()
        wait_until(lambda: all(screen.frames >= len(TOPICS) for screen in self.all), lambda: "no screen shows anything")
        return self

    def __exit__(self, *_: object) -> None:
        task = self._task
        assert task is not None
        self._loop.call_soon_threadsafe(task.cancel)
        self._thread.join()

    @property
    def problems(self) -> list[str]:
        return [problem for screen in self.all for problem in screen.problems]

    def at(self, server: ClusterServer) -> list[Screen]:
        return [screen for screen in self.all if screen.port == server.port]

    def wait_for(self, versions: dict[str, int]) -> None:
        """Until each shows the newest of its tournament."""

        def have_all() -> bool:
            return all(screen.versions["boards"] >= versions[screen.stream] for screen in self.all)

        wait_until(have_all, lambda: [(s.port, s.stream, s.versions, versions) for s in self.all])
