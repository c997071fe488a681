"""The threshold: every connection comes over it, before anybody knows what it wants.

Who comes to follow waits in a queue from which a few are let in at a time: when ten thousand come in one moment, those
who are in go on getting their frames, and an arbiter who comes in between is served at once. When the house is full a
connection is answered at its first words, with 503 and a sentence, and without any more work (in the greatest rush even
before them, but then those who have been silent for longest); and one that says nothing does not keep its place, nor
does one that never comes to the end of what it says, or says too much before it. So nobody is cut off without a word,
and nobody waits for ever.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections import deque
from http import HTTPStatus
from typing import Any

from displays.web.answers import Answers
from displays.web.live.capacity import Room
from displays.web.live.connection import languages_in, last_words
from engine.errors import Refusal

FOLLOWS = b"GET /live/"  # the first words of who comes to follow
AT_ONCE = 8  # that are let in
BREATH = 0.004  # seconds for everybody else before the next are
PATIENCE = 10.0  # seconds from coming in, or a request's first byte, to the end of its headers; without the queue
BODY_PATIENCE = 60.0  # seconds from there to the end of its body: the largest, over a poor line
LOOK_EVERY = 1.0  # seconds, while a body comes: whether it is the client who takes the time
LARGEST_HEAD = 64 * 1024  # bytes of a request before the end of its headers
HEARING_OUT = 2.0  # seconds: who is cut off while still sending would not get to read why

_TOO_LARGE = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
_LOGGER = logging.getLogger("roundlog.live")


class Threshold(Answers):
    """uvicorn's protocol for HTTP (``uvicorn.Config(http=threshold(…))``), from which a websocket is handed on.

    What this uses of uvicorn is not documented: ``tests/displays/web/live/test_contract.py`` watches it.
    """

    def __init__(self, *given: Any, room: Room, queue: Queue, silent: dict[Threshold, None], **named: Any) -> None:
        super().__init__(*given, **named)
        self._room = room
        self._queue = queue
        self._silent = silent  # all who have come in and not yet said a word, the first first
        self._opening = b""  # its first words, too few to know what it wants
        self._early = b""  # what it said before its turn
        self._is_expected = False  # it may come in, or has asked before
        self._is_over = False  # it was refused, or is a websocket: nothing is read any more
        self._unfinished = 0  # bytes that are not yet a head, nor part of a body
        self._is_in_body = False
        self._body_time = 0.0  # seconds that it has had for its body
        self._patience: asyncio.TimerHandle | None = None  # none: it owes us nothing, or uvicorn keeps the time

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._be_patient(PATIENCE)
        self._silent[self] = None
        if len(self.connections) > self._room.connections:  # there may be no file for the next one
            next(iter(self._silent))._send_away(b"")

    def data_received(self, data: bytes) -> None:
        self._silent.pop(self, None)
        if self._is_over:
            return
        if self._early:  # a transport may have read on
            self._early += data
            if len(self._early) > LARGEST_HEAD:
                self._refuse(_TOO_LARGE, Refusal("headers-too-large", most=LARGEST_HEAD))
        elif self._is_expected or self._unfinished:
            self._hear(data)
        else:
            opening, self._opening = self._opening + data, b""
            self._begin(opening)

    def _begin(self, opening: bytes) -> None:
        """Its first words. A packet may end before they say what it wants: then they wait for the next. That takes
        nobody any time: such a request has not come to its end either."""
        if len(opening) < len(FOLLOWS) and FOLLOWS.startswith(opening):
            self._opening = opening
        elif not opening.startswith(FOLLOWS):
            self._hear(opening)
        elif len(self.connections) > self._room.followers:
            self._send_away(opening)
        else:
            self._early = opening
            self._stop_waiting()
            self._queue.join(self)
            if self._early:  # it has to wait; the rest waits in the system
                self.flow.pause_reading()

    def let_in(self) -> None:
        """Its turn has come."""
        said, self._early = self._early, b""
        if not self.transport.is_closing() and not self._is_over:
            self._is_expected = True
            self.flow.resume_reading()
            self._be_patient(PATIENCE)
            self._hear(said)

    def stumble(self) -> None:
        """It could not be let in, by a fault of ours."""
        self._is_over = True
        self.transport.close()

    # -- the parser calls --------------------------------------------------------------------------------------------

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        self._is_expected = self._is_in_body = True
        self._unfinished = 0
        self._body_time = 0.0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unfinished = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stop_waiting()
        self._is_in_body = False
        self._unfinished = 0
        super().on_message_complete()

    # -- uvicorn and the transport call ------------------------------------------------------------------------------

    def handle_websocket_upgrade(self) -> None:
        self._is_over = True  # from here on ``Upgrade`` keeps the time
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_over = True
        self._silent.pop(self, None)
        self._stop_waiting()
        super().connection_lost(exc)

    # -- listening ---------------------------------------------------------------------------------------------------

    def _hear(self, data: bytes) -> None:
        """Not more of a head at once than a head may have; a body as it comes."""
        while data and not self._is_over and not self.transport.is_closing():
            piece = data if self._is_in_body else data[: LARGEST_HEAD - self._unfinished]
            data = data[len(piece) :]
            self._unfinished += len(piece)
            super().data_received(piece)
            if self._is_over or self.transport.is_closing():
                return
            if self._unfinished >= LARGEST_HEAD:  # a head, or what may follow a body
                self._refuse(_TOO_LARGE, Refusal("headers-too-large", most=LARGEST_HEAD))
            elif self._is_in_body and self._is_for_a_websocket():
                self._refuse(HTTPStatus.BAD_REQUEST, Refusal("handshake-unreadable"))  # which has no body
        self._keep_time()

    def _keep_time(self) -> None:
        """Whoever owes us the rest has so long for it. While we answer, they owe us nothing; after that uvicorn closes
        what stays silent (``timeout_keep_alive``), until the next byte."""
        if self._patience is not None or self._is_over or self.transport.is_closing():
            return
        if self._is_in_body:
            self._be_patient(LOOK_EVERY)
        elif not self._is_answering():
            self._be_patient(PATIENCE)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _waits_for_us(self) -> bool:
        """The rest of a body: for the answer to a request before it, or because nobody has asked for it yet."""
        is_asked_for = not (self._is_answering() and self.cycle.waiting_for_100_continue)
        return bool(self.pipeline) or self.flow.read_paused or not is_asked_for

    def _lose_patience(self) -> None:
        self._patience = None
        if self._is_in_body and not self._waits_for_us():
            self._body_time += LOOK_EVERY
        if self._is_in_body and self._body_time < BODY_PATIENCE:
            self._keep_time()
        elif self._opening or self._unfinished or self._is_in_body:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, Refusal("request-too-slow"))
        else:
            self.transport.close()  # it has asked for nothing

    def _be_patient(self, seconds: float) -> None:
        self._patience = self.loop.call_later(seconds, self._lose_patience)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    # -- refusing ----------------------------------------------------------------------------------------------------

    def _send_away(self, request: bytes) -> None:
        self._is_over = True
        self._silent.pop(self, None)
        why = Refusal("too-many-connections")
        self.transport.write(last_words(HTTPStatus.SERVICE_UNAVAILABLE, why, languages_in(request)))
        self.transport.close()

    def _refuse(self, status: HTTPStatus, why: Refusal) -> None:
        """What has begun to come. Who is still sending is heard out for a moment, or would not get to read why."""
        self._is_over = True
        self._early = b""
        self._stop_waiting()
        if not self._may_speak():
            self.transport.close()
            return
        if self._is_answering():
            self.cycle.disconnected = True  # the application hears of it, and says nothing more
            self.cycle.message_event.set()
        said = dict(self.headers or ()).get(b"accept-language", b"")
        line = self.cycle.transport if self._is_answering() else self.transport  # which may hold back "100 Continue"
        line.write(last_words(status, why, said[:200].decode("latin-1")))
        if not self.transport.can_write_eof():
            line.close()
            return
        self.loop.call_soon(self._fall_silent)
        self.flow.resume_reading()
        self._patience = self.loop.call_later(HEARING_OUT, self.transport.abort)

    def _fall_silent(self) -> None:
        if not self.transport.is_closing():
            self.transport.write_eof()

    def _may_speak(self) -> bool:
        """Not in the middle of another answer, nor after the answer to the same request."""
        if self._is_answering():
            return self._is_in_body and not self.cycle.response_started and not self.pipeline
        return not self._is_in_body or self._is_for_a_websocket()

    def _is_for_a_websocket(self) -> bool:
        return bool(self.parser.should_upgrade() and self._should_upgrade())


class Queue:
    """Who waits to be let in, first come, first served."""

    def __init__(self) -> None:
        self._waiting: deque[Threshold] = deque()
        self._is_moving = False

    def join(self, visitor: Threshold) -> None:
        self._waiting.append(visitor)
        if not self._is_moving:
            self._is_moving = True
            self._move()

    def _move(self) -> None:
        try:
            for _ in range(min(AT_ONCE, len(self._waiting))):
                _let_in(self._waiting.popleft())
        finally:  # or nobody would ever be let in again
            asyncio.get_running_loop().call_soon(self._breathe)  # after those who were let in have been seen to

    def _breathe(self) -> None:
        self._is_moving = bool(self._waiting)
        if self._waiting:
            asyncio.get_running_loop().call_later(BREATH, self._move)


def _let_in(visitor: Threshold) -> None:
    """The fault of one is not the fault of those behind."""
    try:
        visitor.let_in()
    except Exception:
        _LOGGER.exception("somebody could not be let in")
        visitor.stumble()


def threshold(room: Room) -> Any:
    """For ``uvicorn.Config(http=…)``: of a house with so much room."""
    return functools.partial(Threshold, room=room, queue=Queue(), silent={})
