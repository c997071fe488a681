"""One topic of one tournament: its newest frame, and the lines that follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from displays.web.live.crowd import Crowd
from displays.web.live.frames import Frame
from displays.web.live.topics import Topic
from ledger.state import State
from ledger.views.view import View

if TYPE_CHECKING:
    from displays.web.live.connection import Line
    from displays.web.live.subscriptions import Hall


class Channel:
    """A line that follows is in one of three places: it waits for its first frame, gets everything, or is slow."""

    def __init__(self, topic: Topic, hall: Hall) -> None:
        self.topic = topic
        self.hall = hall
        self.frame: Frame | None = None
        self.view: View | None = None  # what the frame shows, without the version
        self.state: State | None = None  # with which it was last compared
        self.first_position = 0  # of the first event that is in no frame yet; 0: there is none
        self.is_queued = False
        self.not_before = 0.0  # on the clock of the loop: when the next frame may be made
        self.trouble = ""  # why its next frame could not be made
        self.rest = 0.0  # seconds until that is tried again
        self._waiting: dict[Line, int] = {}  # with the version that each knows
        self._live: dict[Line, None] = {}
        self._slow: dict[Line, Frame | None] = {}  # with the last frame that each was given
        self._crowds: tuple[Crowd, Crowd] | None = None

    @property
    def is_followed(self) -> bool:
        return bool(self._live or self._slow or self._waiting)

    def join(self, line: Line, since: int) -> None:
        """The newest frame, unless it is known; if there is none yet, it will come."""
        if self.frame is None:
            self._waiting[line] = since
            return
        self._settle(line, since)

    def is_awaited_by(self, line: Line) -> bool:
        """It has not had its first frame."""
        return line in self._waiting

    def leave(self, line: Line) -> None:
        if line in self._live:
            del self._live[line]
            self._crowds = None
        self._waiting.pop(line, None)
        self._slow.pop(line, None)

    def pause(self, line: Line) -> None:
        """It has been given everything so far: a transport that is full has still taken what made it so."""
        if line in self._live:
            del self._live[line]
            self._slow[line] = self.frame
            self._crowds = None

    def resume(self, line: Line) -> Frame | None:
        """It gets everything again; the frame that it has missed, if any, is the newest."""
        if line not in self._slow:
            return None
        had = self._slow.pop(line)
        self._live[line] = None
        self._crowds = None
        return None if had is self.frame else self.frame

    def send(self, frame: Frame) -> None:
        """To everybody who follows, in one go. A line that becomes slow on the way leaves the list, not the loop."""
        self.frame = frame
        self.hall.note_sent(frame, self._live)
        plain, deflated = self._by_form()
        plain.write(frame.plain)
        if deflated:
            deflated.write(frame.deflated)
        waiting, self._waiting = self._waiting, {}
        for line, since in waiting.items():
            self._settle(line, since)
            self.hall.greet(line)

    def _by_form(self) -> tuple[Crowd, Crowd]:
        """Who gets a frame plain, and who compressed."""
        if self._crowds is None:
            plain = [line for line in self._live if not line.deflates]
            deflated = [line for line in self._live if line.deflates]
            self._crowds = Crowd(plain, self.hall.ring), Crowd(deflated, self.hall.ring)
        return self._crowds

    def _settle(self, line: Line, since: int) -> None:
        assert self.frame is not None
        if line.is_paused:
            self._slow[line] = self.frame
        else:
            self._live[line] = None
            self._crowds = None
        if not self.hall.is_current(self, since):
            self.hall.give(line, self.frame)
