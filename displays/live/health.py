"""How the named screens of the hall are doing: who is there, what they show, how far behind they are, who is gone."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime

from engine.model import Value

MOST = 300  # of one tournament; those that are gone for longest make room
VERSIONS_KEPT = 64


def now() -> str:
    """As the log writes it."""
    return datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


class ScreenHealth(Value, frozen=True):
    """One screen as the console lists it."""

    name: str
    topics: tuple[str, ...]
    address: str
    since: str  # when it connected
    version: int  # the newest that it has acknowledged; 0: none
    delay: int | None  # milliseconds from sending a frame to its acknowledgement, last time
    heard: str  # when it last acknowledged something
    gone: str  # when its connection ended; empty: it is there


class Seat:
    """What is known of one connection of a named screen."""

    __slots__ = ("address", "delay", "gone", "heard", "name", "since", "topics", "version")

    def __init__(self, name: str, topics: tuple[str, ...], address: str) -> None:
        self.name, self.topics, self.address = name, topics, address
        self.since, self.heard, self.gone = now(), "", ""
        self.version, self.delay = 0, None  # type: int, int | None

    def health(self) -> ScreenHealth:
        return ScreenHealth(
            name=self.name,
            topics=self.topics,
            address=self.address,
            since=self.since,
            version=self.version,
            delay=self.delay,
            heard=self.heard,
            gone=self.gone,
        )


class Healths:
    """The seats of one tournament, and when which version was sent."""

    def __init__(self) -> None:
        self._seats: defaultdict[str, list[Seat]] = defaultdict(list)  # by the screen's name
        self._sent: dict[int, float] = {}

    def take_seat(self, name: str, topics: tuple[str, ...], address: str) -> Seat:
        """Whoever was here under this name and is gone has come back."""
        seat = Seat(name, topics, address)
        self._seats[name] = [*(other for other in self._seats[name] if not other.gone), seat]
        self._make_room()
        return seat

    def leave(self, seat: Seat) -> None:
        seat.gone = now()

    def forget(self, name: str) -> None:
        """A screen that was removed is not missed."""
        staying = [seat for seat in self._seats.pop(name, []) if not seat.gone]
        if staying:
            self._seats[name] = staying

    def sent(self, version: int, at: float) -> None:
        """The first frame of a version leaves."""
        if version not in self._sent:
            self._sent[version] = at
            while len(self._sent) > VERSIONS_KEPT:
                del self._sent[next(iter(self._sent))]

    def acknowledged(self, seat: Seat, version: int, at: float) -> None:
        """A version that was never sent is no news."""
        seat.heard = now()
        if version not in self._sent or version < seat.version:
            return
        if version > seat.version:
            seat.delay = round(1000 * (at - self._sent[version]))
        seat.version = version

    def all(self) -> tuple[ScreenHealth, ...]:
        """By name, the oldest connection first."""
        return tuple(seat.health() for name in sorted(self._seats) for seat in self._seats[name])

    def _make_room(self) -> None:
        gone = sorted((seats[0].gone, name) for name, seats in self._seats.items() if seats and seats[-1].gone)
        for _, name in gone[: max(0, len(self._seats) - MOST)]:
            del self._seats[name]
