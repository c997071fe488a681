"""Two servers as values, without a network: each a log with its pair and its gate."""

from __future__ import annotations

from pathlib import Path

from ledger.acts.hall import Announced
from ledger.standby.epochs import ServerRole, find_common_position, seal_at, shared_secret
from ledger.standby.gated_log import GatedLog
from ledger.standby.pair import ServerPair
from ledger.store.sqlite import SqliteLog

SHARED = shared_secret("digest of a key")
WHY = {"reason": "The first has no power", "actor": "Anna (console)"}


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Laptop:
    """A log with its pair and its gate, as a server has them."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / f"{name}.db"
        self.address = f"http://{name}"
        self.clock = Clock()
        self.open()

    def open(self, *, goes_on_alone: bool = False) -> None:
        """Also again, as after a new start."""
        self.log = SqliteLog(self.path)
        self.pair = ServerPair(self.log, self.path, address=self.address, goes_on_alone=goes_on_alone, clock=self.clock)
        self.gate = GatedLog(self.log, self.pair)

    def close(self) -> None:
        self.pair.close()
        self.log.close()

    def announce(self, text: str) -> int:
        """Through the gate; the position."""
        event = Announced(announcement=1, text=text)
        version = self.log.version("club")
        records = self.gate.submit("club", version, [event], actor="Anna", command=text).result(5)
        return records[-1].position

    def texts(self) -> list[str]:
        return [event.text for event in self.log.events("club") if isinstance(event, Announced)]


def follow(standby: Laptop, first: Laptop) -> None:
    """One question of the standby, and what it takes in."""
    assert standby.pair.membership is not None
    assert seal_at(first.log, standby.log.position()) == standby.log.seal()
    first.pair.note_follower(standby.pair.membership.server, standby.address, SHARED)
    first.pair.confirm(standby.log.position())
    records = list(first.log.raw_after(standby.log.position()))
    if records:
        with standby.pair.copying():
            standby.log.copy(records).result(5)
        first.pair.confirm(standby.log.position())
    standby.pair.note_first(first.log.position())


def meet(one: Laptop, other: Laptop) -> None:
    """One asks the other."""
    state = one.pair.hear(other.pair.tell())
    if one.pair.must_yield_to(state):
        there = other.log.position()
        one.pair.yield_to(state, find_common_position(one.log, there, lambda at: other.pair.tell(at).state.seal_at))


def role_of(laptop: Laptop) -> ServerRole:
    return laptop.pair.role
