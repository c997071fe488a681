"""The modules that hold acts. A new subject is a module in this folder and a name here.

What is asked most often stands first: the routes of the API are tried in this order.
"""

from __future__ import annotations

from types import ModuleType

from ledger.acts import (
    corrections,
    disputes,
    epochs,
    extra_games,
    extras,
    festivals,
    fide_mode,
    hall,
    imports,
    lots,
    opening,
    pairing,
    players,
    presence,
    removals,
    results,
    retyped_results,
    rounds,
    screens,
    separations,
    sit_outs,
    start_order,
    times,
)

SUBJECTS: tuple[ModuleType, ...] = (
    results,
    retyped_results,
    sit_outs,
    disputes,
    pairing,
    rounds,
    hall,
    players,
    start_order,
    lots,
    separations,
    presence,
    removals,
    extras,
    extra_games,
    corrections,
    opening,
    fide_mode,
    screens,
    imports,
    times,
    festivals,
    epochs,
)
