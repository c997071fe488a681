"""The roll call before a round: who has come. It settles nothing by itself, so it can always be undone."""

from __future__ import annotations

from engine.errors import Refusal
from engine.model import Tournament
from ledger.commands import CheckIn, UndoCheckIn
from ledger.decisions import checks
from ledger.events import CheckInUndone, Event, PlayerCheckedIn


def check_in(t: Tournament, command: CheckIn) -> list[Event]:
    """For the round that is paired next: there is one roll call at a time."""
    _check(t, command)
    if command.player in t.check_ins.get(command.round, ()):
        return []
    return [PlayerCheckedIn(player=command.player, round=command.round)]


def undo_check_in(t: Tournament, command: UndoCheckIn) -> list[Event]:
    _check(t, command)
    if command.player not in t.check_ins.get(command.round, ()):
        return []
    return [CheckInUndone(player=command.player, round=command.round)]


def _check(t: Tournament, command: CheckIn | UndoCheckIn) -> None:
    checks.entry(t, command.player)
    checks.round_to_come(t, command.round)
    if command.round != t.next_round:
        raise Refusal("not-the-next-round", round=command.round, next=t.next_round)
