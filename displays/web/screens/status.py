"""Status of the named screens: which devices are there, what they show, how far behind they are, which are gone."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Annotated

import msgspec

from engine.model import Value
from ledger.acts.screens import MOST_COLUMNS, MOST_ROWS
from ledger.screen import Sight
from ledger.views.view import View

MOST_OF_A_NAME = 20  # devices; anybody can open the page of a screen
MOST = 300  # of one tournament
VERSIONS_KEPT = 64


def now() -> str:
    """As the log writes it."""
    return datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


class RowsAndColumns(Value, frozen=True):
    rows: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROWS)]
    columns: Annotated[int, msgspec.Meta(ge=0, le=MOST_COLUMNS)]


class UnmetWish(Value, frozen=True):
    """A number of rows or columns for which a glass has no room, as its device says."""

    view: Sight
    wished: RowsAndColumns
    shown: RowsAndColumns  # for which there is room; 0: as wished


class ScreenStatus(Value, frozen=True):
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
    unmet: tuple[UnmetWish, ...]


class DeviceTold(Value, frozen=True):
    """One device, as a node of a cluster tells the others."""

    status: ScreenStatus
    mark: str  # by which it is the same device on another node


class Screens(View, frozen=True, kw_only=True, tag="screens"):
    """For the console: the screens that are connected, or were."""

    screens: tuple[ScreenStatus, ...]
    audience: int  # all connections


class ScreenDevice:
    """What is known of one connection of a named screen."""

    __slots__ = (
        *("_came", "_sent", "address", "delay", "gone", "heard", "mark", "name", "number", "present", "since"),
        *("topics", "unmet", "version"),
    )

    def __init__(self, number: int, name: str, topics: tuple[str, ...], address: str, mark: str) -> None:
        self.number, self.name, self.topics, self.address = number, name, topics, address
        self.mark = mark or f"at {address}"  # no device calls itself so
        self.since, self.heard, self.gone = now(), "", ""
        self.version, self.delay = 0, None  # type: int, int | None
        self.unmet: tuple[UnmetWish, ...] = ()
        self.present = 0.0  # seconds that the device was here before, all times together
        self._came = time.monotonic()
        self._sent: dict[int, float] = {}  # when which version was first written to it

    def note_sent(self, version: int, at: float) -> None:
        self._sent.setdefault(version, at)
        while len(self._sent) > VERSIONS_KEPT:
            del self._sent[next(iter(self._sent))]

    def acknowledge(self, version: int, at: float) -> None:
        """A version that was never sent is no news."""
        self.heard = now()
        if version not in self._sent or version < self.version:
            return
        if version > self.version:
            self.delay = round(1000 * (at - self._sent[version]))
        self.version = version

    def take_over(self, before: ScreenDevice) -> None:
        """The same device was here before, and what it showed is still on its glass."""
        self.present += before.present
        if before.version >= self.version:
            self.version, self.delay, self.heard = before.version, before.delay, before.heard

    def note_brought(self, version: int) -> None:
        """It says what it showed before it came."""
        self.version = max(self.version, version)

    def leave(self) -> None:
        self.gone = now()
        self.present += time.monotonic() - self._came

    def is_same_device(self, other: ScreenDevice) -> bool:
        return (self.name, self.mark) == (other.name, other.mark)

    def status(self) -> ScreenStatus:
        return ScreenStatus(*(getattr(self, field) for field in ScreenStatus.__struct_fields__))


class ScreenDevices:
    """The devices of one tournament.

    One that is gone stays listed until the same device is back or an arbiter says that it is not missed: a passer-by
    who opens the page of a screen does not stand in for the television that has died. Their numbers begin with
    ``first``.
    """

    def __init__(self, first: int = 1) -> None:
        self._devices: dict[int, ScreenDevice] = {}  # by their numbers, the oldest first
        self._last = first - 1

    def add(self, name: str, topics: tuple[str, ...], address: str, mark: str = "") -> ScreenDevice | None:
        """None: there are too many. The connection follows all the same, and is not listed."""
        device = ScreenDevice(self._last + 1, name, topics, address, mark)
        for back in [other for other in self._list_gone() if other.is_same_device(device)]:
            device.take_over(back)
            del self._devices[back.number]
        of_name = [other for other in self._devices.values() if other.name == name]
        if len(of_name) >= MOST_OF_A_NAME and not self._make_room(name):
            return None
        if len(self._devices) >= MOST and not self._make_room():
            return None
        self._last = device.number
        self._devices[device.number] = device
        return device

    def leave(self, device: ScreenDevice) -> None:
        """A device that has the same screen open once more is not gone."""
        device.leave()
        if any(other.is_same_device(device) for other in self._devices.values() if not other.gone):
            self._devices.pop(device.number, None)

    def forget(self, name: str) -> None:
        """A screen that was removed is not missed."""
        for device in [device for device in self._list_gone() if device.name == name]:
            del self._devices[device.number]

    def forget_gone(self, number: int) -> bool:
        """False: there is no device of that number, or it is connected."""
        device = self._devices.get(number)
        return device is not None and device.gone != "" and self._devices.pop(number) is device

    def note_others(self, there: Iterable[DeviceTold]) -> None:
        """Another node lists these: a device that is back there is not gone."""
        back = {(device.status.name, device.mark) for device in there if not device.status.gone}
        for device in [device for device in self._list_gone() if (device.name, device.mark) in back]:
            del self._devices[device.number]

    def list_told(self) -> tuple[DeviceTold, ...]:
        return tuple(DeviceTold(device.status(), device.mark) for device in self._devices.values())

    def all(self) -> tuple[ScreenStatus, ...]:
        """By name, the oldest connection first."""
        in_order = sorted(self._devices.values(), key=lambda device: (device.name, device.number))
        return tuple(device.status() for device in in_order)

    def _list_gone(self) -> Iterator[ScreenDevice]:
        return (device for device in self._devices.values() if device.gone)

    def _make_room(self, name: str = "") -> bool:
        """Whoever is gone and was here for the shortest time has passed by rather than died."""
        gone = [device for device in self._list_gone() if name in ("", device.name)]
        if not gone:
            return False
        del self._devices[min(gone, key=lambda device: (device.present, device.number)).number]
        return True
