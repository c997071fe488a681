"""What a node knows of itself, of the engine and of the other nodes: for ``/health``, ``/metrics`` and the console.

Values only: whoever shows them loads nothing of a cluster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.errors import RoundlogError
from engine.model import Value
from ledger.private_file import RowOrder
from ledger.store.log import Archive


class EngineSeen(Value, frozen=True):
    """One of the list, as this node hears of it."""

    address: str  # ``hall-1:4222``
    is_seen: bool  # it answered, or another that answers is connected to it
    is_leader: bool = False  # of the log's order
    is_damaged: bool = False  # it handed out less than it has, or something that does not fit: look at its disk


class NodeSeen(Value, frozen=True):
    """Another node, as it last told of itself. Forgotten after three beats."""

    name: str
    address: str  # for browsers
    position: int
    seal: str
    followers: int = 0
    seconds_ago: float = 0.0


class NodeStatus(Value, frozen=True):
    cluster: str  # its name
    node: str  # this one's
    position: int
    seal: str
    has_majority: bool  # the order takes writes now
    behind: int | None  # messages of the order that are not applied here; None: not known without a majority
    complete_until: str | None  # UTC: when it was last known that nothing is missing here; None: up to now
    engines: tuple[EngineSeen, ...] = ()
    engine_restarts: int = 0  # of this node's own engine, since the node was started
    nodes: tuple[NodeSeen, ...] = ()  # the others
    alarm: RoundlogError | None = None  # two nodes differ, the copying has stopped, a server is damaged


class Node(Protocol):
    """What a server asks of its node (``node.py``), and what it tells it."""

    count_followers: Callable[[], int]  # of this server, for the other nodes; asked in a thread of the node

    @property
    def log(self) -> Archive: ...

    @property
    def private(self) -> RowOrder:
        """The order of keys, sessions and proposals."""

    def tell(self, topic: str, content: bytes) -> None:
        """All nodes that are there now, this one too; it may be lost."""

    def hear(self, topic: str, take: Callable[[bytes], None]) -> None:
        """``take`` is called in another thread, and must not wait."""

    def status(self) -> NodeStatus:
        """It does not wait for anybody."""

    def other_servers(self) -> tuple[str, ...]:
        """The addresses for browsers of the nodes that were heard of lately."""

    def complete_until(self) -> str | None:
        """UTC: when it was last known that this copy has everything; None: it has."""
