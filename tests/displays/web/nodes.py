"""A node of a cluster that says what a test wants, over a real log: what a server shows of one needs no engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from engine.errors import Unavailable
from ledger.cluster.status import EngineSeen, NodeStatus
from ledger.private_file import PrivateRow
from ledger.store.log import Archive
from ledger.store.sqlite import SqliteLog

WELL = NodeStatus(
    cluster="club",
    node="hall-1:4222",
    position=0,
    seal="0" * 64,
    has_majority=True,
    behind=0,
    complete_until=None,
    engines=(
        EngineSeen("hall-1:4222", is_seen=True, is_leader=True),
        EngineSeen("hall-2:4222", is_seen=True),
        EngineSeen("hall-3:4222", is_seen=True),
    ),
)


class NoRows:
    """The order of a private file that is in memory alone."""

    def check(self) -> None: ...

    def offer(self, table: str, rows: Sequence[PrivateRow]) -> bool:
        raise AssertionError

    def catch_up(self) -> None: ...


class CutOffLog(SqliteLog):
    """Takes no writes, as that of a node without a majority."""

    def check(self) -> None:
        raise Unavailable("cluster-no-majority")


class ToldNode:
    """``status``: what it says; position and seal are the log's."""

    def __init__(self, log: Archive, status: NodeStatus = WELL) -> None:
        self.log = log
        self.private = NoRows()
        self.told = status
        self.count_followers: Callable[[], int] = lambda: 0

    def status(self) -> NodeStatus:
        return replace(self.told, position=self.log.position(), seal=self.log.seal())

    def change(self, **changes: Any) -> None:
        self.told = replace(self.told, **changes)

    def other_servers(self) -> tuple[str, ...]:
        return tuple(one.address for one in self.told.nodes)

    def complete_until(self) -> str | None:
        return self.told.complete_until

    def tell(self, topic: str, content: bytes) -> None: ...

    def hear(self, topic: str, take: Callable[[bytes], None]) -> None: ...
