"""Boards given by the arbiter: for pairings made elsewhere, and for systems that Roundlog does not know."""

from __future__ import annotations

from engine.errors import NoPairing
from engine.model import Rules, Tournament
from engine.pairing import NoOptions as Options
from engine.pairing import Paired, Reason, read_options

__all__ = ["KEY", "REGULATION", "Options", "check", "hints", "pair"]

KEY = "by-hand"
REGULATION = "the arbiter's own"


def check(rules: Rules, players: int = 0) -> None:
    read_options(rules, Options)


def hints(rules: Rules, players: int) -> tuple[Reason, ...]:
    return ()


def pair(t: Tournament, /) -> Paired:
    raise NoPairing("pairs-are-given-by-hand", round=t.next_round)
