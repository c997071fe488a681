"""How the named screens of the hall are doing: who is there, what they show, how far behind they are, who is gone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

from engine.model import Value

MOST_OF_A_NAME = 20  # seats; anybody can open the page of a screen
MOST = 300  # of one tournament
VERSIONS_KEPT = 64


def now() -> str:
    """As the log writes it."""
    return datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


class ScreenHealth(Value, frozen=True):
    """One device that shows a screen, as the console lists it."""

    number: int  # by which one that is gone is forgotten
    name: str
    topics: tuple[str, ...]
    address: str
    since: str  # when it connected
    version: int  # the newest that it has acknowledged; 0: none
    delay: int | None  # milliseconds from sending it a frame to its acknowledgement, last time
    heard: str  # when it last acknowledged something
    gone: str  # when its connection ended; empty: it is there


class Seat:
    """What is known of one connection of a named screen."""

    __slots__ = (
        *("_came", "_sent", "address", "delay", "device", "gone", "heard", "name", "number", "present", "since"),
        *("topics", "version"),
    )

    def __init__(self, number: int, name: str, topics: tuple[str, ...], address: str, device: str) -> None:
        self.number, self.name, self.topics, self.address = number, name, topics, address
        self.device = device or f"at {address}"  # no device calls itself so
        self.since, self.heard, self.gone = now(), "", ""
        self.version, self.delay = 0, None  # type: int, int | None
        self.present = 0.0  # seconds that the device was here before, all times together
        self._came = time.monotonic()
        self._sent: dict[int, float] = {}  # when which version was first written to this line

    def sent(self, version: int, at: float) -> None:
        self._sent.setdefault(version, at)
        while len(self._sent) > VERSIONS_KEPT:
            del self._sent[next(iter(self._sent))]

    def acknowledged(self, version: int, at: float) -> None:
        """A version that was never sent is no news."""
        self.heard = now()
        if version not in self._sent or version < self.version:
            return
        if version > self.version:
            self.delay = round(1000 * (at - self._sent[version]))
        self.version = version

    def take_over(self, before: Seat) -> None:
        """The same device was here before, and what it showed is still on its glass."""
        self.present += before.present
        if before.version >= self.version:
            self.version, self.delay, self.heard = before.version, before.delay, before.heard

    def brought(self, version: int) -> None:
        """It says what it showed before it came."""
        self.version = max(self.version, version)

    def leave(self) -> None:
        self.gone = now()
        self.present += time.monotonic() - self._came

    def is_same_device(self, other: Seat) -> bool:
        return (self.name, self.device) == (other.name, other.device)

    def health(self) -> ScreenHealth:
        return ScreenHealth(
            number=self.number,
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
    """The seats of one tournament.

    Who is gone keeps the seat until the same device is back or an arbiter says that it is not missed: a passer-by who
    opens the page of a screen does not stand in for the television that has died.
    """

    def __init__(self) -> None:
        self._seats: dict[int, Seat] = {}  # by their numbers, the oldest first
        self._last = 0

    def take_seat(self, name: str, topics: tuple[str, ...], address: str, device: str = "") -> Seat | None:
        """None: all seats are taken. The line follows all the same, and is not listed."""
        seat = Seat(self._last + 1, name, topics, address, device)
        for back in [other for other in self._gone() if other.is_same_device(seat)]:
            seat.take_over(back)
            del self._seats[back.number]
        of_name = [other for other in self._seats.values() if other.name == name]
        if len(of_name) >= MOST_OF_A_NAME and not self._make_room(name):
            return None
        if len(self._seats) >= MOST and not self._make_room():
            return None
        self._last = seat.number
        self._seats[seat.number] = seat
        return seat

    def leave(self, seat: Seat) -> None:
        """A device that has the same screen open once more is not gone."""
        seat.leave()
        if any(other.is_same_device(seat) for other in self._seats.values() if not other.gone):
            self._seats.pop(seat.number, None)

    def forget(self, name: str) -> None:
        """A screen that was removed is not missed."""
        for seat in [seat for seat in self._gone() if seat.name == name]:
            del self._seats[seat.number]

    def forget_gone(self, number: int) -> bool:
        """False: there is no seat of that number, or somebody sits on it."""
        seat = self._seats.get(number)
        return seat is not None and seat.gone != "" and self._seats.pop(number) is seat

    def all(self) -> tuple[ScreenHealth, ...]:
        """By name, the oldest connection first."""
        return tuple(seat.health() for seat in sorted(self._seats.values(), key=lambda seat: (seat.name, seat.number)))

    def _gone(self) -> Iterator[Seat]:
        return (seat for seat in self._seats.values() if seat.gone)

    def _make_room(self, name: str = "") -> bool:
        """Whoever is gone and was here for the shortest time has passed by rather than died."""
        gone = [seat for seat in self._gone() if name in ("", seat.name)]
        if not gone:
            return False
        del self._seats[min(gone, key=lambda seat: (seat.present, seat.number)).number]
        return True
