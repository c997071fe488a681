"""A throw-away branch of a tournament: what would stand if these commands were given. Nothing of it is ever written.

The corrections that an arbiter thinks about, and the what-if of anybody, are the same thing: commands on a state.
"""

from __future__ import annotations

from engine.model import Rules, Tournament, Value
from ledger.commands import Correction
from ledger.decide import decide
from ledger.decisions.corrections import around_the_end
from ledger.decisions.opening import check_rules
from ledger.events import RulesChanged
from ledger.evolve import evolve


class WhatIf(Value, frozen=True, omit_defaults=True):
    """Other results, and other rules: a tie-break order, an option, even another system or point table."""

    corrections: tuple[Correction, ...] = ()
    rules: Rules | None = None


def branched(t: Tournament, what: WhatIf) -> Tournament:
    """The state after them, or the refusal of the first that cannot be."""
    for command in around_the_end(t, what.corrections, "?"):
        for event in decide(t, command):
            t = evolve(t, event)
    return t if what.rules is None else _under(t, what.rules)


def _under(t: Tournament, rules: Rules) -> Tournament:
    """Other rules than were agreed, which no log would take: the games were played for those."""
    check_rules(rules, len(t.entries))
    return evolve(t, RulesChanged(rules=rules, reason="?"))
