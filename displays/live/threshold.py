"""The threshold: every connection comes over it, before anybody knows what it wants.

Who comes to follow waits in a queue from which a few are let in at a time: when ten thousand come in one moment, those
who are in go on getting their frames, and an arbiter who comes in between is served at once. When the house is full a
connection is answered at its first words (in the greatest rush even before them), with 503 and a sentence, and without
any more work; and one that says nothing does not keep its place. So nobody is cut off without a word, and nobody waits
for ever.
"""

from __future__ import annotations

import asyncio
import functools
import re
from collections import deque
from typing import Any

from displays.answers import Answers
from displays.language import from_header, language
from displays.live.room import Room
from engine.errors import Refusal

FOLLOWS = b"GET /live/"  # the first words of who comes to follow
AT_ONCE = 8  # that are let in
BREATH = 0.004  # seconds for everybody else before the next are
PATIENCE = 10.0  # seconds from coming in to the end of the first request's headers; waiting in the queue not counted
COME_BACK = 5  # seconds, says the answer
_LANGUAGES = re.compile(rb"(?i)\r\naccept-language:[ \t]*([ -~]{0,200})")


class Threshold(Answers):
    """uvicorn's protocol for HTTP (``uvicorn.Config(http=threshold(…))``), from which a websocket is handed on.

    What this uses of uvicorn is not documented: ``tests/displays/live/test_contract.py`` watches it.
    """

    def __init__(self, *given: Any, room: Room, queue: Queue, **named: Any) -> None:
        super().__init__(*given, **named)
        self._room = room
        self._queue = queue
        self._early = b""  # what it said while it waits
        self._patience: asyncio.TimerHandle | None = None  # none: its first request is read, or it waits for us

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._be_patient()
        if len(self.connections) > self._room.connections:
            self._send_away(b"")  # before it has asked: there may be no file for the next one

    def data_received(self, data: bytes) -> None:
        if self._early:
            self._early += data
        elif self._patience is None:
            super().data_received(data)
        elif len(self.connections) > (self._room.followers if data.startswith(FOLLOWS) else self._room.connections):
            self._send_away(data)
        elif data.startswith(FOLLOWS):
            self._early = data
            self._stop_waiting()
            self._queue.join(self)
        else:
            super().data_received(data)

    def let_in(self) -> None:
        """Its turn has come."""
        said, self._early = self._early, b""
        if not self.transport.is_closing():
            self._be_patient()
            super().data_received(said)

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _send_away(self, request: bytes) -> None:
        self.transport.write(_full(request))
        self.transport.close()

    def _be_patient(self) -> None:
        self._patience = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


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
        for _ in range(min(AT_ONCE, len(self._waiting))):
            self._waiting.popleft().let_in()
        asyncio.get_running_loop().call_soon(self._breathe)  # after those who were let in have been seen to

    def _breathe(self) -> None:
        self._is_moving = bool(self._waiting)
        if self._waiting:
            asyncio.get_running_loop().call_later(BREATH, self._move)


def threshold(room: Room) -> Any:
    """For ``uvicorn.Config(http=…)``: of a house with so much room."""
    return functools.partial(Threshold, room=room, queue=Queue())


def _full(request: bytes) -> bytes:
    """The answer, in the language of whoever asks, as far as they have said it."""
    accepted = _LANGUAGES.search(request)
    spoken = from_header(accepted[1].decode("ascii") if accepted else "")
    sentence = language(spoken).sentence(Refusal("too-many-connections")).encode() + b"\n"
    head = (
        "HTTP/1.1 503 Service Unavailable\r\n"
        f"content-type: text/plain; charset=utf-8\r\ncontent-language: {spoken}\r\ncontent-length: {len(sentence)}\r\n"
        f"retry-after: {COME_BACK}\r\nconnection: close\r\n\r\n"
    )
    return head.encode("ascii") + sentence
