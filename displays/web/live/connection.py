"""A websocket connection: one per subscriber, without a task or a queue of its own.

uvicorn and Starlette shake hands and the endpoint asks who may come in; then the connection is taken over from them
(``LiveProtocol.take_over``), and one encoded frame goes straight to the transports of all. What a client sends is read
by the websockets library (its documented Sans-I/O protocol), which knows all the ways in which that can go wrong.

A transport that cannot take more says so (``pause_writing``). Its connection then gets nothing, and when it can take
more the newest of each topic: a slow client skips, and holds up nobody.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from displays.web.live.frames import WINDOW_BITS
from displays.web.live.subscriber import Subscriber

LARGEST_MESSAGE = 4096  # bytes of a client's message
MOST_MESSAGES = 2000  # of one client between two beats, with pings and the pieces of messages
MOST_UNSENT = 65536  # bytes that the kernel takes for a client that does not; the rest waits here, and is replaced
CLOSE_TIMEOUT = 10.0  # seconds to wait for the answer to our close frame
SHORT_CLOSE_TIMEOUT = 1.0  # of a client that is no longer listened to
EXTENSION = "roundlog.connection"  # under this name the endpoint finds the protocol in its scope

_LOGGER = logging.getLogger("roundlog.live")
_COMPRESSION = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)


class Listener(Protocol):
    """Who hears what happens on a connection."""

    def receive(self, connection: Connection, message: bytes) -> None: ...

    def resume(self, connection: Connection) -> None: ...

    def remove(self, connection: Connection) -> None: ...


class Connection(asyncio.Protocol):
    """One open websocket."""

    def __init__(
        self, transport: asyncio.Transport, protocol: ServerProtocol, opened: set[Any], hub: Listener, who: Subscriber
    ) -> None:
        self.transport = transport
        self.deflates = any(map(_is_shared_compression, protocol.extensions))
        self.subscriber = who
        self.is_paused = self.is_closing = False
        self.is_heard = True
        self.missed_beats = 0  # without an answer
        self.messages = 0  # since the last beat
        self._unsent = 0  # bytes that it had still to take when it was last asked
        self._protocol = protocol
        self._open = opened  # those that uvicorn shuts down when it ends
        self._listener = hub
        self._parts: list[bytes] = []
        self._close_timer: asyncio.TimerHandle | None = None
        opened.add(self)

    # -- the transport calls, and uvicorn (shutdown) -----------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self.is_heard = True
        for start in range(0, len(data), LARGEST_MESSAGE):  # the smallest messages have six bytes
            if self.transport.is_closing() or not self._read(data[start : start + LARGEST_MESSAGE]):
                return

    def _read(self, data: bytes) -> bool:
        """False: it sends too much, and is not listened to any more."""
        self._protocol.receive_data(data)
        events = self._protocol.events_received()
        self.messages += len(events)
        if self.messages > MOST_MESSAGES:
            self.close(CloseCode.POLICY_VIOLATION, "too-many-messages", SHORT_CLOSE_TIMEOUT)
            self.transport.pause_reading()  # its answer is not waited for behind all that it sends
            return False
        for event in events:
            if isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.CONT, Opcode.BINARY):
                self._take(event)
        self._send_answers()
        return True

    def pause_writing(self) -> None:
        """Who does not read is not answered either, and so not listened to: pongs would pile up without end."""
        self.is_paused = True
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        self.is_paused = False
        self.is_heard = True  # who takes what was sent is there, though no ping has reached them for a while
        if not self.is_closing:
            self.transport.resume_reading()
            self._listener.resume(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._remove()
        self._open.discard(self)
        if self._close_timer is not None:
            self._close_timer.cancel()

    def shutdown(self) -> None:
        """The server ends: "come again" (1012). Who does not read is not waited for."""
        if self.is_paused:
            self.transport.abort()
        elif not self.is_closing:
            self._send_close(CloseCode.SERVICE_RESTART, "")
        self.transport.close()

    # -- the hub calls -----------------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """A transport that fails is given up: others, written to in the same loop, get theirs all the same."""
        if self.is_closing:
            return
        try:
            self.transport.write(data)
        except Exception:
            _LOGGER.exception("while writing to a connection")
            self.abort()

    def close(self, code: int, reason: str = "", timeout: float = CLOSE_TIMEOUT) -> None:
        """Says why, waits for the answer, but not for ever."""
        if not self.is_closing:
            self._send_close(code, reason)
            self._close_timer = asyncio.get_running_loop().call_later(timeout, self.transport.abort)

    def abort(self) -> None:
        """Nobody is there."""
        self._remove()
        self.transport.abort()

    def takes_on(self) -> bool:
        """Whether a slow connection has taken something since it was last asked: then somebody is there."""
        before, self._unsent = self._unsent, self.transport.get_write_buffer_size()
        return self._unsent < before

    def _send_close(self, code: int, reason: str) -> None:
        self._remove()
        if self._protocol.state is State.OPEN:  # the client has not closed it first
            self._protocol.send_close(code, reason)
        self._send_answers()

    def _remove(self) -> None:
        if not self.is_closing:
            self.is_closing = True
            self._listener.remove(self)

    def _take(self, frame: Frame) -> None:
        """A message, or a piece of one. Its size is limited by the protocol, with all its pieces."""
        if self.is_closing:
            return
        if frame.opcode is Opcode.BINARY:
            self.close(CloseCode.UNSUPPORTED_DATA, "binary")
            return
        self._parts.append(bytes(frame.data))
        if frame.fin:
            parts, self._parts = self._parts, []
            self._listener.receive(self, b"".join(parts))

    def _send_answers(self) -> None:
        """What the protocol itself has to send: pongs, and close frames. An empty piece ends the conversation."""
        pieces = self._protocol.data_to_send()
        if pieces:
            self.transport.write(b"".join(pieces))
        if self._protocol.close_rcvd is not None or self._protocol.parser_exc is not None or b"" in pieces:
            self._remove()
            self.transport.close()


def _is_shared_compression(extension: object) -> bool:
    """Compression that one compressor can do for everybody: nothing remembered, and the window that we use."""
    is_deflate = isinstance(extension, PerMessageDeflate) and extension.local_no_context_takeover
    return is_deflate and extension.local_max_window_bits == WINDOW_BITS  # type: ignore[attr-defined]


class _NoTransport(asyncio.Transport):
    """What uvicorn's protocol keeps of a connection that was taken over."""

    def close(self) -> None:
        """Nothing: it is not uvicorn's any more."""


class LiveProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own websocket protocol (``uvicorn.Config(ws=LiveProtocol)``), until a connection is taken over.

    This and ``web/connection_limits.py`` extend classes of uvicorn: ``tests/displays/web/live/test_contract.py`` says
    what is relied on, and ``pyproject.toml`` in which versions.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = ServerProtocol(extensions=[_COMPRESSION], max_size=self.config.ws_max_size, logger=_LOGGER)

    def data_received(self, data: bytes) -> None:
        """A request that websockets cannot read is not answered by the parent, and would stay open."""
        super().data_received(data)
        if self.conn.handshake_exc is not None:
            self.transport.close()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else the handshake was refused
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self

    def take_over(self, listener: Listener, subscriber: Subscriber) -> Connection:
        """After the endpoint has accepted. Nothing may be awaited between the two.

        (A client has to wait for the answer before it sends, RFC 6455 4.1; what it sent before is lost.)
        """
        transport, self.transport = self.transport, _NoTransport()
        self.stop_keepalive()
        self.connections.discard(self)
        connection = Connection(transport, self.conn, self.connections, listener, subscriber)
        _limit_unsent(transport)
        transport.set_protocol(connection)
        if self.read_paused:
            transport.resume_reading()
        del cast("dict[str, Any]", self.scope["extensions"])[EXTENSION]  # or the two would keep each other alive
        return connection


def _limit_unsent(transport: asyncio.Transport) -> None:
    """Or the kernel would keep megabytes of old frames for a client that is slow (where it can be told so)."""
    option = getattr(socket, "TCP_NOTSENT_LOWAT", 25 if hasattr(socket, "TCP_QUICKACK") else None)
    plug = transport.get_extra_info("socket")
    if option is not None and plug is not None and plug.family in (socket.AF_INET, socket.AF_INET6):
        plug.setsockopt(socket.IPPROTO_TCP, option, MOST_UNSENT)


# With ``uvicorn.Config(app, **UVICORN_OPTIONS)``. We ping ourselves.
UVICORN_OPTIONS: dict[str, Any] = {"ws": LiveProtocol, "ws_ping_interval": None, "ws_max_size": LARGEST_MESSAGE}
