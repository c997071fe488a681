"""An arbiter's write while strangers ask for everything: the server in a process of its own, a field of 5,000 beside.

The write is in another, small tournament. Each stranger has a connection and asks for one public address after the
other (lists of thousands of tournaments are among them), or follows large tables and hangs up again; the addresses are
all that the server has for everybody. ``held up`` is how long another request waits while one address is asked for:
what it costs of the loop.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import multiprocessing
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace
from starlette.routing import Route
from websockets.asyncio.client import connect

from displays.web.access.key_store import KeyStore
from displays.web.access.roles import Grant, Role
from displays.web.server import routes
from engine.model import Details, Rules
from ledger.acts.festivals import FestivalOpened, SectionAdded
from ledger.acts.opening import TournamentOpened
from ledger.private_file import path_of_private_file
from ledger.store.sqlite import SqliteLog
from tests.bench.http import BOARDS, alone, prepare, serving
from tests.bench.measure import Figure
from tests.bench.tournaments import commands

STRANGERS = 50
P99 = 0.050  # seconds
OF_THE_LOOP = 0.100  # seconds
WARM_UP = 3.0  # seconds, until all of them ask
BIG, EVENT = "big", "event"
LINES = 5  # of the strangers: they follow large tables, hang up and call again
FOLLOWED = f"/live/{BIG}?topics=standings,crosstable,ranks"


def strangers(directory: Path, is_quick: bool) -> Iterator[Figure]:
    players, writes, others = (1000, 100, 600) if is_quick else (5000, 400, 2000)
    path = directory / "hall.db"
    asyncio.run(prepare(path, -(-3 * writes // BOARDS)))
    fill_large(path, players)
    fill_town(path, others)
    with KeyStore(path_of_private_file(path)) as key_store:
        token = key_store.make(Grant(Role.OWNER), name="bench", by="bench", api=True).token
    with serving("displays.cli", "--log", str(path), "serve", "--port", "0", "--host-name", "hall") as port:
        results = _results(token)
        alone(port, results, writes)
        held_up = asyncio.run(_hold_ups(port))
        worst = max(held_up, key=lambda address: held_up[address])
        with _crowd(port, [address for address in held_up if address != FOLLOWED]):
            taken = alone(port, results, writes)
    yield Figure(
        f"longest hold-up by one of {len(held_up)} public addresses, {players} players ({worst})",
        held_up[worst],
        OF_THE_LOOP,
        "limit",
        1.0,
        is_speed=False,
    )
    taken.sort()
    name = f"an arbiter's write while {STRANGERS} strangers ask, {others} tournaments, 99th percentile"
    yield Figure(name, taken[int(len(taken) * 0.99)], P99, "limit", 1.0, is_speed=False)


def fill_large(path: Path, players: int, rounds: int = 9) -> None:
    with SqliteLog(path) as log:
        version, last = 0, None
        for events in commands(1, players, rounds):
            if isinstance(events[0], TournamentOpened):
                events = [
                    replace(events[0], rules=Rules(system="fide-dutch-2026", rounds=rounds, tiebreaks=("BH", "SB")))
                ]
            last = log.submit(BIG, version, events, actor="arbiter", command=f"{version:x}")
            version += len(events)
        assert last is not None
        last.result()
        festival = [FestivalOpened(details=Details(name="Event")), SectionAdded(section=BIG)]
        log.submit(EVENT, 0, festival, actor="arbiter", command="event").result()


def fill_town(path: Path, count: int) -> None:
    """Small tournaments, for the lists that anybody may ask for."""
    with SqliteLog(path) as log:
        for seed in range(count):
            events = [event for recorded in itertools.islice(commands(seed, 8), 2) for event in recorded]
            last = log.submit(f"town-{seed:05}", 0, events, actor="arbiter", command="all")
        last.result()


def list_addresses() -> list[str]:
    """All that anybody can ask for with GET, of the large field and of its event; who may not is refused at once."""
    found = [route for route in routes() if isinstance(route, Route) and "GET" in (route.methods or ())]
    paths = [route.path for route in found if _is_for_all(route.path)]
    questions = (
        "/?q=open",
        "/api/t?group=running",
        f"/t/{BIG}?round=3",
        f"/t/{BIG}/crosstable?round=5&lang=nl",
        f"/p/{BIG}?q=fam",
        f"/f/{EVENT}?q=fam",
    )
    return [*dict.fromkeys(address for path in paths for address in _fill(path)), *questions]


def _is_for_all(path: str) -> bool:
    return not path.startswith(("/console", "/static/", "/images/", "/key", "/sign-out"))


def _fill(path: str) -> Iterator[str]:
    """Phones and screens are of tournaments and of events."""
    path = re.sub(r"\{(player|board)\}", "7", path).replace("{round}", "9").replace("{name}", "stage")
    if "/f/" in path:
        yield path.replace("{id}", EVENT)
    else:
        yield path.replace("{id}", BIG)
        if path in ("/p/{id}", "/screen/{id}"):
            yield path.replace("{id}", EVENT)


# -- the clients -------------------------------------------------------------------------------------------------------


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> int:
    """The status of the answer, once all of it is there."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    if length is not None:
        left = int(length[1])
        while left > 0:
            left -= len(await reader.read(min(left, 1 << 20)))
    else:
        while await reader.readline() != b"0\r\n":
            pass
        await reader.readline()
    return int(head.split(b" ", 2)[1])


