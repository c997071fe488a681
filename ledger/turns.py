"""Turns: what waits for a process of the worker, and which of it is taken up next.

Tournaments take turns, so that none keeps the others waiting however much it asks for; within one a pairing that is to
be written goes before looking at what would be. What strangers ask for comes after all that arbiters ask for.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from engine.model import Value

SHORT = 400  # players of a field that is paired once: some tenths of a second


class Kind(enum.StrEnum):
    """What is asked for; every language has a word for each (``work-…``)."""

    PAIRING = "pairing"  # to be written
    PREVIEW = "preview"
    CONSEQUENCES = "consequences"
    EXPLANATION = "explanation"
    CHECK = "check"  # of the rounds of a file


class Task(Value, frozen=True):
    """What is to be worked out, for whom, and how much it may be."""

    kind: Kind
    stream: str
    players: int = 0
    pairings: int = 1  # about so many times the field is paired for it
    is_public: bool = False  # anybody may ask for it

    @property
    def is_short(self) -> bool:
        return self.players * self.pairings <= SHORT


class Waiting(Protocol):
    task: Task
    is_short: bool


Item = TypeVar("Item", bound=Waiting)


class Turns(Generic[Item]):
    """The waiting ones, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: list[Item] = []
        self._last_turns: dict[str, int] = {}  # of tournaments, while anything waits: the count when each had one
        self._count = 0

    def add(self, item: Item) -> None:
        self._waiting.append(item)

    def remove(self, item: Item) -> None:
        self._waiting.remove(item)

    def __contains__(self, item: Item) -> bool:
        return item in self._waiting

    def __iter__(self) -> Iterator[Item]:
        return iter(self._waiting)

    def take(self, *, only_short: bool = False) -> Item | None:
        """The one whose turn it is, which waits no longer."""
        possible = [item for item in self._waiting if item.is_short or not only_short]
        if not possible:
            return None
        item = min(possible, key=self._rank)  # among equals who came first
        self._waiting.remove(item)
        self._count += 1
        self._last_turns[item.task.stream] = self._count
        if not self._waiting:
            self._last_turns = {item.task.stream: self._count}
        return item

    def _rank(self, item: Item) -> tuple[bool, int, bool]:
        task = item.task
        return task.is_public, self._last_turns.get(task.stream, 0), task.kind is not Kind.PAIRING
