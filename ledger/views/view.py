"""What a view is: a frozen value that names the version it shows and always encodes to the same bytes.

A state view is a function of the state. It names the parts of the tournament that it reads, so that the hub of the
live displays knows (``may_differ``) when it cannot have changed. A history view collects what events add to it, from
the state before and after; what was added once never changes. Both are modules with the names of the protocols below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from engine.errors import Refusal
from engine.model import Player, PlayerId, Tournament, Value
from ledger.acts.record import Recorded
from ledger.categories import public_memberships
from ledger.shown_numbers import shown_numbers
from ledger.state import State


class View(msgspec.Struct, frozen=True, kw_only=True, tag_field="view"):
    """What is shown. Scores are in units of ``1/per_point`` point; fractions are exact text (``figures.Amount``)."""

    version: int


Shown = TypeVar("Shown", bound=View)


class Question(Value, Generic[Shown], frozen=True, forbid_unknown_fields=True):
    """What may be asked of one view: a round, a player … Its type says which view is the answer."""


class StateView(Protocol):
    NAME: str
    READS: tuple[str, ...]  # fields of the Tournament

    @property
    def Ask(self) -> type[Question[Any]]: ...

    @property
    def show(self) -> Callable[[State, Any], View]: ...


class Collector(Protocol):
    """What a history view has collected: everything, or only the newest of it."""

    def take(self, before: State | None, recorded: Recorded, after: State, /) -> None:
        """The next event."""
        ...

    def show(self, version: int, ask: Any, /) -> View | None:
        """The view at that version. ``None``: what is asked for goes back further than what is kept."""
        ...


class HistoryView(Protocol):
    NAME: str

    @property
    def Ask(self) -> type[Question[Any]]: ...

    @property
    def Collector(self) -> Callable[[int | None], Collector]:
        """With how many of the newest items it keeps; ``None``: all."""
        ...


_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(view: View) -> bytes:
    """The JSON of a view: equal views, equal bytes."""
    return _ENCODER.encode(view)


# -- what several views show -------------------------------------------------------------------------------------------


class Person(Value, frozen=True, omit_defaults=True):
    """A player as a line of a table names one."""

    number: PlayerId
    name: str
    title: str = ""
    rating: int | None = None
    club: str = ""
    federation: str = ""
    categories: tuple[str, ...] = ()  # the public ones, by name
    start_number: int | None = None  # where people see it in place of ``number``, by which the log knows the player

    @property
    def shown_number(self) -> int:
        return self.number if self.start_number is None else self.start_number


def person(t: Tournament, number: PlayerId) -> Person:
    found, categories = plain_person(t, number), public_memberships(t).get(number, ())
    start_number = shown_numbers(t).get(number)
    if not categories and start_number is None:
        return found
    return replace(found, categories=categories, start_number=start_number)


def plain_person(t: Tournament, number: PlayerId) -> Person:
    """Without categories and start number: for what is kept as it was, while these may be others by now."""
    player: Player = t.entries[number].player
    return Person(player.number, player.name, player.title, player.rating, player.club, player.federation)


def after_published(t: Tournament, round_number: int | None) -> Tournament:
    """The tournament after that published round, or after the last one."""
    return _after(t, t.released_rounds, round_number)


def as_ranked(t: Tournament, round_number: int | None) -> Tournament:
    """The tournament after that published round, or after the last one that counts (``Tournament.ranked_rounds``)."""
    return _after(t, t.ranked_rounds, round_number)


def coming_round(t: Tournament, round_number: int | None) -> int:
    """The one after that round; after the newest that is published, whether it counts yet or not."""
    return (t.released_rounds if round_number is None else round_number) + 1


def _after(t: Tournament, last: int, round_number: int | None) -> Tournament:
    if round_number is None:
        return t.up_to(last)
    if not 0 <= round_number <= t.released_rounds:
        raise Refusal("no-such-round", round=round_number, rounds=t.released_rounds)
    return t.up_to(round_number)
