"""The private order on three real engines: two nodes that write at once, a third that comes later."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ledger.cluster.private_order import open_private_order
from ledger.private_file import PrivateRecord, PrivateTable, Recorder
from ledger.private_rows import PrivateRows
from tests.ledger.cluster.engines import new_order_name, require_engines
from tests.ledger.test_private_file import Noted

PATIENCE = 20.0  # seconds: the engines may have been started just now


class Node:
    def __init__(self, path: Path, name: str, stack: ExitStack) -> None:
        from ledger.cluster.nats_order import NatsOrder
        from tests.ledger.cluster.nodes import shared_connection

        order = NatsOrder(shared_connection(), name, 3)
        stack.callback(order.close)
        self.path = path
        self.private = stack.enter_context(open_private_order(order, path, PATIENCE))
        self.texts: list[str] = []
        self.table: PrivateTable[Noted] = PrivateTable(path, "happenings", Noted, self._evolve, order=self.private)
        stack.callback(self.table.close)

    def _evolve(self, record: PrivateRecord[Noted]) -> None:
        self.texts.append(record.event.text)

    def write_next(self) -> None:
        def decide(record: Recorder[Noted]) -> None:
            record(Noted(text=str(len(self.texts) + 1)))

        self.table.decide("Anna", decide)

    def read(self) -> list[str]:
        self.private.catch_up()
        self.table.catch_up()
        return list(self.texts)


@pytest.fixture
def open_node(tmp_path: Path) -> Iterator[Callable[[str], Node]]:
    require_engines()
    order_name = new_order_name()
    with ExitStack() as stack:
        yield lambda name: Node(tmp_path / f"{name}.office.db", order_name, stack)


def digest_of(node: Node) -> str:
    rows = PrivateRows(node.path)
    try:
        return rows.digest(rows.positions())
    finally:
        rows.close()


def test_nodes_that_write_at_once_have_the_same_rows(
    open_node: Callable[[str], Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.private_file.ATTEMPTS", 100)
    nodes = [open_node("first"), open_node("second")]

    def write(node: Node) -> None:
        for _ in range(40):
            node.write_next()

    threads = [threading.Thread(target=write, args=(node,)) for node in nodes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numbers = [str(number) for number in range(1, 81)]
    nodes.append(open_node("third"))
    assert [node.read() for node in nodes] == [numbers] * 3
    assert len({digest_of(node) for node in nodes}) == 1


def test_a_beginning_with_many_rows(open_node: Callable[[str], Node], tmp_path: Path) -> None:
    def write(record: Recorder[Noted]) -> None:
        for number in range(3000):
            record(Noted(text=str(number)))

    alone: PrivateTable[Noted] = PrivateTable(tmp_path / "first.office.db", "happenings", Noted, lambda record: None)
    alone.decide("Anna", write)
    alone.close()
    nodes = [open_node("first"), open_node("second")]
    assert [len(node.read()) for node in nodes] == [3000, 3000]
    assert len({digest_of(node) for node in nodes}) == 1
