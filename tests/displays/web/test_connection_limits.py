"""A server without a proxy: who asks for nothing is sent away, and nobody has all the room."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any, cast

import pytest
import uvicorn

from displays.web.connection_limits import LEAST, ConnectionLimits

LOOPS = ("asyncio",)
WAIT = 5.0  # seconds of the limits' own clock
ASKED = b"GET / HTTP/1.1\r\nhost: hall\r\n"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> ConnectionLimits:
    return ConnectionLimits(LEAST, head_seconds=WAIT, clock=clock)


class _Place:
    def __init__(self, server: uvicorn.Server) -> None:
        self.server = server
        self.port = server.servers[0].sockets[0].getsockname()[1]

    async def sweep(self, limits: ConnectionLimits) -> None:
        await asyncio.sleep(0.05)  # what was sent has arrived
        limits.sweep(self.server.server_state.connections)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)


@contextlib.asynccontextmanager
async def _serve(limits: ConnectionLimits) -> AsyncIterator[_Place]:
    config = uvicorn.Config(
        _answer, http=cast(Any, limits.make_protocol), port=0, lifespan="off", log_config=None, timeout_keep_alive=600
    )
    config.load()
    server = uvicorn.Server(config)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    try:
        yield _Place(server)
    finally:
        await server.shutdown()


async def _is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        return await asyncio.wait_for(reader.read(1), 0.2) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize("sent", [b"", ASKED], ids=["nothing", "half a head"])
async def test_a_connection_without_a_request_is_closed_after_its_time(
    limits: ConnectionLimits, clock: Clock, sent: bytes
):
    async with _serve(limits) as place:
        reader, writer = await place.connect()
        writer.write(sent)
        await place.sweep(limits)
        clock.now += WAIT - 1
        await place.sweep(limits)
        assert not await _is_closed(reader)
        clock.now += 1
        await place.sweep(limits)
        assert await _is_closed(reader)
        writer.close()


async def test_half_a_second_request_is_closed_too(limits: ConnectionLimits, clock: Clock):
    async with _serve(limits) as place:
        reader, writer = await place.connect()
        writer.write(ASKED + b"\r\n")
        await reader.readuntil(b"\r\n\r\n")
        clock.now += 10 * WAIT
        await place.sweep(limits)  # between two requests uvicorn's own limit runs
        clock.now += 10 * WAIT
        await place.sweep(limits)
        writer.write(ASKED)
        await place.sweep(limits)
        assert not await _is_closed(reader)
        clock.now += WAIT
        await place.sweep(limits)
        assert await _is_closed(reader)
        writer.close()


async def test_a_request_that_is_being_answered_is_let_be(limits: ConnectionLimits, clock: Clock):
    async with _serve(limits) as place:
        reader, writer = await place.connect()
        writer.write(b"POST / HTTP/1.1\r\nhost: hall\r\ncontent-length: 2\r\n\r\n1")
        await place.sweep(limits)
        clock.now += 10 * WAIT
        await place.sweep(limits)
        writer.write(b"2")
        assert b" 204 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        writer.close()


class _Connection:
    """That is followed, says uvicorn's list."""

    def __init__(self, host: str) -> None:
        self.transport = self
        self._host = host

    def get_extra_info(self, name: str) -> tuple[str, int]:
        assert name == "peername"
        return self._host, 1


def _admit_all(limits: ConnectionLimits, hosts: Iterator[str] | list[str]) -> list[bool]:
    return [limits.admit(host) for host in hosts]


@pytest.mark.parametrize(
    "host", ["192.168.1.7", "2001:db8::7", "::ffff:192.168.1.7"], ids=["IPv4", "IPv6", "IPv4 in IPv6"]
)
def test_one_address_has_its_share(limits: ConnectionLimits, host: str):
    assert all(_admit_all(limits, [host] * limits.most_of_one))
    assert not limits.admit(host)
    assert limits.admit("192.168.1.8")


def test_a_share_is_a_quarter_of_the_room():
    assert ConnectionLimits(8000).most_of_one == 2000


def test_a_subnet_of_ipv6_is_one_address(limits: ConnectionLimits):
    assert all(_admit_all(limits, [f"2001:db8::{number:x}" for number in range(limits.most_of_one)]))
    assert not limits.admit("2001:db8::ffff:1")
    assert limits.admit("2001:db8:0:1::1")


def test_who_has_gone_makes_room(limits: ConnectionLimits):
    host = "192.168.1.7"
    _admit_all(limits, [host] * limits.most_of_one)
    limits.sweep([_Connection(host)] * (limits.most_of_one - 1))
    assert limits.admit(host)
    assert not limits.admit(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "::ffff:127.0.0.1", ""])
def test_this_machine_is_not_counted(limits: ConnectionLimits, host: str):
    assert all(_admit_all(limits, [host] * (limits.most_of_one + 1)))


def test_behind_a_proxy_addresses_are_not_counted():
    limits = ConnectionLimits(LEAST, counts_addresses=False)
    assert all(_admit_all(limits, ["10.0.0.2"] * (limits.most_of_one + 1)))


async def test_who_has_too_many_is_hung_up_on(monkeypatch: pytest.MonkeyPatch, limits: ConnectionLimits):
    monkeypatch.setattr(limits, "admit", lambda host: False)
    async with _serve(limits) as place:
        reader, writer = await place.connect()
        assert await _is_closed(reader)
        writer.close()


def test_it_is_told_once_a_minute(limits: ConnectionLimits, clock: Clock, caplog: pytest.LogCaptureFixture):
    _admit_all(limits, ["192.168.1.7"] * (limits.most_of_one + 5))
    assert len(caplog.records) == 1
    clock.now += 60
    limits.admit("192.168.1.7")
    assert len(caplog.records) == 2
    assert "192.168.1.7" in caplog.text
