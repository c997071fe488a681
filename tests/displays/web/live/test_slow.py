"""Who cannot keep up skips to the newest; who is not there is found out. Nobody else notices."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import websockets

from engine.model import Player
from ledger.acts.hall import Announce, SetClock
from ledger.acts.players import NewPlayer, RegisterPlayers
from tests.displays.web.live.server import Server, frame, goodbye, serving

LONG = "x" * 90


async def _large_tournament(server: Server) -> None:
    """A frame of the names has some 200 kB."""
    await server.open_four()
    players = tuple(NewPlayer(player=Player(0, f"{LONG} {number}")) for number in range(1200))
    await server.do(RegisterPlayers(players=players))


def _small_pipe(port: int) -> socket.socket:
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plug.connect(("127.0.0.1", port))
    plug.setblocking(False)
    return plug


async def _one_frame_each(server: Server, fast: websockets.ClientConnection, times: int) -> int:
    for _ in range(times):
        name = f"Late {server.log.position()}"
        answer = await server.do(RegisterPlayers(players=(NewPlayer(player=Player(0, name)),)))
        assert (await frame(fast))["version"] == answer.version
    return answer.version


async def test_a_slow_client_skips_to_the_newest_frame_and_holds_up_nobody(tmp_path: Path):
    async with serving(tmp_path / "roundlog.db", merge=0.0) as server:
        await _large_tournament(server)
        options: dict[str, Any] = {"compression": None, "max_size": None}
        async with (
            server.follow("names", **options) as fast,
            server.follow("names", sock=_small_pipe(server.port), max_queue=1, **options) as slow,
        ):
            await frame(fast)
            newest = await _one_frame_each(server, fast, 10)
            lines = list(server.hub._tournaments["open"].connections)
            assert [line.is_paused for line in lines] == [False, True]
            assert lines[1].transport.get_write_buffer_size() < 1_000_000  # not all that it has missed
            versions = [(await frame(slow))["version"]]
            while versions[-1] < newest:
                versions.append((await frame(slow))["version"])
            assert versions == sorted(set(versions))
            assert len(versions) < 8
            # And from then on it gets everything again.
            newest = await _one_frame_each(server, fast, 1)
            assert (await frame(slow))["version"] == newest


async def test_a_slow_client_that_missed_nothing_gets_nothing_twice(tmp_path: Path):
    async with serving(tmp_path / "roundlog.db", merge=0.0) as server:
        await _large_tournament(server)
        options: dict[str, Any] = {"compression": None, "max_size": None, "max_queue": 1}
        async with server.follow("names,clock", sock=_small_pipe(server.port), **options) as slow:
            seen = [(await frame(slow))["topic"] for _ in range(2)]
            await server.do(Announce(text="Lunch"))
            await server.do(SetClock(round=1, starts="2026-05-01T10:00Z", ends="2026-05-01T12:00Z"))
            assert (await frame(slow))["topic"] == "clock"
            assert sorted(seen) == ["clock", "names"]


async def test_who_does_not_answer_a_ping_is_not_there(tmp_path: Path):
    async with serving(tmp_path / "roundlog.db", beat_every=0.3) as server:
        await server.open_four()
        async with server.follow("names") as alive:
            await frame(alive)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(
                b"GET /live/open?topics=names HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            )
            heard = b""
            try:
                while piece := await asyncio.wait_for(reader.read(65536), 20):
                    heard += piece
            except ConnectionResetError:
                pass
            assert b"\x89\x00" in heard  # was asked
            assert b'{"beat":"' in heard  # and told the time
            assert server.hub.count_connections() == 1
            assert alive.state is websockets.State.OPEN
            writer.close()


async def test_the_server_ends_and_asks_to_come_again(tmp_path: Path):
    async with serving(tmp_path / "roundlog.db", merge=0.0) as server:
        await _large_tournament(server)
        pipe = _small_pipe(server.port)
        line = await server.follow("names", max_size=None)
        stuck = await server.follow("names", sock=pipe, max_queue=1, max_size=None, compression=None)
        await frame(line)
        await _one_frame_each(server, line, 5)
        assert [one.is_paused for one in server.hub._tournaments["open"].connections] == [False, True]
    assert await goodbye(line) == (1012, "")
    stuck.transport.abort()  # it would not even read our goodbye
    await line.close()
