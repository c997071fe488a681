"""What there is to choose from: one line an entry. A key goes into logs and is never reused."""

from __future__ import annotations

from collections.abc import Mapping

from engine.pairing import PairingSystem
from engine.systems import (
    by_hand,
    fide_dutch_2017,
    fide_dutch_2026,
    fmjd,
    keizer,
    keizer_elo,
    kndb,
    knsb_2014,
    round_robin,
)
from engine.tiebreaks import DEFINITIONS, Definition

SYSTEMS: Mapping[str, PairingSystem] = {
    system.KEY: system
    for system in (
        by_hand,
        fide_dutch_2017,
        fide_dutch_2026,
        *fmjd.PRESETS,
        keizer,
        keizer_elo,
        kndb,
        knsb_2014,
        round_robin,
    )
}

TIEBREAKS: Mapping[str, Definition] = DEFINITIONS  # the bases; engine.tiebreaks says what may stand behind them
