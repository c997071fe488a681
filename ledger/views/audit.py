"""The audit trail: every event with who, when, what, old → new, why, what it corrects and what corrects it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from engine.model import PlayerId, Tournament, Value
from ledger.actors import read_actor
from ledger.events import (
    ColoursCorrected,
    Event,
    ExtraGameCorrected,
    ExtraGamePlayed,
    GamePostponed,
    PlayerCorrected,
    PlayerRegistered,
    PlayersSeparated,
    Recorded,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultEntered,
    RoundChanged,
    RoundTakenBack,
    ScreenRemoved,
    ScreenSet,
    SeparationLifted,
    SitOutCorrected,
    TieSettled,
)
from ledger.state import State
from ledger.views.corrections import KINDS, PARTING, Standing
from ledger.views.event_diff import Change, changes
from ledger.views.moves import Move, may_move, moves
from ledger.views.view import View

NAME = "audit"
ROLL_CALL = frozenset({"player-checked-in", "check-in-undone"})


class Ask(Value, frozen=True, forbid_unknown_fields=True):
    """What to look for; what is not given does not matter."""

    since: int | None = None  # from that version on
    round: int | None = None
    board: int | None = None
    player: PlayerId | None = None
    actor: str | None = None
    # For pages that tell of a few old records: these need no reading of the whole log, and work out no places.
    versions: tuple[int, ...] | None = None  # the bare entries of these alone
    work: int | None = None  # so many of the newest without the roll call: a hall full of people pushes out all else


class Entry(Value, frozen=True, omit_defaults=True):
    version: int
    at: str
    actor: str  # the name; from where they acted is not for everybody
    what: str  # the type of the event
    round: int | None = None
    board: int | None = None
    players: tuple[PlayerId, ...] = ()
    screen: str = ""  # its name
    changes: tuple[Change, ...] = ()
    moved: tuple[Move, ...] = ()  # whose place a correction changed, by the new places
    seed: str = ""  # of what was drawn by lot
    reason: str = ""
    corrects: int | None = None
    corrected_by: tuple[int, ...] = ()
    where: str = ""  # from where the actor acted: "console, 192.168.1.20"


class Audit(View, frozen=True, kw_only=True, tag=NAME):
    """Oldest first."""

    entries: tuple[Entry, ...]


class Item:
    """What is kept of an event: its bare entry, and until it is looked at the states before and after it, from which is
    worked out what it changed and (which takes long) whom it moved."""

    __slots__ = ("_entry", "_step", "bare", "corrects")

    def __init__(self, bare: Entry, before: State | None, event: Event, after: State) -> None:
        self.bare = bare
        self.corrects = bare.corrects  # or what it corrects without naming it
        self._entry: Entry | None = None
        self._step: tuple[State | None, Event, State] | None = (before, event, after)

    def changed(self) -> Entry:
        """The entry with what it changed. From then on only a correction holds on to the states."""
        step = self._step  # which another thread may let go of
        if self._entry is None and step is not None:
            self._entry = replace(self.bare, changes=changes(*step))
            if not may_move(*step[:2]):
                self._step = None
        return self._entry or self.bare

    def told(self) -> Entry:
        """The whole entry, worked out once; or twice, when two threads ask at the same time."""
        step = self._step  # before the entry: when the states are let go of, the entry is whole
        entry = self.changed()
        if step is not None:
            before, event, after = step
            if before is not None and may_move(before, event):
                entry = replace(entry, moved=moves(before.tournament, after.tournament))
            self._entry, self._step = entry, None
        return entry


def item_of(before: State | None, recorded: Recorded, after: State) -> Item:
    event, actor = recorded.event, read_actor(recorded.actor)
    entry = Entry(
        version=recorded.version,
        at=recorded.at,
        actor=actor.name,
        what=str(event.__struct_config__.tag),
        round=getattr(event, "round", None),
        board=getattr(event, "board", None),
        players=_players(before, event, after),
        screen=_screen(event),
        seed=getattr(event, "seed", ""),
        reason=getattr(event, "reason", ""),
        corrects=_corrects(before, event),
        where=actor.where,
    )
    return Item(entry, before, event, after)


class Kept:
    """``most``: so many of the newest items. Of what is older, only bare entries of what stands on a board or in a
    dispute, and the corrections that stand."""

    def __init__(self, most: int | None = None) -> None:
        self._items: deque[Item] = deque(maxlen=most)
        self._work: deque[Item] = deque(maxlen=most)
        self._worked = 0
        self._is_catching_up = False
        self._standing: dict[int, Entry] = {}  # by version
        self._settled: dict[tuple[str, tuple[PlayerId, ...]], int] = {}  # what stands → the version that settled it
        self._corrections = Standing()

    def take(self, before: State | None, recorded: Recorded, after: State) -> None:
        item = item_of(before, recorded, after)
        if not self._is_catching_up:
            item.changed()
        for subject in _SETTLES.get(item.bare.what, ()):
            key = (subject, item.bare.players)
            item.corrects = self._settled.get(key, item.corrects)
            self._settled[key] = recorded.version
        self._items.append(item)
        if item.bare.what not in ROLL_CALL:
            self._work.append(item)
            self._worked += 1
        self._keep_bare(item, before, after)
        if item.bare.what in KINDS:
            self._corrections.take(item.changed())
        elif item.bare.what in PARTING:
            self._corrections.part(after.tournament)

    @contextmanager
    def catching_up(self) -> Iterator[None]:
        """With a long past, of which only the newest is kept: what the others changed is never worked out."""
        self._is_catching_up = self._items.maxlen is not None
        yield
        self._is_catching_up = False
        for item in (*self._items, *self._work):
            item.changed()

    def _keep_bare(self, item: Item, before: State | None, after: State) -> None:
        if before is None or _is_same(before, after):
            return
        bare = _without_details(item)
        stood, stands = _standing(before, bare), _standing(after, bare)
        for version in stood - stands:
            self._standing.pop(version, None)
        if bare.version in stands:
            self._standing[bare.version] = bare

    def show(self, version: int, ask: Ask) -> Audit | None:
        if ask.versions is not None:
            entries = self._bare(ask.versions)
        elif ask.work is not None:
            entries = self._newest_work(ask.work)
        else:
            entries = self._asked(ask)
        return None if entries is None else Audit(version=version, entries=entries)

    def _asked(self, ask: Ask) -> tuple[Entry, ...] | None:
        if not self._goes_back_to(1 if ask.since is None else ask.since):
            return None
        return _linked([item for item in self._items if _is_asked(item.bare, ask)], self._items)

    def _newest_work(self, most: int) -> tuple[Entry, ...] | None:
        wanted = min(most, self._worked)
        if wanted > len(self._work):
            return None
        return _linked(list(self._work)[len(self._work) - wanted :], self._work)

    def _bare(self, versions: tuple[int, ...]) -> tuple[Entry, ...] | None:
        """Without changes, by version; a version that there is not has none."""
        wanted = set(versions)
        found = {version: self._standing[version] for version in wanted if version in self._standing}
        missing = wanted - found.keys()
        if missing and not self._goes_back_to(min(missing)):
            return None
        others = (item for item in self._items if item.bare.version in missing)
        found |= {item.bare.version: _without_details(item) for item in others}
        return tuple(found[version] for version in sorted(found))

    def told(self, versions: Collection[int]) -> tuple[Entry, ...] | None:
        """The entries of these versions alone, without what came to correct them."""
        if not self._goes_back_to(min(versions)):
            return None
        return tuple(item.told() for item in self._items if item.bare.version in versions)

    def corrections_of(self, player: PlayerId) -> Iterable[Entry]:
        """Those that stand, with what they changed; however long ago."""
        return self._corrections.of(player)

    def _goes_back_to(self, version: int) -> bool:
        return not self._items or self._items[0].bare.version <= max(1, version)


def _linked(wanted: Iterable[Item], known: Iterable[Item]) -> tuple[Entry, ...]:
    """With what each corrects and, which it could not know itself, what of the ``known`` came to correct it."""
    corrected_by: dict[int | None, tuple[int, ...]] = {}
    for item in known:  # a correction is newer than what it corrects
        corrected_by[item.corrects] = (*corrected_by.get(item.corrects, ()), item.bare.version)
    corrected_by.pop(None, None)
    return tuple(
        replace(item.told(), corrects=item.corrects, corrected_by=corrected_by.get(item.bare.version, ()))
        for item in wanted
    )


def _without_details(item: Item) -> Entry:
    return replace(item.bare, changes=(), moved=(), corrects=item.corrects)


def _is_same(before: State, after: State) -> bool:
    """No board and no dispute is another one."""
    has_boards = before.tournament.rounds is after.tournament.rounds
    return has_boards and before.hall.disputes is after.hall.disputes


def _standing(state: State, entry: Entry) -> set[int]:
    """The versions that gave what stands in disputes, and on the boards that the entry is about."""
    rounds = state.tournament.rounds
    played = rounds[entry.round - 1 : entry.round] if entry.round else rounds
    which = slice(None) if entry.board is None else slice(entry.board - 1, entry.board)
    given = {board.since for one in played for board in one.boards[which]}
    return given | {dispute.number for dispute in state.hall.disputes}


def _is_asked(entry: Entry, ask: Ask) -> bool:
    return (
        (ask.since is None or ask.since <= entry.version)
        and ask.round in (None, entry.round)
        and ask.board in (None, entry.board)
        and ask.actor in (None, entry.actor)
        and (ask.player is None or ask.player in entry.players)
    )


def _players(before: State | None, event: Event, after: State) -> tuple[PlayerId, ...]:
    """Whom it is about; a game's White first."""
    match event:
        case ResultEntered() | ResultCorrected() | ColoursCorrected() | GamePostponed():
            return _pair(after.tournament, event.round, event.board)
        case ResultDisputed() | ResultConfirmed():
            return _pair(after.tournament, event.round, event.board)
        case PlayerRegistered() | PlayerCorrected():
            return (event.player.number,)
        case ExtraGamePlayed():
            return (event.white, event.black)
        case ExtraGameCorrected():
            game = after.tournament.extra_games[event.game - 1]
            return (game.white, game.black)
        case RoundChanged() if before is not None:
            moved = _seats(before.tournament, event.round) ^ _seats(after.tournament, event.round)
            return tuple(sorted({player for _, player, _ in moved}))
        case PlayersSeparated() | SeparationLifted():
            return event.players
        case TieSettled():
            return event.order
        case _:
            player = getattr(event, "player", None)
            return () if player is None else (player,)


