"""An order in memory, as the engine keeps it: what is published gets the next number, and every node reads the same."""

from __future__ import annotations

import threading

from engine.errors import Unavailable
from ledger.cluster.order import OrderState


class MemoryEngine:
    """``is_up``: it has a majority. ``loses_answers``: so many messages are taken and not acknowledged. ``is_silent``:
    messages are lost, and whoever sent them does not know it."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.is_up = True
        self.loses_answers = 0
        self.is_silent = False
        self.news = threading.Condition()

    def publish(self, content: bytes) -> int:
        with self.news:
            if self.is_silent:
                raise Unavailable("cluster-outcome-unknown")
            if not self.is_up:
                raise Unavailable("cluster-no-majority")
            self.messages.append(content)
            self.news.notify_all()
            if self.loses_answers:
                self.loses_answers -= 1
                raise Unavailable("cluster-outcome-unknown")
            return len(self.messages)


class MemoryOrder:
    """As one node sees it (``ledger.cluster.order.Order``). ``reads_until``: its replica is behind."""

    damaged: frozenset[str] = frozenset()

    def __init__(self, engine: MemoryEngine) -> None:
        self.engine = engine
        self.reads_until: int | None = None
        self.numbers_read: list[int] = []

    def publish(self, content: bytes, seconds: float = 1.0) -> int:
        return self.engine.publish(content)

    def read(self, number: int, most: int) -> list[bytes]:
        found = self.engine.messages[number - 1 : self.reads_until][:most]
        self.numbers_read += range(number, number + len(found))
        return found

    def last(self) -> int:
        return self.state().last

    def wait(self, number: int, seconds: float) -> bool:
        with self.engine.news:
            return self.engine.news.wait_for(lambda: len(self.engine.messages) > number, min(seconds, 0.05))

    def state(self, seconds: float = 1.0) -> OrderState:
        if not self.engine.is_up:
            raise Unavailable("cluster-no-majority")
        return OrderState(len(self.engine.messages), "memory")

    def close(self) -> None:
        pass
