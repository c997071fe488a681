"""The Keizer system, Elo variant ("Kempens"): a player is worth his rating / 100. See ``engine/keizer``."""

from __future__ import annotations

from engine.keizer.options import ELO as KEY
from engine.keizer.options import EloOptions as Options
from engine.keizer.options import check_elo as check
from engine.keizer.options import hints_elo as hints
from engine.keizer.pairing import pair as pair_by_ladder
from engine.model import Tournament
from engine.pairing import Paired, read_options

__all__ = ["KEY", "REGULATION", "Options", "check", "hints", "pair"]

REGULATION = "KEIZER fn 344"


def pair(t: Tournament, /) -> Paired:
    """KEIZER fn 344, PARING: the next round, by the ladder as it stands."""
    return pair_by_ladder(t, read_options(t.rules, Options))