def _pair(t: Tournament, round_number: int, number: int) -> tuple[PlayerId, ...]:
    board = t.rounds[round_number - 1].boards[number - 1]
    return (board.white, board.black)


def _seats(t: Tournament, round_number: int) -> set[tuple[int, PlayerId, str]]:
    """Who sits where in a round: board, player, and as what."""
    played = t.rounds[round_number - 1]
    seats = {(0, s.player, s.outcome.value) for s in played.sitouts}
    for number, board in enumerate(played.boards, start=1):
        seats |= {(number, board.white, "white"), (number, board.black, "black")}
    return seats


def _screen(event: Event) -> str:
    match event:
        case ScreenSet(screen=screen):
            return screen.name
        case ScreenRemoved(name=name):
            return name
    return ""


def _corrects(before: State | None, event: Event) -> int | None:
    """The version of the record that the event names as corrected, or whose boards it puts aside."""
    match event:
        case ResultCorrected() | ColoursCorrected() | SitOutCorrected() | ExtraGameCorrected():
            return event.corrects
        case RoundChanged() | RoundTakenBack() if before is not None:
            return before.tournament.rounds[event.round - 1].since
        case _:
            return None


# What these events settle stands until the next one that settles the same; it corrects without naming a record.
_SETTLES = {
    "tournament-opened": ("details", "rules"),
    "details-changed": ("details",),
    "rules-changed": ("rules",),
    "player-registered": ("player",),
    "player-corrected": ("player",),
    "start-order-set": ("start-order",),
    "lots-drawn": ("lots",),
    "first-colour-drawn": ("first-colour",),
}
