"""Which records everybody may know of.

What an arbiter does to a round before it is published is nobody's business: not what was paired, not that it was, not
how often. So nothing that the public reads may count such a record. Nor is it the public's who typed what else for a
board, and who has come through the door: that stays with the staff for good.
"""

from __future__ import annotations

from ledger.events import (
    CheckInUndone,
    Event,
    PlayerCheckedIn,
    PointsAdjusted,
    ResultConfirmed,
    ResultDisputed,
    RoundChanged,
    RoundPaired,
    RoundPublished,
    RoundTakenBack,
    SitOutCorrected,
)

STAFF_ONLY = (ResultDisputed, ResultConfirmed, PlayerCheckedIn, CheckInUndone)


class Unreleased:
    """Goes through the events of one tournament, one after the other."""

    def __init__(self) -> None:
        self._rounds: set[int] = set()

    def hide(self, event: Event) -> bool:
        """Take the next event; whether it tells of a draft, or of what is the staff's alone."""
        if isinstance(event, STAFF_ONLY):
            return True
        match event:
            case RoundPaired():
                self._rounds.add(event.round)
                return True
            case RoundPublished():
                self._rounds.discard(event.round)
                return False
            case RoundTakenBack():
                was_draft = event.round in self._rounds
                self._rounds = {number for number in self._rounds if number < event.round}
                return was_draft
            case RoundChanged() | SitOutCorrected() | PointsAdjusted():
                return event.round in self._rounds
            case _:
                return False
