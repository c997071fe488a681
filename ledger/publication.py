"""When a record becomes public: at once, or, if it tells of a draft, when its round is published.

What an arbiter does to a round before it is published is nobody's business. So nothing that the public reads tells of
such a record, and nothing moves when one is written. Publishing a round makes its making public too; a published round
that is taken back stays told, its successor is a draft again. Who typed what else for a board, and who has come through
the door, stays with the staff for good.

One thing shows afterwards: versions are places in the log, so with the next record that is public their numbers go on
after a gap. A stranger can see that something was recorded in between, and how many records, but not what.
"""

from __future__ import annotations

from typing import Generic, TypeVar

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

T = TypeVar("T")

STAFF_ONLY = (ResultDisputed, ResultConfirmed, PlayerCheckedIn, CheckInUndone)


class Releases(Generic[T]):
    """Goes through the events of one tournament, one after the other, each with whatever stands for it."""

    def __init__(self) -> None:
        self._drafts: set[int] = set()  # rounds
        self._waiting: dict[int, list[T]] = {}  # round → what tells of its draft
        self._for_staff: list[T] = []

    def take(self, item: T, event: Event) -> tuple[T, ...]:
        """What becomes public with it: nothing, itself, or a whole draft and its publication."""
        if isinstance(event, STAFF_ONLY):
            self._for_staff.append(item)
            return ()
        match event:
            case RoundPaired():
                self._drafts.add(event.round)
                return self._hold(item, event.round)
            case RoundPublished():
                self._drafts.discard(event.round)
                return (*self._waiting.pop(event.round, ()), item)
            case RoundTakenBack() if event.round in self._drafts:
                self._drafts.discard(event.round)
                return self._hold(item, event.round)
            case RoundChanged() | SitOutCorrected() | PointsAdjusted() if event.round in self._drafts:
                return self._hold(item, event.round)
            case _:
                return (item,)

    def held(self) -> frozenset[T]:
        """What is not public."""
        return frozenset(item for items in (self._for_staff, *self._waiting.values()) for item in items)

    def _hold(self, item: T, round_number: int) -> tuple[T, ...]:
        self._waiting.setdefault(round_number, []).append(item)
        return ()
