"""A node whose copy was shown without a majority, when there is one again; without engines."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from engine.errors import Unavailable
from ledger.store.sqlite import SqliteLog
from tests.ledger.cluster.engines import require_engines
from tests.ledger.cluster.memory_nodes import Nodes, nodes
from tests.ledger.store.logs import OPENED, RESULT, record

if TYPE_CHECKING:
    from ledger.cluster.node import ClusterNode

__all__ = ["nodes"]  # the fixture


def make_node(path: Path) -> ClusterNode:
    require_engines()
    from ledger.cluster.cluster_file import new_cluster_file
    from ledger.cluster.node import ClusterNode, ClusterOptions
    from ledger.cluster.node_list import EngineAddress

    own = EngineAddress("127.0.0.1", 4310)
    node = ClusterNode(ClusterOptions((own,), own, new_cluster_file("club")), path)
    node._private = cast(Any, SimpleNamespace(trouble=None))
    return node


@pytest.mark.parametrize("wrote_around", [False, True])
def test_a_copy_that_is_refused_later_is_an_alarm(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, wrote_around: bool
) -> None:
    one = nodes.open("a")
    record(one, "a", OPENED)
    one.close()
    nodes.opened.clear()
    if wrote_around:
        with SqliteLog(one.path) as file:
            record(file, "a", RESULT)
    node = make_node(one.path)
    node.log = nodes.make("a", one.place, one.log_id)
    monkeypatch.setattr("ledger.cluster.node.BEAT", 0.3)
    nodes.engine.is_up = False
    node._try_to_open()
    assert node._alarm() is None
    nodes.engine.is_up = True
    for _ in range(2):
        node._try_to_open()
    alarm = node._alarm()
    assert (None if alarm is None else alarm.code) == ("cluster-other-log" if wrote_around else None)
    assert node.log.is_cut_off == wrote_around


def test_a_question_that_was_lost_is_no_entry_of_unknown_outcome() -> None:
    """A node that begins while no engine answers is told that there is no majority, and shows what it has."""
    require_engines()
    from ledger.cluster.nats_order import NatsOrder

    class Deaf:
        async def request(self, subject: str, content: bytes, seconds: float) -> None:
            raise Unavailable("cluster-outcome-unknown")

        def call(self, coroutine: Any, seconds: float) -> Any:
            with pytest.raises(StopIteration) as ended:
                coroutine.send(None)
            return ended.value.value

    order = NatsOrder(cast(Any, Deaf()), "test-deaf", 3)
    for call in (lambda: order.publish(b"1"), lambda: order.read(1, 1), order.last):
        with pytest.raises(Unavailable, match="cluster-no-majority"):
            call()
