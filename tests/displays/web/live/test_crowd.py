"""Lines that get the same bytes at once: what was said before comes before it, and nothing is lost or said twice."""

import asyncio
import contextlib
import errno
import os
import socket
import ssl
from array import array
from collections.abc import AsyncIterator
from typing import cast

import pytest
import pytest_asyncio
from websockets.server import ServerProtocol

from displays.web.live import crowd as module
from displays.web.live import subscriptions as live
from displays.web.live.channel import Channel
from displays.web.live.connection import Line, Listener
from displays.web.live.crowd import Crowd
from displays.web.live.frames import Frame, Message
from displays.web.live.ring import Ring
from displays.web.live.topics import read_topics
from tests.displays.web.live.paper import Paper

MUCH = 10_000_000  # bytes: more than a pipe takes at once


def _message(version: int) -> Message:
    return Message("boards", version, version - 1, (version, version), (), "2026-05-01T14:03:22.120000Z", None)


class Nobody(Listener):
    def said(self, line: Line, message: bytes) -> None: ...

    def paused(self, line: Line) -> None: ...

    def resumed(self, line: Line) -> None: ...

    def left(self, line: Line) -> None: ...


class Hall:
    """Lines of a real server in this loop, and what their clients have heard."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.ends: list[asyncio.StreamReader] = []
        self._writers: list[asyncio.StreamWriter] = []

    async def fill(self, count: int) -> None:
        loop = asyncio.get_running_loop()
        came: asyncio.Queue[asyncio.Transport] = asyncio.Queue()

        class Door(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                came.put_nowait(cast("asyncio.Transport", transport))

        self._door = await loop.create_server(Door, "127.0.0.1", 0)
        for _ in range(count):
            reader, writer = await asyncio.open_connection(*self._door.sockets[0].getsockname(), limit=4 * MUCH)
            self.ends.append(reader)
            self._writers.append(writer)
            line = Line(await came.get(), ServerProtocol(), set(), Nobody())
            line.transport.set_protocol(line)
            self.lines.append(line)

    async def heard(self, number: int, size: int) -> bytes:
        async with asyncio.timeout(20):
            return await self.ends[number].readexactly(size)

    async def close(self) -> None:
        self._door.close()
        for writer in self._writers:
            writer.close()
        for line in self.lines:
            line.transport.abort()


@pytest_asyncio.fixture
async def hall(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    monkeypatch.setattr(module, "FEW", 0)
    made = Hall()
    await made.fill(5)
    yield made
    await made.close()


class Counting:
    """A ring, and how much each socket took of it."""

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        self.taken: list[list[int]] = []

    def send(self, handles: "array[int]", data: bytes) -> list[int]:
        self.taken.append(self._ring.send(handles, data))
        return self.taken[-1]


async def test_everybody_hears_it_and_no_transport_has_seen_it(hall: Hall, ring: Ring):
    counting = Counting(ring)
    Crowd(hall.lines, counting).write(b"first")
    assert counting.taken == [[5] * 5]
    assert [await hall.heard(number, 5) for number in range(5)] == [b"first"] * 5


async def test_what_was_said_before_comes_before_it(hall: Hall, ring: Ring):
    counting = Counting(ring)
    hall.lines[2].write(b"x" * MUCH)
    assert hall.lines[2].transport.get_write_buffer_size() > 0
    Crowd(hall.lines, counting).write(b"frame")
    assert counting.taken == [[5] * 4]  # past four transports
    assert await hall.heard(2, MUCH + 5) == b"x" * MUCH + b"frame"
    assert [await hall.heard(number, 5) for number in (0, 1, 3, 4)] == [b"frame"] * 4


async def test_what_a_socket_does_not_take_is_sent_by_its_transport(hall: Hall, ring: Ring):
    data = bytes(range(250)) * (MUCH // 250)
    all_lines = Crowd(hall.lines, ring)
    all_lines.write(data)
    assert all(line.transport.get_write_buffer_size() > 0 for line in hall.lines)
    assert all(line.is_paused for line in hall.lines)  # and each was told that it is slow
    all_lines.write(b"end")
    for number in range(5):
        assert await hall.heard(number, MUCH + 3) == data + b"end"


async def test_a_socket_that_takes_nothing_gets_it_whole_from_its_transport(hall: Hall, ring: Ring):
    """It is full, though the transport has nothing to send."""
    before = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            before += os.write(hall.lines[2].handle, b"x" * 1000)
    counting = Counting(ring)
    Crowd(hall.lines, counting).write(b"0123456789abcdefghij")
    assert counting.taken == [[20, 20, -errno.EAGAIN, 20, 20]]
    assert await hall.heard(2, before + 20) == b"x" * before + b"0123456789abcdefghij"


async def test_a_line_that_is_closing_gets_nothing_more(hall: Hall, ring: Ring):
    counting = Counting(ring)
    everybody = Crowd(hall.lines, counting)
    hall.lines[2].drop()
    everybody.write(b"frame")
    assert counting.taken == [[5] * 4]


async def test_a_ring_that_is_closed_takes_nothing_and_nothing_is_lost(hall: Hall, ring: Ring):
    ring._closing()
    Crowd(hall.lines, ring).write(b"frame")
    assert [await hall.heard(number, 5) for number in range(5)] == [b"frame"] * 5


async def test_who_has_gone_is_found_by_the_transport(hall: Hall, ring: Ring):
    """As always: the error is met again, and the line hears of it."""
    gone = hall.lines[1]
    hall._writers[1].transport.abort()
    async with asyncio.timeout(20):
        while not gone.is_closing:
            Crowd(hall.lines, ring).write(b"frame")
            await asyncio.sleep(0.01)
    assert not any(line.is_closing for line in hall.lines if line is not gone)


async def test_a_line_whose_transport_encrypts_is_written_to_through_it(hall: Hall, ring: Ring):
    plug = hall.lines[0].transport.get_extra_info("socket")

    class Secret(Paper):
        def get_extra_info(self, name: str, default: object = None) -> object:
            return ssl.create_default_context() if name == "sslcontext" else plug

    paper = Secret()
    secret = Line(paper, ServerProtocol(), set(), Nobody())
    counting = Counting(ring)
    Crowd([secret, *hall.lines[1:]], counting).write(b"frame")
    assert paper.written == [b"frame"]
    assert counting.taken == [[5] * 4]


async def test_who_comes_after_somebody_on_the_same_socket_number_hears_nothing_of_theirs(hall: Hall, ring: Ring):
    """The number of a socket that was closed is the next one's."""
    channel = Channel(read_topics(["boards"])[0], live.Hall("open", ring))
    channel.frame = Frame(_message(1))
    for line in hall.lines:
        channel.join(line, 0)
    channel.send(Frame(_message(2)))
    gone = hall.lines[2]
    handle = gone.handle
    channel.leave(gone)  # as when its connection is lost
    gone.transport.abort()
    await asyncio.sleep(0.05)
    with contextlib.ExitStack() as plugs:
        strangers = [plugs.enter_context(plug) for _ in range(3) for plug in socket.socketpair()]
        numbers = [plug.fileno() for plug in strangers]
        assert handle in numbers
        other_end = strangers[numbers.index(handle) ^ 1]
        other_end.setblocking(False)
        channel.send(Frame(_message(3)))
        with pytest.raises(BlockingIOError):
            other_end.recv(1)


async def test_a_few_are_written_to_each_by_itself(hall: Hall, ring: Ring, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "FEW", 5)
    counting = Counting(ring)
    Crowd(hall.lines, counting).write(b"frame")
    assert counting.taken == []
    assert [await hall.heard(number, 5) for number in range(5)] == [b"frame"] * 5


async def test_so_is_everybody_without_a_ring(hall: Hall):
    Crowd(hall.lines, None).write(b"frame")
    assert [await hall.heard(number, 5) for number in range(5)] == [b"frame"] * 5
