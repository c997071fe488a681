"""A real server and real websockets, in the loop of the test."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection, connect

from displays.web.access.roles import Grant, Role
from displays.web.live import hub_tasks
from displays.web.live.connection import UVICORN_OPTIONS
from displays.web.live.hub import Hub
from displays.web.live.throttle import MERGE
from displays.web.screens.status import ScreenStatus
from displays.web.server import build_app, compose
from engine.model import Board, Details, Player, Result, Rules
from ledger.acts.act import Command
from ledger.acts.opening import OpenTournament
from ledger.acts.pairing import PairByHand
from ledger.acts.players import NewPlayer, RegisterPlayers
from ledger.acts.results import EnterResult
from ledger.acts.rounds import PublishRound
from ledger.desk import Answer
from ledger.standby.pair import ServerPair
from ledger.store.sqlite import SqliteLog

PATIENCE = 20  # seconds; then it will not come any more
NAMES = ("Anna", "Bram", "Öie", "Dirk")
# Seconds: longer than two frames of a topic are kept apart. A later one would only make a test pass that is wrong.
SILENCE = MERGE + 0.1


class Server:
    def __init__(self, log: SqliteLog, port: int, pair: ServerPair | None = None, **hub: Any) -> None:
        self.log = log
        self.others: list[str] = []  # addresses of other servers, says a test
        self.complete_until: str | None = None  # of a copy that hears nothing of the others, says a test
        services = compose(
            log,
            hub_options=hub,
            host_names=["hall"],
            other_servers=lambda: tuple(self.others),
            pair=pair,
            complete_until=lambda: self.complete_until,
        )
        assert isinstance(services.hub, Hub)
        self.desk, self.hub, self.key_store = services.desk, services.hub, services.key_store
        self.app = build_app(services)
        self.port = port

    def screens(self, stream: str = "open") -> tuple[ScreenStatus, ...]:
        """Those that are there, and those that were."""
        found = self.hub._tournaments.get(stream)
        return () if found is None else found.devices.all()

    async def do(self, *commands: Command, stream: str = "open") -> Answer:
        for command in commands:
            answer = await self.desk.handle(stream, command, actor="arbiter")
        return answer

    async def open_four(self, stream: str = "open", rules: Rules | None = None) -> None:
        await self.do(OpenTournament(details=Details("Club"), rules=rules or Rules("by-hand", 5)), stream=stream)
        await self.do(register(*NAMES), stream=stream)

    def address(self, topics: str, stream: str = "open", **query: object) -> str:
        asked = "&".join(f"{name}={value}" for name, value in {"topics": topics, **query}.items())
        return f"ws://127.0.0.1:{self.port}/live/{stream}?{asked}"

    def follow(
        self,
        topics: str,
        *,
        stream: str = "open",
        since: object = None,
        device: str = "",
        asked: dict[str, object] | None = None,
        **options: Any,
    ) -> connect:
        query = {} if since is None else {"since": since}
        query |= {"device": device} if device else {}
        return connect(self.address(topics, stream, **query, **(asked or {})), proxy=None, **options)

    def key(self, role: Role = Role.ARBITER, stream: str = "open") -> tuple[int, dict[str, str]]:
        """A new one: its number, and the header that shows it."""
        made = self.key_store.make(Grant(role, stream), name="Eva", by="test", api=True)
        return made.key.number, {"Authorization": f"Bearer {made.token}"}


@contextlib.asynccontextmanager
async def serving(
    path: Path,
    *,
    port: int = 0,
    beat_every: float = 15.0,
    is_ended_by_uvicorn: bool = False,
    open_log: Callable[[Path], SqliteLog] = SqliteLog,
    is_standby: bool = False,
    **hub: Any,
) -> AsyncIterator[Server]:
    door = socket.create_server(("127.0.0.1", port), backlog=1024)
    with open_log(path) as log:
        pair = ServerPair(log, path) if is_standby else None
        if pair is not None:
            pair.become_standby("http://first", "token", "shared")
        server = Server(log, door.getsockname()[1], pair, **hub)
        config = uvicorn.Config(
            server.app,
            lifespan="off",
            log_level="warning",
            timeout_graceful_shutdown=5,
            **UVICORN_OPTIONS,
        )
        config.load()
        inner = uvicorn.Server(config)
        inner.lifespan = config.lifespan_class(config)
        await inner.startup(sockets=[door])
        await inner.on_tick(0)  # the headers that every answer has
        try:
            async with hub_tasks.run_tasks(server.hub, refresh=0.02, beat=beat_every):
                yield server
        finally:
            await (inner.shutdown(sockets=[door]) if is_ended_by_uvicorn else _shut_down(inner))
            server.key_store.close()


async def _shut_down(inner: uvicorn.Server) -> None:
    """What ``uvicorn.Server.shutdown`` does, without the two tenths of a second that it sleeps at least: here hundreds
    of servers end."""
    for listening in inner.servers:
        listening.close()
    for connection in [*inner.server_state.connections]:
        connection.shutdown()
    async with asyncio.timeout(PATIENCE):
        while inner.server_state.connections or inner.server_state.tasks:
            await asyncio.sleep(0.001)


def register(*names: str) -> RegisterPlayers:
    return RegisterPlayers(players=tuple(NewPlayer(player=Player(0, name)) for name in names))


PAIR = PairByHand(round=1, boards=(Board(1, 2), Board(3, 4)))
PUBLISH = PublishRound(round=1)


def result(board: int, text: str = "1-0", number: int = 1) -> EnterResult:
    return EnterResult(round=number, board=board, result=Result(text))


# -- what a client hears -----------------------------------------------------------------------------------------------


async def frame(line: ClientConnection) -> dict[str, Any]:
    """The next one; beats are not frames."""
    async with asyncio.timeout(PATIENCE):
        while True:
            said: dict[str, Any] = json.loads(await line.recv())
            if "beat" not in said:
                return said


async def frames(line: ClientConnection, count: int) -> dict[str, dict[str, Any]]:
    """So many, by their topics."""
    return {said["topic"]: said for said in [await frame(line) for _ in range(count)]}


async def silence(line: ClientConnection) -> None:
    """No frame comes; beats are not frames."""
    with contextlib.suppress(TimeoutError):
        while "beat" in json.loads(said := await asyncio.wait_for(line.recv(), SILENCE)):
            pass
        raise AssertionError(f"unexpected: {said!r}")


async def goodbye(line: ClientConnection) -> tuple[int, str]:
    """The code and the reason with which the server closes."""
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await asyncio.wait_for(_listen(line), PATIENCE)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


async def _listen(line: ClientConnection) -> None:
    while True:
        await line.recv()
