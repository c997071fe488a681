"""A connection to one follower.

uvicorn and Starlette shake hands and ask who may come in; then the connection is taken out of their hands
(``Upgrade.hand_over``): no task and no queue stay behind for it, and what is sent goes straight to its transport. What
a client says is still read by the websockets library, which knows all the ways in which that can go wrong.

A transport that cannot take more says so (``pause_writing``). Its line then gets nothing, and when it can take more the
newest of each topic: a slow client skips, and holds up nobody.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from displays.web.live.frames import WINDOW_BITS
from displays.web.live.handshake import LONGEST_LANGUAGES, Handshake
from displays.words.language import from_header, language
from engine.errors import Refusal

if TYPE_CHECKING:
    from displays.web.live.channel import Channel
    from displays.web.live.subscriber import Guest

EXTENSION = "roundlog.upgrade"  # under this name the endpoint finds the protocol in its scope
LARGEST_MESSAGE = 4096  # bytes that a client may say at once
MOST_MESSAGES = 2000  # from one client between two beats, with pings and the pieces of messages
MOST_UNSENT = 65536  # bytes that the kernel takes for a client that does not; the rest waits here, and is replaced
PATIENCE = 10.0  # seconds to wait for the answer to our goodbye
LAST_PATIENCE = 1.0  # seconds in which who is no longer listened to can read it
HANDSHAKE = 10.0  # seconds from a complete request to the open line, or to the end of one that is refused
COME_BACK = 5  # seconds, says an answer for which there was no room or no time
SETTINGS: dict[str, Any] = {"ws_ping_interval": None, "ws_max_size": LARGEST_MESSAGE}  # for uvicorn: we ping ourselves

_LOGGER = logging.getLogger("roundlog.live")
_LANGUAGES = re.compile(rb"(?i)\r\naccept-language:[ \t]*([ -~]{0,%d})" % LONGEST_LANGUAGES)
_COMPRESSION = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)


class Listener(Protocol):
    """Who hears what happens on a line."""

    def said(self, line: Line, message: bytes) -> None: ...

    def paused(self, line: Line) -> None: ...

    def resumed(self, line: Line) -> None: ...

    def left(self, line: Line) -> None: ...


class Line(asyncio.Protocol):
    """One open connection, and nothing else: there may be ten thousand."""

    __slots__ = (
        *("_among", "_conn", "_goodbye", "_left", "_listener", "_parts", "channels", "deflates", "guest", "handle"),
        *("is_closing", "is_heard", "is_paused", "messages", "missed", "transport", "unsent", "write"),
    )

    def __init__(self, transport: asyncio.Transport, conn: ServerProtocol, among: set[Any], listener: Listener) -> None:
        self.transport = transport
        self.write: Callable[[bytes | memoryview], None] = transport.write
        self.handle = _handle(transport)  # of its socket
        self.unsent: Callable[[], int] = _unknown if self.handle < 0 else transport.get_write_buffer_size
        self.deflates = any(map(_serves_all, conn.extensions))
        self.channels: tuple[Channel, ...] = ()
        self.guest: Guest | None = None
        self.is_paused = self.is_closing = False
        self.is_heard = True
        self.missed = 0  # beats without an answer
        self.messages = 0  # since the last beat
        self._left = 0  # bytes that it had still to take when it was last asked
        self._conn = conn
        self._among = among  # what uvicorn says goodbye to when it ends
        self._listener = listener
        self._parts: list[bytes] | None = None
        self._goodbye: asyncio.TimerHandle | None = None
        among.add(self)

    # -- the transport calls -----------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self.is_heard = True
        for start in range(0, len(data), LARGEST_MESSAGE):  # the smallest messages have six bytes
            if not self._hear(data[start : start + LARGEST_MESSAGE]):
                return

    def _hear(self, data: bytes) -> bool:
        """False: it is not listened to any more."""
        self._conn.receive_data(data)
        events = self._conn.events_received()
        self.messages += len(events)
        if self.messages > MOST_MESSAGES:
            self.close(CloseCode.POLICY_VIOLATION, "too-many-messages", LAST_PATIENCE)
            self.transport.pause_reading()  # its answer is not waited for behind all that it says
            return False
        for event in events:
            if isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.CONT, Opcode.BINARY):
                self._take(event)
        self._answer()
        return not self.transport.is_closing()

    def eof_received(self) -> None:
        self._leave()  # and the transport closes itself

    def pause_writing(self) -> None:
        """Who does not read is not answered either, and so not listened to: pongs would pile up without end."""
        self.is_paused = True
        self.transport.pause_reading()
        if not self.is_closing:
            self._listener.paused(self)

    def resume_writing(self) -> None:
        self.is_paused = False
        self.is_heard = True  # who takes what was sent is there, though no ping has reached them for a while
        if not self.is_closing:
            self.transport.resume_reading()
            self._listener.resumed(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._leave()
        self._among.discard(self)
        if self._goodbye is not None:
            self._goodbye.cancel()

    # -- uvicorn calls -----------------------------------------------------------------------------------------------

    def shutdown(self) -> None:
        """The server ends: "come again" (1012). Who does not read is not waited for."""
        if self.is_paused:
            self.transport.abort()
        elif not self.is_closing:
            self._say_goodbye(CloseCode.SERVICE_RESTART, "")
        self.transport.close()

    # -- we call -----------------------------------------------------------------------------------------------------

    def close(self, code: int, reason: str = "", patience: float = PATIENCE) -> None:
        """Says why, waits for the answer, but not for ever."""
        if self.is_closing:
            return
        self._say_goodbye(code, reason)
        self._goodbye = asyncio.get_running_loop().call_later(patience, self.transport.abort)

    @property
    def is_waiting(self) -> bool:
        """It has not had the first frame of all that it follows."""
        return any(channel.is_awaited_by(self) for channel in self.channels)

    def takes_on(self) -> bool:
        """Whether a line that cannot take more has taken something since it was last asked: then somebody is there."""
        before, self._left = self._left, self.transport.get_write_buffer_size()
        return self._left < before

    def drop(self) -> None:
        """Nobody is there."""
        self._leave()
        self.transport.abort()

    def _say_goodbye(self, code: int, reason: str) -> None:
        self._leave()
        if self._conn.state is State.OPEN:  # the client has not said it first
            self._conn.send_close(code, reason)
        self._answer()

    def _leave(self) -> None:
        if not self.is_closing:
            self.is_closing = True
            self._listener.left(self)

    def _take(self, frame: Frame) -> None:
        """A message, or a piece of one. Its size is limited by the protocol, with all its pieces."""
        if self.is_closing:
            return
        if frame.opcode is Opcode.BINARY:
            self.close(CloseCode.UNSUPPORTED_DATA, "binary")
            return
        if self._parts is None:
            self._parts = []
        self._parts.append(bytes(frame.data))
        if frame.fin:
            parts, self._parts = self._parts, None
            self._listener.said(self, b"".join(parts))

    def _answer(self) -> None:
        """What the protocol itself has to say: pongs, and goodbye. An empty piece ends the conversation."""
        pieces = self._conn.data_to_send()
        if pieces:
            self.transport.write(b"".join(pieces))
        if self._conn.close_rcvd is not None or self._conn.parser_exc is not None or b"" in pieces:
            self._leave()
            self.transport.close()


def _serves_all(extension: object) -> bool:
    """Compression that one compressor can do for everybody: nothing remembered, and the window that we use."""
    return (
        isinstance(extension, PerMessageDeflate)
        and extension.local_no_context_takeover
        and extension.local_max_window_bits == WINDOW_BITS
    )


class _LetGo(asyncio.Transport):
    """What stays in uvicorn's hands of a connection that is no longer its own: closing it does nothing."""

    def close(self) -> None:
        return


