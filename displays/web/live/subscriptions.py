"""Subscriptions of one tournament: who follows which topic, and the newest frame of each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable

from displays.web.live.connection import Connection
from displays.web.live.frames import Frame
from displays.web.live.topics import Audience, Topic, Wanted
from displays.web.screens.status import ScreenDevices, Screens
from ledger.acts.act import Publicity
from ledger.acts.catalogue import BY_EVENT
from ledger.acts.record import Recorded
from ledger.state import State
from ledger.views.projector import Projection
from ledger.views.view import View


class Channel:
    """One topic of one tournament: its newest frame, and who follows it."""

    def __init__(self, topic: Topic, subscriptions: Subscriptions) -> None:
        self.topic = topic
        self.subscriptions = subscriptions
        self.frame: Frame | None = None
        self.view: View | None = None  # what the frame shows, without the version
        self.state: State | None = None  # from which it was last rendered
        self.first_position = 0  # of the first event that is in no frame yet; 0: there is none
        self.since = 0.0  # when that was heard of
        self.is_queued = False
        self.is_made_beside = False  # its next frame
        self.is_outdated = False  # what is being made beside
        self.not_before = 0.0  # on the clock of the loop: when the next frame may be rendered
        self.trouble = ""  # why its next frame could not be rendered
        self.retry_after = 0.0  # seconds
        self.waiting: dict[Connection, int] = {}  # for the first frame, with the version that each knows
        self._plain: dict[Connection, None] = {}
        self._compressed: dict[Connection, None] = {}
        self.skipped: dict[Connection, float] = {}  # slow ones that have not got the newest frame, and since when

    @property
    def is_followed(self) -> bool:
        return bool(self._plain or self._compressed or self.waiting)

    def join(self, connection: Connection, since: int) -> None:
        """The newest frame, unless it is known; if there is none yet, it will come."""
        if self.frame is None:
            self.waiting[connection] = since
            return
        (self._compressed if connection.deflates else self._plain)[connection] = None
        if not self.subscriptions.is_newest(self, since):
            self.subscriptions.send(connection, self.frame)

    def leave(self, connection: Connection) -> None:
        for followers in (self._plain, self._compressed, self.waiting):
            followers.pop(connection, None)
        self.skipped.pop(connection, None)

    def broadcast(self, frame: Frame) -> None:
        """The same bytes to every subscriber. Who cannot take more now gets the newest when they can (``catch_up``)."""
        self.frame = frame
        followers = self._plain.keys() | self._compressed.keys() if self.subscriptions.screens else set()
        self.subscriptions.note_sent(frame, followers)
        self._write(self._plain, frame.plain)
        if self._compressed:
            self._write(self._compressed, frame.deflated)
        waiting, self.waiting = self.waiting, {}
        for connection, since in waiting.items():
            self.join(connection, since)
            self.subscriptions.greet(connection)

    def _write(self, followers: Iterable[Connection], data: bytes) -> None:
        for connection in tuple(followers):  # who fails leaves
            if connection.is_paused:
                self.skipped.setdefault(connection, time.monotonic())
            else:
                connection.write(data)

    def catch_up(self, connection: Connection) -> None:
        """It can take more again."""
        if connection in self.skipped and self.frame is not None:
            del self.skipped[connection]
            self.subscriptions.send(connection, self.frame)


class Subscriptions:
    """``state``: what is shown, as it was published; ``projection``: its history, as the desk keeps it."""

    def __init__(
        self, stream: str, state: State, projection: Projection, encode_beat: Callable[[], bytes], first_seat: int = 1
    ) -> None:
        self.stream = stream
        self.state, self.projection = state, projection
        self.newest: Recorded | None = None  # record that the arbiters know
        self.for_results: Recorded | None = None  # that those know who enter results
        self.released: Recorded | None = None  # that everybody knows
        self.channels: dict[str, Channel] = {}
        self.connections: dict[Connection, tuple[Channel, ...]] = {}
        self.screens: dict[Connection, None] = {}  # those that are named screens: a few
        self.devices = ScreenDevices(first_seat)
        self.trouble = ""  # what went wrong when it was last refreshed
        self._encode_beat = encode_beat

    @property
    def version(self) -> int:
        """Up to which it has heard of everything."""
        return 0 if self.newest is None else self.newest.version

    @property
    def released_version(self) -> int:
        return 0 if self.released is None else self.released.version

    @property
    def connected(self) -> Screens:
        return Screens(version=self.version, screens=self.devices.all(), audience=len(self.connections))

    def take(self, recorded: Recorded, state: State) -> list[Channel]:
        """The next record, and the state with it: the channels that may tell of it.

        The desk's projection knows it already, unless the desk has let go of the tournament: then this one goes on.
        """
        self.projection.apply(recorded)
        self.state, self.newest = state, recorded
        is_released = self.released_version < recorded.version <= self.projection.released
        if is_released:
            self.released = recorded
        is_for_results = is_released or BY_EVENT[type(recorded.event)].publicity is Publicity.STAFF_ONLY
        if is_for_results:
            self.for_results = recorded
        told = {Audience.EVERYBODY: is_released, Audience.RESULTS: is_for_results, Audience.ARBITERS: True}
        concerned, heard = [one for one in self.channels.values() if told[one.topic.audience]], time.monotonic()
        for channel in concerned:
            channel.first_position = channel.first_position or recorded.position
            channel.since = channel.since or heard
        return concerned

    def channels_over(self, section: str) -> list[Channel]:
        """Those of a festival that tell of that section."""
        festival = self.state.festival
        if festival is None or section not in festival.sections:
            return []
        return [one for one in self.channels.values() if one.topic.section == section or one.topic.is_over_sections]

    def newest_for(self, audience: Audience) -> Recorded | None:
        """The newest record that they know of."""
        known = {Audience.EVERYBODY: self.released, Audience.RESULTS: self.for_results, Audience.ARBITERS: self.newest}
        return known[audience]

    def follow(self, connection: Connection, wanted: Wanted) -> tuple[Channel, ...]:
        """From now on these topics; what the connection followed already goes on as it was."""
        before = self.connections.get(connection, ())
        channels = tuple(self.channels.setdefault(topic.name, Channel(topic, self)) for topic in wanted.topics)
        self.connections[connection] = channels
        self._leave(connection, (channel for channel in before if channel not in channels))
        for channel, known in zip(channels, wanted.since, strict=True):
            if channel not in before and not connection.is_closing:  # the frame before may have failed
                channel.join(connection, known)
        self.greet(connection)
        return channels

    def remove(self, connection: Connection) -> None:
        self._leave(connection, self.connections.pop(connection, ()))
        self.screens.pop(connection, None)

    def _leave(self, connection: Connection, channels: Iterable[Channel]) -> None:
        """What nobody follows is not rendered any more."""
        for channel in channels:
            channel.leave(connection)
            if not channel.is_followed:
                self.channels.pop(channel.topic.name, None)

    def note_screen(self, connection: Connection, wanted: Wanted) -> None:
        """Who follows the setting of a screen is that screen. What it knows already is on its glass."""
        who, names = connection.subscriber, tuple(topic.name for topic in wanted.topics)
        name = next((topic.text for topic in wanted.topics if topic.kind == "screen"), "")
        if who.screen is not None and who.screen.name == name:
            who.screen.topics = names
            return
        if who.screen is not None:
            self.devices.leave(who.screen)
        self.screens.pop(connection, None)
        who.screen = self.devices.add(name, names, who.visitor.address, who.device) if name else None
        if who.screen is not None:
            self.screens[connection] = None
            who.screen.note_brought(max((known for known in wanted.since if known <= self.released_version), default=0))

    def is_newest(self, channel: Channel, since: int) -> bool:
        """Whether a subscriber who knows that version has the newest frame.

        What is not for everybody changes without a new version too; and a version that is still to come was another
        log's.
        """
        if channel.frame is None or channel.topic.audience is not Audience.EVERYBODY:
            return False
        if self.state.festival is not None:  # whose frames are numbered by the positions of several streams
            return channel.frame.version == since
        return channel.frame.version <= since <= self.released_version

    def is_waiting(self, connection: Connection) -> bool:
        """It has not had the first frame of all that it follows."""
        return any(connection in channel.waiting for channel in self.connections.get(connection, ()))

    def greet(self, connection: Connection) -> None:
        """A beat, as soon as it has the newest of all that it follows: from then on it knows that it has."""
        if not (connection.is_paused or self.is_waiting(connection)):
            connection.write(self._encode_beat())

    def send(self, connection: Connection, frame: Frame) -> None:
        """To one connection."""
        self.note_sent(frame, {connection})
        connection.write(frame.deflated if connection.deflates else frame.plain)

    def note_sent(self, frame: Frame, connections: set[Connection]) -> None:
        """When each named screen among these was written to: from then on counts how far behind it is."""
        for connection in connections & self.screens.keys():
            if connection.subscriber.screen is not None and not connection.is_paused:
                connection.subscriber.screen.note_sent(frame.version, asyncio.get_running_loop().time())
