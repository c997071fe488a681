"""Which records the public may know of.

What an arbiter does to a round before it is published is nobody's business: not what was paired, not that it was, not
how often. So nothing that the public reads may count such a record: its version, position and time are those of the
last record that is released.
"""

from __future__ import annotations

from ledger.events import Recorded
from ledger.released import Unreleased


class Mark:
    """Where a reader stands in the log."""

    __slots__ = ("at", "position", "version")

    def __init__(self) -> None:
        self.version, self.position, self.at = 0, 0, ""

    def move(self, recorded: Recorded) -> None:
        self.version, self.position, self.at = recorded.version, recorded.position, recorded.at


class Releases:
    """Goes through the records of one tournament, one after the other."""

    def __init__(self) -> None:
        self.newest = Mark()  # for the staff
        self.released = Mark()  # for everybody
        self._unreleased = Unreleased()

    def take_in(self, recorded: Recorded) -> bool:
        """Whether the record is released."""
        self.newest.move(recorded)
        if self._unreleased.hide(recorded.event):
            return False
        self.released.move(recorded)
        return True
