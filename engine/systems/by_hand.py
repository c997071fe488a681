"""Boards given by the arbiter: for pairings made elsewhere, and for systems that Roundlog does not know."""

from __future__ import annotations

from engine.errors import NoPairing
from engine.model import Tournament
from engine.pairing import NoOptions as Options
from engine.pairing import Paired

__all__ = ["KEY", "REGULATION", "Options", "pair"]

KEY = "by-hand"
REGULATION = "the arbiter's own"


def pair(t: Tournament, /) -> Paired:
    raise NoPairing("pairs-are-given-by-hand", round=t.next_round)
