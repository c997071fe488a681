"""Nodes of a cluster whose order is in memory, and fails as it is told to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from ledger.cluster import applier, sender
from ledger.cluster.applier import OrderPlace
from ledger.cluster.shared_log import SharedLog
from ledger.store.sqlite import SqliteLog
from ledger.store.verify import verify
from tests.ledger.cluster.memory_order import MemoryEngine, MemoryOrder
from tests.ledger.store.logs import RESULT


class Nodes:
    """Of one cluster, by name. A node that is opened again has the copy that it had."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.engine = folder, MemoryEngine()
        self.opened: list[SharedLog] = []
        self.order = MemoryOrder(self.engine)

    def make(
        self, name: str, place: OrderPlace | None = None, log_id: str = "", order: MemoryOrder | None = None
    ) -> SharedLog:
        copy = SqliteLog(self.folder / f"{name}.db")
        log = SharedLog(copy, order or MemoryOrder(self.engine), node=name, place=place or OrderPlace(), log_id=log_id)
        self.opened.append(log)
        return log

    def open(
        self, name: str, place: OrderPlace | None = None, log_id: str = "", order: MemoryOrder | None = None
    ) -> SharedLog:
        log = self.make(name, place, log_id, order)
        log.open(2)
        return log

    def close(self) -> None:
        for log in self.opened:
            log.close()

    def check(self) -> None:
        """All have the same, which is intact."""
        for log in self.opened:
            asyncio.run(log.newest())
        assert len({log.end for log in self.opened}) == 1
        assert len({(log.position(), log.seal()) for log in self.opened}) == 1
        assert [log.differing for log in self.opened] == [frozenset()] * len(self.opened)
        self.close()
        for log in self.opened:
            verify(log.path)


@pytest.fixture
def nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nodes]:
    monkeypatch.setattr(sender, "PATIENCE", 0.3)
    monkeypatch.setattr(sender, "PAUSE", 0.01)
    monkeypatch.setattr(sender, "PROBE_EVERY", 0.02)
    monkeypatch.setattr(applier, "PAUSE", 0.02)
    found = Nodes(tmp_path)
    yield found
    found.engine.is_up, found.engine.is_silent = True, False
    found.close()


def submit(log: SharedLog, version: int, *, stream: str = "a", command: str = "") -> Future[Any]:
    return log.submit(stream, version, [RESULT], actor="Eve", command=command or f"c{version}")


def wait_until(holds: Callable[[], bool], seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.005)
