"""What was corrected of a player's round: the old result, when, and why, from where that player sits.

The old result and the reason stand in the event, but when it was written only the record knows, and no state has a
clock (``evolve`` sees events alone). So a card, which is a function of the state, cannot tell it by itself: the audit
keeps the corrections that still stand apart from everything else (``Standing``), and the projector puts them on those
lines of a card that are marked (``card.with_corrections``). From the audit, because a phone may tell nothing that the
audit does not tell everybody; apart, because for a phone that asks nobody should have to read the whole log; and on the
card's own line, because so the live line, the past and every program have them without asking for anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.model import OUTCOMES, Colour, Outcome, PlayerId, PointTable, Result, Tournament, Value
from engine.scoring import points

if TYPE_CHECKING:
    from ledger.acts.fields import Plain
    from ledger.views.audit import Entry

KEPT = 3  # of one board, or of who had no game, the newest: the audit has the others

_Subject = tuple[int, tuple[PlayerId, ...]]  # a round, and who sat at a board or had no game


class Correction(Value, frozen=True, omit_defaults=True):
    """What it was before, for this player: an outcome with its points, or a colour."""

    version: int  # of its record: the audit tells all of it
    at: str
    reason: str
    was: Outcome | None = None  # None: that stayed the same
    points: int = 0
    colour: Colour | None = None


class Standing:
    """The entries of the corrections that stand. Takes the memory that the boards take, however much is corrected."""

    def __init__(self) -> None:
        self._entries: dict[_Subject, tuple[Entry, ...]] = {}

    def take(self, entry: Entry) -> None:
        """The next correction."""
        assert entry.round is not None
        subject = entry.round, tuple(sorted(entry.players))
        self._entries[subject] = (*self._entries.get(subject, ()), entry)[-KEPT:]

    def part(self, t: Tournament) -> None:
        """Seats were changed, or a round is there no more."""
        self._entries = {subject: told for subject, told in self._entries.items() if _stands(t, *subject)}

    def of(self, player: PlayerId) -> Iterable[Entry]:
        """Oldest first within a round."""
        return (entry for (_, players), told in self._entries.items() if player in players for entry in told)


def _stands(t: Tournament, number: int, players: tuple[PlayerId, ...]) -> bool:
    return number <= len(t.rounds) and all(map(t.rounds[number - 1].is_corrected, players))


def correction(entry: Entry, player: PlayerId, table: PointTable) -> Correction:
    """An entry of the audit as that player's card tells it."""
    old = {change.field: change.old for change in entry.changes}
    told = Correction(version=entry.version, at=entry.at, reason=entry.reason)
    if entry.what == "colours-corrected":  # the result goes with the players
        return replace(told, colour=Colour.WHITE if old["white"] == player else Colour.BLACK)
    was = _outcome(entry, player, old)
    return told if was is None else replace(told, was=was, points=points(table, was))


def _outcome(entry: Entry, player: PlayerId, old: Mapping[str, Plain]) -> Outcome | None:
    if "outcome" in old:
        return Outcome(old["outcome"])
    return OUTCOMES[Result(old["result"])][entry.players.index(player)] if "result" in old else None
