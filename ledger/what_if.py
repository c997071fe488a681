"""A throw-away branch of a tournament: what would stand if these commands were given. Nothing of it is ever written.

The corrections that an arbiter thinks about, and the what-if of anybody, are the same thing: commands on a state.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.model import Rules, Value
from ledger.acts.corrections import Correction, around_the_end
from ledger.acts.decide import decide, decide_correction
from ledger.acts.evolve import evolve
from ledger.acts.extra_games import CorrectExtraGame, RecordExtraGame
from ledger.acts.extras import SettleTie
from ledger.acts.opening import RulesChanged, check_rules
from ledger.state import State


class WhatIf(Value, frozen=True, omit_defaults=True):
    """Other results, and other rules: a tie-break order, an option, even another system or point table."""

    corrections: tuple[Correction, ...] = ()
    rules: Rules | None = None


def branch_state(state: State, what: WhatIf) -> State:
    """The state after them, or the refusal of the first that cannot be."""
    for command in around_the_end(state.tournament, what.corrections, "?"):
        for event in decide_correction(state, command):
            state = evolve(state, event)
    return state if what.rules is None else _under(state, what.rules)


Extra = RecordExtraGame | CorrectExtraGame | SettleTie


def after_extras(state: State, commands: Iterable[Extra]) -> State:
    """The state after games and settlements beside the rounds, or the refusal of the first that cannot be."""
    for command in commands:
        for event in decide(state, command):
            state = evolve(state, event)
    return state


def _under(state: State, rules: Rules) -> State:
    """Other rules than were agreed, which no log would take: the games were played for those."""
    check_rules(rules, len(state.tournament.entries), is_under_way=True)
    return evolve(state, RulesChanged(rules=rules, reason="?"))