class Upgrade(WebSocketsSansIOProtocol):
    """uvicorn's protocol (``uvicorn.Config(ws=Upgrade)``) for as long as it takes to shake hands.

    What this uses of uvicorn beyond ``ws=`` is not documented: ``tests/displays/web/live/test_contract.py`` watches it.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = Handshake(extensions=[_COMPRESSION], max_size=LARGEST_MESSAGE, logger=_LOGGER)
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._patience = self.loop.call_later(HANDSHAKE, self._lose_patience)

    def data_received(self, data: bytes) -> None:
        """Who cannot shake hands is told so: the parent only notices it."""
        if self.disconnected:
            return  # it has had its answer
        try:
            super().data_received(data)
        except Exception:  # whatever it is: the transport is not ours yet, and nobody else would let go of it
            if self.conn.parser_exc is None:  # else a client speaks before it is answered, and not even well
                _LOGGER.warning("a handshake failed", exc_info=True)
            self._turn_away(HTTPStatus.BAD_REQUEST, Refusal("handshake-unreadable"), languages_in(data))
        else:
            if self.conn.handshake_exc is not None and not self.handshake_complete:  # else it has been answered
                self._turn_away(HTTPStatus.BAD_REQUEST, Refusal("handshake-unreadable"), languages_in(data))

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server ends. Who has had an answer gets no second one."""
        if not self.transport.is_closing():
            super().shutdown()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # it is a websocket's request
            self._extensions()[EXTENSION] = self

    def _extensions(self) -> dict[str, Any]:
        """What the endpoint finds in its scope besides the standard."""
        return cast("dict[str, Any]", self.scope["extensions"])

    def hand_over(self, listener: Listener) -> Line:
        """After the endpoint has accepted. Nothing may be awaited between the two.

        (A client has to wait for the answer before it speaks, RFC 6455 4.1; what it said before is lost.)
        """
        transport, self.transport = self.transport, _LetGo()
        self._stop_waiting()
        self.stop_keepalive()
        self.connections.discard(self)
        line = Line(transport, self.conn, self.connections, listener)
        _limit_unsent(transport)
        transport.set_protocol(line)
        if self.read_paused:
            transport.resume_reading()
        del self._extensions()[EXTENSION]  # or the two would keep each other alive
        return line

    def _turn_away(self, status: HTTPStatus, why: Refusal, languages: str = "") -> None:
        if self.handshake_complete or self.transport.is_closing():
            self.transport.abort()
            return
        self.handshake_complete = self.close_sent = self.disconnected = True  # so the parent has nothing to add
        self.transport.write(last_words(status, why, languages))
        self.transport.close()

    def _lose_patience(self) -> None:
        """We were too slow; or it was refused, and neither answers nor reads."""
        self._patience = None
        self._turn_away(HTTPStatus.SERVICE_UNAVAILABLE, Refusal("too-many-connections"))

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def last_words(status: HTTPStatus, why: Refusal, languages: str = "") -> bytes:
    """An answer after which the connection ends, in the language of whoever asks, as far as they have said it."""
    spoken = from_header(languages)
    sentence = language(spoken).sentence(why).encode() + b"\n"
    come_back = f"retry-after: {COME_BACK}\r\n" if status is HTTPStatus.SERVICE_UNAVAILABLE else ""
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        f"content-type: text/plain; charset=utf-8\r\ncontent-language: {spoken}\r\ncontent-length: {len(sentence)}\r\n"
        f"{come_back}connection: close\r\n\r\n"
    )
    return head.encode("ascii") + sentence


def languages_in(request: bytes) -> str:
    """What a request that nobody has read says of them."""
    accepted = _LANGUAGES.search(request)
    return accepted[1].decode("ascii") if accepted else ""


def _handle(transport: asyncio.Transport) -> int:
    """-1: nobody may write past the transport, which has more to do than to pass bytes on (TLS)."""
    plug = transport.get_extra_info("socket")
    return -1 if plug is None or transport.get_extra_info("sslcontext") is not None else int(plug.fileno())


def _unknown() -> int:
    """Bytes that a transport past which nobody may write has still to send."""
    return 1


def _limit_unsent(transport: asyncio.Transport) -> None:
    """Or the kernel would keep megabytes of old frames for a client that is slow (where it can be told so)."""
    option = getattr(socket, "TCP_NOTSENT_LOWAT", 25 if hasattr(socket, "TCP_QUICKACK") else None)
    plug = transport.get_extra_info("socket")
    if option is not None and plug is not None and plug.family in (socket.AF_INET, socket.AF_INET6):
        plug.setsockopt(socket.IPPROTO_TCP, option, MOST_UNSENT)
