"""One frame of 2 kB to many followers: CPU of the server for each delivery, memory for each connection, and how long it
takes from the POST of a result to the last of a thousand followers.

Nearly all of a delivery is the kernel's: the loop over plain sockets, below which nobody comes, takes 0.8 of what
``websockets.broadcast`` takes where a send costs 6 µs. So what is compared with that library is what is ours to save,
the time outside the kernel; the whole is compared with the loop.

Servers and followers are processes of their own (``fanout_servers.py``, ``fanout_clients.py``). All ways of sending are
there at the same time and take turns, so that a busy moment of the machine hits them all. The followers say how busy
they were: they are not what is measured.
"""

from __future__ import annotations

import http.client
import json
import resource
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import count, cycle
from pathlib import Path

from tests.bench.fanout_clients import REQUEST
from tests.bench.measure import Figure

PATH = "/live/open?topics=boards"
WAYS = ("bare", "ours", "broadcast")
MOST_OF_BARE = 1.25  # of all CPU
MOST_OF_BROADCAST = 0.75  # of the CPU outside the kernel
AGAINST = {
    "bare": "a loop over plain sockets",
    "broadcast": "websockets.broadcast",
}
MOST_MEMORY = 12.0  # KiB for a connection that waits
BETWEEN_POSTS = 0.2  # seconds: more than what is merged into one frame
WARM = 3
FILLING = 200  # frames, 400 kB: more than a pipe and our patience hold
BUSIEST = 0.9  # of its time; a follower process that is busier may have been waited for

_PLACES = count()


class Way:
    """One way of sending, with its followers."""

    def __init__(self, name: str, followers: int, folder: Path, how: str = "plain") -> None:
        self.name, self.followers = name, followers
        place = folder / f"{name}-{next(_PLACES)}"
        place.mkdir()
        self._server = _started("tests.bench.fanout_servers", name, how, place)
        self.port, *rest = self._answer().split()
        self.key = rest[0] if rest else ""
        before = self.ask("rss")
        first, path = (2 if name == "ours" else 0), ("" if name == "bare" else PATH)  # the time, and a frame
        self._clients = _started("tests.bench.fanout_clients", self.port, followers, first, path, how)
        assert self._clients.stdout is not None
        assert self._clients.stdout.readline() == "ready\n", f"{name}: the followers did not come in"
        self.memory = (self.ask("rss") - before) / followers / 1024
        self.busy: list[float] = []
        for _ in range(WARM):
            self.send()

    def _answer(self) -> str:
        assert self._server.stdout is not None
        return self._server.stdout.readline()

    def _tell(self, words: str) -> None:
        assert self._server.stdin is not None
        self._server.stdin.write(words + "\n")
        self._server.stdin.flush()

    def ask(self, words: str) -> float:
        self._tell(words)
        return float(self._answer())

    def expect_one(self) -> None:
        """The followers are told to wait for a frame."""
        assert self._clients.stdin is not None
        self._clients.stdin.write("1\n")
        self._clients.stdin.flush()
        time.sleep(0.002)

    def last_arrival(self) -> float:
        assert self._clients.stdout is not None
        last, busy, took = map(float, self._clients.stdout.readline().split())
        self.busy.append(busy / took)
        return last

    def send(self) -> float:
        """One frame to all; seconds until the last has it."""
        self.expect_one()
        started = time.monotonic()
        self._tell("frame")
        return self.last_arrival() - started

    def cpu_of(self, frames: int) -> tuple[float, float]:
        """Seconds of the server for each delivery: of its CPU, and of that outside the kernel."""
        before, before_outside = self.ask("cpu"), self.ask("user")
        for _ in range(frames):
            self.send()
        deliveries = frames * self.followers
        return (self.ask("cpu") - before) / deliveries, (self.ask("user") - before_outside) / deliveries

    def close(self) -> None:
        for process in (self._clients, self._server):
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


