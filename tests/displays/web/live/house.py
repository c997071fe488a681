"""A small house with a threshold and little patience, to which tests speak in bytes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from displays.web.live import admission
from displays.web.live.capacity import divided
from displays.web.live.connection import SETTINGS, Upgrade

SHORT = 0.3  # seconds of patience here
LONG = 4 * SHORT  # seconds after which nobody waits any more
BODY_SHORT = 2 * SHORT
FOREVER = 20.0  # seconds; a test that waits so long has failed


def asking(path: str, *headers: bytes) -> bytes:
    lines = (f"GET {path} HTTP/1.1".encode(), b"host: hall", b"accept-language: nl", *headers)
    return b"".join(line + b"\r\n" for line in lines)


async def plain(request: Request) -> Response:
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
        said = await all_said(reader)
        writer.close()
        return said

    async def is_empty(self) -> bool:
        async with asyncio.timeout(FOREVER):
            while self._inner.server_state.connections:
                await asyncio.sleep(0.02)
        return True


async def all_said(reader: asyncio.StreamReader) -> str:
    return (await asyncio.wait_for(reader.read(), FOREVER)).decode()


@pytest_asyncio.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr(admission, "PATIENCE", SHORT)
    monkeypatch.setattr(admission, "BODY_PATIENCE", BODY_SHORT)
    monkeypatch.setattr(admission, "LOOK_EVERY", SHORT / 5)
    doors = (plain, _slow, _feed, _body, _body_later)
    app = Starlette(
        routes=[
            *(Route(f"/{door.__name__.removeprefix('_')}", door, methods=["GET", "POST"]) for door in doors),
            Route("/live/plain", plain),
            WebSocketRoute("/live/never", _never),
        ]
    )
    config = uvicorn.Config(
        app, http=admission.threshold(divided(4096)), ws=Upgrade, lifespan="off", log_level="critical",
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
