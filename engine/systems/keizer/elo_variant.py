"""The Keizer system, Elo variant ("Kempens"): a player is worth his rating / 100. See ``engine/systems/keizer``."""

from __future__ import annotations

from engine.model import Tournament
from engine.pairing import Paired, read_options
from engine.systems.keizer.options import ELO as KEY
from engine.systems.keizer.options import EloOptions as Options
from engine.systems.keizer.options import check_elo as check
from engine.systems.keizer.options import hints_elo as hints
from engine.systems.keizer.pairing import pair as pair_by_ladder

__all__ = ["KEY", "REGULATION", "Options", "check", "hints", "pair"]

REGULATION = "KEIZER fn 344"


def pair(t: Tournament, /) -> Paired:
    """KEIZER fn 344, PARING: the next round, by the ladder as it stands."""
    return pair_by_ladder(t, read_options(t.rules, Options))
