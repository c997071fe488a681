"""The chain of seasons: each names the head of the one before it, and whether that is still so is looked up here."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Protocol

from engine.carried import Previous
from engine.model import Value
from ledger.acts.act import Event
from ledger.acts.opening import TournamentOpened
from ledger.acts.record import Recorded
from ledger.festival_index import UNREADABLE_STREAM

MOST_SEASONS = 100


class Seasons(Protocol):
    """A log, as far as it is read here."""

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]: ...

    def events(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Event]: ...

    def version(self, stream: str) -> int: ...


class LinkState(enum.Enum):
    SAME = "same"  # nothing was written to it since
    WENT_ON = "went-on"  # more was recorded after it; what was there is as it was
    ALTERED = "altered"  # what was there is not what it was
    ABSENT = "absent"  # it is not in this log


class SeasonLink(Value, frozen=True):
    """A season before, as the one after it names it, and what has become of it."""

    stream: str
    name: str
    version: int
    hash: str
    state: LinkState
    later: int = 0  # records since


def follow_seasons(log: Seasons, stream: str) -> tuple[SeasonLink, ...]:
    """The seasons before this one, the newest first, as far back as this log has them."""
    return tuple(_links(log, stream))


def _links(log: Seasons, stream: str) -> Iterator[SeasonLink]:
    known = {stream}
    previous = _previous_of(log, stream)
    while previous is not None and len(known) <= MOST_SEASONS:
        yield _look_up(log, previous)
        is_new = previous.stream not in known
        known.add(previous.stream)
        previous = _previous_of(log, previous.stream) if is_new else None


def _previous_of(log: Seasons, stream: str) -> Previous | None:
    """A log may hold streams of a newer edition: what cannot be read names no season."""
    if not log.version(stream):
        return None
    try:
        opening = next(iter(log.events(stream, 0, 1)), None)
    except UNREADABLE_STREAM:
        return None
    return opening.continues if isinstance(opening, TournamentOpened) else None


def _look_up(log: Seasons, previous: Previous) -> SeasonLink:
    newest = log.version(previous.stream)
    found = next(iter(log.read(previous.stream, previous.version - 1, previous.version)), None) if newest else None
    if not newest:
        state = LinkState.ABSENT
    elif found is None or found.hash != previous.hash:
        state = LinkState.ALTERED
    else:
        state = LinkState.SAME if newest == previous.version else LinkState.WENT_ON
    later = max(newest - previous.version, 0)
    return SeasonLink(previous.stream, previous.name, previous.version, previous.hash, state, later)
