"""What the public may see of a tournament: everything but a round that is paired and not published."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from displays.releases import Releases
from engine.errors import Refusal
from engine.model import Tournament
from ledger.views import boards
from ledger.views.audit import Audit, Entry
from ledger.views.contract import View, released_rounds


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
        check_category(str(asked.get("category") or ""))
        shown = self._view(name, **asked) if name != "boards" else self._boards(asked)
        if isinstance(shown, Audit):
            secret = _drafts(self._all_entries())
            released = (entry for entry in shown.entries if entry.version not in secret)
            return msgspec.structs.replace(shown, entries=tuple(map(without_private_data, released)))
        return shown

    def _boards(self, asked: dict[str, object]) -> View:
        return boards.show(self.tournament, msgspec.convert(asked, boards.Ask))

    def _all_entries(self) -> tuple[Entry, ...]:
        everything = self._view("audit")
        assert isinstance(everything, Audit)
        return everything.entries


def without_private_data(entry: Entry) -> Entry:
    """An entry of the audit for everybody: not from where somebody acted, nor what the federations know of a player."""
    told = tuple(change for change in entry.changes if not is_private(change.field))
    return msgspec.structs.replace(entry, changes=told, where="")


def is_private(field: str) -> bool:
    """A field of a player that is nobody's business but the arbiters'."""
    return field == "birth_year" or field == "ids" or field.startswith("ids.")


def check_category(text: str) -> None:
    """Everybody may see the table of an age group that prizes are given for; by asking for every age in turn one would
    read off when each player was born."""
    for part in text.split(";"):
        kind, _, wanted = (word.strip() for word in part.partition("="))
        if kind == "born" or (kind == "age" and "".join(wanted.upper().split()) not in AGE_GROUPS):
            raise Refusal("staff-only")


# FIDE's: U8, U10 … U20, 50+, 65+; and the others that federations use.
AGE_GROUPS = frozenset({*(f"U{age}" for age in range(8, 21, 2)), "U26", "50+", "65+"})


def _drafts(entries: Iterable[Entry]) -> frozenset[int]:
    """The versions that tell of a round while it was, and still is, a draft."""
    releases: Releases[int] = Releases()
    for entry in entries:
        releases.take(entry.version, entry.what, entry.round)
    return releases.held()
