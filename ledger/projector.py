"""Runs the views. Living through the events and rebuilding from the log give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from engine.errors import BadInput, Broken, Refusal
from engine.model import Tournament
from ledger.events import Recorded
from ledger.evolve import evolve
from ledger.released import Unreleased
from ledger.views import HISTORY_VIEWS, NAMES, STATE_VIEWS, HistoryView, StateView, View, audit, encode, names_of

_STATE_VIEWS: dict[str, StateView] = {view.NAME: view for view in STATE_VIEWS}
_HISTORY_VIEWS: dict[str, HistoryView] = {view.NAME: view for view in HISTORY_VIEWS}
_Asked = TypeVar("_Asked", bound=msgspec.Struct)


class Projection:
    """One tournament at one version: its state, and what its history views have collected."""

    def __init__(self, records: Iterable[Recorded] = ()) -> None:
        self.state: Tournament | None = None
        self.released = 0  # the version of the last record that everybody may know of
        self._unreleased = Unreleased()
        self._items: dict[str, list[Any]] = {name: [] for name in _HISTORY_VIEWS}
        for recorded in records:
            self.apply(recorded)

    @property
    def version(self) -> int:
        return 0 if self.state is None else self.state.version

    def apply(self, recorded: Recorded) -> tuple[str, ...]:
        """Take the next record; say which views it may have changed (beyond the version that they show).

        A record that is known already changes nothing: who follows the log meets the own records again.
        """
        if recorded.version <= self.version:
            return ()
        if recorded.version != self.version + 1:
            raise Broken("record-skipped", stream=recorded.stream, expected=self.version + 1, found=recorded.version)
        before, after = self.state, evolve(self.state, recorded.event)
        self.state = after
        if not self._unreleased.hide(recorded.event):
            self.released = recorded.version
        has = names_of(after.rules.system)
        changed = [view.NAME for view in STATE_VIEWS if view.NAME in has and _reads_a_change(view, before, after)]
        for history in HISTORY_VIEWS:
            added = history.items(before, recorded, after)
            self._items[history.NAME].extend(added)
            if added or before is None:  # with the first record a view comes into being
                changed.append(history.NAME)
        return tuple(changed)

    def view(self, name: str, **asked: object) -> View:
        """A view by its name, as asked for: ``view("boards", round=3)``."""
        if name not in NAMES:
            raise Refusal("no-such-view", view=name, known=NAMES)
        if self.state is None:
            raise Refusal("no-such-tournament")
        if name in _STATE_VIEWS:
            state_view = _STATE_VIEWS[name]
            return state_view.show(self.state, _read_asked(name, asked, state_view.Ask))
        history = _HISTORY_VIEWS[name]
        return history.show(self.version, self._items[name], _read_asked(name, asked, history.Ask))

    def encoded(self, name: str, **asked: object) -> bytes:
        """The same as JSON."""
        return encode(self.view(name, **asked))

    def audited(self, first: int, last: int) -> tuple[audit.Entry, ...]:
        """The entries of these versions alone, without what came to correct them: what a writer is told at once."""
        kept: list[audit.Item] = self._items[audit.NAME]
        return tuple(item.told() for item in kept[first - 1 : last])


class Projector:
    """The projections of all streams."""

    def __init__(self) -> None:
        self._projections: dict[str, Projection] = {}

    def apply(self, recorded: Recorded) -> tuple[str, ...]:
        """Take a record of any stream; say which views of that stream it may have changed."""
        projection = self._projections.get(recorded.stream) or Projection()
        changed = projection.apply(recorded)
        self._projections[recorded.stream] = projection
        return changed

    def streams(self) -> tuple[str, ...]:
        return tuple(sorted(self._projections))

    def state(self, stream: str) -> Tournament | None:
        projection = self._projections.get(stream)
        return None if projection is None else projection.state

    def projection(self, stream: str) -> Projection:
        if stream not in self._projections:
            raise Refusal("no-such-tournament", stream=stream)
        return self._projections[stream]

    def view(self, stream: str, name: str, **asked: object) -> View:
        return self.projection(stream).view(name, **asked)

    def encoded(self, stream: str, name: str, **asked: object) -> bytes:
        return self.projection(stream).encoded(name, **asked)

    def drop(self, stream: str) -> None:
        """Forget a stream; its records can bring it back."""
        self._projections.pop(stream, None)

    def rebuild(self, stream: str, records: Iterable[Recorded]) -> None:
        """Begin again from the records of the log."""
        self._projections[stream] = Projection(records)


def _reads_a_change(view: StateView, before: Tournament | None, after: Tournament) -> bool:
    """``evolve`` shares what it leaves alone, so a part that changed is another object."""
    return before is None or any(getattr(before, part) is not getattr(after, part) for part in view.READS)


def _read_asked(name: str, asked: dict[str, object], ask: type[_Asked]) -> _Asked:
    """Numbers may come as text, as an address has them."""
    try:
        return msgspec.convert(asked, ask, strict=False)
    except msgspec.ValidationError as error:
        given = tuple(f"{field}={value}" for field, value in sorted(asked.items()))
        raise BadInput("bad-view-argument", view=name, given=given, known=ask.__struct_fields__) from error
