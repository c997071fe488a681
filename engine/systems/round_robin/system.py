"""The round robin of FIDE C.05 Annex 1, described."""

from __future__ import annotations

from engine.model import Rules
from engine.system import ReasonLayout, System
from engine.systems.round_robin.berger import REGULATION, RoundRobinOptions, hints, pair
from engine.systems.round_robin.withdrawn import struck_players


def check_handbook(rules: Rules) -> None:
    """FIDE C.05 Annex 1 has all that its options say."""


def most_meetings(rules: Rules) -> int | None:
    """FIDE C.05 Annex 1: once, in a double round robin twice."""
    return 2 if rules.options.get("double", False) else 1


ROUND_ROBIN = System(
    key="round-robin",
    family="round_robin",
    regulation=REGULATION,
    pair=pair,
    options=RoundRobinOptions,
    main_options=("double",),
    hints=hints,
    rankings={"chess": "fide-round-robin", "draughts": "kndb"},
    is_predetermined=True,
    most_meetings=most_meetings,
    struck=struck_players,
    check_handbook=check_handbook,
    layout=ReasonLayout(
        heads=frozenset({"round-robin-pair", "round-robin-free", "round-robin-swapped", "round-robin-turned"})
    ),
)
SYSTEMS = (ROUND_ROBIN,)
