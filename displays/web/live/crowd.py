"""Lines that get the same bytes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress
from typing import TYPE_CHECKING

from displays.web.live.ring import Ring

if TYPE_CHECKING:
    from displays.web.live.connection import Line

FEW = 32  # up to so many lines the ring would not pay


class Crowd:
    """As flat lists, so that a frame for ten thousand costs its sending and little else."""

    def __init__(self, lines: Sequence[Line], ring: Ring | None) -> None:
        self._lines = lines
        self._ring = ring if len(lines) > FEW else None
        self._handles = array("i", [line.handle for line in lines] if self._ring is not None else ())

    def __len__(self) -> int:
        return len(self._lines)

    def write(self, data: bytes) -> None:
        """A line that becomes slow on the way is told so at once; the others go on."""
        if self._ring is None:
            for line in self._lines:
                line.write(data)
        else:
            self._write_at_once(self._ring, data)

    def _write_at_once(self, ring: Ring, data: bytes) -> None:
        """Past the transports. But what one of them still has to send comes first, and the rest is for it to send.

        A line that is closing gets nothing: its handle may be another's in a moment. (It has left its channels too.)
        """
        lines, handles = self._lines, self._handles
        is_free = [not (line.is_closing or line.unsent()) for line in lines]
        if not all(is_free):
            for line, goes_past in zip(lines, is_free, strict=True):
                if not (goes_past or line.is_closing):
                    line.write(data)
            lines, handles = [*compress(lines, is_free)], array("i", compress(handles, is_free))
        taken = ring.send(handles, data)
        if taken.count(len(data)) < len(taken):
            whole = memoryview(data)
            for line, size in zip(lines, taken, strict=True):
                if size < len(data):  # an error is met by the transport again, and told to the line
                    line.write(whole[size:] if size > 0 else data)
