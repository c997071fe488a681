"""What there is to choose from: one line an entry. A key goes into logs and is never reused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.model import Tournament
from engine.pairing import PairingSystem
from engine.systems import by_hand, fmjd, kndb

SYSTEMS: Mapping[str, PairingSystem] = {system.KEY: system for system in (by_hand, kndb, *fmjd.PRESETS)}

TIEBREAKS: Mapping[str, Callable[[Tournament], Mapping[int, int]]] = {}
