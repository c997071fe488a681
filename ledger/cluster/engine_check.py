"""What the engines themselves say: which of them are there, and that each has on its disk what it acknowledges.

Asked by their own account (``$SYS``), not the one that has the log. An engine that was started by somebody else may
write when it likes (``sync_interval``, two minutes by default): what it acknowledged would be lost with the power.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from nats.aio.msg import Msg

from engine.errors import Unavailable
from engine.model import Value
from ledger.cluster.nats_connection import EngineConnection

SECONDS_TO_ANSWER = 1.0


class _Server(Value, frozen=True):
    name: str


class _Storage(Value, frozen=True):
    sync_always: bool = False


class _JetStream(Value, frozen=True):
    config: _Storage | None = None


class _Data(Value, frozen=True):
    jetstream: _JetStream = _JetStream()


class _Answer(Value, frozen=True):
    server: _Server
    data: _Data = _Data()


def find_engines(connection: EngineConnection, most: int) -> frozenset[str]:
    """The names of those that answer. Raises Unavailable, if one of them does not write at once.

    ``connection``: signed in with the engine's own account; ``most``: how many there can be.
    """
    if not connection.is_connected:
        return frozenset()
    try:
        answers = connection.call(_ask_all(connection, most), SECONDS_TO_ANSWER + 1)
    except TimeoutError:
        return frozenset()
    for answer in answers:
        config = answer.data.jetstream.config
        if config is not None and not config.sync_always:
            raise Unavailable("engine-not-durable", node=answer.server.name)
    return frozenset(answer.server.name for answer in answers)


async def _ask_all(connection: EngineConnection, most: int) -> list[_Answer]:
    found: list[_Answer] = []
    is_enough = asyncio.Event()

    async def take(message: Msg) -> None:
        found.append(msgspec.json.decode(message.data, type=_Answer))
        if len(found) >= most:
            is_enough.set()

    inbox = connection.client.new_inbox()
    hearing = await connection.subscribe(inbox, take)
    try:
        await connection.client.publish("$SYS.REQ.SERVER.PING.VARZ", reply=inbox)
        with suppress(TimeoutError):
            await asyncio.wait_for(is_enough.wait(), SECONDS_TO_ANSWER)
    finally:
        await hearing.unsubscribe()
    return found
