"""The JSON API: everything that the console can do.

``endpoint.py`` says what an endpoint is, ``endpoints.py`` lists those that write; README.md tells how to add one.
"""

from __future__ import annotations

from displays.web.api import (
    archive,
    commands,
    disputes,
    feed,
    keys,
    pairing,
    player_import,
    proposals,
    screen_devices,
    setup_choices,
    views,
)
from displays.web.api.docs_page import add_description
from displays.web.api.endpoint import json, routes

__all__ = ["DOORS", "ROUTES", "json"]

DOORS = add_description(
    (
        *commands.DOORS,
        *player_import.DOORS,
        *pairing.DOORS,
        *disputes.DOORS,
        *screen_devices.DOORS,
        *proposals.DOORS,
        *views.DOORS,
        *feed.DOORS,
        *archive.DOORS,
        *keys.DOORS,
        *setup_choices.DOORS,
    )
)
ROUTES = routes(DOORS)
