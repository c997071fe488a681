"""What the engines themselves say: which of them are there, and that each has on its disk what it acknowledges.

Asked by their own account (``$SYS``), not the one that has the log. An engine that was started by somebody else may
write when it likes (``sync_interval``, two minutes by default): what it acknowledged would be lost with the power.
"""

from __future__ import annotations

import msgspec

from engine.errors import Unavailable
from engine.model import Value
from ledger.cluster.nats_connection import EngineConnection

SECONDS_TO_ANSWER = 1.0


class _EngineName(Value, frozen=True):
    name: str


class _Storage(Value, frozen=True):
    sync_always: bool = False


class _JetStream(Value, frozen=True):
    config: _Storage | None = None


class _Data(Value, frozen=True):
    jetstream: _JetStream = _JetStream()


class _Answer(Value, frozen=True):
    server: _EngineName
    data: _Data = _Data()


def find_engines(connection: EngineConnection, most: int) -> frozenset[str]:
    """The names of those that answer. Raises Unavailable, if one of them does not write at once.

    ``connection``: signed in with the engine's own account; ``most``: how many there can be.
    """
    if not connection.is_connected:
        return frozenset()
    try:
        asking = connection.ask_all(
            "$SYS.REQ.SERVER.PING.VARZ", b"", lambda found: len(found) >= most, SECONDS_TO_ANSWER
        )
        found = connection.call(asking, SECONDS_TO_ANSWER + 1)
    except TimeoutError:
        return frozenset()
    answers = [msgspec.json.decode(one.content, type=_Answer) for one in found if not one.is_status]
    for answer in answers:
        config = answer.data.jetstream.config
        if config is not None and not config.sync_always:
            raise Unavailable("engine-not-durable", node=answer.server.name)
    return frozenset(answer.server.name for answer in answers)
