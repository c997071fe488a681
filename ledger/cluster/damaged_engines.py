"""Which engine is damaged: all replicas are asked for one message, and each is named that does not have it whole.

A replica answers by chance, and does not say which it is. But an engine tells, if a message asks for it, what it did
with that (``Nats-Trace-Dest``): handed it on to another engine, or handled it. So who answered is known.
"""

from __future__ import annotations

import logging
from collections import Counter

import msgspec

from engine.model import Value
from ledger.cluster.nats_connection import EngineAnswer, EngineConnection
from ledger.cluster.order import open_content

QUESTIONS = 16  # so that hardly ever one of three or five is missed
SECONDS = 0.5  # for one

_LOGGER = logging.getLogger("roundlog")


class _Event(Value, frozen=True):
    type: str = ""
    kind: int = 0

    @property
    def is_handed_on(self) -> bool:
        return self.type == "eg" and self.kind == 1


class _TracingEngine(Value, frozen=True):
    name: str


class _Trace(Value, frozen=True):
    server: _TracingEngine
    events: tuple[_Event, ...] = ()

    @property
    def is_last(self) -> bool:
        """Here the message was handled."""
        return not any(event.is_handed_on for event in self.events)


async def find_damaged(connection: EngineConnection, stream: str, number: int) -> frozenset[str]:
    """Their names; nothing, if no engine has that message: then it is not known who is wrong."""
    wrong, right = Counter[str](), Counter[str]()
    for _ in range(QUESTIONS):
        answers = await connection.ask_all(
            f"$JS.API.DIRECT.GET.{stream}",
            msgspec.json.encode({"seq": number}),
            lambda found: bool(_find_engine(found)) and any(map(_is_reply, found)),
            SECONDS,
            lambda inbox: {"Nats-Trace-Dest": inbox},
        )
        engine, reply = _find_engine(answers), next(filter(_is_reply, answers), None)
        if engine and reply is not None:
            is_whole = not reply.is_status and open_content(reply.content) is not None
            (right if is_whole else wrong)[engine] += 1
    if not wrong or not right:
        return frozenset()
    _LOGGER.error("message %s of %s is missing or damaged in the engine %s", number, stream, ", ".join(sorted(wrong)))
    return frozenset(wrong)


def _is_reply(answer: EngineAnswer) -> bool:
    return answer.is_status or "Nats-Sequence" in answer.headers


def _find_engine(answers: list[EngineAnswer]) -> str:
    """Who handled the question; empty: that has not been told yet."""
    traces = [msgspec.json.decode(one.content, type=_Trace) for one in answers if not _is_reply(one)]
    return next((trace.server.name for trace in traces if trace.is_last), "")
