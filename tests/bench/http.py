"""Results over HTTP: the server as ``roundlog serve`` runs it in a process of its own, the clients in this one.

Compared with a bare Starlette endpoint (``bare_endpoint.py``) that decodes the same body and makes one durable
insert with the same SQLite, on the same disk, asked by the same clients, in turns. Python's own SQLite is shown too:
on Linux it syncs with fdatasync, the wheel of a SQLite without the WAL-reset bug with fsync, which takes longer.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import cast

from displays.web.access.key_store import KeyStore
from displays.web.access.roles import Grant, Role
from engine.model import Board, Details, Player, Rules
from ledger.acts.act import Command
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairByHand
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.rounds import PublishRound
from ledger.desk import Desk
from ledger.private_file import path_of_private_file
from ledger.store.sqlite import SqliteLog
from tests.bench.append import run, typical_of_each
from tests.bench.measure import Figure

CLIENTS = 16
BOARDS = 200  # of each tournament


def http(directory: Path, is_quick: bool) -> Iterator[Figure]:
    turns, times = (6, 40) if is_quick else (20, 40)
    path = directory / "hall.db"
    needed = (turns + 2) * times * (1 + CLIENTS)
    asyncio.run(prepare(path, -(-needed // BOARDS)))
    with KeyStore(path_of_private_file(path)) as key_store:
        token = key_store.make(Grant(Role.OWNER), name="bench", by="bench", api=True).token
    ours = ("displays.cli", "--log", str(path), "serve", "--port", "0", "--host-name", "hall")
    with serving(*ours) as port, _bare(directory, "ours") as bare, _bare(directory, "standard") as standard:
        requests, same, again = (every_result(token, -(-needed // BOARDS)) for _ in range(3))
        for server, asked in ((port, requests), (bare, same), (standard, again)):  # they have seen every path
            alone(server, asked, times)
            run(crowd(server, asked, times))
        taken = typical_of_each(
            turns,
            alone=lambda: alone(port, requests, times),
            bare_alone=lambda: alone(bare, same, times),
            standard_alone=lambda: alone(standard, again, times),
            crowd=lambda: [run(crowd(port, requests, times))],
            bare_crowd=lambda: [run(crowd(bare, same, times))],
        )
    one, many, bare_one, bare_many = (taken[name] for name in ("alone", "crowd", "bare_alone", "bare_crowd"))
    against = "a bare Starlette endpoint with one durable insert"
    yield Figure("result over HTTP, one client", one.median, bare_one.median, against, 1.6, is_speed=False)
    standard_one = taken["standard_alone"].median
    yield Figure("  the same", one.median, standard_one, "the same with Python's own SQLite", is_speed=False)
    yield Figure(
        f"results over HTTP, {CLIENTS} clients: {1 / many.mean:.0f}/s",
        many.mean,
        bare_many.mean,
        against,
        is_speed=False,
    )


def _bare(directory: Path, library: str) -> AbstractContextManager[int]:
    return serving("tests.bench.bare_endpoint", library, str(directory / f"bare-{library}.db"))


# -- the hall ----------------------------------------------------------------------------------------------------------


async def prepare(path: Path, tournaments: int) -> None:
    """Tournaments whose first round is published and waits for results."""
    players = tuple(NewPlayer(player=Player(number, f"Player {number}")) for number in range(1, 2 * BOARDS + 1))
    boards = tuple(Board(number, number + BOARDS) for number in range(1, BOARDS + 1))
    commands: list[Command] = [
        OpenTournament(details=Details(name="Open"), rules=Rules(system="by-hand", rounds=9)),
        RegisterPlayers(players=players),
        PairByHand(round=1, boards=boards),
        PublishRound(round=1),
    ]
    with SqliteLog(path) as log:
        desk = Desk(log)
        for number in range(tournaments):
            for command in commands:
                await desk.handle(f"open-{number}", command, actor="bench")


@contextmanager
def serving(module: str, *arguments: str) -> Iterator[int]:
    """The port of a program that says its address when it listens."""
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = next(found for line in process.stdout if (found := re.search(r":(\d+)/", line)))
            yield int(found[1])
        finally:
            process.terminate()


def every_result(token: str, tournaments: int) -> Iterator[bytes]:
    """Each board gets its result once. The key is what the console sends with every write."""
    body = json.dumps({"result": "1-0"}).encode()
    for number, board in itertools.product(range(tournaments), range(1, BOARDS + 1)):
        yield (
            f"POST /api/t/open-{number}/rounds/1/boards/{board}/result HTTP/1.1\r\nhost: hall\r\n"
            f"authorization: Bearer {token}\r\nidempotency-key: {number:x}-{board:x}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        ).encode() + body


# -- the clients -------------------------------------------------------------------------------------------------------


class Client(asyncio.Protocol):
    """Sends a request, waits for the whole answer."""

    def __init__(self) -> None:
        self._received = b""
        self._answer: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, mark, body = self._received.partition(b"\r\n\r\n")
        if not mark:
            return
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        assert length is not None
        if len(body) >= int(length[1]) and self._answer is not None:
            self._received = b""
            self._answer.set_result(head)

    async def ask(self, request: bytes) -> None:
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        head = await self._answer
        assert head.startswith(b"HTTP/1.1 201"), head


async def connected(port: int) -> Client:
    _, client = await asyncio.get_running_loop().create_connection(Client, "127.0.0.1", port)
    return client


def alone(port: int, requests: Iterator[bytes], times: int) -> list[float]:
    """The time of each from the request to its answer, on a plain socket: what an event loop of ours would take to send
    the one and to notice the other is no time of the server's."""
    taken = []
    with socket.create_connection(("127.0.0.1", port)) as plug:
        plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for request in itertools.islice(requests, times):
            started = time.perf_counter()
            plug.sendall(request)
            answer = plug.recv(65536)
            while not _is_whole(answer):
                answer += plug.recv(65536)
            taken.append(time.perf_counter() - started)
            assert answer.startswith(b"HTTP/1.1 201"), answer
    return taken


def _is_whole(answer: bytes) -> bool:
    head, mark, body = answer.partition(b"\r\n\r\n")
    return bool(mark) and f"content-length: {len(body)}\r\n".encode() in head + b"\r\n"


async def crowd(port: int, requests: Iterator[bytes], times: int) -> float:
    """Seconds a result when many enter them at the same time."""
    clients = [await connected(port) for _ in range(CLIENTS)]

    async def enter(client: Client) -> None:
        for request in itertools.islice(requests, times):
            await client.ask(request)

    started = time.perf_counter()
    await asyncio.gather(*map(enter, clients))
    seconds = time.perf_counter() - started
    for client in clients:
        client.transport.close()
    return seconds / times / CLIENTS
