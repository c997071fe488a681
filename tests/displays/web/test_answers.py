"""Head and body of an answer leave in one piece. If this fails after an upgrade of uvicorn, read ``answers.py``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.server import ServerState

from displays.web.answers import Answers

ASK = "{} HTTP/1.1\r\nhost: hall\r\n\r\n"


class Wire(asyncio.Transport):
    """Notes what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.is_closed
        self.writes.append(bytes(data))

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed

    def pause_reading(self) -> None:
        """What was asked too early waits in the protocol."""

    def resume_reading(self) -> None:
        """Nothing was held back."""

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("127.0.0.1", 5555), "sockname": ("127.0.0.1", 8000)}.get(name, default)


async def _feed(request: Request) -> Response:
    """Begins to answer long before it has something to say."""

    async def lines() -> AsyncIterator[str]:
        await request.app.state.news.wait()
        yield "news"

    return StreamingResponse(lines())


async def _stumbling(request: Request) -> Response:
    async def lines() -> AsyncIterator[str]:
        raise ZeroDivisionError
        yield ""

    return StreamingResponse(lines())


async def _plain(request: Request) -> Response:
    return PlainTextResponse("well")


async def _empty(request: Request) -> Response:
    return Response(status_code=204)


@pytest.fixture
async def wire() -> AsyncIterator[tuple[Wire, Callable[[str], Awaitable[None]], Starlette]]:
    app = Starlette(routes=[Route(f"/{door.__name__[1:]}", door) for door in (_feed, _stumbling, _plain, _empty)])
    app.state.news = asyncio.Event()
    config = uvicorn.Config(app, http=Answers, access_log=False, log_level="critical")
    config.load()
    assert config.http_protocol_class is Answers
    protocol = Answers(config, ServerState(), {}, asyncio.get_running_loop())
    wire = Wire()
    protocol.connection_made(wire)

    async def ask(*lines: str) -> None:
        protocol.data_received("".join(map(ASK.format, lines)).encode())
        for _ in range(20):
            await asyncio.sleep(0)

    yield wire, ask, app
    protocol.connection_lost(None)


async def test_an_answer_is_one_write(wire) -> None:
    transport, ask, _ = wire
    await ask("GET /plain")
    (written,) = transport.writes
    assert written.startswith(b"HTTP/1.1 200 OK\r\n")
    assert written.endswith(b"\r\n\r\nwell")


async def test_so_is_the_next_one_on_the_same_line_and_one_that_was_asked_for_too_early(wire) -> None:
    transport, ask, _ = wire
    await ask("GET /plain")
    await ask("GET /plain", "HEAD /plain")
    assert len(transport.writes) == 3
    assert [written.endswith(b"well") for written in transport.writes] == [True, True, False]


async def test_an_answer_without_a_body_leaves_too(wire) -> None:
    transport, ask, _ = wire
    await ask("GET /empty")
    assert b"".join(transport.writes).startswith(b"HTTP/1.1 204 ")


async def test_an_answer_whose_body_comes_later_begins_at_once(wire) -> None:
    transport, ask, app = wire
    await ask("GET /feed")
    (head,) = transport.writes
    assert head.endswith(b"\r\n\r\n")
    app.state.news.set()
    await ask()
    assert b"".join(transport.writes[1:]) == b"4\r\nnews\r\n0\r\n\r\n"


async def test_what_was_said_before_somebody_stumbled_is_still_said(wire) -> None:
    transport, ask, _ = wire
    await ask("GET /stumbling")
    assert transport.is_closed
    assert b"".join(transport.writes).startswith(b"HTTP/1.1 200 OK\r\n")
