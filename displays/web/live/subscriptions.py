"""Subscriptions of one tournament: who follows which topic, and the newest frame of each."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterable, Sequence

from displays.web.live.connection import Connection
from displays.web.live.frames import Frame, encode_beat
from displays.web.live.screen_status import ScreenDevices, now
from displays.web.live.topics import Presence, Topic
from ledger.events import Recorded
from ledger.state import State
from ledger.views.projector import Projection
from ledger.views.view import View


class Channel:
    """One topic of one tournament. A connection that follows it waits for its first frame, gets all, or is slow."""

    def __init__(self, topic: Topic, subscriptions: Subscriptions) -> None:
        self.topic = topic
        self.subscriptions = subscriptions
        self.frame: Frame | None = None
        self.view: View | None = None  # what the frame shows, without the version
        self.state: State | None = None  # from which it was last rendered
        self.first_position = 0  # of the first event that is in no frame yet; 0: there is none
        self.is_queued = False
        self.not_before = 0.0  # on the clock of the loop: when the next frame may be rendered
        self.trouble = ""  # why its next frame could not be rendered
        self.retry_after = 0.0  # seconds
        self._waiting: dict[Connection, int] = {}  # with the version that each knows
        self._current: dict[Connection, None] = {}
        self._slow: dict[Connection, Frame | None] = {}  # with the last frame that each was given
        self._by_form: tuple[list[Connection], list[Connection]] | None = None  # of the current: plain, compressed

    @property
    def is_followed(self) -> bool:
        return bool(self._current or self._slow or self._waiting)

    def is_awaited_by(self, connection: Connection) -> bool:
        """It has not had its first frame."""
        return connection in self._waiting

    def join(self, connection: Connection, since: int) -> None:
        """The newest frame, unless it is known; if there is none yet, it will come."""
        if self.frame is None:
            self._waiting[connection] = since
            return
        if connection.is_paused:
            self._slow[connection] = self.frame
        else:
            self._current[connection] = None
            self._by_form = None
        if not self.subscriptions.is_newest(self, since):
            self.subscriptions.send(connection, self.frame)

    def leave(self, connection: Connection) -> None:
        if connection in self._current:
            del self._current[connection]
            self._by_form = None
        self._waiting.pop(connection, None)
        self._slow.pop(connection, None)

    def pause(self, connection: Connection) -> None:
        """It has been given everything so far: a transport that is full has still taken what made it so."""
        if connection in self._current:
            del self._current[connection]
            self._slow[connection] = self.frame
            self._by_form = None

    def resume(self, connection: Connection) -> Frame | None:
        """It gets everything again; the frame that it has missed, if any, is the newest."""
        if connection not in self._slow:
            return None
        had = self._slow.pop(connection)
        self._current[connection] = None
        self._by_form = None
        return None if had is self.frame else self.frame

    def broadcast(self, frame: Frame) -> None:
        """The same bytes to every subscriber. Who becomes slow on the way leaves the list, not the loop."""
        self.frame = frame
        self.subscriptions.note_sent(frame, self._current)
        if self._by_form is None:
            current = list(self._current)
            self._by_form = [c for c in current if not c.deflates], [c for c in current if c.deflates]
        plain, compressed = self._by_form
        for connection in plain:
            connection.write(frame.plain)
        if compressed:
            data = frame.deflated
            for connection in compressed:
                connection.write(data)
        waiting, self._waiting = self._waiting, {}
        for connection, since in waiting.items():
            self.join(connection, since)
            self.subscriptions.greet(connection)


class Mark:
    """Where a reader stands in the log."""

    __slots__ = ("at", "position", "version")

    def __init__(self) -> None:
        self.version, self.position, self.at = 0, 0, ""

    def move(self, recorded: Recorded) -> None:
        self.version, self.position, self.at = recorded.version, recorded.position, recorded.at


class Subscriptions:
    """``state``: what is shown, as it was published; ``projection``: its history, as the desk keeps it."""

    def __init__(self, stream: str, projection: Projection, state: State) -> None:
        self.stream = stream
        self.projection, self.state = projection, state
        self.newest = Mark()  # for the staff
        self.released = Mark()  # for everybody
        self.channels: dict[str, Channel] = {}
        self.connections: dict[Connection, tuple[Channel, ...]] = {}
        self.screens: dict[Connection, None] = {}  # those that are named screens: a few
        self.devices = ScreenDevices()
        self.trouble = ""  # what went wrong when it was last refreshed

    @property
    def presence(self) -> Presence:
        return Presence(self.devices.all(), len(self.connections))

    def mark(self, topic: Topic) -> Mark:
        """How far those who follow the topic may see."""
        return self.newest if topic.is_for_staff else self.released

    def take(self, recorded: Recorded, state: State) -> list[Channel]:
        """The next record: the channels that may tell of it.

        The desk's projection knows it already, unless the desk has let go of the tournament: then this one goes on.
        """
        self.projection.apply(recorded)
        self.state = state
        is_released = self.released.version < recorded.version <= self.projection.released
        self.newest.move(recorded)
        if is_released:
            self.released.move(recorded)
        concerned = [channel for channel in self.channels.values() if is_released or channel.topic.is_for_staff]
        for channel in concerned:
            channel.first_position = channel.first_position or recorded.position
        return concerned

    def follow(self, connection: Connection, wanted: Sequence[Topic], since: Sequence[int]) -> tuple[Channel, ...]:
        """From now on these topics; what the connection followed already goes on as it was."""
        before, channels = self.connections.get(connection, ()), tuple(map(self._channel, wanted))
        self.connections[connection] = channels
        self._leave(connection, (channel for channel in before if channel not in channels))
        for channel, known in zip(channels, since, strict=True):
            if channel not in before:
                channel.join(connection, known)
        self.greet(connection)
        return channels

    def _channel(self, topic: Topic) -> Channel:
        return self.channels.setdefault(topic.name, Channel(topic, self))

    def remove(self, connection: Connection) -> None:
        self._leave(connection, self.connections.pop(connection, ()))
        self.screens.pop(connection, None)

    def _leave(self, connection: Connection, channels: Iterable[Channel]) -> None:
        """What nobody follows is not rendered any more."""
        for channel in channels:
            channel.leave(connection)
            if not channel.is_followed:
                self.channels.pop(channel.topic.name, None)

    def is_newest(self, channel: Channel, since: int) -> bool:
        """Whether a subscriber who knows that version has the newest frame.

        What the staff follows changes without a new version too; and a version that is still to come was another log's.
        """
        if channel.frame is None or channel.topic.is_for_staff:
            return False
        return channel.frame.version <= since <= self.released.version

    def is_waiting(self, connection: Connection) -> bool:
        """It has not had the first frame of all that it follows."""
        return any(channel.is_awaited_by(connection) for channel in self.connections.get(connection, ()))

    def greet(self, connection: Connection) -> None:
        """A beat, as soon as it has the newest of all that it follows: from then on it knows that it has."""
        if not (connection.is_paused or self.is_waiting(connection)):
            connection.write(encode_beat(now()))

    def send(self, connection: Connection, frame: Frame) -> None:
        """To one connection."""
        self.note_sent(frame, (connection,))
        connection.write(frame.deflated if connection.deflates else frame.plain)

    def note_sent(self, frame: Frame, connections: Container[Connection]) -> None:
        """When each named screen among these was written to: from then on counts how far behind it is."""
        for connection in self.screens:
            device = connection.subscriber.screen
            if connection in connections and device is not None:
                device.note_sent(frame.version, asyncio.get_running_loop().time())
