"""Visibility of a tournament: private data and drafts for arbiters; who has come, and the disputes of their boards, for
those who enter results; the rest for everybody."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeVar, cast

import msgspec

from engine.errors import Refusal
from engine.model import Entry as Entered
from engine.model import Ids, Player, PlayerId, Tournament
from ledger.acts.act import Event, Publicity
from ledger.acts.catalogue import BY_EVENT, BY_TAG
from ledger.acts.hall import Announced
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.categories import is_public
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


BoardRanges = tuple[tuple[int | None, int | None], ...]  # first and last; None: to that end


class ViewsFor(Protocol):
    """Makes the views of a moment as somebody may see them."""

    def __call__(self, state: State, projection: Projection, elsewhere: Elsewhere | None = None, /) -> SeenViews: ...


class SeenViews:
    """The views of one tournament at one moment, all that is known: for the arbiters."""

    def __init__(self, state: State, projection: Shows, elsewhere: Elsewhere | None = None) -> None:
        self.state = state
        self.sections: Mapping[str, State] = {}  # of a festival: what is released of those that its screens show
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
        again = self._views_again

        def worked_out(projection: Projection) -> Made:
            assert projection.state is not None
            return function(again(projection.state, projection))

        return function(self) if self._elsewhere is None else await self._elsewhere(worked_out)

    @property
    def _views_again(self) -> ViewsFor:
        """For the same eyes."""
        return type(self)


class PublicViews(SeenViews):
    """The same without what is private or not released: for everybody. The version is that of the last record that is:
    that an arbiter tries something is nobody's business."""

    def __init__(self, state: State, projection: Projection, elsewhere: Elsewhere | None = None) -> None:
        released = state.tournament.up_to(state.tournament.released_rounds)
        public = msgspec.structs.replace(released, entries=_without_private_data(_Same(released.entries)))
        shown = State(
            public,
            self._visible_hall(state.hall),
            projection.released,
            festival=state.festival,
            fide_mode=state.fide_mode,
        )
        super().__init__(shown, projection, elsewhere)
        self._held = projection.draft_versions

    def _visible_hall(self, hall: Hall) -> Hall:
        return msgspec.structs.replace(hall, disputes=(), check_ins={}, signed_off={})

    def show(self, question: Question[Shown]) -> Shown:
        category = getattr(question, "category", None)
        if category:
            check_category(self.tournament, str(category))
        if isinstance(question, BoardsQuestion):
            shown = cast(Shown, boards.show(self.state, question))  # the projection would show a draft
        else:
            shown = super().show(question)
        shown = msgspec.structs.replace(shown, version=self.version)
        if isinstance(shown, Audit):
            hidden = self._held()
            visible = (entry for entry in shown.entries if entry.version not in hidden or self._is_for_desk(entry))
            return msgspec.structs.replace(shown, entries=tuple(map(without_private_data, visible)))
        return shown

    def _is_for_desk(self, entry: Entry) -> bool:
        return False


class ResultsViews(PublicViews):
    """The same with who has come and with the disputes of some boards: for those who enter the results of these."""

    def __init__(
        self, state: State, projection: Projection, elsewhere: Elsewhere | None = None, *, ranges: BoardRanges
    ) -> None:
        self._ranges = ranges
        super().__init__(state, projection, elsewhere)

    def _visible_hall(self, hall: Hall) -> Hall:
        own = tuple(dispute for dispute in hall.disputes if is_in_ranges(self._ranges, dispute.board))
        return msgspec.structs.replace(hall, disputes=own)

    def _is_for_desk(self, entry: Entry) -> bool:
        is_for_staff = BY_TAG[entry.what].publicity is Publicity.STAFF_ONLY
        return is_for_staff and (entry.board is None or is_in_ranges(self._ranges, entry.board))

    @property
    def _views_again(self) -> ViewsFor:
        return functools.partial(ResultsViews, ranges=self._ranges)


def is_in_ranges(ranges: BoardRanges, board: int) -> bool:
    return any((first or 1) <= board and (last is None or board <= last) for first, last in ranges)


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
    if isinstance(event, Announced):
        return msgspec.structs.replace(event, of_festival=0, festival="")  # the festival may be private
    return msgspec.structs.replace(event, reason="") if BY_EVENT[type(event)].has_private_reason else event


def is_private(field: str) -> bool:
    """A field of a player that is nobody's business but the arbiters'."""
    return field == "birth_year" or field == "ids" or field.startswith("ids.")


def check_category(t: Tournament, text: str) -> None:
    """That everybody may ask for it."""
    if not is_public(t, text):
        raise Refusal("staff-only")
