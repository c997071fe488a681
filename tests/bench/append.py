"""Durable appends, against one write and fdatasync for each event on the same disk."""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
import os
import statistics
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

from engine.model import Result
from ledger.events import ResultEntered
from ledger.scribe import LONG
from ledger.sqlite import SqliteLog
from tests.bench.measure import Figure, typical

WRITERS = 64
TOURNAMENTS = 8  # at the same time in one hall, with 8 who enter results in each
EVENT = [ResultEntered(round=3, board=12, result=Result.WHITE_WINS)]
RECORD = bytes(350)  # as many bytes as the columns of one such record
_LIVES = itertools.count()


def run(main: Coroutine[Any, Any, float]) -> float:
    """On uvloop where it is installed, as the server runs."""
    if importlib.util.find_spec("uvloop") is None:
        return asyncio.run(main)
    import uvloop

    return uvloop.run(main)


def append(directory: Path, is_quick: bool) -> Iterator[Figure]:
    """In many short turns, so that a busy moment of the disk hits both sides."""
    turns, times = (10, 50) if is_quick else (40, 50)
    with SqliteLog(directory / "append.db") as log, preallocated(directory / "plain") as plain:
        # The WAL is made as long as it gets, like the file that it is compared with.
        run(many_writers(log, LONG // WRITERS, WRITERS))
        run(one_writer(log, LONG))
        hall, scattered, alone, in_thread, write, growing = typical(
            turns,
            lambda: run(many_writers(log, times, TOURNAMENTS)),
            lambda: run(many_writers(log, times, WRITERS)),
            lambda: run(one_writer(log, times)),
            lambda: one_thread(log, times),
            lambda: one_by_one(plain, times),
            lambda: one_by_one_at_the_end(directory / "growing", times),
        )
    each = "one write+fdatasync each, "
    yield Figure(f"append, {WRITERS} writers in {TOURNAMENTS} tournaments", hall, write, f"{each}preallocated file", 10)
    yield Figure("  the same", hall, growing, f"{each}file that grows")
    yield Figure(
        f"append, {WRITERS} writers in {WRITERS} tournaments", scattered, write, f"{each}preallocated file", 10
    )
    yield Figure("  the same", scattered, growing, f"{each}file that grows")
    yield Figure("append alone, awaited", alone, write, "one write+fdatasync, preallocated", 1.6, is_speed=False)
    yield Figure("append alone, from a thread", in_thread, write, "one write+fdatasync, preallocated", is_speed=False)


async def many_writers(log: SqliteLog, times: int, tournaments: int) -> float:
    """Each waits for its append before the next, on top of what is on its way (as the desk does); seconds an append."""
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


async def one_writer(log: SqliteLog, times: int) -> float:
    stream, taken = f"open-{next(_LIVES)}", []
    for version in range(times):
        started = time.perf_counter()
        await log.append(stream, version, EVENT, actor="arbiter", command=f"{version:08x}")
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def one_thread(log: SqliteLog, times: int) -> float:
    stream, taken = f"open-{next(_LIVES)}", []
    for version in range(times):
        started = time.perf_counter()
        log.submit(stream, version, EVENT, actor="arbiter", command=f"{version:08x}").result()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


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


def one_by_one_at_the_end(path: Path, times: int) -> float:
    """What a plain log does: the length of the file changes with every record and must be synced too."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        return one_by_one(file, times)
    finally:
        os.close(file)


def one_by_one(file: int, times: int) -> float:
    os.lseek(file, 0, os.SEEK_SET)
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        os.write(file, RECORD)
        os.fdatasync(file)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)
