"""All pages of the console: a line for each part. Fixed addresses come before those that begin with a tournament."""

from __future__ import annotations

from displays.console import (
    auditing,
    correcting,
    events,
    hall,
    overview,
    players,
    printing,
    round,
    screens,
    setup,
    tables,
)

ROUTES = [
    *events.ROUTES,
    *setup.ROUTES_OF_DESK,
    *overview.ROUTES,
    *players.ROUTES,
    *hall.ROUTES,
    *setup.ROUTES,
    *correcting.ROUTES,
    *auditing.ROUTES,
    *round.ROUTES,
    *tables.ROUTES,
    *printing.ROUTES,
    *screens.ROUTES,
]
