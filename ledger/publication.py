"""When a record becomes public: at once, or, if it tells of a draft, when its round is published.

What an arbiter does to a round before it is published is nobody's business. So nothing that the public reads tells of
such a record, and nothing moves when one is written. Publishing a round makes its making public too; a published round
that is taken back stays told, and so is that it was; what is done to it from then on is a draft again. Who typed what
else for a board, and who has come through the door, stays with the staff for good.

One thing shows afterwards: versions are places in the log, so with the next record that is public their numbers go on
after a gap. A stranger can see that something was recorded in between, and how many records, but not what.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from ledger.acts.act import Event, Publicity
from ledger.acts.catalogue import BY_EVENT

T = TypeVar("T")


class Releases(Generic[T]):
    """Goes through the events of one tournament, one after the other, each with whatever stands for it."""

    def __init__(self) -> None:
        self._drafts: set[int] = set()  # rounds
        self._waiting: dict[int, list[T]] = {}  # round → what tells of its draft
        self._for_staff: list[T] = []

    def take(self, item: T, event: Event) -> tuple[T, ...]:
        """What becomes public with it: nothing, itself, or a whole draft and its publication."""
        publicity = BY_EVENT[type(event)].publicity
        if publicity is Publicity.AT_ONCE:
            return (item,)
        if publicity is Publicity.STAFF_ONLY:
            self._for_staff.append(item)
            return ()
        return self._take_of_round(item, _round_of(event), publicity)

    def _take_of_round(self, item: T, number: int, publicity: Publicity) -> tuple[T, ...]:
        if publicity is Publicity.PUBLISHES_DRAFT:
            self._drafts.discard(number)
            return (*self._waiting.pop(number, ()), item)
        if publicity is Publicity.TAKES_BACK_DRAFT:
            self._drafts.add(number)
            return (item,)
        if publicity is Publicity.BEGINS_DRAFT:
            self._drafts.add(number)
        if number not in self._drafts:
            return (item,)
        if publicity is Publicity.ENDS_DRAFT:
            self._drafts.discard(number)
        self._waiting.setdefault(number, []).append(item)
        return ()

    def list_hidden(self) -> frozenset[T]:
        """What is not public."""
        return frozenset(item for items in (self._for_staff, *self._waiting.values()) for item in items)


def _round_of(event: Any) -> int:
    """Every event that belongs to a draft names its round."""
    number: int = event.round
    return number
