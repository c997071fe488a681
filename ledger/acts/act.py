"""What an act is: a command, its decision, its event, and all else that is known of them.

Each subject's module (``results``, ``rounds``, ``screens`` …) ends with a tuple ``ACTS`` of these values;
``catalogue.ACTS`` joins them. The unions that decode commands and events, ``decide``, ``evolve``, the audit, the news
ticker, the filter for the public and the endpoints of the API are derived from it: nothing else lists them.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from engine.errors import Fact, Refusal
from engine.model import PlayerId, Tournament, Value
from ledger.acts.fields import Fields
from ledger.acts.integrity import Integrity
from ledger.acts.permission import Permission
from ledger.state import State


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Something that somebody wants to happen, in the imperative."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """Something that happened, in the past tense. A tag is never renamed and never reused; a new field has a default.

    Every JSON that was ever written must decode for ever: ``tests/ledger/samples`` holds one stored sample of each
    type. (An event cannot refer back to itself, so the collector need not watch it.)
    """


C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class Endpoint(Value, frozen=True):
    """Where the API takes the command. Its body is the command without the fields that the address gives."""

    method: str
    path: str  # below that of the tournament; a part in braces fills the field of that name
    example: Mapping[str, object] = {}
    permission: Permission = Permission.DIRECT


class Streams(enum.Flag):
    """To which streams an act belongs."""

    TOURNAMENT = enum.auto()
    FESTIVAL = enum.auto()
    SERVER = enum.auto()  # a server's own (``epochs.py``)
    ALL = TOURNAMENT | FESTIVAL


class Others(Protocol):
    """The other streams of the log, for what cannot be decided on the own alone (``ledger/desk.py``)."""

    def state(self, stream: str) -> State | None: ...

    def festival_of(self, section: str) -> str:
        """The stream of the festival that it is a section of; empty: of none."""
        ...


class Publicity(enum.Enum):
    """When the public may know of an event. What is done to a round before it is published is its draft."""

    AT_ONCE = enum.auto()
    STAFF_ONLY = enum.auto()  # for good
    OF_ITS_ROUND = enum.auto()  # at once, or while the round is a draft, with it
    BEGINS_DRAFT = enum.auto()
    ENDS_DRAFT = enum.auto()  # the round is taken back, and with it what was known of its draft
    PUBLISHES_DRAFT = enum.auto()
    TAKES_BACK_DRAFT = enum.auto()  # the round was published, and is a draft again


class Confirmation(Value, frozen=True):
    """What has to be confirmed before something is recorded (``ledger/confirmation.py``)."""

    level: int  # of FIDE's checklist for programs: ACKNOWLEDGE, CONFIRM or CONFIRM_TWICE
    consequences: tuple[Refusal, ...]  # what follows from it, as errors are told

    @property
    def steps(self) -> int:
        """How often somebody has to say yes."""
        return 2 if self.level == CONFIRM_TWICE else 1


ACKNOWLEDGE, CONFIRM, CONFIRM_TWICE = 2, 3, 4
News = tuple[tuple[PlayerId, ...], dict[str, Fact]]  # for the ticker: the players concerned, the facts


def _own_player(before: State | None, event: Event, after: State) -> tuple[PlayerId, ...]:
    player = getattr(event, "player", None)
    return () if player is None else (player,)


def _named_record(before: State | None, event: Event) -> int | None:
    version: int | None = getattr(event, "corrects", None)
    return version


def _no_fields(state: State, event: Event) -> Fields:
    return {}


def _touches_nothing(before: State | None, event: Event) -> Integrity | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Act(Generic[C, E]):
    """Several acts may give one event: it is described by one of them, and the others have no ``event``."""

    # -- the command ---------------------------------------------------------------------------------------------------
    command: type[C] | None = None
    # Checks everything and changes nothing; no event means: it stands so already.
    decide: Callable[[State, C], list[Event]] | None = None
    # Who wrote a record may do more to what it gave than anybody else: its version, if the command is about one …
    own_record: Callable[[State, C], int | None] | None = None
    decide_own: Callable[[State, C], list[Event]] | None = None  # … and what is decided for its author
    # In place of ``decide``: the commands that it consists of, each decided on what the ones before it leave …
    steps: Callable[[State, C], Sequence[Command]] | None = None
    check_step: Callable[[State, Command], None] | None = None  # … and what is refused of them here
    streams: Streams = Streams.TOURNAMENT
    check_others: Callable[[Others, str, C], None] | None = None  # what else has to hold; the own stream
    # Of these, the one that nobody may write to between the check and the record.
    other_stream: Callable[[C], str] | None = None
    endpoint: Endpoint | None = None
    # What the Handbook forbids in FIDE mode, beside what ``decide`` refuses anywhere.
    check_fide_mode: Callable[[State, C], None] | None = None
    # What has to be confirmed before the events are recorded (``ledger/confirmation.py``). None: nothing.
    confirm: Callable[[State, C, Sequence[Event]], Confirmation | None] | None = None
    is_internal: bool = False  # it is given by the desk alone: nobody can ask for it
    may_follow_the_end: bool = False  # of a finished tournament
    takes_long: bool = False  # so that it is decided by the worker, if there is one
    # In place of ``decide`` where that takes too long: the same without what takes long.
    decide_briefly: Callable[[State, C], list[Event]] | None = None

    # -- the event -----------------------------------------------------------------------------------------------------
    event: type[E] | None = None
    # The state after it. Never checks, and never raises on what ``decide`` let through.
    evolve: Callable[[State, E], State] | None = None
    # The same for a run of such events, copying once: the state, and the event that ended the run.
    evolve_run: Callable[[State, E, Iterator[Event]], tuple[State, Event | None]] | None = None
    publicity: Publicity = Publicity.AT_ONCE
    has_private_reason: bool = False  # why it happened (an illness) is for arbiters; that it did is for everybody
    # Of an event of a festival: what it means for the section of that state and stream; the festival's stream. None:
    # nothing.
    for_section: Callable[[State, str, E, str], Command | None] | None = None
    # What the ticker tells; before the event, the event, after it. None: nothing.
    news: Callable[[State | None, E, State], News | None] | None = None
    # Of the audit: the part of the state that it is about, flat. Before and after the event, this is "old → new".
    fields: Callable[[State, E], Fields] = _no_fields
    adds_last: bool = False  # its part is the last of a list, so that there is none before it
    players: Callable[[State | None, E, State], tuple[PlayerId, ...]] = _own_player  # whom it is about, White first
    screen: Callable[[E], str] | None = None  # the name of the screen that it is about
    corrects: Callable[[State | None, E], int | None] = _named_record  # the version of the record that it corrects
    settles: tuple[str, ...] = ()  # what stands until the next event that settles the same: that one corrects it
    # Whether it changes a table that stood: the tournament before it, the event.
    moves_places: Callable[[Tournament, E], bool] | None = None
    is_correction: bool = False  # listed as one
    # How it touches the integrity of the pairing: marked in the audit, told in the comments of a TRF, and in FIDE mode
    # confirmed before it is recorded (``ledger/acts/integrity.py``). None: it does not.
    integrity: Callable[[State | None, E], Integrity | None] = _touches_nothing
    is_marked_on_cards: bool = False  # a correction that a player's card tells
    parts_players: bool = False  # may end what was corrected of a board
    concerns_later_pairings: bool = False  # corrects what later rounds were paired by
    restarts_time: bool = False  # it is dated by the clock, also if the record before it is dated later
    is_routine: bool = False  # so frequent that it would push all else out of a short list

    @property
    def tag(self) -> str:
        """Of the event."""
        assert self.event is not None
        return str(self.event.__struct_config__.tag)


AnyAct = Act[Any, Any]
