"""The server as it runs: what begins once it listens, and ends before it waits for answers that are on their way."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import uvicorn

from displays.web.access.private_writes import write_private
from displays.web.access.services import Services
from displays.web.connection_limits import SWEPT_EVERY, ConnectionLimits
from displays.web.listening import close_unclaimed
from displays.web.live.hub import Hub
from displays.web.restart import Restart
from engine.errors import RoundlogError
from ledger.desk import Desk

DRAINED_AFTER = 0.25  # seconds, before a restart, in which those who are connected get their answers
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
        restart: Restart | None = None,
        note_hall: Callable[[str], None] = lambda _: None,
        connections: ConnectionLimits | None = None,
    ) -> None:
        super().__init__(config)
        self._restart, self._note_hall, self._connections = restart, note_hall, connections
        if restart is not None and services.worker is not None:
            worker = services.worker
            restart.is_busy = lambda: worker.count_jobs().running > 0
        self._here = here
        self._services = services
        self._announce = announce
        self._beside = beside
        self._at_the_end = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        await self._services.network.begin(self, self._tell_address)
        close_unclaimed()
        if self._beside is not None:
            await self._at_the_end.enter_async_context(self._beside(self._services.desk))
        self._announce()

    async def on_tick(self, counter: int) -> bool:
        if self._restart is not None:
            self._restart.begin_if_asked(self)
        if self._connections is not None and counter % SWEPT_EVERY == 0:
            self._connections.sweep(self.server_state.connections)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._restart is not None and self._restart.is_due:
            self._restart.keep(sockets or [], self._services.network.sockets)
            await self._let_nobody_in()
        await self._at_the_end.aclose()
        await self._services.network.end()
        self._services.feed_readers.close()
        await super().shutdown(sockets)

    async def _let_nobody_in(self) -> None:
        """Who connects from now on is for the new program; who asks on a connection that is open gets an answer, and is
        told to make another."""
        for listening in self.servers:
            listening.close()
        await self._services.network.end()
        self.server_state.default_headers = [*self.server_state.default_headers, (b"connection", b"close")]
        await asyncio.sleep(DRAINED_AFTER)

    async def _tell_address(self, address: str) -> None:
        """Phones find the server somewhere else, or not any more: screens, and links of the command line, follow."""
        self._note_hall(address)
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
