"""All who follow one tournament, and what they follow."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

from displays.web.live.channel import Channel
from displays.web.live.frames import Frame, beat_frame
from displays.web.live.ring import Ring
from displays.web.live.screen_status import Healths, now
from displays.web.live.topics import Topic
from ledger.events import Recorded
from ledger.publication import Releases

if TYPE_CHECKING:
    from displays.web.live.connection import Line


class Mark:
    """Where a reader stands in the log."""

    __slots__ = ("at", "position", "version")

    def __init__(self) -> None:
        self.version, self.position, self.at = 0, 0, ""

    def move(self, recorded: Recorded) -> None:
        self.version, self.position, self.at = recorded.version, recorded.position, recorded.at


class Hall:
    def __init__(self, stream: str, ring: Ring | None) -> None:
        self.stream = stream
        self.ring = ring
        self.newest = Mark()  # for the staff
        self.released = Mark()  # for everybody
        self._releases: Releases[int] = Releases()
        self.channels: dict[str, Channel] = {}
        self.lines: dict[Line, None] = {}
        self.seated: dict[Line, None] = {}  # those that are named screens: a few
        self.trouble = ""  # what went wrong when the log was last looked at
        self.healths = Healths()

    @property
    def version(self) -> int:
        """Up to which the records are taken in."""
        return self.newest.version

    def mark(self, topic: Topic) -> Mark:
        """How far those who follow the topic may see."""
        return self.newest if topic.is_for_staff else self.released

    def take_in(self, recorded: Recorded) -> list[Channel]:
        """The next record: the channels that may tell of it."""
        is_released = bool(self._releases.take(recorded.version, recorded.event))
        self.newest.move(recorded)
        if is_released:
            self.released.move(recorded)
        concerned = [c for c in self.channels.values() if is_released or c.topic.is_for_staff]
        for channel in concerned:
            channel.first_position = channel.first_position or recorded.position
        return concerned

    def channel(self, topic: Topic) -> Channel:
        """The one that is there, or a new one."""
        found = self.channels.get(topic.name)
        if found is None:
            found = self.channels[topic.name] = Channel(topic, self)
        return found

    def is_current(self, channel: Channel, since: int) -> bool:
        """Whether a follower who knows that version has the newest frame.

        What the staff follows changes without a new version too; and a version that is still to come was another log's.
        """
        if channel.frame is None or channel.topic.is_for_staff:
            return False
        return channel.frame.version <= since <= self.released.version

    def give(self, line: Line, frame: Frame) -> None:
        """To one line."""
        self.note_sent(frame, (line,))
        line.write(frame.deflated if line.deflates else frame.plain)

    def note_sent(self, frame: Frame, lines: Container[Line]) -> None:
        """When each named screen among these lines was written to: from then on counts how far behind it is."""
        for line in self.seated:
            if line in lines and line.guest is not None and line.guest.seat is not None:
                line.guest.seat.sent(frame.version, asyncio.get_running_loop().time())

    def greet(self, line: Line) -> None:
        """A beat, as soon as the line has the newest of all that it follows: from then on it knows that it has."""
        if not (line.is_paused or line.is_waiting):
            line.write(beat_frame(now()))

    def let_go(self, line: Line, channels: Iterable[Channel]) -> None:
        """Nobody follows: nobody works it out."""
        for channel in channels:
            channel.leave(line)
            if not channel.is_followed:
                self.channels.pop(channel.topic.name, None)

    def leave(self, line: Line) -> None:
        self.let_go(line, line.channels)
        line.channels = ()
        self.lines.pop(line, None)
        self.seated.pop(line, None)
