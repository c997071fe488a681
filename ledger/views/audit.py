"""The audit trail: every event with who, when, what, old → new, why, what it corrects and what corrects it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from engine.audit import Breach
from engine.model import PlayerId, Value
from ledger.actors import ActorKey, read_actor
from ledger.acts.act import Event
from ledger.acts.catalogue import BY_EVENT
from ledger.acts.fields import Change, compare
from ledger.acts.record import Recorded
from ledger.state import State
from ledger.views.corrections import Standing
from ledger.views.moves import Move, moves
from ledger.views.view import Question, View

NAME = "audit"


class AuditQuestion(Question["Audit"], frozen=True):
    """What to look for; what is not given does not matter."""

    since: int | None = None  # from that version on
    upto: int | None = None  # and no further
    round: int | None = None
    board: int | None = None
    player: PlayerId | None = None
    actor: str | None = None
    # What somebody changed and whom a correction moved takes long to work out: who shows a page of a long audit asks
    # for all without it, and then for what is on the page (``page_of``).
    is_bare: bool = False
    only: frozenset[int] | None = None  # versions
    # For pages that tell of a few old records: these need no reading of the whole log, and work out no places.
    versions: tuple[int, ...] | None = None  # the bare entries of these alone
    work: int | None = None  # so many of the newest without the roll call: a hall full of people pushes out all else


Ask = AuditQuestion


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
    not_kept: tuple[Breach, ...] = ()  # what was agreed and yielded when the boards were given (``Breach.is_wish``)
    corrects: int | None = None
    corrected_by: tuple[int, ...] = ()
    integrity: str = ""  # how it touches the integrity of the pairing (``acts/integrity.py``); empty: it does not
    where: str = ""  # from where the actor acted: "console, 192.168.1.20"
    key: ActorKey | None = None  # that the actor acted with, and which others may share


class Audit(View, frozen=True, kw_only=True, tag=NAME):
    """Oldest first."""

    entries: tuple[Entry, ...]


class Page(NamedTuple):
    """A part of the audit, the newest that was asked for."""

    every: tuple[Entry, ...]  # all that the visitor may see, bare
    found: int  # how many of them were looked for
    audit: Audit  # those on the page, with everything
    is_more: bool  # older ones were found


class AuditItem:
    """What is kept of an event: its bare entry, and until it is looked at the states before and after it, from which is
    worked out what it changed and (which takes long) whom it moved."""

    __slots__ = ("_entry", "_step", "bare", "corrects")

    def __init__(self, bare: Entry, before: State | None, event: Event, after: State) -> None:
        self.bare = bare
        self.corrects = bare.corrects  # or what it corrects without naming it
        self._entry: Entry | None = None
        self._step: tuple[State | None, Event, State] | None = (before, event, after)

    def with_changes(self) -> Entry:
        """The entry with what it changed. From then on only a correction holds on to the states."""
        step = self._step  # which another thread may let go of
        if self._entry is None and step is not None:
            self._entry = replace(self.bare, changes=_changes(*step))
            if not may_move(*step[:2]):
                self._step = None
        return self._entry or self.bare

    def whole_entry(self) -> Entry:
        """The whole entry, worked out once; or twice, when two threads ask at the same time."""
        step = self._step  # before the entry: when the states are let go of, the entry is whole
        entry = self.with_changes()
        if step is not None:
            before, event, after = step
            if before is not None and may_move(before, event):
                entry = replace(entry, moved=moves(before.tournament, after.tournament))
            self._entry, self._step = entry, None
        return entry


def item_of(before: State | None, recorded: Recorded, after: State) -> AuditItem:
    event, actor = recorded.event, read_actor(recorded.actor)
    act = BY_EVENT[type(event)]
    kind = act.integrity(before, event)
    entry = Entry(
        version=recorded.version,
        at=recorded.at,
        actor=actor.name,
        what=act.tag,
        round=getattr(event, "round", None),
        board=getattr(event, "board", None),
        players=act.players(before, event, after),
        screen="" if act.screen is None else act.screen(event),
        seed=getattr(event, "seed", ""),
        reason=getattr(event, "reason", ""),
        not_kept=tuple(breach for breach in getattr(event, "breaches", ()) if breach.is_wish),
        corrects=act.corrects(before, event),
        integrity="" if kind is None else kind.value,
        where=actor.where,
        key=actor.key,
    )
    return AuditItem(entry, before, event, after)


class AuditCollector:
    """``most``: so many of the newest items. Of what is older, only bare entries of what stands on a board or in a
    dispute, and the corrections that stand."""

    def __init__(self, most: int | None = None) -> None:
        self._items: deque[AuditItem] = deque(maxlen=most)
        self._work: deque[AuditItem] = deque(maxlen=most)
        self._worked = 0
        self._is_catching_up = False
        self._opening = ""  # the command that opened the tournament; an import is one with all that it brings
        self._standing: dict[int, Entry] = {}  # by version
        self._settled: dict[tuple[str, tuple[PlayerId, ...]], int] = {}  # what stands → the version that settled it
        self._corrections = Standing()

    def take(self, before: State | None, recorded: Recorded, after: State) -> None:
        if before is None:
            self._opening = recorded.command
        item, act = item_of(before, recorded, after), BY_EVENT[type(recorded.event)]
        if before is not None and recorded.command == self._opening:  # told once, of the import
            item.bare = replace(item.bare, integrity="")
        if not self._is_catching_up:
            item.with_changes()
        for subject in act.settles:
            key = (subject, item.bare.players)
            item.corrects = self._settled.get(key, item.corrects)
            self._settled[key] = recorded.version
        self._items.append(item)
        if not act.is_routine:
            self._work.append(item)
            self._worked += 1
        self._keep_bare(item, before, after)
        if act.is_marked_on_cards:
            self._corrections.take(item.with_changes())
        elif act.parts_players:
            self._corrections.part(after.tournament)

    @contextmanager
    def catching_up(self) -> Iterator[None]:
        """With a long past, of which only the newest is kept: what the others changed is never worked out."""
        self._is_catching_up = self._items.maxlen is not None
        yield
        self._is_catching_up = False
        for item in (*self._items, *self._work):
            item.with_changes()

    def _keep_bare(self, item: AuditItem, before: State | None, after: State) -> None:
        if before is None or _is_same(before, after):
            return
        bare = _without_details(item)
        stood, stands = _standing(before, bare), _standing(after, bare)
        for version in stood - stands:
            self._standing.pop(version, None)
        if bare.version in stands:
            self._standing[bare.version] = bare

    def show(self, version: int, ask: AuditQuestion) -> Audit | None:
        if ask.versions is not None:
            entries = self._bare(ask.versions)
        elif ask.work is not None:
            entries = self._newest_work(ask.work)
        else:
            entries = self._find(ask)
        return None if entries is None else Audit(version=version, entries=entries)

    def _find(self, ask: AuditQuestion) -> tuple[Entry, ...] | None:
        if not self._goes_back_to(1 if ask.since is None else ask.since):
            return None
        wanted = [item for item in self._items if _is_asked(item.bare, ask)]
        return _link(wanted, self._items, is_bare=ask.is_bare)

    def _newest_work(self, most: int) -> tuple[Entry, ...] | None:
        wanted = min(most, self._worked)
        if wanted > len(self._work):
            return None
        return _link(list(self._work)[len(self._work) - wanted :], self._work)

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

    def entries_of(self, versions: Collection[int]) -> tuple[Entry, ...] | None:
        """The entries of these versions alone, without what came to correct them."""
        if not self._goes_back_to(min(versions)):
            return None
        return tuple(item.whole_entry() for item in self._items if item.bare.version in versions)

    def corrections_of(self, player: PlayerId) -> Iterable[Entry]:
        """Those that stand, with what they changed; however long ago."""
        return self._corrections.of(player)

    def _goes_back_to(self, version: int) -> bool:
        return not self._items or self._items[0].bare.version <= max(1, version)


Collector = AuditCollector


def _link(wanted: Iterable[AuditItem], known: Iterable[AuditItem], *, is_bare: bool = False) -> tuple[Entry, ...]:
    """With what each corrects and, which it could not know itself, what of the ``known`` came to correct it."""
    corrected_by = find_corrections(known)
    return tuple(
        replace(
            item.bare if is_bare else item.whole_entry(),
            corrects=item.corrects,
            corrected_by=tuple(corrected_by.get(item.bare.version, ())),
        )
        for item in wanted
    )


def find_corrections(known: Iterable[AuditItem]) -> dict[int, list[int]]:
    """The versions that correct a version, in their order. Most records correct nothing, and are not looked up."""
    found: dict[int, list[int]] = {}
    for item in known:
        if item.corrects is not None:
            found.setdefault(item.corrects, []).append(item.bare.version)
    return found


def page_of(
    show: Callable[[AuditQuestion], Audit],
    ask: AuditQuestion,
    *,
    before: int | None = None,
    most: int | None = None,
    is_wanted: Callable[[Entry], bool] = lambda entry: True,
) -> Page:
    """``show``: of whoever asks, so that what they may not see takes no place on their page."""
    every = show(replace(ask, is_bare=True)).entries
    found = [entry for entry in every if is_wanted(entry)]
    older = [entry.version for entry in found if before is None or entry.version < before]
    shown = older if most is None else older[max(0, len(older) - most) :]
    audit = show(replace(ask, only=frozenset(shown)))
    return Page(every, len(found), audit, is_more=len(shown) < len(older))


def _without_details(item: AuditItem) -> Entry:
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


def _is_asked(entry: Entry, ask: AuditQuestion) -> bool:
    return (
        (ask.since is None or ask.since <= entry.version)
        and (ask.upto is None or entry.version <= ask.upto)
        and (ask.only is None or entry.version in ask.only)
        and ask.round in (None, entry.round)
        and ask.board in (None, entry.board)
        and ask.actor in (None, entry.actor)
        and (ask.player is None or ask.player in entry.players)
    )


def _changes(before: State | None, event: Event, after: State) -> tuple[Change, ...]:
    act = BY_EVENT[type(event)]
    old = {} if before is None or act.adds_last else act.fields(before, event)
    return compare(old, act.fields(after, event))


def may_move(before: State | None, event: Event) -> bool:
    """Whether it changes what stood already: a correction, or what came after its round was closed.

    An ordinary result moves everybody all the time, and the ladder or the table tells of it.
    """
    moves_places = BY_EVENT[type(event)].moves_places
    if moves_places is None or before is None or not before.tournament.rounds:
        return False
    return moves_places(before.tournament, event)
