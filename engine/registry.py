"""What there is to choose from: one line an entry. A key goes into logs and is never reused."""

from __future__ import annotations

from collections.abc import Mapping

from engine.pairing import PairingSystem
from engine.systems.by_hand import system as by_hand
from engine.systems.fide_dutch import edition_2017, edition_2026
from engine.systems.fmjd import system as fmjd
from engine.systems.keizer import classic, elo_variant
from engine.systems.kndb import system as kndb
from engine.systems.knsb import system as knsb_2014
from engine.systems.round_robin import system as round_robin
from engine.tiebreaks import DEFINITIONS, Definition

SYSTEMS: Mapping[str, PairingSystem] = {
    system.KEY: system
    for system in (
        by_hand,
        edition_2017,
        edition_2026,
        *fmjd.PRESETS,
        classic,
        elo_variant,
        kndb,
        knsb_2014,
        round_robin,
    )
}

TIEBREAKS: Mapping[str, Definition] = DEFINITIONS  # the bases; engine.tiebreaks says what may stand behind them
