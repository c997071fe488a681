"""Followers that move to another server when theirs is gone, in a process of their own:
``python -m tests.bench.cluster_followers COUNT STREAM PORT,PORT,…``. Their home is the first of the ports.

One epoll loop over plain sockets. Of each frame only the version is read. Told ``until V`` it says, as JSON, when the
last of all had that version, and whether anybody was ever shown an older one than before.
"""

from __future__ import annotations

import heapq
import json
import random
import re
import select
import socket
import subprocess
import sys
import time
from itertools import count

from tests.bench.fanout_clients import HOSTS, REQUEST

AT_ONCE = 100  # new connections between two looks at the others
FIRST_WAIT = 0.25  # seconds, as static/js/live.js waits before it tries its own server once more, and then the next
_VERSION = re.compile(rb'^\{"topic":"[^"]*","version":(\d+)')
_LOG = re.compile(rb'^\{"log":"([^"]*)"')


class FollowerLine:
    """One of them. ``version``: the newest that it was shown."""

    def __init__(self, number: int) -> None:
        self.number, self.version, self.server, self.attempts = number, 0, 0, 0
        self.socket: socket.socket | None = None
        self.heard = b""
        self.is_open = False


class Crowd:
    def __init__(self, ports: list[int], stream: str, many: int) -> None:
        self._ports, self._stream, self._log = ports, stream, ""
        self._epoll = select.epoll()
        self._lines: dict[int, FollowerLine] = {}
        self._waiting: list[tuple[float, int, FollowerLine]] = []  # who connects when
        self._turns = count()
        self.all = [FollowerLine(number) for number in range(many)]
        self.went_back = self.moves = 0
        self._wanted, self._behind = 1, many
        for line in self.all:
            self._connect_at(time.monotonic(), line)

    def wait_for(self, version: int) -> float:
        """Until all have it; the moment of the last."""
        self._wanted = version
        self._behind = sum(line.version < version for line in self.all)
        until = time.monotonic() + 120
        last = time.monotonic()
        while self._behind and last < until:
            self._look(0.05)
            last = time.monotonic()
        if self._behind:
            raise TimeoutError(f"{self._behind} of {len(self.all)} have not got version {version}")
        return last

    def _look(self, seconds: float) -> None:
        for handle, _ in self._epoll.poll(seconds):
            if (line := self._lines.get(handle)) is not None:
                self._read(line)
        now, turn = time.monotonic(), 0
        while self._waiting and self._waiting[0][0] <= now and turn < AT_ONCE:
            self._connect(heapq.heappop(self._waiting)[2])
            turn += 1

    def serve(self, is_asked: int) -> None:
        """Until something is asked."""
        while not select.select([is_asked], [], [], 0)[0]:
            self._look(0.02)

    def _connect_at(self, at: float, line: FollowerLine) -> None:
        heapq.heappush(self._waiting, (at, next(self._turns), line))

    def _connect(self, line: FollowerLine) -> None:
        asked = f"/live/{self._stream}?topics=boards&since={line.version}&log={self._log}"
        asked += f"&at-least={line.version}" if line.version else ""
        host = f"127.0.0.{1 + line.number % HOSTS}"
        try:
            plug = socket.create_connection(
                ("127.0.0.1", self._ports[line.server]), timeout=10, source_address=(host, 0)
            )
            plug.sendall(REQUEST.format(path=asked, more="").replace("Host: hall", "Host: localhost").encode())
        except OSError:
            self._lose(line)
            return
        plug.setblocking(False)
        line.socket, line.heard, line.is_open = plug, b"", False
        self._lines[plug.fileno()] = line
        self._epoll.register(plug.fileno(), select.EPOLLIN)

    def _lose(self, line: FollowerLine) -> None:
        """Its own once more, then the next, as a browser does."""
        if line.socket is not None:
            del self._lines[line.socket.fileno()]
            self._epoll.unregister(line.socket.fileno())
            line.socket.close()
            line.socket = None
            line.attempts = 0
            self.moves += 1
        line.attempts += 1
        if line.attempts > 1:
            line.server = (line.server + 1) % len(self._ports)
        rounds = line.attempts // len(self._ports)
        self._connect_at(time.monotonic() + FIRST_WAIT * 2**rounds * (0.5 + random.random()), line)

    def _read(self, line: FollowerLine) -> None:
        assert line.socket is not None
        try:
            heard = line.socket.recv(1 << 20)
        except BlockingIOError:
            return
        except OSError:
            heard = b""
        if not heard:
            self._lose(line)
            return
        line.heard += heard
        if not line.is_open:
            head, found, rest = line.heard.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._lose(line)
                return
            line.is_open, line.heard = True, rest
        self._take_frames(line)

    def _take_frames(self, line: FollowerLine) -> None:
        data, at = line.heard, 0
        while len(data) - at >= 2:
            length, start = data[at + 1] & 127, at + 2
            if length >= 126:
                size = 2 if length == 126 else 8
                length, start = int.from_bytes(data[start : start + size], "big"), start + size
            if len(data) < start + length:
                break
            if data[at] & 15 == 8:  # closed
                self._lose(line)
                return
            self._take(line, data[start : start + min(length, 200)])
            at = start + length
        line.heard = data[at:]

    def _take(self, line: FollowerLine, text: bytes) -> None:
        if found := _VERSION.match(text):
            version = int(found[1])
            self.went_back += version < line.version
            self._behind -= line.version < self._wanted <= version
            line.version, line.attempts = max(version, line.version), 0
        elif found := _LOG.match(text):
            self._log = found[1].decode()


class CrowdProcess:
    """Such a process, as the benchmark asks it."""

    def __init__(self, many: int, stream: str, ports: list[int]) -> None:
        listed = ",".join(map(str, ports))
        words = [sys.executable, "-m", "tests.bench.cluster_followers", str(many), stream, listed]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.hear()

    def ask_for(self, version: int) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"until {version}\n")
        self._process.stdin.flush()

    def hear(self) -> dict[str, float]:
        assert self._process.stdout is not None
        told: dict[str, float] = json.loads(self._process.stdout.readline())
        return told

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def main() -> None:
    many, stream, ports = int(sys.argv[1]), sys.argv[2], [*map(int, sys.argv[3].split(","))]
    crowd = Crowd(ports, stream, many)
    wanted = 1
    while True:
        last = crowd.wait_for(wanted)
        print(json.dumps({"last": last, "went_back": crowd.went_back, "moves": crowd.moves}), flush=True)
        crowd.serve(sys.stdin.fileno())
        asked = sys.stdin.readline().split()
        if not asked:
            return
        wanted = int(asked[1])


if __name__ == "__main__":
    main()
