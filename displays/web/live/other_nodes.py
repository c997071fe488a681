"""Screens and followers of the other nodes of a cluster, as each tells every two seconds: kept nowhere.

What was not told again for three beats is forgotten: its node is gone, or nobody can hear it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import NamedTuple, Protocol

import msgspec

from displays.web.screens.status import DeviceTold, Screens

TOPIC = "screens"
TELL_EVERY = 2.0  # seconds
BEATS = 3  # after so many without a word a node is forgotten
MOST_IN_A_MESSAGE = 500  # tournaments and devices
SEATS_OF_A_NODE = 1 << 20


class StreamTold(msgspec.Struct, frozen=True):
    """Who is there at one node, of one tournament."""

    stream: str
    followers: int
    devices: tuple[DeviceTold, ...]


class ScreensTold(msgspec.Struct, frozen=True, tag="told"):
    node: str  # one run of it
    streams: tuple[StreamTold, ...]


class SeatDismissed(msgspec.Struct, frozen=True, tag="dismissed"):
    """An arbiter does not miss that device; whichever node lists it forgets it."""

    node: str
    stream: str
    number: int


_ENCODER = msgspec.msgpack.Encoder()
_DECODER: msgspec.msgpack.Decoder[ScreensTold | SeatDismissed] = msgspec.msgpack.Decoder(ScreensTold | SeatDismissed)


class Messenger(Protocol):
    """Plain messages to the other nodes (``ledger.cluster.status.Node``)."""

    def tell(self, topic: str, content: bytes) -> None: ...

    def hear(self, topic: str, take: Callable[[bytes], None]) -> None:
        """``take`` is called in another thread, and does not wait."""


class TellingHub(Protocol):
    others: OtherNodes

    def list_told(self) -> Iterable[StreamTold]: ...

    def note_others(self, told: StreamTold) -> None:
        """What another node lists has changed."""

    def forget_own_screen(self, stream: str, number: int) -> bool: ...


class _Heard(NamedTuple):
    told: StreamTold
    at: float


class OtherNodes:
    """What the others told. ``send`` tells them something; nobody hears it where there are none. ``first_seat``: from
    which this node numbers devices; each from another, so that a number means one device on all of them."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self.first_seat = 1
        self.send: Callable[[ScreensTold | SeatDismissed], None] = lambda message: None
        self._heard: dict[str, dict[str, _Heard]] = {}  # by tournament and node

    def join(self, stream: str, own: Screens) -> Screens:
        """This node's list, with theirs."""
        others = [heard.told for heard in self._heard.get(stream, {}).values()]
        if not others:
            return own
        screens = (*own.screens, *(device.status for told in others for device in told.devices))
        in_order = sorted(screens, key=lambda screen: (screen.name, screen.since, screen.number))
        audience = own.audience + sum(told.followers for told in others)
        return msgspec.structs.replace(own, screens=tuple(in_order), audience=audience)

    def dismiss(self, stream: str, number: int) -> bool:
        """False: none of them lists such a device as gone."""
        told = (device.status for heard in self._heard.get(stream, {}).values() for device in heard.told.devices)
        is_listed = any(status.number == number and status.gone for status in told)
        if is_listed:
            self.send(SeatDismissed(self.name, stream, number))
        return is_listed

    def take(self, message: ScreensTold, now: float) -> list[StreamTold]:
        """Those that are other than before, or list devices: one of this node's may be back there."""
        concerned = []
        for told in message.streams:
            nodes = self._heard.setdefault(told.stream, {})
            if told.devices or message.node not in nodes or nodes[message.node].told != told:
                concerned.append(told)
            nodes[message.node] = _Heard(told, now)
        return concerned

    def forget(self, before: float) -> list[StreamTold]:
        """What was told last before then; with nobody there."""
        gone = []
        for stream, nodes in list(self._heard.items()):
            for node, heard in list(nodes.items()):
                if heard.at < before:
                    del nodes[node]
                    gone.append(StreamTold(stream, 0, ()))
            if not nodes:
                del self._heard[stream]
        return gone


@asynccontextmanager
async def run_telling(hub: TellingHub, messenger: Messenger, every: float = TELL_EVERY) -> AsyncIterator[None]:
    """As long as a node of a cluster runs, from before anybody is there."""
    loop, others = asyncio.get_running_loop(), hub.others
    others.first_seat = secrets.randbits(28) * SEATS_OF_A_NODE + 1

    def hear(content: bytes) -> None:
        try:
            message = _DECODER.decode(content)
        except msgspec.DecodeError:
            return  # of a version that says it otherwise
        if message.node != others.name and not loop.is_closed():
            loop.call_soon_threadsafe(_take, hub, message)

    others.send = lambda message: messenger.tell(TOPIC, _ENCODER.encode(message))
    await asyncio.to_thread(messenger.hear, TOPIC, hear)
    telling = asyncio.create_task(_tell(hub, every))
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


def _take(hub: TellingHub, message: ScreensTold | SeatDismissed) -> None:
    if isinstance(message, SeatDismissed):
        hub.forget_own_screen(message.stream, message.number)
        return
    for told in hub.others.take(message, asyncio.get_running_loop().time()):
        hub.note_others(told)


async def _tell(hub: TellingHub, every: float) -> None:
    others = hub.others
    while True:
        for streams in _divide(hub.list_told()):
            others.send(ScreensTold(others.name, streams))
            await asyncio.sleep(0)
        for told in others.forget(asyncio.get_running_loop().time() - BEATS * every):
            hub.note_others(told)
        await asyncio.sleep(every)


def _divide(told: Iterable[StreamTold]) -> Iterator[tuple[StreamTold, ...]]:
    some: list[StreamTold] = []
    size = 0
    for one in told:
        some.append(one)
        size += 1 + len(one.devices)
        if size >= MOST_IN_A_MESSAGE:
            yield tuple(some)
            some, size = [], 0
    if some:
        yield tuple(some)