def _started(module: str, *words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module, *map(str, words)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def fanout(directory: Path, is_quick: bool) -> Iterator[Figure]:
    folder = directory.resolve()
    for followers, turns, frames in ((1000, 10, 40), (10_000, 10, 4)):
        if followers > _most_followers():
            print(f"{followers} followers left out: a process may open {_most_followers()} files (ulimit -n)")
            continue
        yield from _cpu_and_memory(folder, followers, turns // 2 if is_quick else turns, frames)
    yield from _as_browsers_ask(folder, 1000, 5 if is_quick else 10, 20)
    yield from _latency(folder, 1000, 40 if is_quick else 200)


def _most_followers() -> int:
    return resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 100


def _cpu_and_memory(folder: Path, followers: int, turns: int, frames: int) -> Iterator[Figure]:
    ways = {name: Way(name, followers, folder) for name in WAYS}
    yield from _cpu(f"{followers} followers, CPU of a delivery", ways, turns, frames)
    memory = f"{followers} followers, memory of a connection"
    yield Figure(memory, ways["ours"].memory, MOST_MEMORY, "the limit", 1.0, is_speed=False, unit="KiB")
    broadcast = ways["broadcast"].memory
    yield Figure("  the same", ways["ours"].memory, broadcast, AGAINST["broadcast"], is_speed=False, unit="KiB")


def _as_browsers_ask(folder: Path, followers: int, turns: int, frames: int) -> Iterator[Figure]:
    """Every browser asks for compression, and every one of these servers grants it unless it is told not to."""
    ways = {name: Way(name, followers, folder, "deflate") for name in WAYS}
    yield from _cpu(f"{followers} browsers (compressed), CPU of a delivery", ways, turns, frames)


def _cpu(what: str, ways: Mapping[str, Way], turns: int, frames: int) -> Iterator[Figure]:
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in WAYS}
    for _ in range(turns):
        for name, way in ways.items():
            taken[name].append(way.cpu_of(frames))
    _check_followers(ways.values())
    for way in ways.values():
        way.close()
    cpu = {name: statistics.median(whole for whole, _ in times) for name, times in taken.items()}
    outside = {name: statistics.fmean(user for _, user in times) for name, times in taken.items()}  # (counted in ticks)
    yield Figure(what, cpu["ours"], cpu["bare"], AGAINST["bare"], MOST_OF_BARE, is_speed=False)
    yield Figure("  the same", cpu["ours"], cpu["broadcast"], AGAINST["broadcast"], is_speed=False)
    beyond = "  the same, outside the kernel"
    yield Figure(beyond, outside["ours"], outside["broadcast"], AGAINST["broadcast"], MOST_OF_BROADCAST, is_speed=False)


def _check_followers(ways: Iterable[Way]) -> None:
    busy = {way.name: statistics.median(way.busy) for way in ways}
    print("followers were busy", ", ".join(f"{100 * share:.0f} % ({name})" for name, share in busy.items()))
    assert max(busy.values()) < BUSIEST, "the followers were the bottleneck"


# -- how long it takes -------------------------------------------------------------------------------------------------


def _latency(folder: Path, followers: int, posts: int) -> Iterator[Figure]:
    """In turns: our server, the same with one follower who does not read, and the loop over plain sockets."""
    ours, slowed, bare = (Way(name, followers, folder) for name in ("ours", "ours", "bare"))
    with closing(ours), closing(slowed), closing(bare), closing(SlowReader(slowed)):
        arbiter, other = Arbiter(ours), Arbiter(slowed)
        turns = [(arbiter.post(), other.post(), bare.send()) for _ in range(posts)]
    usual, beside_slow, limit = (sorted(times) for times in zip(*turns, strict=True))
    name = f"POST to the last of {followers} followers"
    for what, share in (("median", 0.5), ("p99", 0.99)):
        at = int(share * (posts - 1))
        yield Figure(f"{name}, {what}", usual[at], limit[at], "plain sockets, nothing written", is_speed=False)
    at = int(0.99 * (posts - 1))
    yield Figure("  p99 while one does not read", beside_slow[at], usual[at], "all read", 4 / 3, is_speed=False)


class Arbiter:
    """Corrects a result, again and again."""

    def __init__(self, way: Way) -> None:
        self._way = way
        self._line = http.client.HTTPConnection("127.0.0.1", int(way.port))
        self._results = cycle(("1-0", "0-1"))

    def post(self) -> float:
        """Seconds until the last follower has it."""
        time.sleep(BETWEEN_POSTS)
        self._line.close()  # the server may be about to: a machine that stands still for seconds is silent for as long
        self._line.connect()
        self._way.expect_one()
        result = {"round": 1, "board": 1, "result": next(self._results), "reason": "bench"}
        headers = {"authorization": f"Bearer {self._way.key}", "content-type": "application/json"}
        started = time.monotonic()
        self._line.request("POST", "/api/t/open/commands", json.dumps({"do": "correct-result"} | result), headers)
        answer = self._line.getresponse()
        said = answer.read()
        assert answer.status < 300, said
        return self._way.last_arrival() - started


class SlowReader:
    """Follows, and stops reading: its pipe is full before anything is measured."""

    def __init__(self, way: Way) -> None:
        self._plug = socket.socket()
        self._plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._plug.connect(("127.0.0.1", int(way.port)))
        self._plug.sendall(REQUEST.format(path=PATH, more="").encode())
        for _ in range(FILLING):
            way.send()

    def close(self) -> None:
        self._plug.close()
