"""A second listener of the running server: sockets that are opened and closed while it runs, at addresses of the hall.

uvicorn gives each connection its protocol, with the application, the limits and the list of connections of the first
socket: whoever comes in here is one of the same crowd.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import Iterable, Sequence
from typing import Any

import uvicorn

from displays.web.listening import take_inherited
from engine.errors import BadInput, RoundlogError, Unavailable

GRACE = 5.0  # seconds for answers that are on their way when an address is closed
HANDSHAKE = 20.0  # seconds for the greeting of TLS
ATTEMPTS = 3  # to find a port that is free at every address


class HallListener:
    """``tls``: for https. All addresses have one port."""

    def __init__(self, server: uvicorn.Server, tls: ssl.SSLContext | None = None) -> None:
        self._server, self._tls = server, tls
        self._open: dict[str, tuple[asyncio.Server, socket.socket]] = {}
        self.port = 0  # 0: it has not been open yet
        self.problems: dict[str, RoundlogError] = {}  # by address: why it is not open there

    @property
    def sockets(self) -> list[socket.socket]:
        return [plug for _, plug in self._open.values()]

    @property
    def hosts(self) -> tuple[str, ...]:
        return tuple(self._open)

    async def listen(self, hosts: Sequence[str], ports: Iterable[int] = ()) -> bool:
        """At these addresses and no others; ``ports``: which to try while none is open, before any that is free. Says
        whether that changed anything."""
        lost = [host for host in self._open if host not in hosts]
        for host in lost:
            self._close_host(host)
        missing = [host for host in hosts if host not in self._open]
        wanted = (self.port,) if self._open else (*filter(None, ports), *[0] * ATTEMPTS)
        found, self.problems = _bind(missing, wanted, self._server.config.backlog) if missing else ({}, {})
        for host, plug in found.items():
            self.port = plug.getsockname()[1]
            self._open[host] = await self._serve(plug), plug
        return bool(lost or found)

    async def _serve(self, plug: socket.socket) -> asyncio.Server:
        timeout = None if self._tls is None else HANDSHAKE
        return await asyncio.get_running_loop().create_server(
            self._make_protocol,
            sock=plug,
            ssl=self._tls,
            backlog=self._server.config.backlog,
            ssl_handshake_timeout=timeout,
        )

    def _make_protocol(self) -> asyncio.Protocol:
        """As ``uvicorn.Server.startup`` does it for the first socket."""
        server = self._server
        make: Any = server.config.http_protocol_class
        protocol: asyncio.Protocol = make(
            config=server.config, server_state=server.server_state, app_state=server.lifespan.state
        )
        return protocol

    # -- closing -------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Who is connected here is told to come again (1012), which will not work; answers that are on their way go
        out first."""
        for host in self.hosts:
            self._close_host(host)
        self.problems = {}

    def stop_accepting(self) -> None:
        """The whole server ends, and sees to all connections."""
        for server, plug in self._open.values():
            server.close()
            plug.close()
        self._open.clear()

    def _close_host(self, host: str) -> None:
        server, plug = self._open.pop(host)
        server.close()
        plug.close()
        ended = [one for one in self._server.server_state.connections if self._is_from(one, host)]
        for connection in ended:
            connection.shutdown()
        asyncio.get_running_loop().call_later(GRACE, self._abort, ended)

    def _is_from(self, connection: Any, host: str) -> bool:
        name = connection.transport.get_extra_info("sockname")
        return name is not None and tuple(name[:2]) == (host, self.port)

    def _abort(self, connections: Iterable[Any]) -> None:
        """What goes on without an end (a feed)."""
        for connection in connections:
            if connection in self._server.server_state.connections:
                connection.transport.abort()


def _bind(
    hosts: Sequence[str], ports: Iterable[int], backlog: int
) -> tuple[dict[str, socket.socket], dict[str, RoundlogError]]:
    """The first of the ports that is free at all of them; else where the last of them is free. An address that has gone
    in this moment is left out."""
    found: dict[str, socket.socket] = {}
    problems: dict[str, RoundlogError] = {}
    for wanted in ports:
        for plug in found.values():
            plug.close()
        found, problems, port, is_taken = {}, {}, wanted, False
        for host in hosts:
            try:
                found[host] = open_socket(host, port, backlog)
                port = found[host].getsockname()[1]
            except Unavailable as problem:
                problems[host] = problem
                is_taken = is_taken or problem.code == "port-taken"
        if not is_taken:
            break
    return found, problems


def check_port_number(port: int) -> None:
    if not 0 <= port <= 65535:
        raise BadInput("number-outside-range", field="port", value=port, least=0, most=65535)


def open_socket(host: str, port: int, backlog: int, other_ports: Sequence[int] = ()) -> socket.socket:
    """The port, or the first of the others that is free, or an error in plain words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem = OSError()
    for one in (port, *other_ports):
        if (inherited := take_inherited(host, one)) is not None:
            return inherited
        try:
            return socket.create_server((host, one), family=family, backlog=backlog)
        except OSError as error:
            problem = error
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):  # the second: Windows keeps some for itself
                break
    if problem.errno == errno.EADDRINUSE:
        raise Unavailable("port-taken", host=host, port=port) from problem
    told = problem.strerror or str(problem)
    raise Unavailable("address-unusable", host=host, port=port, problem=told) from problem
