"""When a record becomes public: at once, or, if it tells of a draft, when its round is published.

Publishing a round makes its making public too; a published round that is taken back stays told, its successor is a
draft again. What is the staff's alone (disputes, the roll call) never does.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from ledger.released import STAFF_ONLY

T = TypeVar("T")

NEVER = frozenset(str(kind.__struct_config__.tag) for kind in STAFF_ONLY)

# What an arbiter does to a round before it is published, and what would tell of it.
ABOUT_DRAFTS = frozenset({"round-paired", "round-changed", "round-taken-back", "sit-out-corrected", "points-adjusted"})


class Releases(Generic[T]):
    """Takes the records of a tournament one by one, in whatever form they are needed."""

    def __init__(self) -> None:
        self._waiting: dict[int, list[T]] = {}
        self._published: set[int] = set()
        self._kept: list[T] = []

    def take(self, item: T, what: str, round_number: int | None) -> tuple[T, ...]:
        """What becomes public with it: nothing, itself, or a whole draft and its publication."""
        if what in NEVER:
            self._kept.append(item)
            return ()
        if round_number is None:
            return (item,)
        if what == "round-published":
            self._published.add(round_number)
            return (*self._waiting.pop(round_number, ()), item)
        if what in ABOUT_DRAFTS and round_number not in self._published:
            self._waiting.setdefault(round_number, []).append(item)
            return ()
        if what == "round-taken-back":
            self._published.discard(round_number)
        return (item,)

    def held(self) -> frozenset[T]:
        """What is not public."""
        return frozenset((*self._kept, *(item for items in self._waiting.values() for item in items)))
