"""What the nodes of a cluster tell each other every two seconds: where they are, and what their log is there.

Nothing of it is kept: a node that was not heard of for three beats is not there. Two nodes whose seals differ at the
same position have not the same log any more, which must never be: that is told until it is looked into.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

import msgspec

from engine.errors import Broken
from engine.model import Value
from ledger.cluster.status import NodeSeen

BEAT = 2.0  # seconds
FORGOTTEN = 3 * BEAT

_LOGGER = logging.getLogger("roundlog")


class NodeBeat(Value, frozen=True):
    name: str
    address: str  # for browsers
    position: int
    seal: str
    followers: int = 0
    private_order: str = ""
    private_number: int = 0
    private_digest: str = ""


class OtherNodes:
    """``hear`` is called in the thread of the connection, all else by whoever wants to know."""

    def __init__(self, own: str) -> None:
        self.alarm: Broken | None = None
        self._own = own
        self._heard: dict[str, tuple[NodeBeat, float]] = {}
        self._lock = threading.Lock()

    def hear(self, content: bytes) -> None:
        try:
            beat = msgspec.msgpack.decode(content, type=NodeBeat)
        except (msgspec.DecodeError, UnicodeDecodeError):  # of a newer one, perhaps
            return
        if beat.name != self._own:
            with self._lock:
                self._heard[beat.name] = beat, time.monotonic()

    def beats(self) -> list[tuple[NodeBeat, float]]:
        """Of those that are there, and how many seconds ago it was."""
        now = time.monotonic()
        with self._lock:
            self._heard = {name: one for name, one in self._heard.items() if now - one[1] < FORGOTTEN}
            return [(beat, now - at) for _, (beat, at) in sorted(self._heard.items())]

    def list_nodes(self) -> tuple[NodeSeen, ...]:
        return tuple(
            NodeSeen(beat.name, beat.address, beat.position, beat.seal, beat.followers, seconds)
            for beat, seconds in self.beats()
        )

    def compare(self, own: NodeBeat, seal_at: Callable[[int], str]) -> None:
        """``seal_at``: of this node's log; empty where it is not yet."""
        for beat, _ in self.beats():
            seal = seal_at(beat.position)
            is_private_the_same = beat.private_digest == own.private_digest or (
                (beat.private_order, beat.private_number) != (own.private_order, own.private_number)
            )
            if (seal and seal != beat.seal) or not is_private_the_same:
                self.note_difference(beat.name)

    def note_difference(self, other: str) -> None:
        if self.alarm is None:
            self.alarm = Broken("cluster-seals-differ", node=self._own, other=other)
            _LOGGER.critical("%s", self.alarm)
