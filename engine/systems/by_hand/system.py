"""Boards given by the arbiter: for pairings made elsewhere, and for systems that Roundlog does not know."""

from __future__ import annotations

from engine.errors import NoPairing
from engine.model import Tournament
from engine.pairing import Paired
from engine.system import System


def pair(t: Tournament) -> Paired:
    raise NoPairing("pairs-are-given-by-hand", round=t.next_round)


BY_HAND = System(key="by-hand", family="by_hand", regulation="the arbiter's own", pair=pair)
SYSTEMS = (BY_HAND,)
