"""What the public may see of a tournament: everything but a round that is paired and not published."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from engine.model import Tournament
from ledger.views import boards
from ledger.views.audit import Audit, Entry
from ledger.views.contract import View, released_rounds

# What an arbiter does to a round before it is published, and what would tell of it.
_ABOUT_DRAFTS = frozenset({"round-paired", "round-changed", "round-taken-back", "sit-out-corrected", "points-adjusted"})


class SeenViews:
    """The views of one tournament at one moment, drafts included: for the arbiters."""

    def __init__(self, t: Tournament, view: Callable[..., View]) -> None:
        self.tournament = t
        self._view = view

    def view(self, name: str, **asked: object) -> View:
        return self._view(name, **asked)


class PublicViews(SeenViews):
    """The same without what is not released: for everybody."""

    def __init__(self, t: Tournament, view: Callable[..., View]) -> None:
        super().__init__(t.up_to(released_rounds(t)), view)

    def view(self, name: str, **asked: object) -> View:
        shown = self._view(name, **asked) if name != "boards" else self._boards(asked)
        if isinstance(shown, Audit):
            secret = _drafts(self._all_entries())
            return msgspec.structs.replace(
                shown, entries=tuple(entry for entry in shown.entries if entry.version not in secret)
            )
        return shown

    def _boards(self, asked: dict[str, object]) -> View:
        return boards.show(self.tournament, msgspec.convert(asked, boards.Ask))

    def _all_entries(self) -> tuple[Entry, ...]:
        everything = self._view("audit")
        assert isinstance(everything, Audit)
        return everything.entries


def _drafts(entries: Iterable[Entry]) -> frozenset[int]:
    """The versions that tell of a round while it was, and still is, a draft. Publishing it makes its making public."""
    waiting: dict[int, list[int]] = {}
    is_public: dict[int, bool] = {}
    for entry in entries:
        if entry.round is None:
            continue
        if entry.what == "round-published":
            is_public[entry.round] = True
            waiting.pop(entry.round, None)
        elif entry.what in _ABOUT_DRAFTS and not is_public.get(entry.round):
            waiting.setdefault(entry.round, []).append(entry.version)
        elif entry.what == "round-taken-back":
            is_public[entry.round] = False
    return frozenset(version for versions in waiting.values() for version in versions)
