"""The JSON API: everything that the console can do.

``endpoint.py`` says what an endpoint is, ``endpoints.py`` lists those that write; README.md tells how to add one.
"""

from __future__ import annotations

from displays.web.api import (
    archive,
    categories,
    commands,
    disputes,
    feed,
    fees,
    festival_import,
    festivals,
    game_headers,
    keys,
    member_notices,
    members,
    next_season,
    pairing,
    player_import,
    proposals,
    rating_addresses,
    rating_comparison,
    ratings,
    screen_devices,
    sent_reports,
    setup_choices,
    standby,
    trf,
    trf_opening,
    views,
    work,
)
from displays.web.api.docs_page import add_description
from displays.web.api.endpoint import json, routes

__all__ = ["ENDPOINTS", "ROUTES", "json"]

ENDPOINTS = add_description(
    (
        *commands.ENDPOINTS,
        *player_import.ENDPOINTS,
        *pairing.ENDPOINTS,
        *game_headers.ENDPOINTS,
        *disputes.ENDPOINTS,
        *screen_devices.ENDPOINTS,
        *proposals.ENDPOINTS,
        *work.ENDPOINTS,
        *views.ENDPOINTS,
        *categories.ENDPOINTS,
        *fees.ENDPOINTS,
        *feed.ENDPOINTS,
        *archive.ENDPOINTS,
        *trf.ENDPOINTS,
        *ratings.ENDPOINTS,
        *rating_addresses.ENDPOINTS,
        *rating_comparison.ENDPOINTS,
        *trf_opening.ENDPOINTS,
        *next_season.ENDPOINTS,
        *sent_reports.ENDPOINTS,
        *keys.ENDPOINTS,
        *member_notices.ENDPOINTS,
        *members.ENDPOINTS,
        *festivals.ENDPOINTS,
        *festival_import.ENDPOINTS,
        *setup_choices.ENDPOINTS,
        *standby.ENDPOINTS,
    )
)
ROUTES = routes(ENDPOINTS)
