"""Sections of a festival as a visitor may see them: a private one only with a key, a draft by nobody who may not."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace
from starlette.requests import Request

from displays.web.access.authorize import may_see, views_of_visitor, visitor_of
from displays.web.access.roles import Visitor
from displays.web.access.services import services_of
from displays.web.visibility import Elsewhere, PublicViews, SeenViews, ViewsFor
from displays.words.search import fits_name
from engine.model import Phase, Result
from ledger.acts.festivals import SectionAdded, SectionRemoved
from ledger.acts.fields import Change
from ledger.acts.permission import Permission
from ledger.desk import Desk
from ledger.festival import Festival
from ledger.festival_index import UNREADABLE_STREAM
from ledger.schedule import ScheduleLine
from ledger.state import State
from ledger.views.audit import Audit, AuditQuestion, Entry
from ledger.views.festival import FestivalPlayer, find_festival_players
from ledger.views.projector import Projection
from ledger.views.view import Question, Shown


class SectionLine(msgspec.Struct, frozen=True):
    """What a list of sections says of one."""

    id: str
    name: str
    players: int
    round: int  # the newest that the visitor may know of; 0: none
    rounds: int
    phase: Phase | None
    open_boards: int  # of that round, without a result
    is_finished: bool
    is_private: bool = False
    broken: str = ""  # why it cannot be read: a code, for who can do something about it


def views_of_sections(
    desk: Desk, visitor: Visitor, festival: Festival, views: ViewsFor | None = None
) -> Iterator[tuple[str, SeenViews]]:
    """Each section that the visitor may see and that can be read, in the order of the festival; ``views``: for whose
    eyes, if not theirs."""
    for stream in festival.sections:
        state = desk.find_state(stream)
        if state is not None and may_see(visitor, stream, state.tournament):
            made = views or views_of_visitor(visitor, stream)
            yield stream, made(state, desk.projector.projection(stream))


def sections_seen_by(
    desk: Desk, visitor: Visitor, festival: Festival, views: ViewsFor | None = None
) -> tuple[SectionLine, ...]:
    """With those that cannot be read, for whoever would see their drafts."""
    lines = {
        stream: section_line(stream, seen.state) for stream, seen in views_of_sections(desk, visitor, festival, views)
    }
    lines |= {stream: broken_line(stream, why) for stream, why in find_broken(desk, visitor, festival).items()}
    return tuple(lines[stream] for stream in festival.sections if stream in lines)


def find_broken(desk: Desk, visitor: Visitor, festival: Festival) -> dict[str, str]:
    """The sections that cannot be read, each with why (a code), for who can do something about it."""
    found = {}
    for stream in festival.sections:
        if visitor.may(Permission.SEE_DRAFTS, stream):
            try:
                desk.state(stream)
            except UNREADABLE_STREAM as error:
                found[stream] = error.code
    return found


def broken_line(stream: str, why: str) -> SectionLine:
    return SectionLine(stream, stream, 0, 0, 0, None, 0, is_finished=False, broken=why)


def states_of(desk: Desk, visitor: Visitor, festival: Festival) -> dict[str, State]:
    return {stream: seen.state for stream, seen in views_of_sections(desk, visitor, festival)}


def section_line(stream: str, state: State) -> SectionLine:
    t = state.tournament
    newest = t.rounds[-1] if t.rounds else None
    return SectionLine(
        id=stream,
        name=t.details.name,
        players=len(t.entries),
        round=len(t.rounds),
        rounds=t.rules.rounds,
        phase=None if newest is None else newest.phase,
        open_boards=0 if newest is None else len(newest.boards_with(Result.PENDING)),
        is_finished=t.is_finished,
        is_private=t.details.is_private,
    )


def schedule_seen(schedule: Iterable[ScheduleLine], sections: Iterable[str]) -> tuple[ScheduleLine, ...]:
    """Without the lines of sections that are not among these, which the reader may see."""
    seen = frozenset(("", *sections))
    return tuple(line for line in schedule if line.section in seen)


def public_sections(request: Request, stream: str) -> tuple[SectionLine, ...]:
    """What is released of those that the visitor may see."""
    desk = services_of(request).desk
    state = desk.state(stream)
    assert state is not None
    assert state.festival is not None
    return sections_seen_by(desk, visitor_of(request), state.festival, PublicViews)


def find_players(request: Request, stream: str, asked: str) -> tuple[FestivalPlayer, ...]:
    """Of all sections, by name; not who is in two."""
    desk = services_of(request).desk
    state = desk.state(stream)
    assert state is not None
    assert state.festival is not None
    seen = views_of_sections(desk, visitor_of(request), state.festival, PublicViews)
    states = {section: views.state for section, views in seen}
    return find_festival_players(states, lambda t, one: fits_name(t, one, asked))


# -- what happened there -----------------------------------------------------------------------------------------------

_ABOUT_ONE = frozenset(str(kind.__struct_config__.tag) for kind in (SectionAdded, SectionRemoved))


def find_unseen(desk: Desk, visitor: Visitor, named: Iterable[str]) -> frozenset[str]:
    """Those of the named sections that the visitor may not know of."""
    states = {stream: desk.find_state(stream) for stream in named}
    return frozenset(
        stream for stream, state in states.items() if state is None or not may_see(visitor, stream, state.tournament)
    )


class FestivalViews(PublicViews):
    """The views of a festival's own stream without the sections that the reader may not know of."""

    def __init__(
        self, state: State, projection: Projection, elsewhere: Elsewhere | None = None, *, unseen: frozenset[str]
    ) -> None:
        super().__init__(state, projection, elsewhere)
        self._unseen = unseen

    def show(self, question: Question[Shown]) -> Shown:
        shown = super().show(question)
        if not isinstance(shown, Audit) or not self._unseen:
            return shown
        every = super().show(AuditQuestion()).entries  # a bare entry does not say which section it is about
        hidden = {entry.version for entry in every if entry.what in _ABOUT_ONE and self._names_unseen(entry)}
        entries = (entry for entry in shown.entries if entry.version not in hidden)
        return replace(shown, entries=tuple(map(self._without_unseen, entries)))

    @property
    def _views_again(self) -> ViewsFor:
        return functools.partial(FestivalViews, unseen=self._unseen)

    def _names_unseen(self, entry: Entry) -> bool:
        return any(map(self._is_unseen, entry.changes))

    def _without_unseen(self, entry: Entry) -> Entry:
        return replace(entry, changes=tuple(change for change in entry.changes if not self._is_unseen(change)))

    def _is_unseen(self, change: Change) -> bool:
        """``section``, ``scenes.2.section`` name one; ``schedule.open`` is about one."""
        if change.field.rpartition(".")[2] == "section" and not self._unseen.isdisjoint((change.old, change.new)):
            return True
        field, _, section = change.field.partition(".")
        return field == "schedule" and section in self._unseen
