"""Visibility of a tournament: private data and drafts for arbiters; who has come, and the disputes of their boards, for
those who enter results; the rest for everybody."""

from __future__ import annotations

import functools
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeVar, cast

import msgspec

from engine.errors import Refusal
from engine.model import Tournament
from ledger.actors import ActorKey
from ledger.acts.act import Event, Publicity
from ledger.acts.catalogue import BY_EVENT, BY_TAG
from ledger.acts.categories import STAFF_CATEGORY, CategoryChanged, CategoryDefined
from ledger.acts.hall import Announced
from ledger.acts.opening import TournamentOpened
from ledger.acts.player_names import naming_players
from ledger.acts.players import PlayerCorrected, PlayerRegistered
from ledger.acts.ratings import EntryRatings, RatingsChange, RatingsUpdated
from ledger.categories import is_public, public_categories
from ledger.fees import Fees
from ledger.person_publicity import PersonPublicity, publicity_of, with_public_people
from ledger.state import Hall, State
from ledger.views import boards, read_question
from ledger.views.audit import Audit, Entry
from ledger.views.boards import BoardsQuestion
from ledger.views.projector import Projection
from ledger.views.public_people import publish_change, publish_people
from ledger.views.view import Question, Shown, View

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

    def naming(self, t: Tournament) -> Tournament:
        """Another tournament that tells of the same players, with the names by which they may be called."""
        return t

    async def work_out(self, function: Callable[[SeenViews], Made]) -> Made:
        """``function`` of the same views, for what would hold up the loop: all of the audit, where for every correction
        the places before and after it are looked up."""
        again = self._views_again

        def worked_out(projection: Projection) -> Made:
            assert projection.state is not None
            return function(again(publish_as(self.tournament, projection.state), projection))

        return function(self) if self._elsewhere is None else await self._elsewhere(worked_out)

    @property
    def _views_again(self) -> ViewsFor:
        """For the same eyes."""
        return type(self)


class _AsToday:
    """The views of a past state by the categories that are public today (``at_moment``)."""

    def __init__(self, state: State, projection: Projection) -> None:
        self._state = state
        self._projection = projection

    def show(self, question: Question[Shown]) -> Shown:
        return self._projection.show_of(self._state, question)


class PublicViews(SeenViews):
    """The same without what is private or not released: for everybody. The version is that of the last record that is:
    that an arbiter tries something is nobody's business."""

    def __init__(self, state: State, projection: Projection, elsewhere: Elsewhere | None = None) -> None:
        released = state.tournament.up_to(state.tournament.released_rounds)
        public = msgspec.structs.replace(released, categories=public_categories(released))
        self.publicity = self._publicity_in(released)
        shown = State(
            with_public_people(public, self.publicity),
            self._visible_hall(state.hall),
            projection.released,
            festival=state.festival,
            fide_mode=state.fide_mode,
            schedule=state.schedule,
            fees=self._visible_fees(state.fees),
        )
        super().__init__(shown, _AsToday(state, projection), elsewhere)
        self._held = projection.draft_versions

    def _visible_hall(self, hall: Hall) -> Hall:
        return msgspec.structs.replace(hall, disputes=(), check_ins={}, signed_off={}, reported={})

    def _visible_fees(self, fees: Fees) -> Fees:
        """Who has paid is nobody's business."""
        return Fees()

    def _publicity_in(self, t: Tournament) -> PersonPublicity:
        return publicity_of(t)

    def naming(self, t: Tournament) -> Tournament:
        return with_public_people(t, self.publicity)

    def show(self, question: Question[Shown]) -> Shown:
        category = getattr(question, "category", None)
        if category:
            check_category(self.tournament, str(category))
        with naming_players(self.tournament):  # whom a refusal is about
            if isinstance(question, BoardsQuestion):
                shown = cast(Shown, boards.show(self.state, question))  # the projection would show a draft
            else:
                shown = publish_people(super().show(question), self.publicity)
        shown = msgspec.structs.replace(shown, version=self.version)
        if isinstance(shown, Audit):
            hidden = self._held()
            visible = (entry for entry in shown.entries if entry.version not in hidden or self._is_for_desk(entry))
            told = tuple(without_private_data(entry, self.publicity) for entry in visible)
            return msgspec.structs.replace(shown, entries=told)
        return shown

    def _is_for_desk(self, entry: Entry) -> bool:
        return False


