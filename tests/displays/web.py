"""The server as tests ask it: the application itself, without a network between them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from starlette.applications import Starlette

from displays.app import build
from ledger.desk import Desk
from ledger.sqlite import SqliteLog
from tests.displays.commandline import Roundlog


class Web:
    """A browser that asks the application itself, without a network between them."""

    def __init__(self, app: Starlette) -> None:
        self._transport = httpx.ASGITransport(app, raise_app_exceptions=False)

    def get(self, address: str, **asked: dict[str, str]) -> httpx.Response:
        return self.request("GET", address, **asked)

    def request(self, method: str, address: str, **asked: dict[str, str]) -> httpx.Response:
        async def answer() -> httpx.Response:
            async with httpx.AsyncClient(transport=self._transport, base_url="http://hall") as client:
                return await client.request(method, address, **asked)

        return asyncio.run(answer())


@pytest.fixture
def web(roundlog: Roundlog) -> Iterator[Web]:
    """The server over the log as it is when a test begins; what is written later reaches it through the file."""
    with SqliteLog(roundlog.log) as log:
        yield Web(build(Desk(log)))
