"""Three ways to send one text to many, each in a process of its own: ``python -m …fanout_servers WAY plain FOLDER``.
With ``deflate`` instead of ``plain`` they compress for who asks for it, as each of them does by default.

They are told on standard input what to do (``frame``: send one; ``cpu``, ``user``, ``rss``: say how much was used: CPU,
that outside the kernel, memory) and say first on which port they listen.
"""

from __future__ import annotations

import asyncio
import os
import resource
import select
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import uvicorn
import uvloop
import websockets
from websockets.asyncio.server import broadcast, serve

from displays.web.access.key_store import KeyStore
from displays.web.access.roles import Grant, Role
from displays.web.live.connection import UVICORN_OPTIONS
from displays.web.live.frames import Frame, Message
from displays.web.live.hub import Hub
from displays.web.server import build_app, compose
from engine.model import Board, Details, Player, Result, Rules
from ledger.acts.act import Command
from ledger.acts.decide import decide
from ledger.acts.evolve import fold
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairByHand
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import EnterResult
from ledger.acts.rounds import PublishRound
from ledger.desk import Desk
from ledger.store.sqlite import SqliteLog
from ledger.views import boards

TOPIC = "boards"
BOARDS = 8  # a frame of some 2 kB
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
SendOne = Callable[[], Awaitable[None]]
PLAYERS = tuple(NewPlayer(player=Player(0, f"Player with number {n:07}", 2000 - n)) for n in range(2 * BOARDS))
PAIRS = tuple(Board(number, number + 1) for number in range(1, 2 * BOARDS, 2))
TOURNAMENT: tuple[Command, ...] = (
    OpenTournament(details=Details("Bench"), rules=Rules("by-hand", 5)),
    RegisterPlayers(players=PLAYERS),
    PairByHand(round=1, boards=PAIRS),
    PublishRound(round=1),
    EnterResult(round=1, board=1, result=Result.DRAW),
)


def newest_message() -> Message:
    """What our server sends, for the other ways."""
    state = None
    for command in TOURNAMENT:
        state = fold(decide(state, command), state)
    assert state is not None
    version, shown = state.version, boards.show(state, boards.Ask())
    return Message(TOPIC, version, 0, (version, version), (), "2026-05-01T14:03:22.120000Z", shown)


def listening() -> socket.socket:
    return socket.create_server(("0.0.0.0", 0), backlog=4096)


def say(*words: object) -> None:
    print(*words, flush=True)


def used_outside_kernel() -> float:
    """Seconds of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def resident() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_SIZE


async def obey(send_one: SendOne) -> None:
    """Until standard input ends."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        match line.split():
            case [b"frame"]:
                await send_one()
            case [b"cpu"]:
                say(time.process_time())
            case [b"user"]:
                say(used_outside_kernel())
            case [b"rss"]:
                say(resident())


async def ours(folder: Path, deflates: bool) -> None:
    """The server itself. What is sent is the newest frame of the boards, by the channel that always sends it.

    It always compresses for who asks.
    """
    with SqliteLog(folder / "fanout.db") as log, KeyStore() as key_store:
        services = compose(log, key_store=key_store, host_names=["hall"])
        desk, hub = services.desk, services.hub
        assert isinstance(hub, Hub)
        await hold_a_tournament(desk)
        key = key_store.make(Grant(Role.ARBITER), name="bench", by="bench", api=True).token
        config = uvicorn.Config(build_app(services), lifespan="off", log_level="warning", **UVICORN_OPTIONS)

        message = newest_message()

        async def send_one() -> None:
            """Made anew each time, as after every event: encoded once, compressed once."""
            channel, frame = hub._tournaments["open"].channels[TOPIC], Frame(message)
            assert isinstance(channel.frame, Frame)
            assert len(channel.frame.plain) == len(frame.plain)
            channel.broadcast(frame)

        await served(config, send_one, key)


async def hold_a_tournament(desk: Desk) -> None:
    for command in TOURNAMENT:
        await desk.handle("open", command, actor="bench")


async def served(config: uvicorn.Config, send_one: SendOne, key: str) -> None:
    door = listening()
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[door]))
    while not server.started:
        await asyncio.sleep(0.01)
    say(door.getsockname()[1], key)
    await obey(send_one)
    server.force_exit = server.should_exit = True
    await task


async def by_broadcast(folder: Path, deflates: bool) -> None:
    """``websockets.broadcast``."""
    followers: set[websockets.ServerConnection] = set()

    async def follow(connection: websockets.ServerConnection) -> None:
        followers.add(connection)
        await connection.wait_closed()

    text = Frame(newest_message()).payload.decode()

    async def send_one() -> None:
        broadcast(followers, text)

    door = listening()
    compression = "deflate" if deflates else None
    async with serve(follow, sock=door, compression=compression, ping_interval=None, close_timeout=0):
        say(door.getsockname()[1])
        await obey(send_one)
        os._exit(0)


def bare(deflates: bool) -> None:
    """The limit: a loop that writes the same bytes to as many plain sockets."""
    door = listening()
    frame = Frame(newest_message())
    data = frame.deflated if deflates else frame.plain
    say(door.getsockname()[1])
    plugs: list[socket.socket] = []
    while True:
        ready, _, _ = select.select([door, sys.stdin], [], [])
        if door in ready:
            plugs.append(_plain(door.accept()[0]))
            continue
        match os.read(sys.stdin.fileno(), 4096).split():
            case [b"frame"]:
                for plug in plugs:
                    plug.send(data)
            case [b"cpu"]:
                say(time.process_time())
            case [b"user"]:
                say(used_outside_kernel())
            case [b"rss"]:
                say(resident())
            case _:
                return


def _plain(plug: socket.socket) -> socket.socket:
    plug.setblocking(False)
    plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return plug


WAYS = {"ours": ours, "broadcast": by_broadcast}


def main() -> None:
    way, deflates, folder = sys.argv[1], sys.argv[2] == "deflate", Path(sys.argv[3])
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if way == "bare":
        bare(deflates)
    else:
        uvloop.run(WAYS[way](folder, deflates))


if __name__ == "__main__":
    main()
