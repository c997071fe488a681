"""The server as it runs: what begins once it listens, and ends before it waits for answers that are on their way."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import uvicorn

from displays.web.access.private_writes import write_private
from displays.web.access.services import Services
from displays.web.live.hub import Hub
from engine.errors import RoundlogError
from ledger.desk import Desk

Beside = Callable[[Desk], AbstractAsyncContextManager[None]]  # what goes on in its loop meanwhile
_LOGGER = logging.getLogger("roundlog")


class RunningServer(uvicorn.Server):
    """Announces where it is once it listens and what goes on beside it has begun.

    At the end it stops that, and the live feeds, before it waits for answers that are on their way.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        services: Services,
        here: str,
        announce: Callable[[], None],
        beside: Beside | None,
    ) -> None:
        super().__init__(config)
        self._here = here
        self._services = services
        self._announce = announce
        self._beside = beside
        self._at_the_end = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        await self._services.network.begin(self, self._tell_address)
        if self._beside is not None:
            await self._at_the_end.enter_async_context(self._beside(self._services.desk))
        self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._at_the_end.aclose()
        await self._services.network.end()
        self._services.feed_readers.close()
        await super().shutdown(sockets)

    async def _tell_address(self, address: str) -> None:
        """Phones find the server somewhere else, or not any more: screens, and links of the command line, follow."""
        services = self._services
        hub = services.hub
        assert isinstance(hub, Hub)
        hub.tell_beat()
        if services.node is not None or services.public_url:
            return  # of a cluster every node has an address of its own
        services.pair.address = address or self._here
        if services.key_store.may_write():
            try:
                await write_private(services.key_store.note_server_address, services.pair.address)
            except RoundlogError as problem:  # only links of the command line want it
                _LOGGER.warning("the address of this server was not noted: %s", problem)
