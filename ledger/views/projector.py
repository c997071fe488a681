"""Runs the views. Living through the events and rebuilding from the log give the same bytes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable
from typing import Any, cast

from engine.errors import Broken, Refusal
from ledger.acts.evolve import evolve
from ledger.acts.player_names import naming_players
from ledger.acts.record import Recorded
from ledger.publication import Releases
from ledger.state import State
from ledger.views import (
    HISTORY_VIEWS,
    STATE_VIEWS,
    Collector,
    Question,
    StateView,
    View,
    audit,
    card,
    encode,
    read_question,
    ticker,
)
from ledger.views.view import Shown

NEWEST_KEPT = 64  # items of each history view: more than a screen or the console shows of what is new
NEWS_KEPT = 32  # records that a writer may still be told of, though nobody has asked for the history views
MOST_STEPS = 64  # that wait for the history views
KEPT_UNASKED = 256  # records that may follow before everything that was collected for somebody is let go of

_STATE_VIEWS: dict[type[Question[Any]], StateView] = {view.Ask: view for view in STATE_VIEWS}
_HISTORY_VIEWS: dict[type[Question[Any]], str] = {view.Ask: view.NAME for view in HISTORY_VIEWS}
Step = tuple[State | None, Recorded, State]  # a record with the state before and after it
Read = Callable[[int], Iterable[Recorded]]  # all records up to a version


class _Collected:
    """What the history views have collected up to a version: everything, or so many of the newest items of each."""

    def __init__(self, most: int | None = None) -> None:
        self.version = 0
        self.by_view: dict[str, Collector] = {view.NAME: view.Collector(most) for view in HISTORY_VIEWS}

    def take(self, before: State | None, recorded: Recorded, after: State) -> None:
        """The next record."""
        self.version = recorded.version
        for kept in self.by_view.values():
            kept.take(before, recorded, after)


class Projection:
    """One tournament at one version: its state, and what its history views have collected.

    ``read`` gives the records up to a version back. With it nothing is collected before somebody asks, and then only
    the newest items are kept, because the log has the others: all of them are collected again when somebody asks for
    what is older, and let go of when nobody does for a while. So a tournament takes the memory that its state takes,
    however much happens in it, and is there as soon as its state is.
    """

    def __init__(self, records: Iterable[Recorded] = (), read: Read | None = None) -> None:
        self.state: State | None = None
        self.released = 0  # the version of the last record that everybody may know of
        self._releases: Releases[int] = Releases()  # of versions
        self._read = read
        self._newest = _Collected() if read is None else None  # None: the log has to be asked
        self._all: _Collected | None = None
        self._asked_at = 0  # the version at which everything was last asked for
        self._steps: list[Step] = []  # that the state has taken, and the history views have not
        self._failure: Exception | None = None  # of a view: what it has left is not shown
        for recorded in records:
            self.apply(recorded)

    @property
    def version(self) -> int:
        return 0 if self.state is None else self.state.version

    def apply(self, recorded: Recorded) -> None:
        """Take the next record. The history views take it when they are asked, or when there is time.

        A record that is known already changes nothing: who follows the log meets the own records again.
        """
        if recorded.version <= self.version:
            return
        if recorded.version != self.version + 1:
            raise Broken("record-skipped", stream=recorded.stream, expected=self.version + 1, found=recorded.version)
        before, after = self.state, evolve(self.state, recorded.event)
        self.state = after
        if self._releases.take(recorded.version, recorded.event):
            self.released = recorded.version
        self._steps.append((before, recorded, after))
        if len(self._steps) >= MOST_STEPS:
            self.update_history()

    def update_history(self) -> None:
        """The history views take what the state has taken, if anybody has asked for them."""
        if self._newest is None:
            del self._steps[:-NEWS_KEPT]
            return
        steps, self._steps = self._steps, []
        try:
            for step in steps:
                self._newest.take(*step)
                if self._all is not None:
                    self._follow_up(*step)
        except Exception as failure:
            self._newest, self._all, self._failure = None, None, failure
            raise

    def _up_to_date(self) -> _Collected:
        """The newest items, up to date; from the log, if nobody has asked before or a view has failed."""
        self.update_history()
        if self._newest is None:
            if self._read is None:
                assert self._failure is not None
                raise self._failure
            self._newest, self._steps = self._collect(self._read, NEWEST_KEPT), []
        return self._newest

    def _follow_up(self, before: State | None, recorded: Recorded, after: State) -> None:
        """Everything stays at hand as long as somebody looks at it now and then."""
        everything = self._all
        if everything is None or recorded.version - self._asked_at > KEPT_UNASKED:
            self._all = None
        elif everything.version == recorded.version - 1:
            everything.take(before, recorded, after)

    def show(self, question: Question[Shown]) -> Shown:
        """The view that answers the question: ``show(BoardsQuestion(round=3))``."""
        if self.state is None:
            raise Refusal("no-such-tournament")
        return self.show_of(self.state, question)

    def show_of(self, state: State, question: Question[Shown]) -> Shown:
        """The same of this moment where more is known of it than the log did then: what is public today."""
        state_view = _STATE_VIEWS.get(type(question))
        with naming_players(state.tournament):
            if state_view is not None:
                return cast(Shown, self._with_history(state_view.show(state, question)))
            return cast(Shown, self._show_history(_HISTORY_VIEWS[type(question)], question))

    def view(self, name: str, **asked: object) -> View:
        """The same where the name comes from outside: ``view("boards", round=3)``."""
        shown: View = self.show(read_question(name, asked))
        return shown

    def _show_history(self, name: str, question: Question[Any]) -> View:
        shown = self._up_to_date().by_view[name].show(self.version, question)
        if shown is None:
            shown = self._everything().by_view[name].show(self.version, question)
            assert shown is not None
        return shown

    def _with_history(self, shown: View) -> View:
        """A card that is marked says when it was corrected, and why: that no state knows."""
        if not isinstance(shown, card.PlayerCard) or not shown.is_corrected:
            return shown
        assert self.state is not None
        return card.with_corrections(
            self.state.tournament, shown, _audit(self._up_to_date()).corrections_of(shown.player.number)
        )

    def _everything(self) -> _Collected:
        """From the log; what was collected for who asked before is used again."""
        found, read = self._all, self._read
        if read is None:
            return self._up_to_date()
        if found is None or found.version != self.version:
            found = self._all = self._collect(read)
        self._asked_at = self.version
        return found

    def _collect(self, read: Read, most: int | None = None) -> _Collected:
        collected, state = _Collected(most), None
        with _audit(collected).catching_up():
            for recorded in read(self.version):
                before, state = state, evolve(state, recorded.event)
                collected.take(before, recorded, state)
        return collected

    def encode_view(self, name: str, **asked: object) -> bytes:
        """The same as JSON."""
        return encode(self.view(name, **asked))

    def draft_versions(self) -> frozenset[int]:
        """The versions that tell of a round while it was, and still is, a draft."""
        return self._releases.list_hidden()

    def entries_of(self, versions: Collection[int]) -> tuple[audit.Entry, ...]:
        """The entries of these versions alone, without what came to correct them."""
        told = _audit(self._up_to_date()).entries_of(versions)
        return _audit(self._everything()).entries_of(versions) or () if told is None else told

    def _ticker_items(self, first: int, last: int) -> tuple[ticker.NewsItem, ...]:
        told = _ticker(self._up_to_date()).items_of(first, last)
        return _ticker(self._everything()).items_of(first, last) or () if told is None else told

    def news(self, first: int, last: int) -> tuple[ticker.NewsItem | audit.Entry, ...]:
        """What a writer is told at once of each of these versions: what the hall is told, or else what the audit is."""
        begin = len(self._steps) - (self.version - first + 1)  # the last step leads to this version
        if begin >= 0:
            steps = self._steps[begin : begin + last - first + 1]
            return tuple(ticker.item_of(*step) or audit.item_of(*step).whole_entry() for step in steps)
        told: dict[int, ticker.NewsItem | audit.Entry] = {
            item.version: item for item in self._ticker_items(first, last)
        }
        untold = {*range(first, last + 1)} - told.keys()
        if untold:
            told |= {entry.version: entry for entry in self.entries_of(untold)}
        return tuple(told[version] for version in range(first, last + 1))


def _ticker(collected: _Collected) -> ticker.Collector:
    kept = collected.by_view[ticker.NAME]
    assert isinstance(kept, ticker.Collector)
    return kept


def _audit(collected: _Collected) -> audit.Collector:
    kept = collected.by_view[audit.NAME]
    assert isinstance(kept, audit.Collector)
    return kept


class Projector:
    """The projections of all streams. ``read``: gives the records of a stream up to a version back (``Log.read``)."""

    def __init__(self, read: Callable[[str, int, int], Iterable[Recorded]] | None = None) -> None:
        self._read = read
        self._projections: dict[str, Projection] = {}

    def apply(self, recorded: Recorded) -> None:
        """Take a record of any stream."""
        projection = self._projections.get(recorded.stream) or self._begin(recorded.stream)
        projection.apply(recorded)
        self._projections[recorded.stream] = projection

    def update_history(self, stream: str) -> None:
        """There is time for what is shown of that stream."""
        projection = self._projections.get(stream)
        if projection is not None:
            projection.update_history()

    def state(self, stream: str) -> State | None:
        projection = self._projections.get(stream)
        return None if projection is None else projection.state

    def projection(self, stream: str) -> Projection:
        if stream not in self._projections:
            raise Refusal("no-such-tournament", stream=stream)
        return self._projections[stream]

    def show(self, stream: str, question: Question[Shown]) -> Shown:
        return self.projection(stream).show(question)

    def encode_view(self, stream: str, name: str, **asked: object) -> bytes:
        return self.projection(stream).encode_view(name, **asked)

    def drop(self, stream: str) -> None:
        """Forget a stream; its records can bring it back."""
        self._projections.pop(stream, None)

    def _begin(self, stream: str) -> Projection:
        return Projection(read=None if self._read is None else functools.partial(self._read, stream, 0))
