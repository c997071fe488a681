"""Several corrections as one act."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Refusal
from engine.model import Tournament
from ledger.commands import ApplyCorrections, Command, Correction, FinishTournament, ReopenTournament


def steps(t: Tournament, command: ApplyCorrections) -> tuple[Command, ...]:
    """What is to be decided for them, one after the other."""
    if not command.corrections:
        raise Refusal("nothing-changes")
    return around_the_end(t, command.corrections, command.reason)


def around_the_end(t: Tournament, corrections: Sequence[Correction], reason: str) -> tuple[Command, ...]:
    """A finished tournament is reopened for them and finished again."""
    if not t.is_finished:
        return tuple(corrections)
    ending = FinishTournament(reason=reason if len(t.rounds) < t.rules.rounds else "")
    return (ReopenTournament(reason=reason), *corrections, ending)
