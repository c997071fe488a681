"""Visibility of a tournament: private data for arbiters; drafts, disputes and check-in for all staff; the rest for
everybody."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeVar, cast

import msgspec

from engine.errors import Refusal
from engine.model import Entry as Entered
from engine.model import Ids, Player, PlayerId, Tournament
from ledger.acts.act import Event
from ledger.acts.catalogue import BY_EVENT, BY_TAG
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.categories import is_for_everybody
from ledger.state import Hall, State
from ledger.views import boards, read_question
from ledger.views.audit import Audit, Entry
from ledger.views.boards import BoardsQuestion
from ledger.views.projector import Projection
from ledger.views.view import Question, Shown, View

LISTS_KEPT = 32  # of players, without what is private

Made = TypeVar("Made")


class Shows(Protocol):
    """What gives views: a projection, or other views."""

    def show(self, question: Question[Shown]) -> Shown: ...


class Elsewhere(Protocol):
    """Works something out of the same moment outside of the loop (``ledger.history_cache``)."""

    def __call__(self, function: Callable[[Projection], Made], /) -> Awaitable[Made]: ...


class SeenViews:
    """The views of one tournament at one moment, all that is known: for the arbiters."""

    def __init__(self, state: State, projection: Shows, elsewhere: Elsewhere | None = None) -> None:
        self.state = state
        self._projection = projection
        self._elsewhere = elsewhere

    @property
    def tournament(self) -> Tournament:
        return self.state.tournament

    @property
    def hall(self) -> Hall:
        return self.state.hall

    @property
    def version(self) -> int:
        return self.state.version

    def show(self, question: Question[Shown]) -> Shown:
        return self._projection.show(question)

    def view(self, name: str, **asked: object) -> View:
        """The same where the name comes from outside."""
        shown: View = self.show(read_question(name, asked))
        return shown

    async def work_out(self, function: Callable[[SeenViews], Made]) -> Made:
        """``function`` of the same views, for what would hold up the loop: all of the audit, where for every correction
        the places before and after it are looked up."""
        kind = type(self)

        def worked_out(projection: Projection) -> Made:
            assert projection.state is not None
            return function(kind(projection.state, projection))

        return function(self) if self._elsewhere is None else await self._elsewhere(worked_out)


class DraftViews(SeenViews):
    """The same without what is private: for those who enter results."""

    def __init__(self, state: State, projection: Shows, elsewhere: Elsewhere | None = None) -> None:
        t = state.tournament
        public = msgspec.structs.replace(t, entries=_without_private_data(_Same(t.entries)))
        super().__init__(State(public, state.hall, state.version), projection, elsewhere)

    def show(self, question: Question[Shown]) -> Shown:
        check_category(str(getattr(question, "category", None) or ""))
        shown = super().show(question)
        if isinstance(shown, Audit):
            return msgspec.structs.replace(shown, entries=tuple(map(without_private_data, shown.entries)))
        return shown


class PublicViews(DraftViews):
    """The same without what is not released: for everybody. The version is that of the last record that is: that an
    arbiter tries something is nobody's business."""

    def __init__(self, state: State, projection: Projection, elsewhere: Elsewhere | None = None) -> None:
        released = state.tournament.up_to(state.tournament.released_rounds)
        hall = msgspec.structs.replace(state.hall, disputes=(), check_ins={})
        super().__init__(State(released, hall, projection.released), projection, elsewhere)
        self._held = projection.draft_versions

    def show(self, question: Question[Shown]) -> Shown:
        if isinstance(question, BoardsQuestion):
            shown = cast(Shown, boards.show(self.state, question))  # the projection would show a draft
        else:
            shown = super().show(question)
        shown = msgspec.structs.replace(shown, version=self.version)
        if isinstance(shown, Audit):
            secret = self._held()
            released = tuple(entry for entry in shown.entries if entry.version not in secret)
            return msgspec.structs.replace(shown, entries=released)
        return shown


class _Same:
    """The entries of a tournament as a key: equal if they are the same object."""

    def __init__(self, entries: Mapping[PlayerId, Entered]) -> None:
        self.entries = entries

    def __hash__(self) -> int:
        return id(self.entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.entries is self.entries


@functools.lru_cache(maxsize=LISTS_KEPT)
def _without_private_data(same: _Same) -> dict[PlayerId, Entered]:
    return {number: _public_entry(entry) for number, entry in same.entries.items()}


def _public_entry(entry: Entered) -> Entered:
    return msgspec.structs.replace(entry, player=public_player(entry.player))


def public_player(player: Player) -> Player:
    """As everybody may know one."""
    return msgspec.structs.replace(player, birth_year=None, ids=Ids())


def without_private_data(entry: Entry) -> Entry:
    """An entry of the audit for everybody: not from where somebody acted, nor what the federations know of a player,
    nor that somebody is ill."""
    told = tuple(change for change in entry.changes if not is_private(change.field))
    reason = "" if BY_TAG[entry.what].has_private_reason else entry.reason
    return msgspec.structs.replace(entry, changes=told, where="", reason=reason)


def public_event(event: Event) -> Event:
    """An event as everybody may read it."""
    if isinstance(event, PlayerRegistered | PlayerCorrected):
        return msgspec.structs.replace(event, player=public_player(event.player))
    return msgspec.structs.replace(event, reason="") if BY_EVENT[type(event)].has_private_reason else event


def is_private(field: str) -> bool:
    """A field of a player that is nobody's business but the arbiters'."""
    return field == "birth_year" or field == "ids" or field.startswith("ids.")


def check_category(text: str) -> None:
    """That everybody may ask for it."""
    if not is_for_everybody(text):
        raise Refusal("staff-only")
