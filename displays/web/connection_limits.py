"""Limits for connections of a server without a proxy: when a request has to come, how many one address may have.

Whoever connects and asks for nothing takes the room of somebody else. A proxy sees to that itself (``docs/server.md``);
through it all connections have its address, which is why those of this machine are not counted.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD_SECONDS = 20.0  # for the head of a request: from the connection on, or from the first byte of a later one
SHARE = 4  # one address may have a quarter of the room
LEAST = 100  # or as many as this: a school's whole network may have one address
TOLD_EVERY = 60.0  # seconds
SWEPT_EVERY = 20  # ticks of uvicorn, ten a second
_LOGGER = logging.getLogger("roundlog")
_Protocol: Any = AutoHTTPProtocol  # by httptools, or where there is none by h11: what we use both have


class ConnectionLimits:
    """``most``: how many connections there is room for; ``counts_addresses``: not behind a proxy, which has one."""

    def __init__(
        self,
        most: int,
        *,
        counts_addresses: bool = True,
        head_seconds: float = HEAD_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most_of_one = max(LEAST, most // SHARE)
        self._counts_addresses = counts_addresses
        self._head_seconds, self._clock = head_seconds, clock
        self._waiting: dict[Any, float] = {}  # for a head: since when, as far as it was seen
        self._count: Counter[str] = Counter()
        self._told_at = -TOLD_EVERY

    def make_protocol(self, **options: Any) -> LimitedProtocol:
        """For ``uvicorn.Config(http=…)``."""
        return LimitedProtocol(self, **options)

    def admit(self, host: str) -> bool:
        """Whether one more may come from there."""
        name = _name_network(host) if self._counts_addresses else ""
        if not name:
            return True
        if self._count[name] >= self.most_of_one:
            self._tell(name)
            return False
        self._count[name] += 1
        return True

    def sweep(self, connections: Collection[Any]) -> None:
        """Closes those that have waited too long, and counts anew (what has closed since was still counted)."""
        now, before = self._clock(), self._waiting
        self._waiting = {one: before.get(one, now) for one in connections if _awaits_head(one)}
        for connection, since in self._waiting.items():
            if now - since >= self._head_seconds:
                connection.transport.abort()
        self._count = Counter()
        if not self._counts_addresses:
            return
        hosts = Counter(host for one in connections if (host := _find_host(one)))
        for host, number in hosts.items():
            if name := _name_network(host):
                self._count[name] += number

    def _tell(self, name: str) -> None:
        if self._clock() - self._told_at >= TOLD_EVERY:
            self._told_at = self._clock()
            _LOGGER.warning("%s has %d connections: no more are taken from there", name, self.most_of_one)


class LimitedProtocol(_Protocol):  # type: ignore[misc]
    """uvicorn's own, which does not begin when its address has too many."""

    def __init__(self, limits: ConnectionLimits, **options: Any) -> None:
        super().__init__(**options)
        self._limits = limits

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        if self.client is not None and not self._limits.admit(self.client[0]):
            transport.abort()


def _awaits_head(connection: Any) -> bool:
    """Nothing of ours is being answered, and uvicorn's own limit for the time between two requests does not run."""
    if not isinstance(connection, LimitedProtocol):
        return False  # a live connection: it is asked for signs of life
    between_two = connection.cycle is None or connection.cycle.response_complete
    return between_two and connection.timeout_keep_alive_task is None


def _find_host(connection: Any) -> str:
    address = connection.transport.get_extra_info("peername")
    return str(address[0]) if address else ""


def _name_network(host: str) -> str:
    """What is counted as one: an address, of IPv6 a subnet (a machine has as many addresses of it as it likes). Empty:
    this machine."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return ""
    return str(address) if address.version == 4 else str(ipaddress.ip_network((int(address), 64), strict=False))
