"""Admission of websockets: a few at a time, first come, first served (ASGI middleware).

When ten thousand come in one moment the event loop would be busy with nothing else: so at most ``AT_ONCE`` are worked
on in one turn of the loop, and between two turns everybody else is served. Who comes when all room is taken gets 503.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket

from displays.web.access.loop_turns import LoopTurns
from displays.words.language import from_header, language
from engine.errors import Refusal

AT_ONCE = 8
MOST_REFUSED = 128  # beyond the room that there is: they are let in and closed with a reason that pages can read
RETRY_AFTER = 5  # seconds


class Admission:
    """Outermost, so that who waits has cost nothing but its connection."""

    def __init__(self, app: Callable[..., Awaitable[None]], count_free: Callable[[], int]) -> None:
        self._app = app
        self._count_free = count_free  # how many more may connect
        self._turns = LoopTurns(AT_ONCE)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            if self._turns.count_waiting() >= self._count_free() + MOST_REFUSED:
                await _refuse(WebSocket(scope, receive, send))
                return
            await self._turns.wait()
        await self._app(scope, receive, send)


async def _refuse(websocket: WebSocket) -> None:
    spoken = from_header(websocket.headers.get("accept-language", ""))
    sentence = language(spoken).sentence(Refusal("too-many-connections"))
    headers = {"content-language": spoken, "retry-after": str(RETRY_AFTER)}
    await websocket.receive()
    await websocket.send_denial_response(PlainTextResponse(f"{sentence}\n", 503, headers))
