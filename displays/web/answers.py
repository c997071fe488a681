"""uvicorn's HTTP protocol, with one difference: head and body of an answer leave in one piece.

uvicorn writes them one after the other. Each write is a packet, and each packet wakes the other side: a helper who
enters a hundred results would wait for two where one does.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class OnePiece:
    """The transport as one answer sees it: what is written first waits until more comes, or until the loop's next turn.

    So an answer that has its body ready is one write, and one that has not (a live feed) still begins at once.
    """

    __slots__ = ("_first", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._first: bytes | None = b""  # None: it has left

    def write(self, data: bytes) -> None:
        if self._first is None:
            self._transport.write(data)
        elif self._first:
            data, self._first = self._first + data, None
            self._transport.write(data)
        else:
            self._first = data
            self._loop.call_soon(self._let_go)

    def close(self) -> None:
        self._let_go()
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def _let_go(self) -> None:
        first, self._first = self._first, None
        if first:
            self._transport.write(first)


class Answers(HttpToolsProtocol):
    """uvicorn's protocol, on which ``live/threshold.py`` stands.

    What this uses of uvicorn beyond ``http=`` is not documented: ``tests/displays/web/test_answers.py`` watches it.
    """

    def on_headers_complete(self) -> None:
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # else it becomes a websocket
            cycle: Any = self.cycle  # to which nobody has written yet: its task has only been made
            cycle.transport = OnePiece(self.transport, self.loop)