def _get(address: str) -> bytes:
    return f"GET {address} HTTP/1.1\r\nhost: hall\r\n\r\n".encode()


def _results(token: str) -> Iterator[bytes]:
    body = json.dumps({"result": "1-0"}).encode()
    for number, board in ((number, board) for number in itertools.count() for board in range(1, BOARDS + 1)):
        yield (
            f"POST /api/t/open-{number}/rounds/1/boards/{board}/result HTTP/1.1\r\nhost: hall\r\n"
            f"authorization: Bearer {token}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        ).encode() + body


async def _hold_ups(port: int) -> dict[str, float]:
    """By address that strangers may ask for: the longest that a request for almost nothing waited meanwhile."""
    found = {}
    for address in (*list_addresses(), FOLLOWED):
        asking = asyncio.create_task(_call(port) if address == FOLLOWED else _once(port, address))
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        longest = 0.0
        while not asking.done():
            started = time.perf_counter()
            await _ask(reader, writer, _get("/static/none.css"))
            longest = max(longest, time.perf_counter() - started)
            await asyncio.sleep(0.002)
        writer.close()
        if await asking == 200:
            found[address] = longest
    return found


async def _call(port: int) -> int:
    """Follows until the first beat, which comes after the first frame of every topic."""
    async with connect(f"ws://127.0.0.1:{port}{FOLLOWED}", max_size=None) as line:
        async for message in line:
            if b'"beat"' in (message if isinstance(message, bytes) else message.encode())[:20]:
                break
    return 200


async def _once(port: int, address: str) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    status = await _ask(reader, writer, _get(address))
    writer.close()
    return status


@contextmanager
def _crowd(port: int, addresses: Sequence[str]) -> Iterator[None]:
    """In a process of its own: what the strangers have to do with what they get is no time of the arbiter's."""
    crowd = multiprocessing.get_context("spawn").Process(
        target=_ask_for_everything, args=(port, addresses), daemon=True
    )
    crowd.start()
    time.sleep(WARM_UP)
    try:
        yield
        assert crowd.is_alive()
    finally:
        crowd.terminate()
        crowd.join()


def _ask_for_everything(port: int, addresses: Sequence[str]) -> None:
    asyncio.run(_all_strangers(port, addresses))


async def _all_strangers(port: int, addresses: Sequence[str]) -> None:
    async def ask(first: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for address in itertools.islice(itertools.cycle(addresses), first, None):
            assert await _ask(reader, writer, _get(address)) in (200, 503)
            await asyncio.sleep(0.01)

    async def follow() -> None:
        while True:
            await _call(port)
            await asyncio.sleep(0.01)

    await asyncio.gather(*map(ask, range(STRANGERS - LINES)), *(follow() for _ in range(LINES)))
