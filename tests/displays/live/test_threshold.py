"""Who cannot be understood, says too much or never comes to an end is answered and loses its place; who waits for us
does not."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn.server import ServerState

from displays.live import threshold, wire
from displays.live.room import divided
from displays.live.wire import SETTINGS, Upgrade
from tests.displays.test_answers import Wire

SHORT = 0.3  # seconds of patience here
LONG = 4 * SHORT  # seconds after which nobody waits any more
BODY_SHORT = 2 * SHORT
FOREVER = 20.0  # seconds; a test that waits so long has failed
PLAIN = b"GET /plain HTTP/1.1\r\nhost: hall\r\n\r\n"
SHAKE = (
    b"upgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n"
)
UNREADABLE = "Dit verzoek kan geen live verbinding openen"
TOO_LARGE = "De headers van dit verzoek zijn te groot: hoogstens 65536 bytes."
TOO_SLOW = "Het verzoek kwam niet op tijd aan."


def asking(path: str, *headers: bytes) -> bytes:
    lines = (f"GET {path} HTTP/1.1".encode(), b"host: hall", b"accept-language: nl", *headers)
    return b"".join(line + b"\r\n" for line in lines)


async def _plain(request: Request) -> Response:
    return PlainTextResponse("well")


async def _slow(request: Request) -> Response:
    await asyncio.sleep(LONG)
    return PlainTextResponse("well")


async def _feed(request: Request) -> Response:
    async def lines() -> AsyncIterator[str]:
        for _ in range(8):
            yield "news"
            await asyncio.sleep(LONG / 8)
        yield "well"

    return StreamingResponse(lines())


async def _body(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def _body_later(request: Request) -> Response:
    await asyncio.sleep(LONG)
    return PlainTextResponse(str(len(await request.body())))


async def _never(websocket: WebSocket) -> None:
    await asyncio.sleep(FOREVER)


class House:
    def __init__(self, port: int, inner: uvicorn.Server) -> None:
        self.port, self._inner = port, inner

    async def come(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def answer(self, *words: bytes) -> str:
        """All that is said until the server ends the connection."""
        reader, writer = await self.come()
        for word in words:
            writer.write(word)
        said = await _all(reader)
        writer.close()
        return said

    async def is_empty(self) -> bool:
        async with asyncio.timeout(FOREVER):
            while self._inner.server_state.connections:
                await asyncio.sleep(0.02)
        return True


async def _all(reader: asyncio.StreamReader) -> str:
    return (await asyncio.wait_for(reader.read(), FOREVER)).decode()


@pytest_asyncio.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr(threshold, "PATIENCE", SHORT)
    monkeypatch.setattr(threshold, "BODY_PATIENCE", BODY_SHORT)
    monkeypatch.setattr(threshold, "LOOK_EVERY", SHORT / 5)
    doors = (_plain, _slow, _feed, _body, _body_later)
    app = Starlette(
        routes=[
            *(Route(f"/{door.__name__[1:]}", door, methods=["GET", "POST"]) for door in doors),
            Route("/live/plain", _plain),
            WebSocketRoute("/live/never", _never),
        ]
    )
    config = uvicorn.Config(
        app, http=threshold.threshold(divided(4096)), ws=Upgrade, lifespan="off", log_level="critical",
        timeout_keep_alive=30, timeout_graceful_shutdown=1, **SETTINGS,
    )  # fmt: skip
    door = socket.create_server(("127.0.0.1", 0))
    inner = uvicorn.Server(config)
    task = asyncio.create_task(inner.serve(sockets=[door]))
    while not inner.started:
        await asyncio.sleep(0.01)
    try:
        yield House(door.getsockname()[1], inner)
    finally:
        inner.should_exit = True
        await task  # and the server ends without a fault, whatever was said to it


# -- a handshake that fails --------------------------------------------------------------------------------------------

BAD_HANDSHAKES = {
    "a long cookie": asking("/live/x", b"cookie: " + b"y" * 9000) + SHAKE + b"\r\n",
    "a longer header": asking("/live/x", b"big: " + b"y" * 20_000) + SHAKE + b"\r\n",
    "many headers": asking("/live/x", *(b"h%d: 1" % number for number in range(300))) + SHAKE + b"\r\n",
    "a long address": asking("/live/" + "x" * 20_000) + SHAKE + b"\r\n",
    "a body": asking("/live/x", b"content-length: 5") + SHAKE + b"\r\nhello",
    "half a body": asking("/live/x", b"content-length: 5") + SHAKE + b"\r\nhe",
    "chunks": asking("/live/x", b"transfer-encoding: chunked") + SHAKE + b"\r\n",
}


@pytest.mark.parametrize("request_", BAD_HANDSHAKES.values(), ids=BAD_HANDSHAKES)
async def test_a_handshake_that_fails_is_answered_and_loses_its_place(house: House, request_: bytes):
    said = await house.answer(request_)
    assert said.startswith("HTTP/1.1 400 Bad Request\r\n")
    assert UNREADABLE in said
    assert "content-language: nl\r\n" in said
    assert await house.is_empty()


def _upgrade(wire_: Wire) -> Upgrade:
    config = uvicorn.Config(Starlette(), ws=Upgrade, log_level="critical", **SETTINGS)
    config.load()
    upgrade = Upgrade(config, ServerState(), {}, asyncio.get_running_loop())
    upgrade.connection_made(wire_)
    return upgrade


@pytest.mark.parametrize("request_", [BAD_HANDSHAKES["a long cookie"], BAD_HANDSHAKES["a body"]])
async def test_the_server_can_end_after_a_handshake_that_failed(request_: bytes):
    wire_ = Wire()
    upgrade = _upgrade(wire_)
    upgrade.data_received(request_)
    upgrade.shutdown()
    upgrade.connection_lost(None)
    assert len(wire_.writes) == 1
    assert upgrade not in upgrade.connections


async def test_the_server_can_end_after_an_application_that_failed():
    """A second answer would be one too many for the library."""
    wire_ = Wire()
    upgrade = _upgrade(wire_)
    upgrade.data_received(asking("/live/x") + SHAKE + b"\r\n")
    upgrade.send_500_response()
    wire_.close()
    upgrade.shutdown()
    upgrade.connection_lost(None)
    assert len(wire_.writes) == 1


async def test_a_fault_of_ours_in_a_handshake_leaves_nobody_behind(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fault(self: Upgrade, event: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Upgrade, "handle_connect", fault)
    with caplog.at_level(logging.WARNING, "roundlog.live"):
        assert (await house.answer(asking("/live/never") + SHAKE + b"\r\n")).startswith("HTTP/1.1 400 ")
    assert "ZeroDivisionError" in caplog.text
    assert await house.is_empty()


async def test_who_is_never_let_in_as_a_follower_is_told_so(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wire, "HANDSHAKE", SHORT)
    said = await house.answer(asking("/live/never") + SHAKE + b"\r\n")
    assert said.startswith("HTTP/1.1 503 ")
    assert "retry-after: " in said
    assert await house.is_empty()


# -- too much ----------------------------------------------------------------------------------------------------------


class Line(Wire):
    """Notes whether anything is read from it."""

    is_paused = is_half_closed = False

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.is_half_closed = True


@pytest.fixture
def visit() -> Callable[[], tuple[Line, threshold.Threshold]]:
    """Comes to one and the same threshold."""
    config = uvicorn.Config(Starlette(routes=[Route("/live/plain", _plain)]), ws=Upgrade, log_level="critical")
    config.load()
    made, state = threshold.threshold(divided(4096)), ServerState()

    def come() -> tuple[Line, threshold.Threshold]:
        line = Line()
        visitor = made(config, state, {}, asyncio.get_running_loop())
        visitor.connection_made(line)
        return line, visitor

    return come


async def _until(is_so: Callable[[], Any]) -> None:
    async with asyncio.timeout(FOREVER):
        while not is_so():
            await asyncio.sleep(0.005)


async def test_nothing_is_read_from_who_waits_in_the_queue(visit, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(threshold, "BREATH", 0.05)
    (one, first), (two, second) = visit(), visit()
    first.data_received(asking("/live/plain"))
    second.data_received(asking("/live/plain"))
    assert (one.is_paused, two.is_paused) == (False, True)
    await asyncio.sleep(0)
    third_line, third = visit()
    third.data_received(asking("/live/plain"))
    third.data_received(b"x: " + b"y" * threshold.LARGEST_HEAD)  # its transport had read on
    assert b" 431 " in third_line.writes[0]
    await _until(lambda: not two.is_paused)
    second.data_received(b"\r\n")
    await _until(lambda: two.writes)
    assert two.writes[0].endswith(b"well")
    assert len(third_line.writes) == 1
    for visitor in (first, second, third):
        visitor.connection_lost(None)


@pytest.mark.parametrize("path", ["/plain", "/live/plain"])
async def test_a_head_without_an_end_is_refused(house: House, path: str):
    """And who goes on sending gets to read why."""
    reader, writer = await house.come()
    writer.write(asking(path, b"x: 1") + b"big: ")
    for _ in range(40):
        writer.write(b"y" * 65536)
        await asyncio.wait_for(writer.drain(), FOREVER)
    said = await _all(reader)
    assert said.startswith("HTTP/1.1 431 ")
    assert TOO_LARGE in said
    writer.close()
    assert await house.is_empty()


@pytest.mark.parametrize(("more", "status"), [(0, "200"), (1, "431")])
async def test_a_head_may_be_so_large_and_no_larger(house: House, more: int, status: str):
    head = asking("/plain", b"connection: close") + b"big: "
    head += b"y" * (threshold.LARGEST_HEAD + more - len(head) - 4) + b"\r\n\r\n"
    assert (await house.answer(head)).startswith(f"HTTP/1.1 {status} ")


async def test_the_second_head_of_a_connection_is_limited_too(house: House):
    reader, writer = await house.come()
    writer.write(PLAIN)
    await reader.readuntil(b"well")
    writer.write(asking("/plain") + b"big: " + b"y" * 70_000)
    assert (await _all(reader)).startswith("HTTP/1.1 431 ")
    writer.close()


async def test_what_follows_a_body_is_limited_too(house: House):
    said = await house.answer(
        b"POST /body HTTP/1.1\r\nhost: hall\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n",
        b"big: " + b"y" * 1_000_000,
    )
    assert said.startswith("HTTP/1.1 431 ")


async def test_a_large_body_is_no_large_head(house: House):
    request = b"POST /body HTTP/1.1\r\nhost: hall\r\nconnection: close\r\ncontent-length: 1000000\r\n\r\n"
    assert (await house.answer(request + b"y" * 1_000_000)).endswith("\r\n\r\n1000000")


# -- the queue ---------------------------------------------------------------------------------------------------------


async def test_the_queue_goes_on_after_somebody_could_not_be_let_in(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fault(self: threshold.Threshold, data: bytes) -> None:
        monkeypatch.undo()
        raise ZeroDivisionError

    monkeypatch.setattr(threshold.Threshold, "_hear", fault)
    request = asking("/live/plain", b"connection: close") + b"\r\n"
    assert await house.answer(request) == ""
    assert "ZeroDivisionError" in caplog.text
    assert (await house.answer(request)).endswith("well")
    assert await house.is_empty()


async def test_who_could_not_be_let_in_is_closed_and_who_stands_behind_is_let_in(visit):
    def fault(data: bytes) -> None:
        raise ZeroDivisionError

    (_, first), (two, second), (three, third) = visit(), visit(), visit()
    second._hear = fault
    for visitor in (first, second, third):
        visitor.data_received(asking("/live/plain") + b"\r\n")
    await _until(lambda: three.writes)
    assert two.is_closed
    for visitor in (first, second, third):
        visitor.connection_lost(None)


# -- too slow ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("beginning", [b"G", b"\r\n", asking("/plain")], ids=["a letter", "an empty line", "a head"])
@pytest.mark.parametrize("before", [b"", PLAIN], ids=["first", "second"])
async def test_a_request_has_to_come_to_its_end(house: House, before: bytes, beginning: bytes):
    reader, writer = await house.come()
    if before:
        writer.write(before)
        await reader.readuntil(b"well")
    writer.write(beginning)
    assert (await _all(reader)).startswith("HTTP/1.1 408 ")
    writer.close()
    assert await house.is_empty()


async def test_a_drop_now_and_then_does_not_prolong_it(house: House):
    reader, writer = await house.come()
    writer.write(PLAIN)
    await reader.readuntil(b"well")
    began = asyncio.get_running_loop().time()
    said = asyncio.create_task(_all(reader))
    writer.write(asking("/plain"))
    while not said.done() and asyncio.get_running_loop().time() < began + FOREVER:
        with contextlib.suppress(ConnectionError):
            writer.write(b"x")
        await asyncio.sleep(SHORT / 5)
    assert TOO_SLOW in await said
    writer.close()


@pytest.mark.parametrize("before", [b"", PLAIN], ids=["first", "second"])
async def test_a_body_has_to_come_in_time(house: House, before: bytes):
    reader, writer = await house.come()
    if before:
        writer.write(before)
        await reader.readuntil(b"well")
    writer.write(b"POST /body HTTP/1.1\r\nhost: hall\r\naccept-language: nl\r\ncontent-length: 500\r\n\r\nabc")
    said = await _all(reader)
    assert said.startswith("HTTP/1.1 408 ")
    assert TOO_SLOW in said
    writer.close()
    assert await house.is_empty()


async def test_a_body_that_nobody_wanted_has_to_come_in_time_too(house: House):
    """It has had its answer, and gets no second one."""
    said = await house.answer(b"POST /plain HTTP/1.1\r\nhost: hall\r\ncontent-length: 500\r\n\r\nabc")
    assert said.endswith("well")
    assert said.count("HTTP/1.1") == 1
    assert await house.is_empty()


async def test_who_ends_a_body_that_nobody_wanted_and_says_no_more_loses_its_place(house: House):
    reader, writer = await house.come()
    writer.write(b"POST /plain HTTP/1.1\r\nhost: hall\r\ncontent-length: 5\r\n\r\nabc")
    await reader.readuntil(b"well")
    writer.write(b"de")
    assert await _all(reader) == ""
    writer.close()


# -- who waits for us --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["slow", "feed"])
async def test_who_waits_for_an_answer_is_left_in_peace(house: House, path: str):
    """Also with the beginning of the next request on the line; and the connection is kept."""
    reader, writer = await house.come()
    for _ in range(2):
        writer.write(PLAIN.replace(b"plain", path.encode()) + PLAIN[:9])
        await asyncio.wait_for(reader.readuntil(b"well"), FOREVER)
        writer.write(PLAIN[9:])
        await asyncio.wait_for(reader.readuntil(b"well"), FOREVER)
    writer.close()


async def test_a_silent_connection_is_kept_between_two_requests(house: House):
    """For as long as uvicorn says, which is not our patience."""
    reader, writer = await house.come()
    for _ in range(2):
        writer.write(PLAIN)
        await reader.readuntil(b"well")
        await asyncio.sleep(LONG)
    writer.close()


@pytest.mark.parametrize("expect", [b"", b"expect: 100-continue\r\n"], ids=["at once", "when asked"])
async def test_a_body_that_we_do_not_read_yet_is_waited_for(house: House, expect: bytes):
    reader, writer = await house.come()
    writer.write(b"POST /body_later HTTP/1.1\r\nhost: hall\r\ncontent-length: 1000000\r\n" + expect + b"\r\n")
    if expect:
        assert await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), FOREVER) == b"HTTP/1.1 100 Continue\r\n\r\n"
    writer.write(b"y" * 1_000_000)
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n1000000"), FOREVER)
    writer.close()
