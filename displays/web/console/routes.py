"""Routes of the console. Fixed addresses come before those that begin with a tournament."""

from __future__ import annotations

from displays.web.console import (
    audit,
    backup,
    corrections,
    festival,
    hall,
    intermediate,
    lots,
    overview,
    people,
    place_changes,
    players,
    printing,
    round,
    screens,
    servers,
    setup,
    tables,
    ties,
    tournaments,
)

ROUTES = [
    *tournaments.ROUTES,
    *people.ROUTES,
    *servers.ROUTES,
    *backup.ROUTES,
    *festival.ROUTES,
    *setup.ROUTES_OF_DESK,
    *overview.ROUTES,
    *players.ROUTES,
    *hall.ROUTES,
    *setup.ROUTES,
    *corrections.ROUTES,
    *audit.ROUTES,
    *round.ROUTES,
    *tables.ROUTES,
    *printing.ROUTES,
    *screens.ROUTES,
    *lots.ROUTES,
    *intermediate.ROUTES,
    *ties.ROUTES,
    *place_changes.ROUTES,
]
