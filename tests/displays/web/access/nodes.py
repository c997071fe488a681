"""Servers with private files of their own in one order, for tests of what two nodes do with keys and proposals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from displays.web.access.key_store import KeyStore
from ledger.cluster.private_order import open_private_order
from ledger.proposals import ProposalStore
from ledger.store.sqlite import SqliteLog
from tests.displays.client import Web, build
from tests.displays.web.access.moments import Clock
from tests.displays.web.standby.servers import wait_until
from tests.ledger.cluster.memory_order import MemoryEngine, MemoryOrder

PATIENCE = 0.3  # seconds without a majority


class SlowEngine(MemoryEngine):
    """As long as it has no leader, who publishes waits."""

    def __init__(self) -> None:
        super().__init__()
        self.has_leader = threading.Event()
        self.has_leader.set()
        self.keeps_waiting = threading.Event()  # somebody

    def publish(self, content: bytes) -> int:
        if not self.has_leader.is_set():
            self.keeps_waiting.set()
        assert self.has_leader.wait(10)
        return super().publish(content)


@contextmanager
def opening_nodes(log_path: Path, engine: SlowEngine, clock: Clock) -> Iterator[Callable[[str], Web]]:
    """Each has its own private file; the log is the same file here."""
    with ExitStack() as stack:

        def open_one(name: str) -> Web:
            path = log_path.with_name(f"{name}.office.db")
            private = stack.enter_context(open_private_order(MemoryOrder(engine), path, PATIENCE))
            key_store = stack.enter_context(KeyStore(path, clock=clock, order=private))
            proposals = stack.enter_context(ProposalStore(path, clock=clock, order=private))
            log = stack.enter_context(SqliteLog(log_path))
            return Web(build(log, key_store=key_store, proposals=proposals))

        try:
            yield open_one
        finally:
            engine.has_leader.set()  # or what waits would never end


def on(node: Web, browser: Web) -> Web:
    """The same browser, sent to another node."""
    return Web(node.app, browser.headers, browser.address)


def keys_of(node: Web) -> KeyStore:
    key_store = node.app.state.services.key_store
    assert isinstance(key_store, KeyStore)
    return key_store


def has_heard(node: Web, other: Web) -> None:
    wait_until(lambda: keys_of(node).count_endings() == keys_of(other).count_endings())
    wait_until(lambda: keys_of(node).all_keys() == keys_of(other).all_keys())
