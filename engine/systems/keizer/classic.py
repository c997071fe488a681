"""The Keizer system, classic: a place on the ladder has a value. See ``engine/systems/keizer``."""

from __future__ import annotations

from engine.model import Tournament
from engine.pairing import Paired, read_options
from engine.systems.keizer.options import CLASSIC as KEY
from engine.systems.keizer.options import Options, check, hints
from engine.systems.keizer.pairing import pair as pair_by_ladder

__all__ = ["KEY", "REGULATION", "Options", "check", "hints", "pair"]

REGULATION = "KEIZER"


def pair(t: Tournament, /) -> Paired:
    """KEIZER PARING: the next round, by the ladder as it stands."""
    return pair_by_ladder(t, read_options(t.rules, Options))