class PrintedViews(SeenViews):
    """The same views with the people as everybody may know them: what is printed hangs on a wall, drafts too."""

    def __init__(self, seen: SeenViews) -> None:
        t = seen.tournament
        self._publicity = publicity_of(t)
        super().__init__(msgspec.structs.replace(seen.state, tournament=with_public_people(t)), seen)

    def show(self, question: Question[Shown]) -> Shown:
        return publish_people(super().show(question), self._publicity)


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

    def _visible_fees(self, fees: Fees) -> Fees:
        """They sit at the desk where players come in, and pay."""
        return fees

    def _publicity_in(self, t: Tournament) -> PersonPublicity:
        """Whose result it is they have to know."""
        return msgspec.structs.replace(publicity_of(t), initials=frozenset())

    def _is_for_desk(self, entry: Entry) -> bool:
        is_for_staff = BY_TAG[entry.what].publicity is Publicity.STAFF_ONLY
        return is_for_staff and (entry.board is None or is_in_ranges(self._ranges, entry.board))

    @property
    def _views_again(self) -> ViewsFor:
        return functools.partial(ResultsViews, ranges=self._ranges)


def is_in_ranges(ranges: BoardRanges, board: int) -> bool:
    return any((first or 1) <= board and (last is None or board <= last) for first, last in ranges)


def publish_as(now: Tournament, past: State) -> State:
    """What is public today is of the past too, and what is no longer is not: fields, names, categories."""
    t = past.tournament
    details = msgspec.structs.replace(t.details, public_categories=now.details.public_categories)
    shown = msgspec.structs.replace(
        t, details=details, categories=now.categories, public_fields=now.public_fields, initials=now.initials
    )
    return msgspec.structs.replace(past, tournament=shown)


def without_private_data(entry: Entry, publicity: PersonPublicity) -> Entry:
    """An entry of the audit for everybody: not from where somebody acted, nor what is private of a player, nor that
    somebody is ill."""
    for_everybody = (change for change in entry.changes if not _OF_STAFF.fullmatch(change.field))
    told = (publish_change(change, entry.players, publicity) for change in for_everybody)
    reason = "" if BY_TAG[entry.what].has_private_reason else entry.reason
    return msgspec.structs.replace(
        entry,
        actor=publicity.actor(entry.actor),
        key=publish_key(entry.key, publicity),
        changes=tuple(filter(None, told)),
        where="",
        reason=reason,
    )


def publish_key(key: ActorKey | None, publicity: PersonPublicity) -> ActorKey | None:
    """A member's is called as they are."""
    return None if key is None else msgspec.structs.replace(key, name=publicity.actor(key.name))


def public_event(event: Event, publicity: PersonPublicity) -> Event:
    """An event as everybody may read it."""
    if isinstance(event, CategoryDefined | CategoryChanged) and not event.is_public:
        return msgspec.structs.replace(event, name="", conditions="", players=())
    if isinstance(event, Announced):
        return msgspec.structs.replace(event, of_festival=0, festival="")  # the festival may be private
    if isinstance(event, TournamentOpened):
        return msgspec.structs.replace(event, continues=None)  # so may the season before
    if isinstance(event, RatingsUpdated):
        return msgspec.structs.replace(event, changes=tuple(map(_public_change, event.changes)))
    shown = publish_people(event, publicity)
    if isinstance(shown, PlayerRegistered):
        return msgspec.structs.replace(shown, ratings=())
    if isinstance(shown, PlayerCorrected):
        return msgspec.structs.replace(shown, ratings=None)
    return msgspec.structs.replace(shown, reason="") if BY_EVENT[type(event)].has_private_reason else shown


def _public_change(change: RatingsChange) -> RatingsChange:
    """Of several ratings the one that counts: the others, with the organiser's own, are the arbiters' business."""
    counts = (EntryRatings(ratings.rating) for ratings in (change.old, change.new))
    return RatingsChange(change.player, *counts)


# (``ratings.method`` is of the rules; the season before may be private.)
_OF_STAFF = re.compile(rf"ratings\.\d+\..*|{STAFF_CATEGORY}\..*|previous_(season|head)")


def check_category(t: Tournament, text: str) -> None:
    """That everybody may ask for it."""
    if not is_public(t, text):
        raise Refusal("staff-only")
