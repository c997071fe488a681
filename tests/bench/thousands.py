"""Thousands of tournaments on one node: the list, a look for news, a cold tournament, the longest stop of the loop."""

from __future__ import annotations

import asyncio
import gc
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import httpx
from msgspec.structs import replace
from starlette.applications import Starlette

from displays.web.live.hub import Hub
from displays.web.server import build, load_in_advance, reduce_garbage_collection
from engine.model import Rules
from ledger.acts.hall import Announced
from ledger.acts.opening import TournamentOpened
from ledger.store.sqlite import SqliteLog
from tests.bench.measure import Figure, seconds
from tests.bench.tournaments import commands
from tests.displays.web.live.paper import Follower

EVENTS = 150  # of each tournament
LIST, LOOK, COLD, STOP = 0.050, 0.005, 0.050, 0.050  # seconds
MEMORY = 512.0  # MB that the process may have


def thousands(directory: Path, is_quick: bool) -> Iterator[Figure]:
    count = 600 if is_quick else 2000
    path = directory / "town.db"
    with SqliteLog(path) as log:
        fill(log, count)
    with SqliteLog(path) as log:
        taken = asyncio.run(_measure(log, count))
        many = f"{count} tournaments of {EVENTS} events"
        for name, limit in (("front page", LIST), ("GET /api/t", LIST), ("look, one has moved", LOOK)):
            yield Figure(f"{name}: {many}", taken[name], limit, "limit", 1.0, is_speed=False)
        yield Figure("  the same, it has to be opened", taken["look, opened"], COLD, "limit", 1.0, is_speed=False)
        yield Figure("a cold tournament opens", taken["cold"], COLD, "limit", 1.0, is_speed=False)
        yield Figure("longest stop of the loop meanwhile", taken["stop"], STOP, "limit", 1.0, is_speed=False)
    if sys.platform == "linux":
        yield Figure(f"memory with {many}", memory(), MEMORY, "limit", 1.0, is_speed=False, unit="MB")


def fill(log: SqliteLog, count: int) -> None:
    last = None
    for seed in range(count):
        events = [event for recorded in commands(seed, 22, 9) for event in recorded][:EVENTS]
        assert isinstance(events[0], TournamentOpened)
        events[0] = replace(events[0], rules=Rules(system="fide-dutch-2026", rounds=9))
        last = log.submit(name_of(seed), 0, events, actor="arbiter", command="all")
    assert last is not None
    last.result()


def name_of(number: int) -> str:
    return f"open-{number:05}"


def memory() -> float:
    """MB of this process."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


async def _measure(log: SqliteLog, count: int) -> dict[str, float]:
    app = build(log, host_names=("hall",))
    services = app.state.services
    hub, desk = services.hub, services.desk
    assert isinstance(hub, Hub)
    reduce_garbage_collection()  # as the server does when it starts
    stops: list[float] = []
    watching = asyncio.create_task(_watch(stops))
    await asyncio.sleep(0.1)
    await asyncio.to_thread(load_in_advance)  # these two as well
    await asyncio.wrap_future(desk.tournaments.read())
    cold = []
    for number in range(count):  # somebody follows each: far more than are kept loaded
        cold.append(seconds(partial(desk.state, name_of(number))))
        Follower(hub, name_of(number), "clock")
        await asyncio.sleep(0)
    looks = await _look(log, hub, range(count - 20, count))  # which are loaded
    opening_looks = await _look(log, hub, range(20))  # which have made room for others
    found = {
        "front page": await _typical(app, "/"),
        "GET /api/t": await _typical(app, "/api/t"),
        "look, one has moved": statistics.median(looks),
        "look, opened": statistics.median(opening_looks),
        "cold": max(statistics.quantiles(cold, n=100)),
    }
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    return {**found, "stop": max(stops)}


async def _look(log: SqliteLog, hub: Hub, numbers: Iterable[int]) -> list[float]:
    """Seconds of a look for news after another process has written to one of these."""
    looks = []
    for name in map(name_of, numbers):
        await _announce(log, log.version(name), name)
        looks.append(seconds(hub.refresh))
        await asyncio.sleep(0)
    return looks


async def _announce(log: SqliteLog, version: int, stream: str) -> None:
    """As another process does: this one's loop does not wait for the disk."""
    event = Announced(announcement=1, text="Lunch")
    written = log.submit(stream, version, [event], actor="Bert", command=f"lunch-{version}")
    await asyncio.wrap_future(written)


async def _watch(stops: list[float]) -> None:
    """How much later than asked for it is woken, again and again."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        stops.append(time.perf_counter() - began - 0.001)


async def _typical(app: Starlette, address: str) -> float:
    times = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://hall") as client:
        for _ in range(10):
            began = time.perf_counter()
            assert (await client.get(address)).status_code == 200
            times.append(time.perf_counter() - began)
    return statistics.median(times)
