"""Durable appends, against one fsync for each event on the same disk.

The crowd has its goal against the same log that commits each event by itself: that is what sharing a sync brings. One
append alone has its goal against what a plain log file does: a write at its end, and fdatasync. Both are shown against
the bare write and fdatasync on a file that grows and on one that was as long before, too: the last is the least that a
disk can be asked for, and no log can do without it.
"""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
import os
import statistics
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from engine.model import Result
from ledger.acts.results import ResultEntered
from ledger.store.log import Log
from ledger.store.sqlite import SqliteLog
from tests.bench.measure import Figure

T = TypeVar("T")

WRITERS = 64
WARM_UP = 2000  # appends before anything is measured
TOURNAMENTS = 8  # at the same time in one hall, with 8 who enter results in each
EVENT = [ResultEntered(round=3, board=12, result=Result.WHITE_WINS)]
RECORD = bytes(350)  # as many bytes as the columns of one such record
GROWING = "a bare write+fdatasync, file that grows"
PREALLOCATED = "a bare write+fdatasync, preallocated file"
_LIVES = itertools.count()


def run(main: Coroutine[Any, Any, T]) -> T:
    """On uvloop where it is installed, as the server runs."""
    if importlib.util.find_spec("uvloop") is None:
        return asyncio.run(main)
    import uvloop

    return uvloop.run(main)


def append(directory: Path, is_quick: bool) -> Iterator[Figure]:
    """In many short turns, so that a busy moment of the disk hits both sides."""
    turns, times = (10, 50) if is_quick else (40, 50)
    with SqliteLog(directory / "append.db") as log, preallocated(directory / "plain") as plain:
        run(one_writer(log, WARM_UP))
        taken = typical_of_each(
            turns,
            hall=lambda: [run(many_writers(log, times, TOURNAMENTS))],
            scattered=lambda: [run(many_writers(log, times, WRITERS))],
            alone=lambda: run(one_writer(log, times)),
            thread=lambda: one_thread(log, times),
            write=lambda: one_by_one(plain, times),
            growing=lambda: one_by_one_at_the_end(directory / "growing", times),
        )
    yield from crowd(f"append, {WRITERS} writers in {TOURNAMENTS} tournaments", taken["hall"].mean, taken)
    yield from crowd(f"append, {WRITERS} writers in {WRITERS} tournaments", taken["scattered"].mean, taken)
    plain_log = (taken["growing"].median, GROWING)
    yield Figure("append alone, awaited", taken["alone"].median, *plain_log, 2.2, is_speed=False)
    yield Figure("  the same", taken["alone"].median, taken["write"].median, PREALLOCATED, is_speed=False)
    yield Figure("append alone, from a thread", taken["thread"].median, *plain_log, is_speed=False)


def crowd(name: str, ours: float, taken: dict[str, Taken]) -> Iterator[Figure]:
    """Throughputs: on both sides all the time that it took, by the number of events."""
    yield Figure(name, ours, taken["alone"].mean, "the same log, each event committed by itself", 5)
    yield Figure("  the same", ours, taken["growing"].mean, GROWING)
    yield Figure("  the same", ours, taken["write"].mean, PREALLOCATED)


class Taken(NamedTuple):
    """Seconds an event."""

    mean: float
    median: float


def typical_of_each(turns: int, **works: Callable[[], list[float]]) -> dict[str, Taken]:
    """They take turns. Of each turn the mean and the median; of these the typical one."""
    all_turns = [{name: work() for name, work in works.items()} for _ in range(turns)]
    return {
        name: Taken(
            statistics.median(statistics.fmean(turn[name]) for turn in all_turns),
            statistics.median(statistics.median(turn[name]) for turn in all_turns),
        )
        for name in works
    }


async def many_writers(log: Log, times: int, tournaments: int) -> float:
    """Each waits for its append before the next, on top of what is on its way; seconds an append."""
    life = next(_LIVES)
    tips = dict.fromkeys((f"open-{life}-{number}" for number in range(tournaments)), 0)

    async def write(stream: str) -> None:
        for _ in range(times):
            version = tips[stream]
            tips[stream] = version + 1
            await log.append(stream, version, EVENT, actor="arbiter", command=f"{version:08x}")

    started = time.perf_counter()
    await asyncio.gather(*(write(stream) for _, stream in zip(range(WRITERS), itertools.cycle(tips), strict=False)))
    return (time.perf_counter() - started) / times / WRITERS


async def one_writer(log: SqliteLog, times: int) -> list[float]:
    stream, taken = f"open-{next(_LIVES)}", []
    for version in range(times):
        started = time.perf_counter()
        await log.append(stream, version, EVENT, actor="arbiter", command=f"{version:08x}")
        taken.append(time.perf_counter() - started)
    return taken


def one_thread(log: SqliteLog, times: int) -> list[float]:
    stream, taken = f"open-{next(_LIVES)}", []
    for version in range(times):
        started = time.perf_counter()
        log.submit(stream, version, EVENT, actor="arbiter", command=f"{version:08x}").result()
        taken.append(time.perf_counter() - started)
    return taken


class preallocated:
    """A file that is as long as it will be, so that a sync has nothing to do but the data."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> int:
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT)
        os.write(self._file, bytes(4 << 20))
        os.fsync(self._file)
        return self._file

    def __exit__(self, *_: object) -> None:
        os.close(self._file)


def one_by_one_at_the_end(path: Path, times: int) -> list[float]:
    """What a plain log does: the length of the file changes with every record and must be synced too."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        return one_by_one(file, times)
    finally:
        os.close(file)


def one_by_one(file: int, times: int) -> list[float]:
    os.lseek(file, 0, os.SEEK_SET)
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        os.write(file, RECORD)
        os.fdatasync(file)
        taken.append(time.perf_counter() - started)
    return taken
