"""The registry of pairing systems and tie-breaks, one line each.

A key goes into logs and is never reused. Systems stand in the order in which a form shows them.
Everybody looks into ``SYSTEMS`` when they ask, so that a system added to it is found everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.model import Rules
from engine.system import System
from engine.systems.by_hand.system import BY_HAND as BY_HAND_SYSTEM
from engine.systems.fide_dutch.system import FIDE_DUTCH_2017, FIDE_DUTCH_2026
from engine.systems.fmjd.system import FMJD_SYSTEMS
from engine.systems.keizer.system import KEIZER, KEIZER_ELO
from engine.systems.kndb.system import KNDB
from engine.systems.knsb.system import KNSB_2014
from engine.systems.round_robin.system import ROUND_ROBIN
from engine.tiebreaks import DEFINITIONS, Definition

SYSTEMS: dict[str, System] = {
    system.key: system
    for system in (
        FIDE_DUTCH_2026,
        KNSB_2014,
        FIDE_DUTCH_2017,
        KNDB,
        *FMJD_SYSTEMS,
        ROUND_ROBIN,
        KEIZER,
        KEIZER_ELO,
        BY_HAND_SYSTEM,
    )
}

TIEBREAKS: Mapping[str, Definition] = DEFINITIONS  # the bases; engine.tiebreaks says what may stand behind them

# Under this key a round is recorded whose boards an arbiter gave, whatever the system of the tournament.
BY_HAND = BY_HAND_SYSTEM.key

# What examples and simulations take where nobody chooses.
USUAL_SWISS = FIDE_DUTCH_2026.key

# A log may come from a server that knows more systems: of those the answers below are the usual ones.


def has_ladder(key: str) -> bool:
    """Whether a tournament of that system is ranked by a ladder."""
    return key in SYSTEMS and SYSTEMS[key].has_ladder


def is_predetermined(key: str) -> bool:
    """FIDE C.07:2026 15.2: whether all pairings of that system are known beforehand."""
    return key in SYSTEMS and SYSTEMS[key].is_predetermined


def needs_first_colour(key: str) -> bool:
    """Whether a lot for the colours of round 1 has to be drawn before it."""
    return key in SYSTEMS and SYSTEMS[key].needs_first_colour


def needs_lots(rules: Rules) -> bool:
    """KNDB ranking list; FMJD 3.2 a: whether players are ordered by lots, which are to be drawn before round 1."""
    return rules.system in SYSTEMS and SYSTEMS[rules.system].needs_lots(rules)


def silence_withdraws(rules: Rules) -> bool:
    """KNSB:2014 F8: whether a player who is absent without notice has withdrawn by these rules."""
    return rules.system in SYSTEMS and SYSTEMS[rules.system].silence_withdraws(rules)


def order_fixed_by(rules: Rules) -> int:
    """The round whose pairing fixes the start order; 0: none does."""
    return SYSTEMS[rules.system].order_fixed_by if rules.system in SYSTEMS else 0
