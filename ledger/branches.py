"""A throw-away branch of a tournament: what would stand if these commands were given. Nothing of it is ever written.

The corrections that an arbiter thinks about, and the what-if of anybody, are the same thing: commands on a state.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.model import Rules, Tournament, Value
from ledger.commands import (
    AdjustPoints,
    Command,
    CorrectColours,
    CorrectExtraGame,
    CorrectPlayer,
    CorrectResult,
    CorrectSitOut,
    EnterResult,
    FinishTournament,
    ReopenTournament,
    WithdrawPlayer,
)
from ledger.decide import decide
from ledger.decisions.opening import check_rules
from ledger.events import RulesChanged
from ledger.evolve import evolve

# What changes what has been: looked at before it is written.
Correction = (
    CorrectResult
    | CorrectColours
    | CorrectSitOut
    | CorrectPlayer
    | CorrectExtraGame
    | AdjustPoints
    | WithdrawPlayer
    | EnterResult  # of a game that was postponed, or (what-if) of one still going on
)


class WhatIf(Value, frozen=True, omit_defaults=True):
    """Other results, and other rules: a tie-break order, an option, even another system or point table."""

    corrections: tuple[Correction, ...] = ()
    rules: Rules | None = None


def steps(t: Tournament, corrections: Sequence[Correction], reason: str) -> tuple[Command, ...]:
    """What has to be written for these corrections, in order: a finished tournament is reopened and finished again."""
    if not t.is_finished:
        return tuple(corrections)
    ending = FinishTournament(reason=reason if len(t.rounds) < t.rules.rounds else "")
    return (ReopenTournament(reason=reason), *corrections, ending)


def branched(t: Tournament, what: WhatIf) -> Tournament:
    """The state after them, or the refusal of the first that cannot be."""
    for command in steps(t, what.corrections, "?"):
        for event in decide(t, command):
            t = evolve(t, event)
    return t if what.rules is None else _under(t, what.rules)


def _under(t: Tournament, rules: Rules) -> Tournament:
    """Other rules than were agreed, which no log would take: the games were played for those."""
    check_rules(rules, len(t.entries))
    return evolve(t, RulesChanged(rules=rules, reason="?"))
