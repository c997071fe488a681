"""Frames that were made for the hub of another process, with what they show: the last of each topic, for a while."""

from __future__ import annotations

from collections import OrderedDict

from displays.web.live.frames import Frame, Message
from ledger.views import View

MOST_MADE = 16


class MadeFrames:
    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[Message, View | None, Frame]] = OrderedDict()

    def find_last(self, stream: str, topic: str) -> tuple[Message | None, View | None, Frame | None]:
        return self._kept.get((stream, topic), (None, None, None))

    def keep(self, stream: str, message: Message, view: View | None, frame: Frame) -> None:
        """Those that were not made for longest make room."""
        self._kept[stream, message.topic] = message, view, frame
        self._kept.move_to_end((stream, message.topic))
        while len(self._kept) > MOST_MADE:
            self._kept.popitem(last=False)
