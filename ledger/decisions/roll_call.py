"""The roll call before a round: who has come. It settles nothing by itself, so it can always be undone."""

from __future__ import annotations

from engine.errors import Refusal
from ledger.commands import CheckIn, UndoCheckIn
from ledger.decisions import checks
from ledger.events import CheckInUndone, Event, PlayerCheckedIn
from ledger.state import State


def check_in(state: State, command: CheckIn) -> list[Event]:
    """For the round that is paired next: there is one roll call at a time."""
    _check(state, command)
    if command.player in state.hall.check_ins.get(command.round, ()):
        return []
    return [PlayerCheckedIn(player=command.player, round=command.round)]


def undo_check_in(state: State, command: UndoCheckIn) -> list[Event]:
    _check(state, command)
    if command.player not in state.hall.check_ins.get(command.round, ()):
        return []
    return [CheckInUndone(player=command.player, round=command.round)]


def _check(state: State, command: CheckIn | UndoCheckIn) -> None:
    t = state.tournament
    checks.entry(t, command.player)
    checks.round_to_come(t, command.round)
    if command.round != t.next_round:
        raise Refusal("not-the-next-round", round=command.round, next=t.next_round)
